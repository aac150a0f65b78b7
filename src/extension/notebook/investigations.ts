import * as vscode from 'vscode';
import { NOTEBOOK_TYPE } from '../manifest.ts';
import { setContextKey } from '../editor/commands.ts';
import { readDocument, type ReadDocument } from './document.ts';

/** Milliseconds without a change after which the views are drawn again. */
const QUIET = 150;

/** The investigations that are open as notebooks, and the current one: the active editor's, else the last active. */
export class Investigations implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  readonly #read = new Map<string, { readonly version: number; readonly value: ReadDocument | undefined }>();
  #last: vscode.NotebookDocument | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The current investigation, or what it says, changed. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    const { workspace, window } = vscode;
    this.#subscriptions = vscode.Disposable.from(
      workspace.onDidOpenNotebookDocument((document) => this.#update(document)),
      workspace.onDidChangeNotebookDocument(({ notebook }) => this.#update(notebook)),
      workspace.onDidCloseNotebookDocument((document) => {
        this.#read.delete(document.uri.toString());
        if (this.#last === document) this.#last = undefined;
        this.#update(document);
      }),
      window.onDidChangeActiveNotebookEditor((editor) => {
        if (editor !== undefined) this.#update(editor.notebook);
      }),
    );
    this.#announce();
  }

  /** The open investigations. */
  get all(): readonly vscode.NotebookDocument[] {
    return vscode.workspace.notebookDocuments.filter((document) => document.notebookType === NOTEBOOK_TYPE);
  }

  /** The investigation that views and commands are about. */
  get current(): vscode.NotebookDocument | undefined {
    const active = vscode.window.activeNotebookEditor?.notebook;
    if (active?.notebookType === NOTEBOOK_TYPE) this.#last = active;
    if (this.#last !== undefined && !this.#last.isClosed) return this.#last;
    const visible = vscode.window.visibleNotebookEditors.find(
      (editor) => editor.notebook.notebookType === NOTEBOOK_TYPE,
    );
    return visible?.notebook ?? this.all[0];
  }

  /** What a document says, read once for each of its versions. */
  read(document: vscode.NotebookDocument): ReadDocument | undefined {
    const key = document.uri.toString();
    const known = this.#read.get(key);
    if (known?.version === document.version) return known.value;
    const value = readDocument(document);
    this.#read.set(key, { version: document.version, value });
    return value;
  }

  /** What the current investigation says. */
  readCurrent(): ReadDocument | undefined {
    const { current } = this;
    return current === undefined ? undefined : this.read(current);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  #update(document: vscode.NotebookDocument): void {
    if (document.notebookType !== NOTEBOOK_TYPE) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#announce(), QUIET);
  }

  #announce(): void {
    setContextKey('sonde.investigationOpen', this.all.length > 0);
    this.#changed.fire();
  }
}
