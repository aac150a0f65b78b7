import * as vscode from 'vscode';
import {
  defaultTarget,
  parseNotebook,
  printCells,
  toCells,
  type EditorCell,
  type ReadCell,
} from '../../investigation/index.ts';
import { editorMessages, notebookErrorMessage } from '../../messages/index.ts';
import { readCellMetadata, readFileMetadata, writeCellMetadata, writeFileMetadata } from './metadata.ts';
import { newIds } from './newIds.ts';
import { storedOutputs } from './storedOutputs.ts';
import { inferRole, languageOf } from './roles.ts';

/** Reads and writes investigations for the editor, byte for byte. A file that is none is refused, never emptied. */
export class InvestigationSerializer implements vscode.NotebookSerializer {
  deserializeNotebook(content: Uint8Array): vscode.NotebookData {
    const parsed = parseNotebook(content);
    if (!parsed.ok) throw new Error(editorMessages.notebookRefused(notebookErrorMessage(parsed.error)));
    const document = toCells(parsed.value);
    const on = defaultTarget(parsed.value);
    const data = new vscode.NotebookData(document.cells.map((cell) => cellData(cell, on)));
    data.metadata = writeFileMetadata(document.file);
    return data;
  }

  serializeNotebook(data: vscode.NotebookData): Uint8Array {
    const cells = data.cells.map((cell, index) =>
      editorCell({
        markup: cell.kind === vscode.NotebookCellKind.Markup,
        language: cell.languageId,
        text: cell.value,
        metadata: cell.metadata,
        first: index === 0,
      }),
    );
    return printCells(readFileMetadata(data.metadata), cells, newIds(cells));
  }
}

/** A cell as the editor hands it over. */
export interface CellInput {
  readonly markup: boolean;
  readonly language: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  readonly first: boolean;
}

/** A cell of the editor as the notebook format takes it. */
export function editorCell(input: CellInput): EditorCell {
  const known = readCellMetadata(input.metadata);
  const text = input.text.replace(/\r\n?/g, '\n');
  const role = known?.role ?? inferRole(input.markup, input.language, text, input.first);
  // A cell whose kind or language was changed by the user is another cell.
  const changed = known !== undefined && input.markup !== (known.role === 'prose');
  if (known === undefined || changed)
    return { role: inferRole(input.markup, input.language, text, input.first), text };
  return { role, text, original: known.original };
}

/** A cell as the editor takes it, with what is kept of it as output; `on` is for cells that name no target. */
export function cellData(cell: ReadCell, on: string): vscode.NotebookCellData {
  const kind = cell.role === 'prose' ? vscode.NotebookCellKind.Markup : vscode.NotebookCellKind.Code;
  const data = new vscode.NotebookCellData(kind, cell.text, languageOf(cell.role));
  data.metadata = writeCellMetadata({ role: cell.role, original: cell.original });
  data.outputs = [...storedOutputs(cell, on)];
  return data;
}
