import * as vscode from 'vscode';
import { editorMessages } from '../../messages/index.ts';
import { register } from '../editor/commands.ts';
import { NOTEBOOK_TYPE } from '../manifest.ts';
import type { Investigations } from '../notebook/investigations.ts';
import { contentsOf, type ContentOrigin, type PanelContent } from './content.ts';
import type { LifecyclePanels } from './panel.ts';

/** Registers the command that shows a lifecycle of the current investigation in the panel. */
export function registerLifecycleCommand(
  investigations: Investigations,
  panels: LifecyclePanels,
): vscode.Disposable {
  return register('sonde.showLifecycle', async () => {
    const { current } = investigations;
    const read = current === undefined ? undefined : investigations.read(current);
    if (current === undefined || read === undefined) {
      void vscode.window.showInformationMessage(editorMessages.noInvestigation());
      return;
    }
    const found = contentsOf(current.uri, read);
    const content = found.length > 1 ? await choose(found) : found[0];
    if (content === undefined) {
      if (found.length === 0) void vscode.window.showInformationMessage(editorMessages.noLifecycle());
      return;
    }
    panels.show(content);
  });
}

/** Finds the content of a panel in its notebook, which is read, and not shown. */
export async function findContent(
  investigations: Investigations,
  { notebook, of }: ContentOrigin,
): Promise<PanelContent | undefined> {
  const uri = vscode.Uri.parse(notebook, true);
  try {
    const document = await vscode.workspace.openNotebookDocument(uri);
    const read = document.notebookType === NOTEBOOK_TYPE ? investigations.read(document) : undefined;
    return read === undefined
      ? undefined
      : contentsOf(document.uri, read).find((content) => content.origin?.of === of);
  } catch {
    // The file is gone, or not to be read.
    return undefined;
  }
}

async function choose(found: readonly PanelContent[]): Promise<PanelContent | undefined> {
  const items = found.map((content) => ({ label: content.title, description: content.on, content }));
  return (await vscode.window.showQuickPick(items, { title: editorMessages.chooseLifecycle() }))?.content;
}
