import { unreachable } from '../base/index.ts';
import type { NotRun, ProbeRun, RunResult } from '../investigation/index.ts';
import { toJson } from '../lifecycle/index.ts';
import { lifecycleWords, probeErrorMessage, refusalMessage, runWords } from '../messages/index.ts';
import type { ProbeError, ProbeOutcome, Refusal, Verdict } from '../probe/index.ts';

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
  if (!verdict.approved)
    return { line: verdict.line, approved: false, refusal: refusalJson(verdict.refusal) };
  return {
    line: verdict.line,
    approved: true,
    ...(verdict.cwd === undefined ? {} : { cwd: verdict.cwd }),
    stages: verdict.stages.map(({ argv }) => ({ argv })),
  };
}

const decoder = new TextDecoder();

/** The JSON of one probe: evidence, refusal or error. */
export function outcomeJson(target: string, line: string, outcome: ProbeOutcome | NotRun): object {
  switch (outcome.kind) {
    case 'evidence': {
      const { exit, stdout, stderr, truncated, ms, hits } = outcome.evidence;
      return {
        target,
        line,
        exit,
        stdout: decoder.decode(stdout),
        stderr: decoder.decode(stderr),
        truncated: truncated !== null,
        ms: Math.round(ms),
        ...(hits === undefined
          ? {}
          : { hits: hits.map(({ file, line: at, text }) => ({ file, line: at, text })) }),
      };
    }
    case 'refusal':
      return { target, line, refusal: refusalJson(outcome.refusal) };
    case 'error':
      return { target, line, error: errorJson(outcome.error) };
    case 'not-run':
      return { target, line, error: { code: outcome.reason.code, message: runWords.notRun(outcome) } };
    default:
      return unreachable(outcome);
  }
}

function errorJson(error: ProbeError): object {
  return {
    code: error.code,
    message: probeErrorMessage(error),
    ...('file' in error ? { file: error.file } : {}),
    ...('at' in error ? { at: error.at } : {}),
  };
}

const probeJson = (run: ProbeRun): object => ({ id: run.id, ...outcomeJson(run.on, run.line, run.outcome) });

/** The JSON of `run` and `demo`. */
export function runJson(result: RunResult): object {
  return {
    title: result.title,
    probes: result.probes.map(probeJson),
    pins: result.pins.map(({ id, pin, finding }) => {
      const region = finding.kind === 'found' ? finding : undefined;
      const symbol = region?.symbol ?? pin.symbol;
      return {
        id,
        file: pin.file,
        lines: region === undefined ? null : [region.first, region.last],
        ...(symbol === undefined ? {} : { symbol }),
        verdict: region?.verdict ?? finding.kind,
      };
    }),
    claims: result.claims.map(({ id, kind, status, text }) => ({ id: id ?? '', kind, status, text })),
    lifecycles: result.lifecycles.map(({ id, outcome }) => {
      if (outcome.kind === 'found') return { id, ...toJson(outcome.lifecycle, lifecycleWords) };
      const failure = outcome.kind === 'failed' ? outcome.failure : { code: outcome.reason.code };
      return { id, error: failure };
    }),
  };
}
