import * as vscode from 'vscode';
import type { Logger } from '../../base/index.ts';
import type { Place } from '../../lifecycle/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { readFromPanel, type FromPanel, type ToPanel } from '../../protocol/index.ts';
import type { PlaceOpener } from '../files/opener.ts';
import { LIFECYCLE_PANEL } from '../manifest.ts';
import { makeNonce, panelHtml } from './html.ts';
import type { ShownLifecycle } from './view.ts';

export interface PanelOptions {
  readonly extensionUri: vscode.Uri;
  readonly opener: PlaceOpener;
  readonly logger: Logger;
}

/** What the panel shows, and on which target its places lie. */
export interface PanelContent {
  readonly on: string;
  readonly title: string;
  readonly lifecycle: ShownLifecycle;
}

/** The lifecycle panel: one at a time, beside the editor. */
export class LifecyclePanels {
  readonly #options: PanelOptions;
  #panel: vscode.WebviewPanel | undefined;
  #content: PanelContent | undefined;

  constructor(options: PanelOptions) {
    this.#options = options;
  }

  /** Shows a lifecycle in the panel, which is made if need be. */
  show(content: PanelContent): void {
    this.#content = content;
    if (this.#panel === undefined) this.#panel = this.#create();
    else {
      this.#panel.reveal(undefined, true);
      this.#send();
    }
    this.#panel.title = content.title;
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #create(): vscode.WebviewPanel {
    const dist = vscode.Uri.joinPath(this.#options.extensionUri, 'dist');
    const panel = vscode.window.createWebviewPanel(
      LIFECYCLE_PANEL,
      editorMessages.lifecycleTitle(),
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [dist], enableCommandUris: false, enableForms: false },
    );
    const icon = (name: string): vscode.Uri => vscode.Uri.joinPath(this.#options.extensionUri, 'media', name);
    panel.iconPath = { light: icon('sonde-light.svg'), dark: icon('sonde-dark.svg') };
    panel.webview.onDidReceiveMessage((value: unknown) => {
      const message = readFromPanel(value);
      if (message.ok) void this.#receive(message.value);
      else this.#options.logger.warn(`lifecycle panel: ${message.error.path}: ${message.error.wanted}`);
    });
    panel.onDidDispose(() => {
      this.#panel = undefined;
    });
    panel.webview.html = panelHtml({
      nonce: makeNonce(),
      cspSource: panel.webview.cspSource,
      script: panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, 'panel.js')).toString(),
      title: editorMessages.lifecycleTitle(),
    });
    return panel;
  }

  #send(): void {
    if (this.#content === undefined) return;
    const message: ToPanel = { type: 'show', view: this.#content.lifecycle.view };
    void this.#panel?.webview.postMessage(message);
  }

  async #receive(message: FromPanel): Promise<void> {
    const content = this.#content;
    if (content === undefined) return;
    const { mermaid } = content.lifecycle.view;
    switch (message.type) {
      case 'ready':
        this.#send();
        return;
      case 'open':
        await this.#open(content, content.lifecycle.places.get(message.row) ?? []);
        return;
      case 'copy-mermaid':
        await vscode.env.clipboard.writeText(mermaid);
        return;
      case 'copy-svg':
        await vscode.env.clipboard.writeText(message.content);
        return;
      case 'save-mermaid':
        await save('mmd', new TextEncoder().encode(mermaid));
        return;
      case 'save-svg':
        await save('svg', new TextEncoder().encode(message.content));
        return;
      case 'save-png':
        await save('png', fromBase64(message.content));
    }
  }

  async #open(content: PanelContent, places: readonly Place[]): Promise<void> {
    const place = places.length > 1 ? await choosePlace(places) : places[0];
    if (place === undefined) return;
    await this.#options.opener.open({
      on: content.on,
      file: place.file,
      first: place.line,
      last: place.line,
      column: vscode.ViewColumn.One,
    });
  }
}

/** Asks which of several places to open. */
export async function choosePlace(places: readonly Place[]): Promise<Place | undefined> {
  const items = places.map((place) => ({ label: `${place.file}:${place.line}`, place }));
  const chosen = await vscode.window.showQuickPick(items, { title: editorMessages.choosePlace() });
  return chosen?.place;
}

async function save(extension: 'mmd' | 'svg' | 'png', bytes: Uint8Array): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `lifecycle.${extension}`;
  const uri = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [extension.toUpperCase()]: [extension] },
  });
  if (uri !== undefined) await vscode.workspace.fs.writeFile(uri, bytes);
}

function fromBase64(text: string): Uint8Array {
  const decoded = atob(text.replace(/[^A-Za-z0-9+/=]/g, ''));
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0));
}
