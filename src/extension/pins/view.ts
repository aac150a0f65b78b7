import * as vscode from 'vscode';
import { editorMessages } from '../../messages/index.ts';
import { visibleText } from '../../protocol/index.ts';
import { setContextKey } from '../editor/commands.ts';
import type { CommandId, ViewItem } from '../manifest.ts';
import type { Investigations } from '../notebook/investigations.ts';
import { pinPlace, pinTitle } from '../notebook/pinsView.ts';
import { pinItems, pinKey, type PinItem } from './items.ts';

/** A row of the Pins view: the key of a pin of the current investigation. */
export interface PinNode {
  readonly key: string;
}

/** Moves a pin before another one, or to the end. */
export type MovePin = (key: string, before: string | null) => Promise<void>;

const DRAG_TYPE = 'application/vnd.code.tree.sonde.pins';

/** The Pins view: the pins of the current investigation in its order, to be moved by dragging. */
export class PinsView implements vscode.TreeDataProvider<PinNode>, vscode.TreeDragAndDropController<PinNode> {
  readonly dragMimeTypes = [DRAG_TYPE];
  readonly dropMimeTypes = [DRAG_TYPE];
  readonly #investigations: Investigations;
  readonly #move: MovePin;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscription: vscode.Disposable;
  /** What the rows were made of. */
  #shown = '';
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(investigations: Investigations, move: MovePin) {
    this.#investigations = investigations;
    this.#move = move;
    this.#subscription = investigations.onDidChange(() => this.refresh());
    this.refresh();
  }

  /** Draws the view again if its rows changed: a row that is redrawn for nothing loses the menu that is open on it. */
  refresh(): void {
    const items = this.items();
    const shown = JSON.stringify(items.map(({ pin, on, excerpt }) => [pin, on, excerpt?.language]));
    if (shown === this.#shown) return;
    this.#shown = shown;
    setContextKey('sonde.hasPins', items.length > 0);
    this.#changed.fire(undefined);
  }

  /** The pins that the view shows. */
  items(): readonly PinItem[] {
    const read = this.#investigations.readCurrent();
    return read === undefined ? [] : pinItems(read.notebook, read.on);
  }

  find(key: string): PinItem | undefined {
    return this.items().find((item) => pinKey(item) === key);
  }

  getChildren(node?: PinNode): PinNode[] {
    return node === undefined ? this.items().map((item) => ({ key: pinKey(item) })) : [];
  }

  getParent(): undefined {
    return undefined;
  }

  getTreeItem(node: PinNode): vscode.TreeItem {
    const item = this.find(node.key);
    if (item === undefined) return new vscode.TreeItem(node.key);
    const { pin } = item;
    const row = new vscode.TreeItem(pinTitle(pin));
    row.id = node.key;
    row.description = pin.id === undefined ? pinPlace(pin) : `${pin.id} · ${pinPlace(pin)}`;
    row.contextValue = 'pin' satisfies ViewItem;
    row.iconPath = new vscode.ThemeIcon('pinned');
    row.tooltip = tooltip(item);
    row.accessibilityInformation = { label: `${pinTitle(pin)}, ${pinPlace(pin)}, ${item.on}` };
    row.command = {
      command: 'sonde.openPin' satisfies CommandId,
      title: editorMessages.open(),
      arguments: [node],
    };
    return row;
  }

  handleDrag(source: readonly PinNode[], data: vscode.DataTransfer): void {
    const [node] = source;
    if (node !== undefined) data.set(DRAG_TYPE, new vscode.DataTransferItem(node.key));
  }

  async handleDrop(target: PinNode | undefined, data: vscode.DataTransfer): Promise<void> {
    const dragged: unknown = data.get(DRAG_TYPE)?.value;
    if (typeof dragged !== 'string' || dragged === target?.key) return;
    await this.#move(dragged, target?.key ?? null);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

/** The pin that a command of the view was started on. */
export function pinNodeOf(argument: unknown): PinNode | undefined {
  if (typeof argument !== 'object' || argument === null || !('key' in argument)) return undefined;
  return typeof argument.key === 'string' ? { key: argument.key } : undefined;
}

/** Text from elsewhere enters only as text and code. */
function tooltip(item: PinItem): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.supportHtml = false;
  text.appendText(`${item.on}: ${pinPlace(item.pin)}\n`);
  if (item.pin.note !== undefined) text.appendText(`${visibleText(item.pin.note)}\n`);
  if (item.excerpt !== undefined) {
    const excerpt = new TextDecoder().decode(item.excerpt.bytes).split('\n').slice(0, 12).join('\n');
    text.appendCodeblock(visibleText(excerpt), item.excerpt.language);
  }
  return text;
}
