import * as vscode from 'vscode';
import type { CellRole } from '../../investigation/index.ts';
import { NOTEBOOK_TYPE } from '../manifest.ts';
import { readCellMetadata, readFileMetadata, writeCellMetadata } from './metadata.ts';
import { newIds } from './newIds.ts';
import { inferRole } from './roles.ts';
import { editorCells } from './document.ts';

/**
 * Gives new code cells their header at once, so that every save prints the same id. A cell whose metadata the editor
 * stripped (cut and pasted, moved) gets back the header of a cell with the same text that was removed in this session.
 */
export function adoptCells(): vscode.Disposable {
  /** Metadata of removed cells by notebook and text. */
  const removed = new Map<string, Record<string, unknown>>();
  const key = (document: vscode.NotebookDocument, text: string): string =>
    `${document.uri.toString()}\n${text}`;
  return vscode.workspace.onDidChangeNotebookDocument((event) => {
    const { notebook } = event;
    if (notebook.notebookType !== NOTEBOOK_TYPE) return;
    for (const { removedCells } of event.contentChanges)
      for (const cell of removedCells) {
        const metadata = readCellMetadata(cell.metadata);
        if (metadata !== undefined)
          removed.set(key(notebook, cell.document.getText()), writeCellMetadata(metadata));
      }
    const edits: vscode.NotebookEdit[] = [];
    for (const { addedCells } of event.contentChanges)
      for (const cell of addedCells) {
        if (cell.kind !== vscode.NotebookCellKind.Code || readCellMetadata(cell.metadata) !== undefined)
          continue;
        if (notebook.cellAt(cell.index) !== cell) continue;
        const known = key(notebook, cell.document.getText());
        const old = removed.get(known);
        removed.delete(known);
        const metadata = old ?? header(notebook, cell);
        if (metadata !== undefined) edits.push(vscode.NotebookEdit.updateCellMetadata(cell.index, metadata));
      }
    if (edits.length === 0) return;
    const edit = new vscode.WorkspaceEdit();
    edit.set(notebook.uri, edits);
    void vscode.workspace.applyEdit(edit);
  });
}

/** The header of a new probe cell, which is known by its language; what a YAML cell is, its text will say. */
function header(
  notebook: vscode.NotebookDocument,
  cell: vscode.NotebookCell,
): Record<string, unknown> | undefined {
  const role: CellRole = inferRole(
    false,
    cell.document.languageId,
    cell.document.getText(),
    cell.index === 0,
  );
  if (role !== 'probe') return undefined;
  const { lineEnd } = readFileMetadata(notebook.metadata);
  const id = newIds(editorCells(notebook))();
  const gap = cell.index === 0 ? '' : lineEnd;
  const open = `\`\`\`probe id=${id}${lineEnd}`;
  return writeCellMetadata({
    role,
    original: { role, gap, open, body: '', close: `\`\`\`${lineEnd}`, attached: '' },
  });
}
