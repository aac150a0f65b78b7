import * as vscode from 'vscode';
import { systemClock, type Logger } from '../../base/index.ts';
import {
  runInvestigation,
  type FenceAnswers,
  type FenceQuestion,
  type Notebook,
  type RunProgress,
  type RunTarget,
} from '../../investigation/index.ts';
import { editorMessages, fenceQuestion, lifecycleWords } from '../../messages/index.ts';
import type { Confirm } from '../../probe/index.ts';
import { visibleText } from '../../protocol/index.ts';
import { NOTEBOOK_TYPE, PROBE_LANGUAGE } from '../manifest.ts';
import type { PathRules } from '../files/rules.ts';
import type { KnownLifecycles } from '../hazards/known.ts';
import type { Confirmations } from '../ledger/confirm.ts';
import type { Connecting } from '../targets/connecting.ts';
import type { LiveTarget } from '../targets/live.ts';
import type { CutCells } from './cutCells.ts';
import { cellInput, type ReadDocument } from './document.ts';
import type { Investigations } from './investigations.ts';
import { sentenceOutput } from './outputs.ts';
import { RunOutputs } from './runOutputs.ts';
import { runTargetOf } from './runTarget.ts';
import { editorCell } from './editorCell.ts';
import { SecretsBatch } from './secretsBatch.ts';
import { unanswered } from './unanswered.ts';

export interface ControllerOptions {
  readonly investigations: Investigations;
  readonly connecting: Connecting;
  readonly logger: Logger;
  readonly rules: PathRules;
  readonly confirmations: Confirmations;
  readonly cut: CutCells;
  /** Is told what was analysed. */
  readonly known: Pick<KnownLifecycles, 'noteRun'>;
}

/** What a gesture that runs cells asks once for all of them. */
interface Batch {
  /** Filled as cells need them, and anew where a connection was lost and made again in between. */
  readonly targets: Map<string, RunTarget>;
  /** The connections that `targets` ask. */
  readonly live: Map<string, LiveTarget>;
  /** Names that could not be connected: they are not asked for again. */
  readonly missing: Set<string>;
  readonly secrets: SecretsBatch;
}

interface Connect {
  readonly document: vscode.NotebookDocument;
  readonly read: ReadDocument;
  readonly batch: Batch;
  readonly signal: AbortSignal;
}

interface CellRun {
  readonly document: vscode.NotebookDocument;
  readonly cell: vscode.NotebookCell;
  readonly execution: vscode.NotebookCellExecution;
  readonly batch: Batch;
}

/** Runs cells of investigations. There is one, so that nobody has to pick a kernel. */
export class InvestigationController implements vscode.Disposable {
  readonly #options: ControllerOptions;
  readonly #controller: vscode.NotebookController;
  /** Cells run one after another, each notebook by itself. */
  readonly #queues = new Map<string, Promise<void>>();
  #order = 0;

  constructor(options: ControllerOptions) {
    this.#options = options;
    this.#controller = vscode.notebooks.createNotebookController('sonde', NOTEBOOK_TYPE, 'Sonde');
    this.#controller.supportedLanguages = [PROBE_LANGUAGE, 'yaml'];
    this.#controller.supportsExecutionOrder = true;
    this.#controller.executeHandler = (cells, document) => this.#execute(cells, document);
  }

  dispose(): void {
    this.#controller.dispose();
  }

