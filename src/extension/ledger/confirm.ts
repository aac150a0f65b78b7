import * as vscode from 'vscode';
import { editorMessages } from '../../messages/index.ts';
import type { ConfirmQuestion } from '../../probe/index.ts';
import { visibleText } from '../../protocol/index.ts';
import { readSettings } from '../editor/settings.ts';

/** Where a line comes from: its target, and what a yes to all of it covers. */
export interface ConfirmPlace {
  /** Logical name of the target. */
  readonly name: string;
  /** `user@host:port`, or `local`. */
  readonly label: string;
  /** What "all" stands for: the address of a notebook, or the connection for what Sonde looks for itself. */
  readonly scope: string;
  readonly kind: 'notebook' | 'search';
}

/** Asks before each probe, if the setting `sonde.probe.confirm` says so. */
export class Confirmations {
  /** Scopes that were answered with all, for this session. */
  readonly #all = new Set<string>();
  /** One question at a time. */
  #queue: Promise<unknown> = Promise.resolve();

  /** True if the line may be sent. */
  ask(question: ConfirmQuestion, place: ConfirmPlace): Promise<boolean> {
    if (!readSettings().confirm) return Promise.resolve(true);
    const answer = this.#queue.then(() => this.#ask(question, place));
    this.#queue = answer;
    return answer;
  }

  async #ask(question: ConfirmQuestion, place: ConfirmPlace): Promise<boolean> {
    if (this.#all.has(place.scope)) return true;
    const run = editorMessages.confirmRun();
    const all = editorMessages.confirmAll(place.kind);
    const chosen = await vscode.window.showInformationMessage(
      editorMessages.confirmTitle(place.name, place.label),
      { modal: true, detail: visibleText(editorMessages.confirmDetail(question)) },
      run,
      all,
    );
    if (chosen === all) this.#all.add(place.scope);
    return chosen === run || chosen === all;
  }
}
