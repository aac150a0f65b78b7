import * as vscode from 'vscode';
import type { Discovery, LifecycleListing } from '../../lifecycle/index.ts';
import { discoveryWords, lifecycleWords } from '../../messages/index.ts';
import { visibleLabel, visibleText } from '../../protocol/index.ts';
import type { CommandId } from '../manifest.ts';

/** What a search below the root of a target came to. */
export type Searched =
  | { readonly kind: 'found'; readonly root: string; readonly discovery: Discovery }
  | { readonly kind: 'failed'; readonly sentence: string };

/** A row: a target that was searched, a lifecycle, or what was not read there. */
export type DiscoveryNode =
  | { readonly kind: 'target'; readonly on: string }
  | { readonly kind: 'lifecycle'; readonly on: string; readonly listing: LifecycleListing }
  | { readonly kind: 'unread'; readonly on: string }
  | { readonly kind: 'note'; readonly on: string; readonly text: string };

/**
 * The Lifecycles view: which status machines the code of a target has, most written first. Filled when the reader asks
 * for it; nothing is searched by itself.
 */
export class DiscoveryView implements vscode.TreeDataProvider<DiscoveryNode> {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #searched = new Map<string, Searched>();
  readonly onDidChangeTreeData = this.#changed.event;

  dispose(): void {
    this.#changed.dispose();
  }

  /** Shows what a search came to, in place of what an earlier one of the same target did. */
  show(on: string, searched: Searched): void {
    this.#searched.set(on, searched);
    this.#changed.fire(undefined);
  }

  getChildren(node?: DiscoveryNode): DiscoveryNode[] {
    if (node === undefined) return [...this.#searched.keys()].map((on) => ({ kind: 'target', on }));
    if (node.kind !== 'target') return [];
    const { on } = node;
    const searched = this.#searched.get(on);
    if (searched === undefined) return [];
    if (searched.kind === 'failed') return [{ kind: 'note', on, text: searched.sentence }];
    const { listings, unread, cost } = searched.discovery;
    const rows = listings.map((listing): DiscoveryNode => ({ kind: 'lifecycle', on, listing }));
    const none: DiscoveryNode = { kind: 'note', on, text: discoveryWords.none(searched.root, cost.files) };
    return [
      ...(rows.length === 0 ? [none] : rows),
      ...(unread.length === 0 ? [] : [{ kind: 'unread', on } as const]),
    ];
  }

  getTreeItem(node: DiscoveryNode): vscode.TreeItem {
    switch (node.kind) {
      case 'target':
        return this.#target(node.on);
      case 'lifecycle':
        return lifecycleItem(node);
      case 'unread':
        return this.#unread(node.on);
      case 'note':
        return noteItem(node.text);
    }
  }

  #target(on: string): vscode.TreeItem {
    const item = new vscode.TreeItem(on, vscode.TreeItemCollapsibleState.Expanded);
    const searched = this.#searched.get(on);
    item.id = `target ${on}`;
    item.iconPath = new vscode.ThemeIcon('server');
    if (searched?.kind === 'found') {
      const { listings, cost } = searched.discovery;
      item.description = discoveryWords.count(listings.length, cost.files);
    }
    return item;
  }

  #unread(on: string): vscode.TreeItem {
    const searched = this.#searched.get(on);
    const unread = searched?.kind === 'found' ? searched.discovery.unread : [];
    const item = new vscode.TreeItem(discoveryWords.unread(unread.length));
    item.iconPath = new vscode.ThemeIcon('warning');
    const tooltip = new vscode.MarkdownString();
    const lines = unread
      .slice(0, 100)
      .map((each) => `${each.file}:${String(each.line)} ${lifecycleWords.unresolved(each)}`);
    tooltip.appendCodeblock(visibleText(lines.join('\n')), 'text');
    item.tooltip = tooltip;
    return item;
  }
}

function lifecycleItem({ on, listing }: DiscoveryNode & { readonly kind: 'lifecycle' }): vscode.TreeItem {
  const { states, store, writes, file, line } = listing;
  const item = new vscode.TreeItem(visibleLabel(discoveryWords.name(listing)));
  item.description = visibleLabel(discoveryWords.row(writes, `${file}:${String(line)}`));
  item.iconPath = new vscode.ThemeIcon('type-hierarchy');
  const told = discoveryWords.told(listing);
  const tooltip = new vscode.MarkdownString();
  tooltip.appendCodeblock(visibleText(told.join('\n')), 'text');
  item.tooltip = tooltip;
  item.accessibilityInformation = { label: told.map(visibleLabel).join(', ') };
  item.command = {
    command: 'sonde.openFoundLifecycle' satisfies CommandId,
    title: discoveryWords.open(),
    arguments: [{ on, states, store, file, line }],
  };
  return item;
}

function noteItem(text: string): vscode.TreeItem {
  const item = new vscode.TreeItem(visibleLabel(text));
  item.iconPath = new vscode.ThemeIcon('info');
  const tooltip = new vscode.MarkdownString();
  tooltip.appendText(visibleText(text));
  item.tooltip = tooltip;
  return item;
}
