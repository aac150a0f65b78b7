import * as vscode from 'vscode';
import { lifecycleWords } from '../../messages/index.ts';
import { visibleLabel, visibleText } from '../../protocol/index.ts';
import type { Investigations } from '../notebook/investigations.ts';

interface Lead {
  readonly text: string;
  readonly place: string;
}

/** The Leads view: what the lifecycles of the current investigation left open, and where. */
export class LeadsView implements vscode.TreeDataProvider<number> {
  readonly #investigations: Investigations;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(investigations: Investigations) {
    this.#investigations = investigations;
    this.#subscription = investigations.onDidChange(() => this.#changed.fire(undefined));
  }

  getChildren(node?: number): number[] {
    return node === undefined ? this.#leads().map((_, index) => index) : [];
  }

  getTreeItem(index: number): vscode.TreeItem {
    const lead = this.#leads()[index];
    if (lead === undefined) return new vscode.TreeItem('');
    const item = new vscode.TreeItem(visibleLabel(lead.text));
    item.id = `${index}`;
    item.description = lead.place;
    item.iconPath = new vscode.ThemeIcon('lightbulb');
    const tooltip = new vscode.MarkdownString();
    tooltip.appendText(`${visibleText(lead.text)}\n${lead.place}`);
    item.tooltip = tooltip;
    return item;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #leads(): readonly Lead[] {
    const blocks = this.#investigations.readCurrent()?.notebook.blocks ?? [];
    return blocks.flatMap(({ content }) =>
      content.kind === 'lifecycle-result'
        ? content.value.facts.unresolved.map((item) => ({
            text: lifecycleWords.unresolved(item),
            place: visibleLabel(`${item.file}:${item.line}`),
          }))
        : [],
    );
  }
}
