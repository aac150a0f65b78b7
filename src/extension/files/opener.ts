import * as vscode from 'vscode';
import { editorMessages, fileErrorMessage, filesWords } from '../../messages/index.ts';
import { visibleLabel } from '../../protocol/index.ts';
import { EXCERPT_SCHEME, FILE_SCHEME, type CommandId } from '../manifest.ts';
import type { Connecting } from '../targets/connecting.ts';
import type { TargetRegistry } from '../targets/registry.ts';
import { isBinary, SAMPLE_BYTES } from './bytes.ts';
import { absolutePath } from './paths.ts';
import { WHOLE_LIMIT } from './provider.ts';
import type { PathRules } from './rules.ts';
import { pathOfUri, uriPathOf } from './uriPath.ts';

/** A region of a file on a target; lines start at 1. */
export interface RegionRequest {
  readonly on: string;
  /** Relative to the root, or absolute. */
  readonly file: string;
  readonly first: number;
  readonly last: number;
  readonly column?: vscode.ViewColumn;
  /** The reader typed this path: nothing is asked. */
  readonly typed?: boolean;
  readonly preserveFocus?: boolean;
  /** Where the region can be read without a connection. */
  readonly excerpt?: vscode.Uri;
}

/** Opens regions of remote files, read-only, at the line. */
export class PlaceOpener {
  readonly #targets: TargetRegistry;
  readonly #connecting: Connecting;
  readonly #rules: PathRules;

  constructor(targets: TargetRegistry, connecting: Connecting, rules: PathRules) {
    this.#targets = targets;
    this.#connecting = connecting;
    this.#rules = rules;
  }

  /** Opens a region; without a connection its excerpt, or else the question whether to connect. */
  async open(region: RegionRequest): Promise<vscode.TextEditor | undefined> {
    const live = this.#targets.live(region.on);
    if (live === undefined) {
      if (region.excerpt !== undefined) return await this.#show(region.excerpt, region, 1);
      if (!(await this.#offerConnection(region.on))) return undefined;
    }
    const now = this.#targets.live(region.on);
    if (now === undefined) return undefined;
    const path = absolutePath(now.target.root, region.file);
    if (this.#rules.mustAsk(now, path)) {
      const yes = editorMessages.openOutside();
      const chosen =
        region.typed === true
          ? yes
          : await vscode.window.showWarningMessage(
              editorMessages.outsideRoot(path, region.on, now.target.root),
              { modal: true },
              yes,
            );
      if (chosen !== yes) return undefined;
      this.#rules.allowOutside(region.on);
    }
    return await this.#show(remoteUri(region.on, path), region, region.first);
  }

  async #offerConnection(name: string): Promise<boolean> {
    if (!this.#targets.canConnect) {
      void vscode.window.showInformationMessage(editorMessages.noConnections());
      return false;
    }
    const connect = editorMessages.connect();
    const chosen = await vscode.window.showInformationMessage(editorMessages.notConnected(name), connect);
    return chosen === connect && (await this.#connecting.ensure(name)) !== undefined;
  }

  async #show(uri: vscode.Uri, region: RegionRequest, first: number): Promise<vscode.TextEditor | undefined> {
    const start = Math.max(0, first - 1);
    const end = Math.max(start, start + region.last - region.first);
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      const line = document.lineAt(Math.min(end, document.lineCount - 1));
      return await vscode.window.showTextDocument(document, {
        selection: new vscode.Range(
          Math.min(start, document.lineCount - 1),
          0,
          line.lineNumber,
          line.text.length,
        ),
        viewColumn: region.column ?? vscode.ViewColumn.Active,
        preserveFocus: region.preserveFocus ?? false,
        preview: true,
      });
    } catch (failure) {
      await this.#explain(uri, region, failure instanceof Error ? failure.message : '');
      return undefined;
    }
  }

  /** Says why a file is not shown, and offers what can be: lines of a large one, bytes of one that is no text. */
  async #explain(uri: vscode.Uri, { on, file }: RegionRequest, detail: string): Promise<void> {
    const live = this.#targets.live(on);
    const shown = visibleLabel(file);
    if (live === undefined || uri.scheme !== FILE_SCHEME) {
      void vscode.window.showErrorMessage(editorMessages.cannotOpen(shown, on, detail));
      return;
    }
    const path = pathOfUri(uri.path);
    const stat = await live.prober.files.stat(path);
    if (!stat.ok) {
      void vscode.window.showErrorMessage(
        stat.error.code === 'file-not-found'
          ? editorMessages.noSuchFile(shown, on)
          : editorMessages.cannotOpen(shown, on, fileErrorMessage(stat.error)),
      );
      return;
    }
    const { kind, size } = stat.value;
    if (kind !== 'file') {
      const sentence = fileErrorMessage({ code: 'file-kind', path: file, kind });
      void vscode.window.showErrorMessage(sentence);
      return;
    }
    const isLarge = size > WHOLE_LIMIT;
    const start = isLarge ? undefined : await live.prober.files.slice(path, { at: 0, length: SAMPLE_BYTES });
    const binary = start?.ok === true && isBinary(start.value.bytes);
    if (start?.ok === false || (!isLarge && !binary)) {
      const why = start?.ok === false ? fileErrorMessage(start.error) : detail;
      void vscode.window.showErrorMessage(editorMessages.cannotOpen(shown, on, why));
      return;
    }
    const request = { kind: 'part', on, path };
    const openPart = (more: object): Thenable<unknown> =>
      vscode.commands.executeCommand('sonde.openLines' satisfies CommandId, { ...request, ...more });
    if (isLarge) {
      const lines = filesWords.openLines();
      const chosen = await vscode.window.showWarningMessage(filesWords.tooLarge(shown, size), lines);
      if (chosen === lines) await openPart({});
      return;
    }
    const [bytes, text] = [filesWords.openBytes(), filesWords.openAsText()];
    const chosen = await vscode.window.showWarningMessage(filesWords.binary(shown, size), bytes, text);
    if (chosen !== undefined) await openPart({ part: '@0+65536', asText: chosen === text });
  }
}

/** The address of a remote file. */
export function remoteUri(name: string, path: string): vscode.Uri {
  return vscode.Uri.from({ scheme: FILE_SCHEME, authority: name, path: uriPathOf(path) });
}

/** The address of a pin's excerpt, which ends in the file's name so that the language is known. */
export function excerptUri(notebook: vscode.Uri, pin: string, name: string, file: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: EXCERPT_SCHEME,
    authority: name,
    path: uriPathOf(file.startsWith('/') ? file : `/${file}`),
    query: JSON.stringify({ notebook: notebook.toString(), pin }),
  });
}
