import { toJson, type Lifecycle, type LifecycleJson } from '../../lifecycle/index.ts';
import type { Hit, ProbeOutcome, Refusal } from '../../probe/index.ts';
import { decodeLeniently } from '../notebook/encoding.ts';
import type { Notebook } from '../notebook/model.ts';
import type { NotRun, PinRun, ProbeRun, RunResult } from '../run/result.ts';
import { reportView, type PinEntry, type ProbeEntry, type ReportView } from './view.ts';
import type { ExportWords } from './words.ts';

/** The document of `run`, `demo` and `export --format json`; a contract of the command line. */
export interface RunJson {
  readonly title: string;
  readonly probes: readonly ProbeJson[];
  readonly pins: readonly PinJson[];
  readonly claims: readonly {
    readonly id: string;
    readonly kind: string;
    readonly status: string;
    readonly text: string;
  }[];
  readonly lifecycles: readonly LifecycleRunJson[];
}

export type LifecycleRunJson = { readonly id: string } & (LifecycleJson | { readonly error: ErrorJson });

export interface ProbeJson {
  readonly id: string;
  /** Name of the target. */
  readonly target: string;
  readonly line: string;
  readonly exit?: number | null;
  readonly stdout?: string;
  readonly stderr?: string;
  /** A limit was hit, of the probe or, for what is stored, of the notebook. */
  readonly truncated?: boolean;
  readonly ms?: number;
  readonly hits?: readonly Hit[];
  readonly refusal?: {
    readonly rule: string;
    readonly word: string;
    readonly at: number;
    readonly message: string;
    readonly instead?: string;
    /** Lines to type behind `instead`. */
    readonly then?: readonly string[];
  };
  readonly error?: ErrorJson;
}

/** The part of a probe's JSON that says what came of it. */
export type OutcomeJson = Omit<ProbeJson, 'id' | 'target' | 'line'>;

export interface ErrorJson {
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly at?: number;
}

export interface PinJson {
  readonly id: string;
  readonly file: string;
  /** Null where neither the run nor the notebook knows them. */
  readonly lines: readonly [number, number] | null;
  readonly symbol?: string;
  /** `stored` where nothing was run. */
  readonly verdict: string;
}

/** What a run brought, as JSON. Whatever did not run is an error with the reason as its code. */
export function runJson(run: RunResult, words: ExportWords): RunJson {
  return {
    title: run.title,
    probes: run.probes.map((probe) => probeJson(probe, words)),
    pins: run.pins.map(pinJson),
    claims: run.claims.map(({ id = '', kind, status, text }) => ({ id, kind, status, text })),
    lifecycles: run.lifecycles.map(({ id, outcome }) => {
      if (outcome.kind === 'found') return { id, ...toJson(outcome.lifecycle, words) };
      const error =
        outcome.kind === 'failed'
          ? { code: outcome.failure.code, message: words.analysisFailure(outcome.failure) }
          : { code: outcome.reason.code, message: words.notRun(outcome) };
      return { id, error };
    }),
  };
}

/** The same document for a notebook: a run's, else what the notebook stores. */
export function exportJson(notebook: Notebook, run: RunResult | undefined, words: ExportWords): RunJson {
  return run === undefined ? storedJson(reportView(notebook, undefined, words), words) : runJson(run, words);
}

function probeJson({ id, on, line, outcome }: ProbeRun, words: ExportWords): ProbeJson {
  return { id, target: on, line, ...outcomeJson(outcome, words) };
}

/** What one probe line came to: evidence, a refusal, or an error. */
export function outcomeJson(outcome: ProbeOutcome | NotRun, words: ExportWords): OutcomeJson {
  switch (outcome.kind) {
    case 'evidence': {
      const { exit, stdout, stderr, truncated, ms, hits } = outcome.evidence;
      return {
        exit,
        stdout: decodeLeniently(stdout),
        stderr: decodeLeniently(stderr),
        truncated: truncated !== null,
        ms: Math.round(ms),
        ...(hits === undefined ? {} : { hits }),
      };
    }
    case 'refusal':
      return { refusal: refusalJson(outcome.refusal, words) };
    case 'error': {
      const { error } = outcome;
      return {
        error: {
          code: error.code,
          message: words.probeError(error),
          ...('file' in error ? { file: error.file } : {}),
          ...('at' in error ? { at: error.at } : {}),
        },
      };
    }
    case 'not-run':
      return { error: { code: outcome.reason.code, message: words.notRun(outcome) } };
  }
}

/** A refusal with its sentence. */
export function refusalJson(refusal: Refusal, words: ExportWords): NonNullable<ProbeJson['refusal']> {
  const { rule, word, at, instead, then } = refusal;
  return {
    rule,
    word,
    at,
    message: words.refusal(refusal),
    ...(instead === undefined ? {} : { instead }),
    ...(then === undefined ? {} : { then }),
  };
}

function pinJson({ id, pin, finding }: PinRun): PinJson {
  if (finding.kind === 'found') {
    const symbol = finding.symbol ?? pin.symbol;
    return {
      id,
      file: pin.file,
      lines: [finding.first, finding.last],
      ...(symbol === undefined ? {} : { symbol }),
      verdict: finding.verdict,
    };
  }
  const { first, last } = pin.lines ?? {};
  return {
    id,
    file: pin.file,
    lines: first === undefined ? null : [first, last ?? first],
    ...(pin.symbol === undefined ? {} : { symbol: pin.symbol }),
    verdict: finding.kind === 'not-run' ? finding.reason.code : finding.kind,
  };
}

function storedJson(view: ReportView, words: ExportWords): RunJson {
  return {
    title: view.title,
    probes: view.parts.flatMap((part) =>
      part.kind === 'probe' ? part.entries.map((entry) => storedProbe(part.id, entry, words)) : [],
    ),
    pins: view.parts.flatMap((part) => (part.kind === 'pins' ? part.pins.map(storedPin) : [])),
    claims: view.parts.flatMap((part) => {
      if (part.kind !== 'claim') return [];
      const { id = '', kind, status, text } = part.claim;
      return [{ id, kind, status, text }];
    }),
    lifecycles: view.parts.flatMap((part): readonly LifecycleRunJson[] => {
      if (part.kind !== 'lifecycle') return [];
      if (part.facts === undefined)
        return [{ id: part.id, error: { code: 'not-run', message: words.label('not-run-yet') } }];
      const lifecycle: Lifecycle = { ...part.facts, cost: { files: 0, bytes: 0, reads: 0, ms: 0 } };
      return [{ id: part.id, ...toJson(lifecycle, words) }];
    }),
  };
}

function storedProbe(id: string, { line, on, answer }: ProbeEntry, words: ExportWords): ProbeJson {
  const head = { id, target: on, line };
  if (answer === undefined)
    return { ...head, error: { code: 'not-run', message: words.label('not-run-yet') } };
  return {
    ...head,
    exit: answer.exit ?? null,
    stdout: answer.output,
    stderr: '',
    truncated: answer.truncated !== undefined || answer.leftOut !== undefined,
    ms: 0,
    ...(answer.hits === undefined ? {} : { hits: answer.hits }),
  };
}

function storedPin({ pin, first, last, symbol }: PinEntry): PinJson {
  return {
    id: pin.id ?? '',
    file: pin.file,
    lines: first === undefined ? null : [first, last ?? first],
    ...(symbol === undefined ? {} : { symbol }),
    verdict: 'stored',
  };
}
