import type * as vscode from 'vscode';
import type { ReadCell } from '../../investigation/index.ts';
import { hitsOf } from '../../probe/index.ts';
import { showLifecycle } from '../lifecycle/view.ts';
import { lifecycleOutputOf, pinsOutputOf, probeOutputOf } from './outputs.ts';
import { showPins } from './pinsView.ts';
import { showProbe, type ProbeRun } from './probeView.ts';
import { newOutputId } from './rows.ts';

/** The outputs of a cell that follow from what the notebook keeps; `on` is for cells that name no target. */
export function storedOutputs(cell: ReadCell, on: string): readonly vscode.NotebookCellOutput[] {
  const content = cell.blocks[0]?.content;
  switch (content?.kind) {
    case 'probe': {
      const runs = storedRuns(cell, on);
      return runs.length === 0 ? [] : [probeOutputOf(showProbe(newOutputId(), content.value.id ?? '', runs))];
    }
    case 'pins': {
      const excerpts = cell.blocks.flatMap(({ content: each }) =>
        each.kind === 'excerpt' ? [each.value] : [],
      );
      return [pinsOutputOf(showPins(newOutputId(), content.value, excerpts, on))];
    }
    case 'lifecycle': {
      const shown = storedLifecycle(cell);
      return shown === undefined ? [] : [lifecycleOutputOf(newOutputId(), content.value.on ?? on, shown)];
    }
    default:
      return [];
  }
}

/** The evidence that a probe cell keeps, in the order of its lines. */
function storedRuns(cell: ReadCell, on: string): readonly ProbeRun[] {
  const own = cell.blocks[0]?.content;
  const lines = own?.kind === 'probe' ? own.value.lines.map((line) => line.text) : [];
  const records = cell.blocks.flatMap(({ content }) => (content.kind === 'evidence' ? [content.value] : []));
  return lines.flatMap((line) =>
    records
      .filter((record) => record.line === line)
      .map((record): ProbeRun => ({
        line,
        on: record.on === '' ? on : record.on,
        result: {
          kind: 'stored',
          exit: record.exit,
          output: record.output,
          hits: hitsOf(record.line, new TextDecoder().decode(record.output)) ?? [],
          leftOut: record.leftOut ?? '',
          seen: record.seen ?? '',
          redacted: record.redacted ?? 0,
        },
      })),
  );
}

/** The lifecycle result that a cell keeps. */
export function storedLifecycle(cell: ReadCell): ReturnType<typeof showLifecycle> | undefined {
  const result = cell.blocks.find(({ content }) => content.kind === 'lifecycle-result')?.content;
  if (result?.kind !== 'lifecycle-result') return undefined;
  return showLifecycle({ facts: result.value.facts });
}
