import * as vscode from 'vscode';
import { editorMessages, ledgerHosts, ledgerJson, ledgerMarkdown } from '../../messages/index.ts';
import type { Ledger } from '../../probe/index.ts';
import { visibleLabel } from '../../protocol/index.ts';
import { register } from '../editor/commands.ts';

/** Registers the command that writes the whole ledger into a file of the user's: JSON lines, or Markdown. */
export function registerLedgerExport(ledger: Ledger): vscode.Disposable {
  return register('sonde.exportLedger', async () => {
    if (ledger.count === 0) {
      void vscode.window.showInformationMessage(editorMessages.ledgerEmpty());
      return;
    }
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const place = await vscode.window.showSaveDialog({
      title: editorMessages.exportLedgerTitle(),
      filters: { [editorMessages.jsonLines()]: ['jsonl'], Markdown: ['md'] },
      ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, 'ledger.jsonl') }),
    });
    if (place === undefined) return;
    const entries = ledger.sent();
    const { count, released } = ledger;
    const text = place.path.toLowerCase().endsWith('.md')
      ? [...ledgerMarkdown({ entries, count, released })].join('')
      : entries.map((entry) => `${ledgerJson(entry)}\n`).join('');
    try {
      await vscode.workspace.fs.writeFile(place, new TextEncoder().encode(text));
    } catch (failure) {
      const detail = failure instanceof Error ? failure.message : '';
      void vscode.window.showErrorMessage(editorMessages.ledgerNotWritten(place.fsPath, detail));
      return;
    }
    const open = editorMessages.open();
    const hosts = ledgerHosts(entries).map(visibleLabel).join(', ');
    const chosen = await vscode.window.showWarningMessage(
      editorMessages.ledgerExported(entries.length, hosts),
      open,
    );
    if (chosen === open) await vscode.window.showTextDocument(place);
  });
}
