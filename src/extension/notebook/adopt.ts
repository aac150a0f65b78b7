import * as vscode from 'vscode';
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
  const onChange = vscode.workspace.onDidChangeNotebookDocument((event) => {
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
        const metadata = old ?? header(notebook, cell, false);
        if (metadata !== undefined) edits.push(vscode.NotebookEdit.updateCellMetadata(cell.index, metadata));
      }
    if (edits.length === 0) return;
    void vscode.workspace.applyEdit(workspaceEdit(notebook, edits));
  });
  const onSave = vscode.workspace.onWillSaveNotebookDocument((event) => {
    const { notebook } = event;
    if (notebook.notebookType !== NOTEBOOK_TYPE) return;
    const edits = missingHeaders(notebook);
    if (edits.length > 0) event.waitUntil(Promise.resolve(workspaceEdit(notebook, edits)));
  });
  return vscode.Disposable.from(onChange, onSave);
}

function workspaceEdit(
  notebook: vscode.NotebookDocument,
  edits: readonly vscode.NotebookEdit[],
): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  edit.set(notebook.uri, [...edits]);
  return edit;
}

/** The header of a new cell; undefined for one that needs none, or that does not say yet what it is. */
function header(
  notebook: vscode.NotebookDocument,
  cell: vscode.NotebookCell,
  saving: boolean,
): Record<string, unknown> | undefined {
  const role = inferRole(false, cell.document.languageId, cell.document.getText(), cell.index === 0);
  // What a YAML cell is, its text says, once it is written.
  if (role === 'raw' || role === 'front-matter' || (role !== 'probe' && !saving)) return undefined;
  const { lineEnd } = readFileMetadata(notebook.metadata);
  const gap = cell.index === 0 ? '' : lineEnd;
  const id = role === 'pins' ? '' : ` id=${newIds(editorCells(notebook))()}`;
  const open = `\`\`\`${role}${id}${lineEnd}`;
  return writeCellMetadata({
    role,
    original: { role, gap, open, body: '', close: `\`\`\`${lineEnd}`, attached: '' },
  });
}

/** Headers for cells without one, when the notebook is saved. */
function missingHeaders(notebook: vscode.NotebookDocument): readonly vscode.NotebookEdit[] {
  return notebook.getCells().flatMap((cell) => {
    if (cell.kind !== vscode.NotebookCellKind.Code || readCellMetadata(cell.metadata) !== undefined)
      return [];
    const metadata = cell.document.getText().trim() === '' ? undefined : header(notebook, cell, true);
    return metadata === undefined ? [] : [vscode.NotebookEdit.updateCellMetadata(cell.index, metadata)];
  });
}
