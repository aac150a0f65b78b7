import * as vscode from 'vscode';
import { editorMessages } from '../../messages/index.ts';
import type { CommandId } from '../manifest.ts';
import type { TargetRegistry } from './registry.ts';

/** The one item of the status bar: the target and its state. */
export class TargetStatus {
  readonly #targets: TargetRegistry;
  readonly #item: vscode.StatusBarItem;

  constructor(targets: TargetRegistry) {
    this.#targets = targets;
    this.#item = vscode.window.createStatusBarItem('sonde.target.state', vscode.StatusBarAlignment.Left, 10);
    this.#item.name = 'Sonde';
    this.#item.command = 'sonde.connect' satisfies CommandId;
  }

  /** Shows the connections; an investigation that is open shows the item even without any. */
  update(investigationOpen: boolean): void {
    const live = this.#targets.allLive();
    const connecting = this.#targets.entries().filter((entry) => entry.state === 'connecting');
    const names = live.map((each) => each.name).join(', ');
    if (connecting.length > 0)
      this.#item.text = `$(loading~spin) ${connecting.map((entry) => entry.name).join(', ')}`;
    else
      this.#item.text =
        live.length > 0 ? `$(vm-active) ${names}` : `$(vm) ${editorMessages.notConnectedShort()}`;
    this.#item.tooltip =
      live.length > 0
        ? live.map((each) => `${each.name}: ${each.transport.label}`).join('\n')
        : editorMessages.connectHint();
    if (live.length > 0 || connecting.length > 0 || (investigationOpen && this.#targets.canConnect))
      this.#item.show();
    else this.#item.hide();
  }

  dispose(): void {
    this.#item.dispose();
  }
}
