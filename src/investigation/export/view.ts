import type { ExportWords } from './words.ts';
import type { Hit } from '../../probe/index.ts';
import { hitsOf } from '../../probe/index.ts';
import type { Claim } from '../cells/claim.ts';
import type { FrontMatter } from '../cells/front-matter.ts';
import type { LifecycleQuery } from '../cells/lifecycle.ts';
import type { LifecycleFacts } from '../cells/lifecycle-result.ts';
import type { Pin } from '../cells/pins.ts';
import type { ProbeCell } from '../cells/probe.ts';
import { EvidenceMap, targetNames } from '../evidence/attach.ts';
import { countLines, STORE_LIMITS, storedPart } from '../evidence/store.ts';
import { decodeLeniently } from '../notebook/encoding.ts';
import type { Notebook } from '../notebook/model.ts';
import { blockText } from '../notebook/print.ts';
import type { LifecycleRun, PinRun, ProbeRun, RunResult } from '../run/result.ts';
import { titleOf } from '../run/run.ts';

/** A notebook as a report shows it: what was just seen, else what the notebook stores. */
export interface ReportView {
  readonly title: string;
  readonly front?: FrontMatter;
  /** Day of the run; undefined for a report of what is stored. */
  readonly seen?: string;
  readonly parts: readonly ReportPart[];
}

export type ReportPart =
  | { readonly kind: 'prose'; readonly markdown: string }
  | { readonly kind: 'probe'; readonly id: string; readonly entries: readonly ProbeEntry[] }
  | { readonly kind: 'pins'; readonly pins: readonly PinEntry[] }
  | { readonly kind: 'claim'; readonly claim: Claim }
  | LifecyclePart
  | { readonly kind: 'raw'; readonly text: string };

export interface LifecyclePart {
  readonly kind: 'lifecycle';
  readonly id: string;
  readonly query: LifecycleQuery;
  readonly facts?: LifecycleFacts;
  /** Why there are no facts. */
  readonly problem?: string;
}

export interface ProbeEntry {
  readonly line: string;
  readonly on: string;
  readonly answer?: ProbeAnswer;
  /** Why there is no answer, or no new one. */
  readonly problem?: string;
}

export interface ProbeAnswer {
  readonly exit: number | null | undefined;
  /** What is shown of standard output. */
  readonly output: string;
  /** Lines received. */
  readonly lines: number;
  readonly leftOut?: number;
  readonly truncated?: 'bytes' | 'time';
  readonly hits?: readonly Hit[];
  readonly stderr: string;
  readonly seen?: string;
  readonly commit?: string;
}

export interface PinEntry {
  readonly pin: Pin;
  readonly first?: number;
  readonly last?: number;
  readonly symbol?: string;
  readonly verdict?: Parameters<ExportWords['verdict']>[0];
  readonly excerpt?: string;
}

/** Puts a notebook and the results of a run together. */
export function reportView(notebook: Notebook, run: RunResult | undefined, words: ExportWords): ReportView {
  const builder = new ViewBuilder(notebook, run, words);
  const front = notebook.blocks[0]?.content;
  return {
    title: titleOf(notebook),
    ...(front?.kind === 'front-matter' ? { front: front.value } : {}),
    ...(run === undefined ? {} : { seen: run.seen }),
    parts: builder.parts(),
  };
}

class ViewBuilder {
  readonly #notebook: Notebook;
  readonly #run: RunResult | undefined;
  readonly #words: ExportWords;
  readonly #evidence: EvidenceMap;

  constructor(notebook: Notebook, run: RunResult | undefined, words: ExportWords) {
    this.#notebook = notebook;
    this.#run = run;
    this.#words = words;
    this.#evidence = new EvidenceMap(notebook);
  }

