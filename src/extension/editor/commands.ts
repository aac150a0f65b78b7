import * as vscode from 'vscode';
import type { CommandId, ContextKey } from '../manifest.ts';

/** Registers a command that package.json declares. */
export function register(id: CommandId, run: (...args: readonly unknown[]) => unknown): vscode.Disposable {
  return vscode.commands.registerCommand(id, run);
}

/** Sets a key for `when` clauses. */
export function setContextKey(key: ContextKey, value: boolean): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
