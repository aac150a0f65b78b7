import * as vscode from 'vscode';
import { editorMessages, targetWords } from '../../messages/index.ts';
import { visibleLabel } from '../../protocol/index.ts';
import type { Target } from '../../transport/index.ts';
import type { ViewItem } from '../manifest.ts';
import { targetFacts, type TargetFact } from './facts.ts';
import { placeOf } from './place.ts';
import type { TargetEntry, TargetRegistry } from './registry.ts';

/** A row of the Targets view: a logical target, or a host of the SSH configuration that none names yet. */
export type TargetNode =
  | { readonly kind: 'target'; readonly name: string }
  | { readonly kind: 'host'; readonly host: string }
  /** Something that is known of a target: its place among the facts, and among those below one. */
  | { readonly kind: 'fact'; readonly name: string; readonly index: number; readonly below?: number };

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
    if (node !== undefined) {
      const entry = node.kind === 'host' ? undefined : this.#targets.entry(node.name);
      if (entry === undefined) return [];
      const { name } = entry;
      const facts = targetFacts(entry);
      if (node.kind === 'target') return facts.map((_fact, index) => ({ kind: 'fact', name, index }));
      if (node.kind === 'host' || node.below !== undefined) return [];
      const below = facts[node.index]?.below ?? [];
      return below.map((_fact, at) => ({ kind: 'fact', name, index: node.index, below: at }));
    }
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
    if (entry === undefined) return new vscode.TreeItem(node.name);
    return node.kind === 'fact' ? factItem(entry, node) : targetItem(entry);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** What a command of the view is about. */
export type Gesture = Exclude<TargetNode, { kind: 'fact' }>;

/** What a command of the view was started on: the name of a target, or a host. */
export function targetNodeOf(argument: unknown): Gesture | undefined {
  if (typeof argument !== 'object' || argument === null || !('kind' in argument)) return undefined;
  // A row below a target is about that target.
  const isOfTarget = argument.kind === 'target' || argument.kind === 'fact';
  if (isOfTarget && 'name' in argument && typeof argument.name === 'string')
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
  const facts = targetFacts(entry);
  const item = new vscode.TreeItem(
    entry.name,
    facts.length === 0
      ? vscode.TreeItemCollapsibleState.None
      : entry.state === 'connected'
        ? vscode.TreeItemCollapsibleState.Collapsed
        : vscode.TreeItemCollapsibleState.Expanded,
  );
  // A row keeps its being open over a change only while it is the same kind of row.
  item.id = `target:${entry.name}:${entry.state}`;
  const { target } = entry;
  const where = target.ok ? placeOf(target.value) : editorMessages.targetTextInvalid(entry.text);
  const state =
    entry.lost === undefined ? editorMessages.targetState(entry.state) : targetWords.lostSince(entry.lost.at);
  item.description = visibleLabel(entry.state === 'lost' ? `${state} · ${where}` : where);
  item.tooltip = [
    entry.name,
    visibleLabel(where),
    entry.label === undefined ? state : targetWords.connectedAs(entry.label),
    ...facts.filter(({ id }) => id !== 'account').map(({ detail }) => detail),
  ].join('\n');
  item.contextValue = entry.state satisfies ViewItem;
  item.iconPath = icon(entry);
  item.accessibilityInformation = { label: `${entry.name}, ${visibleLabel(where)}, ${state}` };
  return item;
}

function factItem(
  entry: TargetEntry,
  { index, below }: Extract<TargetNode, { kind: 'fact' }>,
): vscode.TreeItem {
  const outer = targetFacts(entry)[index];
  const fact = below === undefined ? outer : outer?.below?.[below];
  const item = new vscode.TreeItem(
    fact?.label ?? '',
    fact?.below === undefined
      ? vscode.TreeItemCollapsibleState.None
      : vscode.TreeItemCollapsibleState.Collapsed,
  );
  item.id = ['fact', entry.name, entry.state, index, ...(below === undefined ? [] : [below])].join(':');
  item.tooltip = fact?.detail ?? '';
  item.accessibilityInformation = { label: fact?.label ?? '' };
  item.iconPath = new vscode.ThemeIcon(fact === undefined ? 'blank' : FACT_ICONS[fact.id]);
  return item;
}

const FACT_ICONS: Readonly<Record<TargetFact['id'], string>> = {
  account: 'account',
  userland: 'server',
  layers: 'shield',
  'nothing-missing': 'check',
  missing: 'circle-slash',
  options: 'circle-slash',
  option: 'circle-slash',
  lost: 'debug-disconnect',
  connecting: 'watch',
};

function icon(entry: TargetEntry): vscode.ThemeIcon {
  if (!entry.target.ok)
    return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  switch (entry.state) {
    case 'connected':
      return new vscode.ThemeIcon('vm-active', new vscode.ThemeColor('charts.green'));
    case 'connecting':
      return new vscode.ThemeIcon('loading~spin');
    case 'lost':
      return new vscode.ThemeIcon('debug-disconnect', new vscode.ThemeColor('list.warningForeground'));
    case 'disconnected':
      return new vscode.ThemeIcon(isFolder(entry.target.value) ? 'folder' : 'vm');
  }
}

/** A folder of this machine, not of a container here. */
function isFolder(target: Target): boolean {
  return target.kind === 'local' && target.container === undefined;
}
