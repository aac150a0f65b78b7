import * as vscode from 'vscode';
import { editorMessages, targetWords } from '../../messages/index.ts';
import type { CommandId, ViewId } from '../manifest.ts';
import type { TargetEntry, TargetRegistry } from './registry.ts';

/** The one item of the status bar: the target of the active editor, else those that are connected, and the state. */
export class TargetStatus {
  readonly #targets: TargetRegistry;
  readonly #item: vscode.StatusBarItem;

  constructor(targets: TargetRegistry) {
    this.#targets = targets;
    this.#item = vscode.window.createStatusBarItem('sonde.target.state', vscode.StatusBarAlignment.Left, 10);
    this.#item.name = 'Sonde';
  }

  /**
   * Shows the targets that the active editor is about, else all that are connected, connecting or lost; an
   * investigation that is open shows the item even without any.
   */
  update(active: readonly string[], investigationOpen: boolean): void {
    const entries = this.#targets.entries();
    const named = active.flatMap((name) => entries.filter((entry) => entry.name === name));
    const shown = named.length > 0 ? named : entries.filter((entry) => entry.state !== 'disconnected');
    if (shown.length > 0) this.#show(shown);
    else if (investigationOpen && this.#targets.canConnect) this.#showNone();
    else this.#item.hide();
  }

  dispose(): void {
    this.#item.dispose();
  }

  #showNone(): void {
    this.#item.text = `$(vm) ${editorMessages.notConnectedShort()}`;
    this.#item.tooltip = editorMessages.connectHint();
    this.#item.backgroundColor = undefined;
    this.#item.command = 'sonde.connect' satisfies CommandId;
    this.#item.show();
  }

  #show(entries: readonly TargetEntry[]): void {
    this.#item.text = entries.map((entry) => `$(${icon(entry)}) ${entry.name}`).join(' ');
    const states = entries.map((entry) => `${entry.name}: ${stateOf(entry)}`);
    const [first] = entries;
    const command = first === undefined ? undefined : commandOf(first);
    this.#item.tooltip = [...states, ...(command === undefined ? [] : [command.title])].join('\n');
    this.#item.accessibilityInformation = { label: `Sonde: ${states.join(', ')}` };
    this.#item.command = command;
    this.#item.backgroundColor = entries.some(({ state }) => state === 'lost')
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.#item.show();
  }
}

function icon(entry: TargetEntry): string {
  switch (entry.state) {
    case 'connected':
      return 'vm-active';
    case 'connecting':
      return 'loading~spin';
    case 'lost':
      return 'debug-disconnect';
    case 'disconnected':
      return 'vm';
  }
}

function stateOf(entry: TargetEntry): string {
  if (entry.label !== undefined) return entry.label;
  return entry.lost === undefined
    ? editorMessages.targetState(entry.state)
    : targetWords.lostSince(entry.lost.at);
}

/** What a click does: it brings the connection, gives an attempt up, or shows the targets. */
function commandOf({ name, state }: TargetEntry): vscode.Command {
  const on = { kind: 'target', name };
  switch (state) {
    case 'connected':
      return { command: `${'sonde.targets' satisfies ViewId}.focus`, title: targetWords.showTargets() };
    case 'connecting':
      return {
        command: 'sonde.cancelConnect' satisfies CommandId,
        title: targetWords.cancelHint(name),
        arguments: [on],
      };
    case 'lost':
    case 'disconnected':
      return {
        command: 'sonde.connect' satisfies CommandId,
        title: state === 'lost' ? targetWords.reconnectTo(name) : targetWords.connectTo(name),
        arguments: [on],
      };
  }
}
