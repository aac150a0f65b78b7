import * as vscode from 'vscode';
import { editorMessages, LEDGER_ROWS, ledgerText } from '../../messages/index.ts';
import type { Ledger } from '../../probe/index.ts';
import { visibleText } from '../../protocol/index.ts';
import { register } from '../editor/commands.ts';
import { LEDGER_SCHEME } from '../manifest.ts';

/** Milliseconds between two refreshes of a document that is open. */
const QUIET = 300;

/**
 * The ledger as a read-only document: every byte that was sent to a host for execution in this session. It follows
 * while it is open; a large ledger is shown in part.
 */
export function registerLedgerDocument(ledger: Ledger): vscode.Disposable {
  const uri = vscode.Uri.from({ scheme: LEDGER_SCHEME, path: '/ledger.txt' });
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOpen = (): boolean =>
    vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
  const following = ledger.onDidChange(() => {
    if (timer !== undefined || !isOpen()) return;
    timer = setTimeout(() => {
      timer = undefined;
      changed.fire(uri);
    }, QUIET);
  });
  return vscode.Disposable.from(
    changed,
    following,
    new vscode.Disposable(() => clearTimeout(timer)),
    vscode.workspace.registerTextDocumentContentProvider(LEDGER_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: () => content(ledger),
    }),
    register('sonde.showLedger', async () => {
      changed.fire(uri);
      await vscode.window.showTextDocument(uri, { preview: false });
    }),
  );
}

function content(ledger: Ledger): string {
  const { count, released } = ledger;
  if (count === 0) return editorMessages.ledgerEmpty();
  const entries = ledger.sent(count - LEDGER_ROWS + 1);
  return visibleText(ledgerText({ entries, count, released }));
}
