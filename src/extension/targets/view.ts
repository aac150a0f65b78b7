import * as vscode from 'vscode';
import { editorMessages, layersText } from '../../messages/index.ts';
import type { ViewItem } from '../manifest.ts';
import type { TargetEntry, TargetRegistry } from './registry.ts';

/** A row of the Targets view: a logical target, or a host of the SSH configuration that none names yet. */
export type TargetNode =
  { readonly kind: 'target'; readonly name: string } | { readonly kind: 'host'; readonly host: string };

/** The Targets view. */
export class TargetsView implements vscode.TreeDataProvider<TargetNode> {
  readonly #targets: TargetRegistry;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(targets: TargetRegistry) {
    this.#targets = targets;
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(node?: TargetNode): Promise<TargetNode[]> {
    if (node !== undefined) return [];
    const entries = this.#targets.entries();
    const used = new Set(
      entries.flatMap(({ target }) => (target.ok && target.value.kind === 'ssh' ? [target.value.host] : [])),
    );
    const hosts = (await this.#targets.hosts()).filter((host) => !used.has(host));
    return [
      ...entries.map(({ name }): TargetNode => ({ kind: 'target', name })),
      ...hosts.map((host): TargetNode => ({ kind: 'host', host })),
    ];
  }

  getTreeItem(node: TargetNode): vscode.TreeItem {
    if (node.kind === 'host') return hostItem(node.host);
    const entry = this.#targets.entry(node.name);
    return entry === undefined ? new vscode.TreeItem(node.name) : targetItem(entry);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** What a command of the view was started on: the name of a target, or a host. */
export function targetNodeOf(argument: unknown): TargetNode | undefined {
  if (typeof argument !== 'object' || argument === null || !('kind' in argument)) return undefined;
  if (argument.kind === 'target' && 'name' in argument && typeof argument.name === 'string')
    return { kind: 'target', name: argument.name };
  if (argument.kind === 'host' && 'host' in argument && typeof argument.host === 'string')
    return { kind: 'host', host: argument.host };
  return undefined;
}

function hostItem(host: string): vscode.TreeItem {
  const item = new vscode.TreeItem(host);
  item.id = `host:${host}`;
  item.contextValue = 'host' satisfies ViewItem;
  item.iconPath = new vscode.ThemeIcon('remote');
  item.description = editorMessages.hostWithoutTarget();
  item.accessibilityInformation = { label: editorMessages.hostLabel(host) };
  return item;
}

function targetItem(entry: TargetEntry): vscode.TreeItem {
  const item = new vscode.TreeItem(entry.name);
  item.id = `target:${entry.name}`;
  const { target } = entry;
  const where = target.ok
    ? target.value.kind === 'ssh'
      ? `${target.value.host}:${target.value.root}`
      : target.value.root
    : editorMessages.targetTextInvalid(entry.text);
  item.description = where;
  const layers = entry.layers === undefined ? '' : `\n${layersText(entry.layers)}`;
  item.tooltip = `${entry.name}\n${where}\n${editorMessages.targetState(entry.state)}${layers}`;
  item.contextValue = (entry.state === 'connected' ? 'connected' : 'disconnected') satisfies ViewItem;
  item.iconPath = icon(entry);
  item.accessibilityInformation = {
    label: `${entry.name}, ${where}, ${editorMessages.targetState(entry.state)}`,
  };
  return item;
}

function icon(entry: TargetEntry): vscode.ThemeIcon {
  if (!entry.target.ok)
    return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  switch (entry.state) {
    case 'connected':
      return new vscode.ThemeIcon('vm-active', new vscode.ThemeColor('charts.green'));
    case 'connecting':
      return new vscode.ThemeIcon('loading~spin');
    case 'disconnected':
      return new vscode.ThemeIcon(entry.target.value.kind === 'ssh' ? 'vm' : 'folder');
  }
}
