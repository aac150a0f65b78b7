import * as vscode from 'vscode';
import { catalogueSentence, missingSentence, valueName } from '../../messages/index.ts';
import { completeAt, type Completion, type PathSlot } from '../../probe/index.ts';
import type { TargetPaths } from './paths.ts';

/** Completes probe lines: commands, subcommands, options, values, and paths of a target that is connected. */
export class ProbeCompletion implements vscode.CompletionItemProvider {
  readonly #paths: TargetPaths;

  constructor(paths: TargetPaths) {
    this.#paths = paths;
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.CompletionList> {
    const line = document.lineAt(position.line).text;
    const { items, path } = completeAt(line, position.character);
    const paths = path === undefined ? [] : await this.#pathItems(document, position, path, token);
    const others = items.map((item, index) =>
      completionItem(item, position, `2 ${String(index).padStart(4, '0')}`),
    );
    // What fits changes with every letter: a value, a cluster, another folder.
    return new vscode.CompletionList([...paths, ...others], true);
  }

  async #pathItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    slot: PathSlot,
    token: vscode.CancellationToken,
  ): Promise<readonly vscode.CompletionItem[]> {
    const offered = await this.#paths.offer(document, slot, token);
    const line = document.lineAt(position.line).text;
    const typed = line.slice(slot.start, position.character);
    return offered.map(({ name, folder, insert }, index) => {
      const item = new vscode.CompletionItem(
        folder ? `${name}/` : name,
        folder ? vscode.CompletionItemKind.Folder : vscode.CompletionItemKind.File,
      );
      item.insertText = insert;
      item.range = ranges(position, slot);
      // The editor compares with what stands in the line, quotes included.
      item.filterText = typed + name.slice(slot.typed.length - slot.typed.lastIndexOf('/') - 1);
      item.sortText = `1 ${String(index).padStart(4, '0')}`;
      if (folder) item.command = { command: 'editor.action.triggerSuggest', title: '' };
      return item;
    });
  }
}

function completionItem(
  item: Completion,
  position: vscode.Position,
  sortText: string,
): vscode.CompletionItem {
  const help = item.help === '' ? '' : catalogueSentence(item.help);
  const made = new vscode.CompletionItem({ label: item.label, description: help }, kindOf(item.kind));
  made.insertText = item.insert;
  made.range = ranges(position, item);
  made.filterText = item.insert;
  made.sortText = sortText;
  if (item.takes !== undefined) made.detail = `${item.label} ${valueName(item.takes)}`;
  const missing = missingSentence(item.missing);
  if (help !== '' || missing !== '')
    made.documentation = [help, missing].filter((one) => one !== '').join('\n\n');
  if (item.insert.endsWith('=')) made.command = { command: 'editor.action.triggerSuggest', title: '' };
  return made;
}

function ranges(
  position: vscode.Position,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly inserting: vscode.Range; readonly replacing: vscode.Range } {
  const { line } = position;
  return {
    inserting: new vscode.Range(line, start, line, position.character),
    replacing: new vscode.Range(line, start, line, Math.max(end, position.character)),
  };
}

function kindOf(kind: Completion['kind']): vscode.CompletionItemKind {
  switch (kind) {
    case 'command':
      return vscode.CompletionItemKind.Function;
    case 'subcommand':
      return vscode.CompletionItemKind.Method;
    case 'option':
      return vscode.CompletionItemKind.Property;
    case 'value':
      return vscode.CompletionItemKind.EnumMember;
    case 'joint':
      return vscode.CompletionItemKind.Operator;
  }
}
