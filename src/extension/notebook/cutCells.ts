import * as vscode from 'vscode';

/** Cells whose run was cut off by a lost connection, until they run again or are gone. */
export class CutCells implements vscode.Disposable {
  readonly #cells = new Map<vscode.NotebookCell, readonly string[]>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #closed: vscode.Disposable;

  /** A cell was cut off, or is no longer. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#closed = vscode.workspace.onDidCloseNotebookDocument((document) => {
      for (const cell of this.of(document)) this.clear(cell);
    });
  }

  /** A run of a cell was cut off; `names` are the targets that were lost. */
  note(cell: vscode.NotebookCell, names: readonly string[]): void {
    this.#cells.set(cell, names);
    this.#changed.fire();
  }

  /** To be called when a cell runs again. */
  clear(cell: vscode.NotebookCell): void {
    if (this.#cells.delete(cell)) this.#changed.fire();
  }

  has(cell: vscode.NotebookCell): boolean {
    return this.#cells.has(cell);
  }

  /** Those of a document in their order, of one target where it is named. */
  of(document: vscode.NotebookDocument, name?: string): readonly vscode.NotebookCell[] {
    return document
      .getCells()
      .filter((cell) => this.#cells.has(cell))
      .filter((cell) => name === undefined || this.#cells.get(cell)?.includes(name) === true);
  }

  dispose(): void {
    this.#closed.dispose();
    this.#changed.dispose();
  }
}
