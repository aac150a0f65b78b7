import type * as vscode from 'vscode';
import type {
  ExcerptRecord,
  LifecycleRun,
  NotRun,
  Pin,
  PinFinding,
  PinRun,
  ProbeRun,
  RunProgress,
  RunResult,
} from '../../investigation/index.ts';
import {
  analysisFailureMessage,
  editorMessages,
  pinFindingMessage,
  pinVerdictLabel,
} from '../../messages/index.ts';
import type { PinView } from '../../protocol/index.ts';
import { showLifecycle } from '../lifecycle/view.ts';
import type { ReadDocument } from './document.ts';
import { lifecycleOutputOf, pinsOutputOf, probeOutputOf, sentenceOutput } from './outputs.ts';
import { showPins } from './pinsView.ts';
import { showProbe, type ProbeRun as ShownRun } from './probeView.ts';
import { newOutputId } from './rows.ts';

/** Makes the outputs of one cell while it runs, and when it has run. */
export class RunOutputs {
  readonly #on: string;
  readonly #probe: string;
  readonly #output = newOutputId();
  readonly #probes: ProbeRun[] = [];
  readonly #pins: PinRun[] = [];
  readonly #lifecycles: LifecycleRun[] = [];

  /** `index` is that of the cell's block. */
  constructor(read: ReadDocument, index: number) {
    this.#on = read.on;
    const content = read.notebook.blocks[index]?.content;
    this.#probe = content?.kind === 'probe' ? (content.value.id ?? '') : '';
  }

  /** The outputs after an event; undefined where it changes none. */
  next(event: RunProgress): readonly vscode.NotebookCellOutput[] | undefined {
    if (event.kind === 'probe') this.#probes.push(event.run);
    else if (event.kind === 'pin') this.#pins.push(event.run);
    else if (event.kind === 'lifecycle') this.#lifecycles.push(event.run);
    else return undefined;
    return this.outputs();
  }

  /** The outputs of everything that ran so far. */
  outputs(): readonly vscode.NotebookCellOutput[] {
    return [
      ...(this.#probes.length === 0
        ? []
        : [probeOutputOf(showProbe(this.#output, this.#probe, this.#probes.map(shownRun)))]),
      ...(this.#pins.length === 0 ? [] : [pinsOutputOf(shownPins(this.#output, this.#pins, this.#on))]),
      ...this.#lifecycles.map((run) => this.#lifecycle(run)),
    ];
  }

  /** True where everything brought evidence. */
  succeeded(run: RunResult): boolean {
    return (
      run.probes.every((each) => each.outcome.kind === 'evidence') &&
      run.pins.every((each) => each.finding.kind === 'found') &&
      run.lifecycles.every((each) => each.outcome.kind === 'found')
    );
  }

  #lifecycle(run: LifecycleRun): vscode.NotebookCellOutput {
    const { outcome } = run;
    if (outcome.kind === 'not-run') return sentenceOutput(editorMessages.notRunBecause(outcome));
    if (outcome.kind === 'failed') return sentenceOutput(analysisFailureMessage(outcome.failure));
    return lifecycleOutputOf(this.#output, run.on, showLifecycle({ facts: outcome.lifecycle }));
  }
}

function shownRun(run: ProbeRun): ShownRun {
  const { outcome } = run;
  return {
    line: run.line,
    on: run.on,
    result:
      outcome.kind === 'not-run'
        ? { kind: 'not-run', sentence: editorMessages.notRunBecause(outcome) }
        : outcome,
  };
}

function shownPins(output: string, runs: readonly PinRun[], on: string): ReturnType<typeof showPins> {
  const pins: Pin[] = [];
  const excerpts: ExcerptRecord[] = [];
  for (const { pin, finding } of runs) {
    const id = pin.id ?? '';
    if (finding.kind === 'found') {
      pins.push({ ...pin, lines: { first: finding.first, last: finding.last } });
      excerpts.push({ of: id, language: '', bytes: finding.excerpt });
    } else pins.push(pin);
  }
  const shown = showPins(output, pins, excerpts, on);
  const views = shown.view.pins.map((view, index): PinView => {
    const run = runs[index];
    return run === undefined ? view : { ...view, verdict: verdict(run), tone: tone(run.finding) };
  });
  return { ...shown, view: { ...shown.view, pins: views } };
}

function verdict({ pin, finding }: PinRun): string {
  if (finding.kind === 'not-run') return editorMessages.notRunBecause(finding);
  return finding.kind === 'found' ? pinVerdictLabel(finding) : pinFindingMessage(pin, finding);
}

function tone(finding: PinFinding | NotRun): PinView['tone'] {
  if (finding.kind === 'not-run') return 'plain';
  if (finding.kind !== 'found') return 'bad';
  return finding.verdict === 'changed' ? 'changed' : 'good';
}
