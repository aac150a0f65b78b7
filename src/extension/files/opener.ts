import * as vscode from 'vscode';
import { editorMessages } from '../../messages/index.ts';
import { EXCERPT_SCHEME, FILE_SCHEME } from '../manifest.ts';
import type { Connecting } from '../targets/connecting.ts';
import type { TargetRegistry } from '../targets/registry.ts';
import { absolutePath } from './paths.ts';
import type { PathRules } from './rules.ts';

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
      const detail = failure instanceof Error ? failure.message : '';
      void vscode.window.showErrorMessage(
        (await isMissing(uri))
          ? editorMessages.noSuchFile(region.file, region.on)
          : editorMessages.cannotOpen(region.file, region.on, detail),
      );
      return undefined;
    }
  }
}

/** True where the host answers that there is no such file; the editor's own words do not tell. */
async function isMissing(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return false;
  } catch (failure) {
    return failure instanceof vscode.FileSystemError && failure.code === 'FileNotFound';
  }
}

/** The address of a remote file. */
export function remoteUri(name: string, path: string): vscode.Uri {
  return vscode.Uri.from({ scheme: FILE_SCHEME, authority: name, path });
}

/** The address of a pin's excerpt, which ends in the file's name so that the language is known. */
export function excerptUri(notebook: vscode.Uri, pin: string, name: string, file: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: EXCERPT_SCHEME,
    authority: name,
    path: file.startsWith('/') ? file : `/${file}`,
    query: JSON.stringify({ notebook: notebook.toString(), pin }),
  });
}
