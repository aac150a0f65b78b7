import * as vscode from 'vscode';
import { unreachable, type Logger } from '../../base/index.ts';
import type { Place } from '../../lifecycle/index.ts';
import { editorMessages, panelMessages } from '../../messages/index.ts';
import {
  readFromPanel,
  readPanelState,
  type FromPanel,
  type PanelState,
  type ToPanel,
} from '../../protocol/index.ts';
import type { PlaceOpener } from '../files/opener.ts';
import type { EntryRequest } from '../hazards/actions.ts';
import { entryFor } from '../hazards/marks.ts';
import { LIFECYCLE_PANEL, type CommandId } from '../manifest.ts';
import type { ReadDocument } from '../notebook/document.ts';
import { chooseComparison, comparisonTitle, type CompareParts } from './compareWith.ts';
import { askedAgain, comparedWith, follow, type ContentOrigin, type PanelContent } from './content.ts';
import { makeNonce, panelHtml } from './html.ts';
import type { RowPlace } from './places.ts';
import { saveFile } from './save.ts';
import { shownJson } from './shownJson.ts';

export interface PanelOptions {
  readonly extensionUri: vscode.Uri;
  readonly opener: PlaceOpener;
  readonly logger: Logger;
  readonly compare: CompareParts;
  /** Keeps where the panel's content comes from, over a reload of the window. */
  readonly memory: vscode.Memento;
  /** Finds it again; undefined where it is not there any more. */
  readonly find: (origin: ContentOrigin) => Promise<PanelContent | undefined>;
}

const ORIGIN = 'lifecyclePanel';
const STATE = 'lifecyclePanelState';

/** What is to be known of what is shown; empty for nothing. */
type Notice = Omit<ToPanel & { readonly type: 'notice' }, 'type'>;

const NO_NOTICE: Notice = { text: '', run: '' };

