import * as vscode from 'vscode';
import { editorMessages, leadMessage, lifecycleWords } from '../../messages/index.ts';
import { visibleLabel, visibleText } from '../../protocol/index.ts';
import { findLeads, type Lead } from '../../source/index.ts';
import { relativePath } from '../files/paths.ts';
import { FILE_SCHEME, type ViewItem } from '../manifest.ts';
import type { Investigations } from '../notebook/investigations.ts';
import { pinItems } from '../pins/items.ts';
import type { LiveTarget } from '../targets/live.ts';
import type { TargetRegistry } from '../targets/registry.ts';

/** A row of the Leads view. */
export interface LeadNode {
  readonly label: string;
  readonly text: string;
  readonly place: string;
  /** Name of the target. */
  readonly on: string;
  /** What the row opens. */
  readonly file: string;
  readonly line: number;
  /** The probe line that would answer it; empty where there is none. */
  readonly probe: string;
}

/**
 * The Leads view: open questions that the code raises. Looked for in the Python files that pins name and that are
 * open, on connected targets, while the view can be seen; and what stored lifecycles left open.
 */
export class LeadsView implements vscode.TreeDataProvider<LeadNode> {
  readonly #investigations: Investigations;
  readonly #targets: TargetRegistry;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscriptions: vscode.Disposable;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(investigations: Investigations, targets: TargetRegistry) {
    this.#investigations = investigations;
    this.#targets = targets;
    const refresh = (): void => this.#changed.fire(undefined);
    this.#subscriptions = vscode.Disposable.from(
      investigations.onDidChange(refresh),
      targets.onDidChange(refresh),
      vscode.window.onDidChangeVisibleTextEditors(refresh),
    );
  }

  async getChildren(node?: LeadNode): Promise<LeadNode[]> {
    if (node !== undefined) return [];
    const found: LeadNode[] = [];
    for (const { live, file } of this.#files()) {
      const read = await live.program.file(file);
      if (!read.ok) continue;
      const leads = await findLeads(read.value, live.program);
      found.push(...leads.map((lead) => leadNode(lead, live.name)));
    }
    return [...found, ...this.#unresolved()];
  }

  getTreeItem(node: LeadNode): vscode.TreeItem {
    const item = new vscode.TreeItem(node.label);
    item.description = node.place;
    item.iconPath = new vscode.ThemeIcon('lightbulb');
    if (node.probe !== '') item.contextValue = 'lead' satisfies ViewItem;
    const tooltip = new vscode.MarkdownString();
    tooltip.appendText(visibleText(node.text));
    if (node.probe !== '') tooltip.appendCodeblock(visibleText(node.probe), 'sonde-probe');
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: visibleLabel(node.text) };
    return item;
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  /** Python files of connected targets that the reader looks at. */
  #files(): readonly { readonly live: LiveTarget; readonly file: string }[] {
    const found = new Map<string, { readonly live: LiveTarget; readonly file: string }>();
    const add = (name: string, file: string | null): void => {
      const live = this.#targets.live(name);
      if (live !== undefined && file !== null && /\.pyi?$/.test(file))
        found.set(`${name} ${file}`, { live, file });
    };
    const read = this.#investigations.readCurrent();
    if (read !== undefined) for (const { on, pin } of pinItems(read.notebook, read.on)) add(on, pin.file);
    for (const { document } of vscode.window.visibleTextEditors) {
      const { scheme, authority, path } = document.uri;
      const live = scheme === FILE_SCHEME ? this.#targets.live(authority) : undefined;
      if (live !== undefined) add(authority, relativePath(live.target.root, path));
    }
    return [...found.values()];
  }

  #unresolved(): readonly LeadNode[] {
    const read = this.#investigations.readCurrent();
    return (read?.notebook.blocks ?? []).flatMap(({ content }) =>
      content.kind !== 'lifecycle-result'
        ? []
        : content.value.facts.unresolved.map((item) => {
            const text = lifecycleWords.unresolved(item);
            const place = visibleLabel(`${item.file}:${item.line}`);
            const on = read?.on ?? '';
            return {
              label: visibleLabel(text),
              text,
              place,
              on,
              file: item.file,
              line: item.line,
              probe: '',
            };
          }),
    );
  }
}

/** The lead that a command of the view was started on. */
export function leadNodeOf(argument: unknown): Pick<LeadNode, 'on' | 'probe'> | undefined {
  if (typeof argument !== 'object' || argument === null || !('on' in argument) || !('probe' in argument))
    return undefined;
  const { on, probe } = argument;
  return typeof on === 'string' && typeof probe === 'string' && probe !== '' ? { on, probe } : undefined;
}

function leadNode(lead: Lead, on: string): LeadNode {
  const [site] = lead.sites;
  const { definition } = lead;
  return {
    label: visibleLabel(`${lead.class}.${lead.name}`),
    text: leadMessage(lead),
    place:
      definition === null
        ? editorMessages.notFoundYet()
        : visibleLabel(`${definition.path} · ${definition.file}:${definition.line}`),
    on,
    file: definition?.file ?? lead.file,
    line: definition?.line ?? site?.line ?? 1,
    probe: lead.probe,
  };
}
