import * as vscode from 'vscode';
import { cutWords } from '../../messages/index.ts';
import { visibleLabel } from '../../protocol/index.ts';
import { register, setContextKey } from '../editor/commands.ts';
import { NOTEBOOK_TYPE, type CommandId } from '../manifest.ts';
import type { LiveTarget } from '../targets/live.ts';
import type { TargetRegistry } from '../targets/registry.ts';
import type { CutCells } from './cutCells.ts';
import type { Investigations } from './investigations.ts';

export interface CutCellsParts {
  readonly cut: CutCells;
  readonly targets: TargetRegistry;
  readonly investigations: Investigations;
}

/**
 * Offers cells that were cut off to be run again: below each of them, in the notebook's toolbar and the command
 * palette, and once in a notification when their target is connected again.
 */
export function offerCutCells({ cut, targets, investigations }: CutCellsParts): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const offered = new WeakSet<LiveTarget>();
  const update = (): void => {
    const { current } = investigations;
    setContextKey('sonde.hasCutCells', current !== undefined && cut.of(current).length > 0);
  };
  return vscode.Disposable.from(
    changed,
    cut.onDidChange(() => {
      changed.fire();
      update();
    }),
    investigations.onDidChange(update),
    targets.onDidChange((name) => {
      const live = targets.live(name);
      if (live === undefined || offered.has(live)) return;
      offered.add(live);
      for (const document of investigations.all) void offer(document, name, cut);
    }),
    vscode.notebooks.registerNotebookCellStatusBarItemProvider(NOTEBOOK_TYPE, {
      onDidChangeCellStatusBarItems: changed.event,
      provideCellStatusBarItems: (cell) => (cut.has(cell) ? statusItem(cell) : undefined),
    }),
    register('sonde.runCutCells', async (argument) => {
      const { all, current } = investigations;
      if (typeof argument === 'string')
        await runAgain(all.flatMap((each) => cut.of(each)).filter((cell) => uriOf(cell) === argument));
      else if (current !== undefined) await runAgain(cut.of(current));
    }),
  );
}

/** Says which cells of a document were cut off, with a button that runs those which still are. */
async function offer(document: vscode.NotebookDocument, name: string, cut: CutCells): Promise<void> {
  const { length } = cut.of(document, name);
  if (length === 0) return;
  const again = cutWords.runAgain();
  const file = visibleLabel(document.uri.path.split('/').at(-1) ?? '');
  const chosen = await vscode.window.showInformationMessage(
    cutWords.connectedAgain(name, file, length),
    again,
  );
  if (chosen === again) await runAgain(cut.of(document, name));
}

/** Runs cells of one document, as its own Run button does. */
async function runAgain(cells: readonly vscode.NotebookCell[]): Promise<void> {
  const [first] = cells;
  if (first === undefined) return;
  await vscode.commands.executeCommand('notebook.cell.execute', {
    ranges: cells.map(({ index }) => ({ start: index, end: index + 1 })),
    document: first.notebook.uri,
  });
}

function statusItem(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem {
  const label = cutWords.cellCut();
  const item = new vscode.NotebookCellStatusBarItem(
    `$(debug-disconnect) ${label}`,
    vscode.NotebookCellStatusBarAlignment.Left,
  );
  item.command = {
    command: 'sonde.runCutCells' satisfies CommandId,
    title: label,
    arguments: [uriOf(cell)],
  };
  item.tooltip = cutWords.cellCutHint();
  item.accessibilityInformation = { label };
  return item;
}

function uriOf(cell: vscode.NotebookCell): string {
  return cell.document.uri.toString();
}