  async #execute(cells: readonly vscode.NotebookCell[], document: vscode.NotebookDocument): Promise<void> {
    const executions = cells
      .filter((cell) => isRunnable(cell))
      .map((cell) => ({ cell, execution: this.#controller.createNotebookCellExecution(cell) }));
    const secrets = new SecretsBatch(this.#options.investigations, document);
    const batch: Batch = { targets: new Map(), live: new Map(), missing: new Set(), secrets };
    const key = document.uri.toString();
    const before = this.#queues.get(key) ?? Promise.resolve();
    const work = before.then(async () => {
      for (const { cell, execution } of executions) await this.#runCell({ document, cell, execution, batch });
    });
    this.#queues.set(key, work);
    await work;
  }

  async #runCell(run: CellRun): Promise<void> {
    const { document, cell, execution } = run;
    const controller = new AbortController();
    const cancelled = execution.token.onCancellationRequested(() => controller.abort());
    if (execution.token.isCancellationRequested) controller.abort();
    this.#order += 1;
    execution.executionOrder = this.#order;
    execution.start(Date.now());
    this.#options.cut.clear(cell);
    let success: boolean | undefined = false;
    try {
      const read = this.#options.investigations.read(document);
      const block = read?.cellAt(cell.index)?.blocks[0];
      if (controller.signal.aborted || read === undefined || block === undefined) success = undefined;
      else success = await this.#runBlock(run, read, read.notebook.blocks.indexOf(block), controller.signal);
    } catch (failure) {
      // A bug: it belongs into the log with its place, and the cell must not spin for ever.
      this.#options.logger.error(
        failure instanceof Error ? (failure.stack ?? failure.message) : String(failure),
      );
      await execution.replaceOutput([sentenceOutput(String(failure))]);
    } finally {
      cancelled.dispose();
      execution.end(controller.signal.aborted ? undefined : success, Date.now());
    }
  }

  /** Runs one block; true where it did its work, undefined where there was none. */
  async #runBlock(
    { document, cell, execution, batch }: CellRun,
    read: ReadDocument,
    index: number,
    signal: AbortSignal,
  ): Promise<boolean | undefined> {
    const block = read.notebook.blocks[index];
    const names = block === undefined ? [] : targetsOf(read, block.content);
    if (names.length === 0) return undefined;
    const missing = await this.#connect(names, { document, read, batch, signal });
    if (missing !== undefined) {
      await execution.appendOutput([sentenceOutput(editorMessages.notConnectedCell(missing))]);
      if (this.#options.connecting.isLost(missing)) this.#options.cut.note(cell, [missing]);
      return false;
    }
    const outputs = new RunOutputs(read, index);
    const progress = (event: RunProgress): void => {
      const now = outputs.next(event);
      if (now !== undefined) void execution.replaceOutput([...now]);
    };
    const run = await runInvestigation(read.notebook, {
      targets: batch.targets,
      words: lifecycleWords,
      clock: systemClock,
      signal,
      fence: this.#fence(),
      onProgress: progress,
      only: new Set([index]),
    });
    await execution.replaceOutput([...outputs.outputs()]);
    const silent = unanswered(run);
    const lost = names.filter(
      (name) => silent.has(name) && batch.live.get(name)?.transport.connected === false,
    );
    if (lost.length > 0 && !signal.aborted) this.#options.cut.note(cell, lost);
    if (!signal.aborted) await batch.secrets.keep(run);
    for (const lifecycle of run.lifecycles) {
      const live = batch.live.get(lifecycle.on);
      if (live !== undefined) this.#options.known.noteRun(document, lifecycle, live);
    }
    return outputs.succeeded(run);
  }

  /** Connects the targets of a cell now if need be; the name of one that is not connected, else undefined. */
  async #connect(
    names: readonly string[],
    { document, read, batch, signal }: Connect,
  ): Promise<string | undefined> {
    for (const name of names) {
      if (signal.aborted || batch.missing.has(name)) return name;
      const live = await this.#options.connecting.ensure(name, rootOf(read.notebook, name));
      if (live === undefined) {
        batch.missing.add(name);
        return name;
      }
      if (batch.live.get(name) === live) continue;
      const scope = document.uri.toString();
      const place = { name, label: live.transport.label, scope, kind: 'notebook' } as const;
      const confirm: Confirm = (question) => this.#options.confirmations.ask(question, place);
      batch.targets.set(name, await runTargetOf(live, signal, confirm));
      batch.live.set(name, live);
    }
    return undefined;
  }

  /** Questions about what a notebook of others reads, asked once a target, kind and session. */
  #fence(): FenceAnswers {
    const { rules } = this.#options;
    return {
      ask: (question) => {
        const kind = question.kind === 'outside' ? 'outside-root' : 'sensitive-path';
        return rules.consent(question.on, kind, () => askFence(question));
      },
    };
  }
}

/** Front matter and claims are written, not run. */
function isRunnable(cell: vscode.NotebookCell): boolean {
  const { role } = editorCell(cellInput(cell));
  return role === 'probe' || role === 'pins' || role === 'lifecycle';
}

async function askFence(question: FenceQuestion): Promise<boolean> {
  const yes = editorMessages.allow();
  const chosen = await vscode.window.showWarningMessage(
    visibleText(fenceQuestion(question)),
    { modal: true },
    yes,
  );
  return chosen === yes;
}

/** The targets that a block runs on. */
function targetsOf(read: ReadDocument, content: Notebook['blocks'][number]['content']): readonly string[] {
  if (content.kind === 'probe') return content.value.on.length === 0 ? [read.on] : content.value.on;
  if (content.kind === 'pins') return [...new Set(content.value.map((pin) => pin.on ?? read.on))];
  return content.kind === 'lifecycle' ? [content.value.on ?? read.on] : [];
}

function rootOf(notebook: Notebook, name: string): string | undefined {
  const [first] = notebook.blocks;
  if (first?.content.kind !== 'front-matter') return undefined;
  return first.content.value.targets.find((target) => target.name === name)?.root;
}
