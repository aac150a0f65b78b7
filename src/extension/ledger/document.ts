import * as vscode from 'vscode';
import { editorMessages, ledgerText } from '../../messages/index.ts';
import type { Ledger } from '../../probe/index.ts';
import { visibleText } from '../../protocol/index.ts';
import { register } from '../editor/commands.ts';
import { LEDGER_SCHEME } from '../manifest.ts';

/** The ledger as a read-only document: every byte that was sent to a host for execution in this session. */
export function registerLedger(ledger: Ledger): vscode.Disposable {
  const uri = vscode.Uri.from({ scheme: LEDGER_SCHEME, path: '/ledger.txt' });
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: () =>
      ledger.entries.length === 0 ? editorMessages.ledgerEmpty() : visibleText(ledgerText(ledger.entries)),
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(LEDGER_SCHEME, provider),
    register('sonde.showLedger', async () => {
      changed.fire(uri);
      await vscode.window.showTextDocument(uri, { preview: false });
    }),
  );
}
