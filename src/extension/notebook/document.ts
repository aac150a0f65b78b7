import * as vscode from 'vscode';
import {
  defaultTarget,
  parseNotebook,
  printCells,
  toCells,
  type EditorCell,
  type EditorFile,
  type Notebook,
  type ReadCell,
} from '../../investigation/index.ts';
import { align } from './align.ts';
import { readFileMetadata, writeCellMetadata, writeFileMetadata } from './metadata.ts';
import { newIds } from './newIds.ts';
import { editorCell, type CellInput } from './editorCell.ts';
import { cellData } from './serializer.ts';

/** An open notebook as the format sees it, and which of its cells are which of the editor's. */
export interface ReadDocument {
  readonly notebook: Notebook;
  /** For cells that name no target. */
  readonly on: string;
  /** The format's cell of an editor's cell; undefined for one that the format leaves out, such as an empty one. */
  readonly cellAt: (index: number) => ReadCell | undefined;
}

/** Cells of the editor as the format takes them. */
export function editorCells(document: vscode.NotebookDocument): readonly EditorCell[] {
  return document.getCells().map((cell) => editorCell(cellInput(cell)));
}

/** An open cell in the form in which the serializer gets it. */
export function cellInput(cell: vscode.NotebookCell): CellInput {
  return {
    markup: cell.kind === vscode.NotebookCellKind.Markup,
    language: cell.document.languageId,
    text: cell.document.getText(),
    metadata: cell.metadata,
    first: cell.index === 0,
  };
}

/** Reads an open notebook. Undefined where its text makes none, as with a conflict marker that was typed in. */
export function readDocument(document: vscode.NotebookDocument): ReadDocument | undefined {
  const cells = editorCells(document);
  const parsed = parseNotebook(printCells(readFileMetadata(document.metadata), cells, newIds(cells)));
  if (!parsed.ok) return undefined;
  const read = toCells(parsed.value).cells;
  const pairs = new Map(align(cells, read).same);
  return {
    notebook: parsed.value,
    on: defaultTarget(parsed.value),
    cellAt: (index) => {
      const other = pairs.get(index);
      return other === undefined ? undefined : read[other];
    },
  };
}

/**
 * How cells whose text changes are changed: `edit` changes the text and keeps outputs and a running execution,
 * `replace` puts a new cell there with outputs that follow from the notebook.
 */
export type TextPolicy = 'edit' | 'replace';

/**
 * Changes an open notebook into `next` as one edit that can be undone: cells that stay get new metadata where their
 * bytes changed, others are replaced. Cells that are empty in the editor stay.
 */
export async function writeDocument(
  document: vscode.NotebookDocument,
  next: Notebook,
  texts: TextPolicy,
): Promise<boolean> {
  const old = editorCells(document);
  const read = toCells(next);
  const { same, changes } = align(old, read.cells);
  const edits = new DocumentEdits(document, defaultTarget(next));
  for (const [index, other] of same) {
    const cell = read.cells[other];
    if (cell !== undefined && !isSame(old[index], cell)) edits.metadata(index, cell);
  }
  // From the last to the first, so that earlier indexes stay right.
  for (const change of [...changes].reverse()) {
    const before = old.slice(change.start, change.end);
    const after = read.cells.slice(change.from, change.to);
    const pairs =
      before.length === after.length && before.every((cell, index) => cell.role === after[index]?.role);
    if (pairs && texts === 'edit')
      for (const [index, cell] of after.entries()) edits.text(change.start + index, cell);
    else if (before.some((cell) => cell.text.trim() !== '')) edits.replace(change.start, change.end, after);
    else if (after.length > 0) edits.replace(change.end, change.end, after);
  }
  const file = readFileMetadata(document.metadata);
  if (file.tail !== read.file.tail || file.bom !== read.file.bom) edits.file(read.file);
  return await edits.apply();
}

/** Gathers the edits of one change of a document. */
class DocumentEdits {
  readonly #document: vscode.NotebookDocument;
  readonly #on: string;
  readonly #notebook: vscode.NotebookEdit[] = [];
  readonly #edit = new vscode.WorkspaceEdit();
  #size = 0;

  constructor(document: vscode.NotebookDocument, on: string) {
    this.#document = document;
    this.#on = on;
  }

  metadata(index: number, cell: ReadCell): void {
    const metadata = writeCellMetadata({ role: cell.role, original: cell.original });
    this.#notebook.push(vscode.NotebookEdit.updateCellMetadata(index, metadata));
  }

  text(index: number, cell: ReadCell): void {
    const text = this.#document.cellAt(index).document;
    const all = new vscode.Range(0, 0, text.lineCount, 0);
    this.#edit.replace(text.uri, text.validateRange(all), cell.text);
    this.#size += 1;
    this.metadata(index, cell);
  }

  replace(start: number, end: number, cells: readonly ReadCell[]): void {
    const made = cells.map((cell) => cellData(cell, this.#on));
    this.#notebook.push(vscode.NotebookEdit.replaceCells(new vscode.NotebookRange(start, end), made));
  }

  file(file: EditorFile): void {
    this.#notebook.push(vscode.NotebookEdit.updateNotebookMetadata(writeFileMetadata(file)));
  }

  async apply(): Promise<boolean> {
    if (this.#notebook.length + this.#size === 0) return true;
    if (this.#notebook.length > 0) this.#edit.set(this.#document.uri, this.#notebook);
    return await vscode.workspace.applyEdit(this.#edit);
  }
}

function isSame(cell: EditorCell | undefined, next: ReadCell): boolean {
  const { original } = cell ?? {};
  if (original === undefined) return false;
  const other = next.original;
  return (
    original.role === other.role &&
    original.gap === other.gap &&
    original.open === other.open &&
    original.body === other.body &&
    original.close === other.close &&
    original.attached === other.attached
  );
}
