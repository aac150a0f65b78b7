import * as vscode from 'vscode';
import { editorMessages } from '../../messages/index.ts';
import { FILE_SCHEME } from '../manifest.ts';
import type { Connecting } from '../targets/connecting.ts';
import type { TargetRegistry } from '../targets/registry.ts';

/**
 * Remote files that are open while their target is not connected, as after a reload of the window: offers to connect,
 * once a target, and shows the files again when it is.
 */
export class WaitingFiles implements vscode.Disposable {
  readonly #targets: TargetRegistry;
  readonly #connecting: Connecting;
  /** Targets that the reader was told about. */
  readonly #told = new Set<string>();
  readonly #subscription: { dispose(): void };

  constructor(targets: TargetRegistry, connecting: Connecting) {
    this.#targets = targets;
    this.#connecting = connecting;
    this.#subscription = targets.onDidChange((name) => {
      if (this.#told.has(name) && targets.live(name) !== undefined) void this.#showAgain(name);
    });
  }

  /** A file of this target was asked for, and the target is not connected. */
  async tell(name: string): Promise<void> {
    if (this.#told.has(name) || !this.#targets.canConnect) return;
    this.#told.add(name);
    const connect = editorMessages.connect();
    const chosen = await vscode.window.showInformationMessage(editorMessages.notConnected(name), connect);
    if (chosen === connect) await this.#connecting.ensure(name);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Opens the shown tabs again that could not be read. */
  async #showAgain(name: string): Promise<void> {
    this.#told.delete(name);
    const readable = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    for (const group of vscode.window.tabGroups.all) {
      const input = group.activeTab?.input;
      if (!(input instanceof vscode.TabInputText)) continue;
      const { uri } = input;
      if (uri.scheme !== FILE_SCHEME || uri.authority !== name || readable.has(uri.toString())) continue;
      await vscode.commands.executeCommand('vscode.open', uri, {
        viewColumn: group.viewColumn,
        preserveFocus: true,
      });
    }
  }
}
