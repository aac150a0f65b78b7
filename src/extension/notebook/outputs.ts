import * as vscode from 'vscode';
import { LIFECYCLE_MIME, PINS_MIME, PROBE_MIME } from '../../protocol/index.ts';
import type { ShownLifecycle } from '../lifecycle/view.ts';
import type { ShownPins } from './pinsView.ts';
import type { ShownProbe } from './probeView.ts';
import { writeOutputKey, type OutputRow } from './rows.ts';

/** A probe cell's result as an output: for our renderer, and as plain text for others. */
export function probeOutputOf(shown: ShownProbe): vscode.NotebookCellOutput {
  return output(PROBE_MIME, shown.view, shown.text, writeOutputKey(shown.key));
}

/** Pins with their excerpts as an output. */
export function pinsOutputOf(shown: ShownPins): vscode.NotebookCellOutput {
  return output(PINS_MIME, shown.view, shown.text, writeOutputKey(shown.key));
}

/** A lifecycle as an output: picture and tables, and the diagram's text for others. */
export function lifecycleOutputOf(id: string, on: string, shown: ShownLifecycle): vscode.NotebookCellOutput {
  const rows = [...shown.places].flatMap(([row, places]) =>
    places.map((place): OutputRow => ({
      id: row,
      file: place.file,
      first: place.line,
      last: place.line,
      on,
    })),
  );
  return output(
    LIFECYCLE_MIME,
    { output: id, view: shown.view },
    shown.view.mermaid,
    writeOutputKey({ output: id, probe: '', rows }),
  );
}

/** A sentence about what could not be done. */
export function sentenceOutput(sentence: string): vscode.NotebookCellOutput {
  return new vscode.NotebookCellOutput([vscode.NotebookCellOutputItem.stderr(sentence)]);
}

function output(
  mime: string,
  view: unknown,
  text: string,
  metadata: Record<string, unknown>,
): vscode.NotebookCellOutput {
  return new vscode.NotebookCellOutput(
    [vscode.NotebookCellOutputItem.json(view, mime), vscode.NotebookCellOutputItem.text(text)],
    metadata,
  );
}
