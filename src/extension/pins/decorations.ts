import * as vscode from 'vscode';
import { visibleText } from '../../protocol/index.ts';
import { absolutePath } from '../files/paths.ts';
import { pathOfUri } from '../files/uriPath.ts';
import { FILE_SCHEME } from '../manifest.ts';
import type { Investigations } from '../notebook/investigations.ts';
import { pinPlace, pinTitle } from '../notebook/pinsView.ts';
import type { TargetRegistry } from '../targets/registry.ts';
import { pinItems, type PinItem } from './items.ts';

/** Shows the pins of open investigations in remote files: a mark in the gutter, a bar in the overview ruler. */
export class PinDecorations implements vscode.Disposable {
  readonly #investigations: Investigations;
  readonly #targets: TargetRegistry;
  readonly #type: vscode.TextEditorDecorationType;
  readonly #subscriptions: vscode.Disposable;

  constructor(investigations: Investigations, targets: TargetRegistry, extensionUri: vscode.Uri) {
    this.#investigations = investigations;
    this.#targets = targets;
    this.#type = vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      gutterIconPath: vscode.Uri.joinPath(extensionUri, 'media', 'pin.svg'),
      gutterIconSize: '75%',
      overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.infoForeground'),
      overviewRulerLane: vscode.OverviewRulerLane.Left,
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    });
    this.#subscriptions = vscode.Disposable.from(
      this.#type,
      investigations.onDidChange(() => this.#refresh()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#refresh()),
    );
    this.#refresh();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #refresh(): void {
    const items = this.#investigations.all.flatMap((document) => {
      const read = this.#investigations.read(document);
      return read === undefined ? [] : pinItems(read.notebook, read.on);
    });
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.scheme !== FILE_SCHEME) continue;
      editor.setDecorations(
        this.#type,
        items.filter((item) => this.#isIn(item, editor.document.uri)).map((item) => decoration(item)),
      );
    }
  }

  #isIn(item: PinItem, uri: vscode.Uri): boolean {
    const live = this.#targets.live(item.on);
    if (item.on !== uri.authority || live === undefined || item.pin.lines === undefined) return false;
    return absolutePath(live.target.root, item.pin.file) === pathOfUri(uri.path);
  }
}

function decoration(item: PinItem): vscode.DecorationOptions {
  const first = item.pin.lines?.first ?? 1;
  const hover = new vscode.MarkdownString();
  hover.supportHtml = false;
  hover.appendText(`${pinTitle(item.pin)}, ${pinPlace(item.pin)}\n`);
  if (item.pin.note !== undefined) hover.appendText(visibleText(item.pin.note));
  return { range: new vscode.Range(first - 1, 0, first - 1, 0), hoverMessage: hover };
}
