import * as vscode from 'vscode';
import {
  defaultTarget,
  parseNotebook,
  printCells,
  toCells,
  type ReadCell,
} from '../../investigation/index.ts';
import { editorMessages, notebookErrorMessage } from '../../messages/index.ts';
import { editorCell } from './editorCell.ts';
import { readFileMetadata, writeCellMetadata, writeFileMetadata } from './metadata.ts';
import { newIds } from './newIds.ts';
import { storedOutputs } from './storedOutputs.ts';
import { languageOf } from './roles.ts';

/** Reads and writes investigations for the editor, byte for byte. A file that is none is refused, never emptied. */
export class InvestigationSerializer implements vscode.NotebookSerializer {
  readonly #refused: (sentence: string) => void;

  /** `refused` is told why a file is not shown: the editor itself says only that there was an error. */
  constructor(refused: (sentence: string) => void = () => undefined) {
    this.#refused = refused;
  }

  deserializeNotebook(content: Uint8Array): vscode.NotebookData {
    const parsed = parseNotebook(content);
    if (!parsed.ok) {
      const sentence = editorMessages.notebookRefused(notebookErrorMessage(parsed.error));
      this.#refused(sentence);
      throw new Error(sentence);
    }
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

/** A cell as the editor takes it, with what is kept of it as output; `on` is for cells that name no target. */
export function cellData(cell: ReadCell, on: string): vscode.NotebookCellData {
  const kind = cell.role === 'prose' ? vscode.NotebookCellKind.Markup : vscode.NotebookCellKind.Code;
  const data = new vscode.NotebookCellData(kind, cell.text, languageOf(cell.role));
  data.metadata = writeCellMetadata({ role: cell.role, original: cell.original });
  data.outputs = [...storedOutputs(cell, on)];
  return data;
}