/** The lifecycle panel: one at a time, beside the editor; it comes back when the window is reloaded. */
export class LifecyclePanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #options: PanelOptions;
  readonly #registration: vscode.Disposable;
  /** What is said of the content above it. */
  #notice: Notice = NO_NOTICE;
  #panel: vscode.WebviewPanel | undefined;
  #content: PanelContent | undefined;
  /** A name whose missing connection the reader was told of while the editor followed steps. */
  #told: string | undefined;

  constructor(options: PanelOptions) {
    this.#options = options;
    this.#registration = vscode.Disposable.from(
      vscode.window.registerWebviewPanelSerializer(LIFECYCLE_PANEL, this),
      options.compare.investigations.onDidChange(() => this.#follow()),
    );
  }

  /** Shows a lifecycle in the panel, which is made if need be. */
  show(content: PanelContent): void {
    void this.#options.memory.update(ORIGIN, content.origin);
    if (this.#panel === undefined) {
      void this.#options.memory.update(STATE, undefined);
      // It asks for its content as soon as it is there.
      this.#content = content;
      this.#notice = NO_NOTICE;
      this.#panel = this.#create();
      this.#panel.title = comparisonTitle(content);
      return;
    }
    this.#panel.reveal(undefined, true);
    this.#put(content);
  }

  /** A cell ran: what it answers is the answer to what it asks now, also where it is the same as before. */
  ran(notebook: string, of: string): void {
    const { origin } = this.#content ?? {};
    if (this.#content === undefined || origin?.notebook !== notebook || origin.of !== of) return;
    const read = this.#read(origin);
    if (read !== undefined) this.#content = askedAgain(this.#content, origin, read);
    this.#follow();
  }

  /** Shows what the notebook of the content says now. */
  #follow(): void {
    const content = this.#content;
    if (this.#panel === undefined || content?.origin == null) return;
    const read = this.#read(content.origin);
    // A notebook that is closed, or that cannot be read just now, says nothing.
    if (read === undefined) return;
    const followed = follow(content, content.origin, read);
    switch (followed.kind) {
      case 'same':
        this.#tell(NO_NOTICE);
        return;
      case 'renewed':
        this.#put(followed.content);
        return;
      case 'asks-else':
        this.#tell({ text: panelMessages.asksElse(), run: panelMessages.runCell() });
        return;
      case 'gone':
        this.#tell({ text: panelMessages.goneFromCell(), run: panelMessages.runCell() });
        return;
      default:
        unreachable(followed);
    }
  }

  #read({ notebook }: ContentOrigin): ReadDocument | undefined {
    const document = this.#document(notebook);
    return document === undefined ? undefined : this.#options.compare.investigations.read(document);
  }

  #document(notebook: string): vscode.NotebookDocument | undefined {
    return this.#options.compare.investigations.all.find((each) => each.uri.toString() === notebook);
  }

  #put(content: PanelContent): void {
    this.#content = content;
    this.#notice = NO_NOTICE;
    this.#send();
    if (this.#panel !== undefined) this.#panel.title = comparisonTitle(content);
  }

  #tell(notice: Notice): void {
    if (notice.text === this.#notice.text) return;
    this.#notice = notice;
    this.#post({ type: 'notice', ...notice });
  }

  /** Fills the panel of the window before, from the notebook that it came from. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    this.#panel?.dispose();
    const origin = readOrigin(this.#options.memory.get(ORIGIN));
    this.#content = origin === undefined ? undefined : await this.#options.find(origin);
    this.#panel = this.#fill(panel);
    if (this.#content !== undefined) panel.title = comparisonTitle(this.#content);
  }

  dispose(): void {
    this.#registration.dispose();
    this.#panel?.dispose();
  }

  #create(): vscode.WebviewPanel {
    return this.#fill(
      vscode.window.createWebviewPanel(
        LIFECYCLE_PANEL,
        editorMessages.lifecycleTitle(),
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        {},
      ),
    );
  }

  #fill(panel: vscode.WebviewPanel): vscode.WebviewPanel {
    const dist = vscode.Uri.joinPath(this.#options.extensionUri, 'dist');
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: [dist],
      enableCommandUris: false,
      enableForms: false,
    };
    const icon = (name: string): vscode.Uri => vscode.Uri.joinPath(this.#options.extensionUri, 'media', name);
    panel.iconPath = { light: icon('sonde-light.svg'), dark: icon('sonde-dark.svg') };
    panel.webview.onDidReceiveMessage((value: unknown) => {
      const message = readFromPanel(value);
      if (message.ok) void this.#receive(message.value);
      else this.#options.logger.warn(`lifecycle panel: ${message.error.path}: ${message.error.wanted}`);
    });
    panel.onDidDispose(() => {
      if (this.#panel === panel) this.#panel = undefined;
    });
    panel.webview.html = panelHtml({
      nonce: makeNonce(),
      cspSource: panel.webview.cspSource,
      script: panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, 'panel.js')).toString(),
      title: editorMessages.lifecycleTitle(),
    });
    return panel;
  }

  #send(kept: PanelState | null = null): void {
    this.#post(
      this.#content === undefined
        ? { type: 'tell', text: panelMessages.notThere() }
        : { type: 'show', view: this.#content.lifecycle.view, kept },
    );
    this.#post({ type: 'notice', ...this.#notice });
  }

  #post(message: ToPanel): void {
    void this.#panel?.webview.postMessage(message);
  }

  async #receive(message: FromPanel): Promise<void> {
    const content = this.#content;
    if (message.type === 'ready') {
      const kept = readPanelState(this.#options.memory.get(STATE));
      this.#send(kept.ok ? kept.value : null);
      return;
    }
    if (content === undefined) return;
    switch (message.type) {
      case 'keep':
        await this.#options.memory.update(STATE, message.state);
        return;
      case 'run-cell':
        await this.#run(content);
        return;
      case 'open':
        await this.#open(content, content.lifecycle.places.get(message.row) ?? []);
        return;
      case 'follow':
        await this.#followStep(content, content.lifecycle.places.get(message.row)?.[0]);
        return;
      case 'accept':
      case 'withdraw':
        await this.#judge(content, message.row, message.type === 'accept');
        return;
      case 'compare':
        await this.#compare(content);
        return;
      case 'end-compare':
        this.show(comparedWith(content, null));
        return;
      case 'copy-json':
        await vscode.env.clipboard.writeText(shownJson(content, message));
        return;
      case 'save-json':
        await saveFile('json', new TextEncoder().encode(shownJson(content, message)));
        return;
      case 'copy-svg':
      case 'copy-mermaid':
        await vscode.env.clipboard.writeText(
          'content' in message ? message.content : content.lifecycle.view.mermaid,
        );
        return;
      case 'save-mermaid': {
        const text = 'content' in message ? message.content : content.lifecycle.view.mermaid;
        await saveFile('mmd', new TextEncoder().encode(text));
        return;
      }
      case 'save-svg':
        await saveFile('svg', new TextEncoder().encode(message.content));
        return;
      case 'save-png':
        await saveFile('png', fromBase64(message.content));
    }
  }

  /** Calls a finding no hazard here, or takes that back: the commands of the editor, with what names the finding. */
  async #judge(content: PanelContent, row: string, accept: boolean): Promise<void> {
    const { origin } = content;
    const hazard = content.lifecycle.names.hazards.get(row);
    if (hazard === undefined || origin === null) return;
    const read = this.#read(origin);
    const accepted = read === undefined ? [] : (askedAgain(content, origin, read).query?.accepted ?? []);
    const entry = entryFor(hazard, hazard.symbol === undefined ? 'stored' : 'now', accepted);
    if (entry === null || read === undefined) {
      void vscode.window.showInformationMessage(panelMessages.notJudged());
      return;
    }
    const request: EntryRequest = { notebook: origin.notebook, id: origin.of, entry };
    const command: CommandId = accept ? 'sonde.acceptHazard' : 'sonde.withdrawHazard';
    await vscode.commands.executeCommand(command, request);
  }

  /** Runs the cell that the content comes from. */
  async #run({ origin }: PanelContent): Promise<void> {
    const document = this.#document(origin?.notebook ?? '');
    const read = document === undefined ? undefined : this.#options.compare.investigations.read(document);
    const cell = document?.getCells().find(({ index }) => {
      const content = read?.cellAt(index)?.blocks[0]?.content;
      return content?.kind === 'lifecycle' && content.value.id === origin?.of;
    });
    if (document === undefined || cell === undefined) {
      void vscode.window.showInformationMessage(panelMessages.noCell());
      return;
    }
    const ranges = [{ start: cell.index, end: cell.index + 1 }];
    await vscode.commands.executeCommand('notebook.cell.execute', { ranges, document: document.uri });
  }

  async #compare(content: PanelContent): Promise<void> {
    const other = await chooseComparison(content, this.#options.compare);
    // Another lifecycle may have been shown meanwhile.
    if (other !== undefined && this.#content === content) this.show(comparedWith(content, other));
  }

  async #open(content: PanelContent, places: readonly RowPlace[]): Promise<void> {
    const place = places.length > 1 ? await choosePlace(places) : places[0];
    if (place !== undefined) await this.#show(content, place, false);
  }

  /** Shows the code of a step beside the panel. Without a connection that is said once, not at each step. */
  async #followStep(content: PanelContent, place: RowPlace | undefined): Promise<void> {
    if (place === undefined) return;
    const on = targetOf(content, place);
    const isLive = this.#options.compare.targets.live(on) !== undefined;
    if (!isLive && this.#told === on) return;
    this.#told = isLive ? undefined : on;
    await this.#show(content, place, true);
  }

  async #show(content: PanelContent, place: RowPlace, preserveFocus: boolean): Promise<void> {
    await this.#options.opener.open({
      on: targetOf(content, place),
      file: place.file,
      first: place.line,
      last: place.line,
      column: vscode.ViewColumn.One,
      preserveFocus,
    });
  }
}

function targetOf({ on, compared }: PanelContent, place: RowPlace): string {
  return place.before ? (compared?.on ?? on) : on;
}

/** What was kept, by a version that may be another. */
function readOrigin(value: unknown): ContentOrigin | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { notebook, of } = value as { readonly notebook?: unknown; readonly of?: unknown };
  return typeof notebook === 'string' && typeof of === 'string' ? { notebook, of } : undefined;
}

/** Asks which of several places to open. */
export async function choosePlace<T extends Place>(places: readonly T[]): Promise<T | undefined> {
  const items = places.map((place) => ({ label: `${place.file}:${place.line}`, place }));
  const chosen = await vscode.window.showQuickPick(items, { title: editorMessages.choosePlace() });
  return chosen?.place;
}

function fromBase64(text: string): Uint8Array {
  const decoded = atob(text.replace(/[^A-Za-z0-9+/=]/g, ''));
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0));
}
