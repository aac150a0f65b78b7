import * as vscode from 'vscode';
import {
  dropSecrets,
  secretsOf,
  writeResults,
  type Notebook,
  type RunResult,
  type SecretsChoice,
} from '../../investigation/index.ts';
import { editorMessages, secretLines } from '../../messages/index.ts';
import { visibleLabel } from '../../protocol/index.ts';
import { writeDocument } from './document.ts';
import type { Investigations } from './investigations.ts';

/** How many places are named in the question. */
const NAMED = 3;

/**
 * Stores what the cells of one gesture brought. Answers that hold what looks like a secret are stored with marks in
 * its place at once, so that no save and no backup has it; the reader is asked once for the gesture whether that is
 * right, and nothing waits for the answer.
 */
export class SecretsBatch {
  readonly #investigations: Investigations;
  readonly #document: vscode.NotebookDocument;
  /** Runs with secrets in them, to be stored anew by the answer. */
  readonly #runs: RunResult[] = [];
  #choice: SecretsChoice = 'redact';
  #asked = false;
  /** One change after another: each starts from what the one before made. */
  #changes: Promise<void> = Promise.resolve();

  constructor(investigations: Investigations, document: vscode.NotebookDocument) {
    this.#investigations = investigations;
    this.#document = document;
  }

  /** Stores what a run brought; the document may have changed meanwhile. */
  async keep(run: RunResult): Promise<void> {
    const before = this.#read();
    await this.#write((notebook) => writeResults(notebook, run, { secrets: this.#choice }));
    if (secretsOf(run).length === 0 || before === undefined) return;
    this.#runs.push(run);
    // What is stored already, as it is or with marks, was answered before: nothing comes on top of the rest.
    const others = writeResults(before, run, { secrets: 'drop' });
    if (this.#asked || writeResults(others, run) === others) return;
    this.#asked = true;
    void this.#ask();
  }

  async #ask(): Promise<void> {
    const found = this.#runs.flatMap((run) => secretsOf(run));
    const places = found.slice(0, NAMED).map((each) => `${each.what}: ${secretLines(each.found)}`);
    const text = places.join('; ') + (found.length > NAMED ? ' …' : '');
    const keep = editorMessages.secretsKeep();
    const drop = editorMessages.secretsDrop();
    const chosen = await vscode.window.showWarningMessage(
      editorMessages.secretsFound(found.length, visibleLabel(text)),
      editorMessages.secretsRedact(),
      keep,
      drop,
    );
    if (chosen !== keep && chosen !== drop) return;
    this.#choice = chosen === keep ? 'keep' : 'drop';
    for (const run of this.#runs)
      await this.#write((notebook) =>
        chosen === keep ? writeResults(notebook, run, { secrets: 'keep' }) : dropSecrets(notebook, run),
      );
  }

  #read(): Notebook | undefined {
    return this.#document.isClosed ? undefined : this.#investigations.read(this.#document)?.notebook;
  }

  #write(change: (notebook: Notebook) => Notebook): Promise<void> {
    this.#changes = this.#changes.then(async () => {
      const notebook = this.#read();
      if (notebook !== undefined) await writeDocument(this.#document, change(notebook), 'edit');
    });
    return this.#changes;
  }
}
