import { refusalJson } from '../investigation/index.ts';
import { exportWords } from '../messages/index.ts';
import type { Verdict } from '../probe/index.ts';

/** The JSON of `policy`: `{line, approved, cwd?, stages?, refusal?}`. */
export function verdictJson(verdict: Verdict): object {
  if (!verdict.approved)
    return { line: verdict.line, approved: false, refusal: refusalJson(verdict.refusal, exportWords) };
  return {
    line: verdict.line,
    approved: true,
    ...(verdict.cwd === undefined ? {} : { cwd: verdict.cwd }),
    stages: verdict.stages.map(({ argv }) => ({ argv })),
    ...(verdict.asks === undefined ? {} : { asks: verdict.asks }),
  };
}
