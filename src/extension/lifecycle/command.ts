import * as vscode from 'vscode';
import { editorMessages } from '../../messages/index.ts';
import { register } from '../editor/commands.ts';
import type { ReadDocument } from '../notebook/document.ts';
import type { Investigations } from '../notebook/investigations.ts';
import type { LifecyclePanels, PanelContent } from './panel.ts';
import { showLifecycle } from './view.ts';

/** Registers the command that shows a lifecycle of the current investigation in the panel. */
export function registerLifecycleCommand(
  investigations: Investigations,
  panels: LifecyclePanels,
): vscode.Disposable {
  return register('sonde.showLifecycle', async () => {
    const read = investigations.readCurrent();
    if (read === undefined) {
      void vscode.window.showInformationMessage(editorMessages.noInvestigation());
      return;
    }
    const found = contents(read);
    const content = found.length > 1 ? await choose(found) : found[0];
    if (content === undefined) {
      if (found.length === 0) void vscode.window.showInformationMessage(editorMessages.noLifecycle());
      return;
    }
    panels.show(content);
  });
}

/** The lifecycle results that the notebook keeps. */
function contents(read: ReadDocument): readonly PanelContent[] {
  const { blocks } = read.notebook;
  return blocks.flatMap(({ content }) => {
    if (content.kind !== 'lifecycle-result') return [];
    const { of, facts } = content.value;
    const query = blocks.find(
      (block) => block.content.kind === 'lifecycle' && block.content.value.id === of,
    )?.content;
    const on = query?.kind === 'lifecycle' ? (query.value.on ?? read.on) : read.on;
    const lifecycle = showLifecycle({ facts });
    return [{ on, title: `${editorMessages.lifecycleTitle()}: ${lifecycle.view.title}`, lifecycle }];
  });
}

async function choose(found: readonly PanelContent[]): Promise<PanelContent | undefined> {
  const items = found.map((content) => ({ label: content.title, description: content.on, content }));
  return (await vscode.window.showQuickPick(items, { title: editorMessages.chooseLifecycle() }))?.content;
}
