import * as vscode from 'vscode';
import type { Logger } from '../../base/index.ts';
import { readFromRenderer, type FromRenderer } from '../../protocol/index.ts';
import { choosePlace } from '../lifecycle/panel.ts';
import { RENDERER_ID } from '../manifest.ts';
import type { PinActions } from '../pins/actions.ts';
import { findRows, type OutputRow } from './rows.ts';

export interface RendererOptions {
  readonly pins: PinActions;
  readonly logger: Logger;
}

/** Answers gestures in outputs. A message carries ids of our own rows; what they open is kept with the output. */
export function listenToRenderer(options: RendererOptions): vscode.Disposable {
  const messaging = vscode.notebooks.createRendererMessaging(RENDERER_ID);
  return messaging.onDidReceiveMessage(({ editor, message }) => {
    const read = readFromRenderer(message);
    if (read.ok) void receive(editor.notebook, read.value, options.pins);
    else options.logger.warn(`renderer: ${read.error.path}: ${read.error.wanted}`);
  });
}

async function receive(
  document: vscode.NotebookDocument,
  message: FromRenderer,
  pins: PinActions,
): Promise<void> {
  for (const cell of document.getCells())
    for (const output of cell.outputs) {
      const found = findRows(output.metadata, message.output, message.row);
      if (found === undefined) continue;
      const row = await oneOf(found.rows);
      if (row === undefined) return;
      if (message.type === 'open') await pins.openRow(document, row);
      else await pins.pinRow({ document, cell, row, probe: found.probe });
      return;
    }
}

async function oneOf(rows: readonly OutputRow[]): Promise<OutputRow | undefined> {
  if (rows.length <= 1) return rows[0];
  const place = await choosePlace(rows.map((row) => ({ file: row.file, line: row.first })));
  return rows.find((row) => row.file === place?.file && row.first === place.line);
}