  parts(): readonly ReportPart[] {
    return this.#notebook.blocks.flatMap((block, index): readonly ReportPart[] => {
      const content = block.content;
      switch (content.kind) {
        case 'prose':
          return [{ kind: 'prose', markdown: block.body }];
        case 'probe':
          return [
            { kind: 'probe', id: content.value.id ?? '', entries: this.#entries(index, content.value) },
          ];
        case 'pins':
          return [{ kind: 'pins', pins: content.value.map((pin) => this.#pin(pin)) }];
        case 'claim':
          return [{ kind: 'claim', claim: content.value }];
        case 'lifecycle':
          return [this.#lifecycle(content.value)];
        case 'reserved':
        case 'invalid':
          return [{ kind: 'raw', text: blockText(block) }];
        default:
          return [];
      }
    });
  }

  #entries(cell: number, probe: ProbeCell): readonly ProbeEntry[] {
    const names = targetNames(this.#notebook);
    const targets = probe.on.length > 0 ? probe.on : names.slice(0, 1);
    return probe.lines.flatMap(({ text: line }) =>
      targets.map((on): ProbeEntry => {
        const found = this.#run?.probes.find((other) => other.line === line && other.on === on);
        const answer = freshAnswer(found) ?? this.#storedAnswer(cell, line, on);
        const problem = this.#problem(found);
        return {
          line,
          on,
          ...(answer === undefined ? {} : { answer }),
          ...(problem === undefined ? {} : { problem }),
        };
      }),
    );
  }

  #problem(run: ProbeRun | undefined): string | undefined {
    const outcome = run?.outcome;
    if (outcome?.kind === 'refusal') return this.#words.refusal(outcome.refusal);
    if (outcome?.kind === 'error') return this.#words.probeError(outcome.error);
    return outcome?.kind === 'not-run' ? this.#words.notRun(outcome) : undefined;
  }

  #storedAnswer(cell: number, line: string, on: string): ProbeAnswer | undefined {
    const record = this.#evidence.find(cell, line, on)?.record;
    if (record === undefined) return undefined;
    const output = decodeLeniently(record.output);
    const lines = record.lines ?? countLines(record.output);
    const hits = hitsOf(line, output);
    return {
      exit: record.exit,
      output,
      lines,
      stderr: '',
      ...(record.stored === undefined ? {} : { leftOut: lines - record.stored }),
      ...(record.truncated === undefined ? {} : { truncated: record.truncated }),
      ...(hits === undefined ? {} : { hits }),
      ...(record.seen === undefined ? {} : { seen: record.seen }),
      ...(record.commit === undefined ? {} : { commit: record.commit }),
    };
  }

  #pin(pin: Pin): PinEntry {
    const run = this.#run?.pins.find((other) => isRunOf(other, pin));
    if (run?.finding.kind === 'found') {
      const { first, last, symbol, verdict, excerpt } = run.finding;
      const name = symbol ?? pin.symbol;
      return {
        pin,
        first,
        last,
        verdict,
        ...(name === undefined ? {} : { symbol: name }),
        excerpt: decodeLeniently(excerpt),
      };
    }
    const stored = this.#notebook.blocks.find(
      (block) =>
        block.content.kind === 'excerpt' && pin.id !== undefined && block.content.value.of === pin.id,
    )?.content;
    return {
      pin,
      ...(pin.lines === undefined ? {} : { first: pin.lines.first }),
      ...(pin.lines?.last == null ? {} : { last: pin.lines.last }),
      ...(pin.symbol === undefined ? {} : { symbol: pin.symbol }),
      ...(run === undefined || run.finding.kind === 'not-run' ? {} : { verdict: run.finding.kind }),
      ...(stored?.kind === 'excerpt' ? { excerpt: decodeLeniently(stored.value.bytes) } : {}),
    };
  }

  #lifecycle(query: LifecycleQuery): LifecyclePart {
    const id = query.id ?? '';
    const base = { kind: 'lifecycle', id, query } as const;
    const run = this.#run?.lifecycles.find((other) => isQueryOf(other, query));
    if (run?.outcome.kind === 'found') return { ...base, facts: run.outcome.lifecycle };
    const problem =
      run?.outcome.kind === 'failed'
        ? this.#words.analysisFailure(run.outcome.failure)
        : run?.outcome.kind === 'not-run'
          ? this.#words.notRun(run.outcome)
          : undefined;
    const record = this.#notebook.blocks.find(
      (block) => block.content.kind === 'lifecycle-result' && block.content.value.of === id,
    )?.content;
    return {
      ...base,
      ...(record?.kind === 'lifecycle-result' ? { facts: record.value.facts } : {}),
      ...(problem === undefined ? {} : { problem }),
    };
  }
}

/** The answer of a run, cut where a notebook would cut it. */
function freshAnswer(run: ProbeRun | undefined): ProbeAnswer | undefined {
  if (run?.outcome.kind !== 'evidence') return undefined;
  const { exit, stdout, stderr, truncated, hits } = run.outcome.evidence;
  const kept = storedPart(stdout, STORE_LIMITS);
  const lines = countLines(stdout);
  const shown = countLines(kept);
  return {
    exit,
    output: decodeLeniently(kept),
    lines,
    stderr: decodeLeniently(storedPart(stderr, STORE_LIMITS)),
    ...(shown < lines ? { leftOut: lines - shown } : {}),
    ...(truncated === null ? {} : { truncated }),
    ...(hits === undefined ? {} : { hits: hits.slice(0, shown) }),
    ...(run.commit === undefined ? {} : { commit: run.commit }),
  };
}

function isRunOf(run: PinRun, pin: Pin): boolean {
  if (run.id !== (pin.id ?? '')) return false;
  return (
    run.pin.file === pin.file && run.pin.symbol === pin.symbol && run.pin.lines?.first === pin.lines?.first
  );
}

function isQueryOf(run: LifecycleRun, query: LifecycleQuery): boolean {
  const { id: _run, ...asked } = run.query;
  const { id: _cell, ...asks } = query;
  return run.id === (query.id ?? '') && JSON.stringify(asked) === JSON.stringify(asks);
}
