import * as vscode from 'vscode';
import { editorMessages } from '../../messages/index.ts';
import { EXCERPT_SCHEME } from '../manifest.ts';
import type { Investigations } from '../notebook/investigations.ts';
import { pinItems } from './items.ts';

/** Pins' excerpts as documents, read from the open investigation: readable without any connection. */
export class Excerpts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #investigations: Investigations;
  readonly #subscription: vscode.Disposable;

  constructor(investigations: Investigations) {
    this.#investigations = investigations;
    this.#subscription = vscode.workspace.registerTextDocumentContentProvider(EXCERPT_SCHEME, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const request = parseQuery(uri.query);
    const document = this.#investigations.all.find((each) => each.uri.toString() === request?.notebook);
    const read = document === undefined ? undefined : this.#investigations.read(document);
    if (read === undefined) return editorMessages.noInvestigation();
    const item = pinItems(read.notebook, read.on).find(({ pin }) => pin.id === request?.pin);
    if (item?.excerpt === undefined) return editorMessages.excerptMissing();
    return new TextDecoder().decode(item.excerpt.bytes);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

function parseQuery(query: string): { readonly notebook: string; readonly pin: string } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(query);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('notebook' in value) || !('pin' in value))
    return undefined;
  const { notebook, pin } = value;
  return typeof notebook === 'string' && typeof pin === 'string' ? { notebook, pin } : undefined;
}
