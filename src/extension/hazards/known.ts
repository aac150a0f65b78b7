import * as vscode from 'vscode';
import {
  lifecycleResultText,
  type AcceptedHazard,
  type LifecycleFacts,
  type LifecycleRun,
} from '../../investigation/index.ts';
import type { Lifecycle } from '../../lifecycle/index.ts';
import type { PythonProgram } from '../../source/index.ts';
import type { Investigations } from '../notebook/investigations.ts';
import type { LiveTarget } from '../targets/live.ts';
import type { TargetRegistry } from '../targets/registry.ts';
import { fileAge, type Age } from './marks.ts';

/** A lifecycle that is known in this window without asking a host. */
export interface KnownLifecycle {
  /** Name of the target. */
  readonly on: string;
  readonly facts: LifecycleFacts;
  /** The cell that asked for it; null for one that was opened from the list of all. */
  readonly cell: KnownCell | null;
  /** The connection that it was analysed over in this session; null for one that a notebook keeps. */
  readonly live: LiveTarget | null;
  /** The files as they were analysed, where `live` is known. */
  readonly analysed: PythonProgram | null;
}

export interface KnownCell {
  readonly document: vscode.NotebookDocument;
  /** Id of the cell. */
  readonly id: string;
  /** Index of the editor's cell. */
  readonly index: number;
  readonly accepted: readonly AcceptedHazard[];
}

/** What the open investigations keep of lifecycles, what was analysed in this session, and how fresh each is. */
export class KnownLifecycles implements vscode.Disposable {
  readonly #investigations: Investigations;
  readonly #targets: TargetRegistry;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #ran = new vscode.EventEmitter<{ readonly notebook: string; readonly id: string }>();
  readonly #subscription: vscode.Disposable;
  /** By notebook and cell: the connection, and the result as it was stored. */
  readonly #runs = new Map<
    string,
    { readonly live: LiveTarget; readonly analysed: PythonProgram; readonly text: string }
  >();
  /** Opened from the list of all lifecycles, by target and query. */
  readonly #opened = new Map<string, KnownLifecycle>();

  readonly onDidChange = this.#changed.event;
  /** A cell was analysed now. */
  readonly onDidRun = this.#ran.event;

  constructor(investigations: Investigations, targets: TargetRegistry) {
    this.#investigations = investigations;
    this.#targets = targets;
    this.#subscription = investigations.onDidChange(() => this.#changed.fire());
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#ran.dispose();
  }

  /** Takes down that a cell was analysed now. */
  noteRun(document: vscode.NotebookDocument, run: LifecycleRun, live: LiveTarget): void {
    if (run.outcome.kind !== 'found' || run.id === '') return;
    const text = comparable(run.outcome.lifecycle);
    this.#runs.set(runKey(document, run.id), { live, analysed: live.program, text });
    this.#changed.fire();
    this.#ran.fire({ notebook: document.uri.toString(), id: run.id });
  }

  /** Takes down what was analysed outside of any notebook; `key` tells it from others of the target. */
  noteOpened(key: string, live: LiveTarget, lifecycle: Lifecycle): void {
    this.#opened.set(`${live.name}\n${key}`, {
      on: live.name,
      facts: lifecycle,
      cell: null,
      live,
      analysed: live.program,
    });
    this.#changed.fire();
  }

  /** Cells of investigations first; what was opened from the list only where no cell has the same store. */
  entries(): readonly KnownLifecycle[] {
    const kept = this.#investigations.all.flatMap((document) => this.#kept(document));
    const opened = [...this.#opened.values()].filter(
      (each) => !kept.some((other) => other.on === each.on && storeOf(other.facts) === storeOf(each.facts)),
    );
    return [...kept, ...opened];
  }

  /** The folder that paths are relative to; undefined where nothing maps the target. */
  rootOf(known: KnownLifecycle): string | undefined {
    const target = known.live?.target ?? valueOf(this.#targets.entry(known.on)?.target);
    return target?.root;
  }

  /** How fresh what is known of a file is; `text` is the file as it is now, where that is at hand. */
  age(known: KnownLifecycle, file: string, text: string | undefined): Age {
    if (known.analysed === null) return 'stored';
    const analysed = known.analysed.files.find((each) => each.path === file)?.source.text;
    return fileAge(analysed, text);
  }

  #kept(document: vscode.NotebookDocument): readonly KnownLifecycle[] {
    const read = this.#investigations.read(document);
    if (read === undefined) return [];
    return document.getCells().flatMap((cell): readonly KnownLifecycle[] => {
      const blocks = read.cellAt(cell.index)?.blocks ?? [];
      const query = blocks[0]?.content;
      const result = blocks.find(({ content }) => content.kind === 'lifecycle-result')?.content;
      if (query?.kind !== 'lifecycle' || result?.kind !== 'lifecycle-result') return [];
      const { id = result.value.of, on = read.on, accepted = [] } = query.value;
      const { facts } = result.value;
      const run = this.#runs.get(runKey(document, id));
      const same = run?.text === comparable(facts) ? run : null;
      const live = same?.live ?? null;
      const analysed = same?.analysed ?? null;
      return [{ on, facts, cell: { document, id, index: cell.index, accepted }, live, analysed }];
    });
  }
}

function runKey(document: vscode.NotebookDocument, id: string): string {
  return `${document.uri.toString()}\n${id}`;
}

/** The facts without what the reader says about them. */
function comparable(facts: LifecycleFacts): string {
  return lifecycleResultText({
    ...facts,
    hazards: facts.hazards.map(({ accepted: _reason, ...hazard }) => hazard),
    unresolved: facts.unresolved.filter((item) => item.why !== 'accepted-gone'),
  });
}

function storeOf({ stores }: LifecycleFacts): string {
  return stores.map((store) => `${store.file}:${String(store.line)}:${store.name}`).join('\n');
}

function valueOf<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false } | undefined,
): T | undefined {
  return result?.ok === true ? result.value : undefined;
}
