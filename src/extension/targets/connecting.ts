import * as vscode from 'vscode';
import { editorMessages, transportErrorMessage } from '../../messages/index.ts';
import type { CommandId } from '../manifest.ts';
import { defineTarget } from './choose.ts';
import { connectErrorText } from './errors.ts';
import type { LiveTarget } from './live.ts';
import type { LostConnection, TargetRegistry } from './registry.ts';

/** Connects upon a gesture: with progress that can be cancelled, and one sentence where it fails. */
export class Connecting {
  readonly #targets: TargetRegistry;

  constructor(targets: TargetRegistry) {
    this.#targets = targets;
  }

  /** Says that a connection ended by itself, with a button to open it again. */
  async tellLost({ name, error }: LostConnection): Promise<void> {
    const again = editorMessages.reconnect();
    const sentence = editorMessages.connectionLost(name, transportErrorMessage(error));
    if ((await vscode.window.showWarningMessage(sentence, again)) === again) await this.ensure(name);
  }

  /** True where the connection of a name ended by itself and was not made again. */
  isLost(name: string): boolean {
    return this.#targets.entry(name)?.state === 'lost';
  }

  /**
   * The open connection of a name, made now if need be. A name that nothing maps is asked for, with the root that the
   * notebook proposes. Undefined where there is none; the user was told why.
   */
  async ensure(name: string, root?: string): Promise<LiveTarget | undefined> {
    const live = this.#targets.live(name);
    if (live !== undefined) return live;
    if (!this.#targets.canConnect) {
      void vscode.window.showInformationMessage(editorMessages.noConnections());
      return undefined;
    }
    if (this.#targets.entry(name) === undefined) {
      const defined = await defineTarget(this.#targets, { name, ...(root === undefined ? {} : { root }) });
      if (defined === undefined) return undefined;
    }
    const result = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: editorMessages.connecting(name),
        cancellable: true,
      },
      async (_progress, token) => {
        const controller = new AbortController();
        const listener = token.onCancellationRequested(() => controller.abort());
        try {
          return await this.#targets.connect(name, controller.signal);
        } finally {
          listener.dispose();
        }
      },
    );
    if (result.ok) return result.value;
    // Not waited for: a notice may stand unseen for long, and what wanted the connection ends without it.
    if (result.error.code !== 'cancelled') void this.#tell(name, connectErrorText(result.error));
    return undefined;
  }

  async #tell(name: string, sentence: string): Promise<void> {
    const again = editorMessages.tryAgain();
    const log = editorMessages.showLog();
    const chosen = await vscode.window.showErrorMessage(
      editorMessages.connectFailed(name, sentence),
      again,
      log,
    );
    if (chosen === again) await this.ensure(name);
    else if (chosen === log) await vscode.commands.executeCommand('sonde.showLog' satisfies CommandId);
  }
}
