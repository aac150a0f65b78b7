import { refusalMessage } from '../messages/index.ts';
import type { Refusal, Verdict } from '../probe/index.ts';

/** `refusal` of the command line's JSON. */
export interface RefusalJson {
  readonly rule: string;
  readonly word: string;
  readonly at: number;
  readonly message: string;
  readonly instead?: string;
}

export function refusalJson(refusal: Refusal): RefusalJson {
  return {
    rule: refusal.rule,
    word: refusal.word,
    at: refusal.at,
    message: refusalMessage(refusal),
    ...(refusal.instead === undefined ? {} : { instead: refusal.instead }),
  };
}

/** The JSON of `policy`: `{line, approved, cwd?, stages?, refusal?}`. */
export function verdictJson(verdict: Verdict): object {
  if (!verdict.approved) return { line: verdict.line, approved: false, refusal: refusalJson(verdict.refusal) };
  return {
    line: verdict.line,
    approved: true,
    ...(verdict.cwd === undefined ? {} : { cwd: verdict.cwd }),
    stages: verdict.stages.map(({ argv }) => ({ argv })),
  };
}
