import type * as vscode from 'vscode';
import { createLedger } from '../../probe/index.ts';
import { startApp } from '../app.ts';

/** Starts the extension in a browser's extension host: investigations are read offline, nothing connects. */
export function activate(context: vscode.ExtensionContext): void {
  startApp(context, { ledger: createLedger(), dialer: () => null, openDemo: null });
}
