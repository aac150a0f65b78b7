import * as vscode from 'vscode';
import type { Claim } from '../../investigation/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { visibleLabel, visibleText } from '../../protocol/index.ts';
import type { Investigations } from '../notebook/investigations.ts';

/** A row of the view: the claim's place among the claims. The editor drops nodes that are falsy, as 0 is. */
export interface ClaimNode {
  readonly index: number;
}

/** The Claims view: what the current investigation holds, and how it stands. */
export class ClaimsView implements vscode.TreeDataProvider<ClaimNode> {
  readonly #investigations: Investigations;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(investigations: Investigations) {
    this.#investigations = investigations;
    this.#subscription = investigations.onDidChange(() => this.#changed.fire(undefined));
  }

  getChildren(node?: ClaimNode): ClaimNode[] {
    return node === undefined ? this.#claims().map((_, index) => ({ index })) : [];
  }

  getTreeItem({ index }: ClaimNode): vscode.TreeItem {
    const claim = this.#claims()[index];
    if (claim === undefined) return new vscode.TreeItem('');
    const item = new vscode.TreeItem(visibleLabel(claim.text));
    const kind = editorMessages.claimKind(claim.kind);
    const status = editorMessages.claimStatus(claim.status);
    item.id = `${index}`;
    item.description = `${kind} · ${status}`;
    item.iconPath = icon(claim);
    item.accessibilityInformation = { label: `${kind}, ${status}: ${visibleLabel(claim.text)}` };
    const tooltip = new vscode.MarkdownString();
    tooltip.appendText(visibleText(claim.text));
    item.tooltip = tooltip;
    return item;
  }

  /** Shows the cell of a claim in the notebook. */
  async reveal(node: ClaimNode | undefined): Promise<void> {
    const document = this.#investigations.current;
    const claim = node === undefined ? undefined : this.#claims()[node.index];
    const read = document === undefined ? undefined : this.#investigations.read(document);
    if (document === undefined || claim === undefined || read === undefined) return;
    const cell = document.getCells().find((each) => {
      const content = read.cellAt(each.index)?.blocks[0]?.content;
      return content?.kind === 'claim' && content.value === claim;
    });
    if (cell === undefined) return;
    const range = new vscode.NotebookRange(cell.index, cell.index + 1);
    const editor = await vscode.window.showNotebookDocument(document, {
      selections: [range],
      preserveFocus: true,
    });
    editor.revealRange(range, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #claims(): readonly Claim[] {
    const blocks = this.#investigations.readCurrent()?.notebook.blocks ?? [];
    return blocks.flatMap(({ content }) => (content.kind === 'claim' ? [content.value] : []));
  }
}

function icon(claim: Claim): vscode.ThemeIcon {
  switch (claim.status) {
    case 'supported':
      return new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'));
    case 'refuted':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed'));
    case 'open':
      return new vscode.ThemeIcon('question');
  }
}
