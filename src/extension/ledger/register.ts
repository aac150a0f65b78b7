import * as vscode from 'vscode';
import { registerLedgerAttach, type AttachParts } from './attach.ts';
import { registerLedgerDocument } from './document.ts';
import { registerLedgerExport } from './export.ts';

/** The ledger in the editor: shown as a document, exported into a file, attached to an investigation. */
export function registerLedger(parts: AttachParts): vscode.Disposable {
  return vscode.Disposable.from(
    registerLedgerDocument(parts.ledger),
    registerLedgerExport(parts.ledger),
    registerLedgerAttach(parts),
  );
}
