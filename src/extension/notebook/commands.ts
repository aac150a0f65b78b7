import * as vscode from 'vscode';
import { IdSource } from '../../investigation/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { register } from '../editor/commands.ts';
import { PROBE_LANGUAGE } from '../manifest.ts';
import { lineHint } from '../probe/input.ts';
import { chooseForWork, chooseLive } from '../targets/choose.ts';
import type { TargetRegistry } from '../targets/registry.ts';
import { leadNodeOf } from '../leads/view.ts';
import { targetNodeOf } from '../targets/view.ts';
import type { Investigations } from './investigations.ts';
import { InvestigationSerializer } from './serializer.ts';
import { newInvestigation } from './template.ts';
import { openUntitled } from './untitled.ts';

/** Registers the commands that make and show investigations. */
export function registerNotebookCommands(
  targets: TargetRegistry,
  investigations: Investigations,
): vscode.Disposable {
  return vscode.Disposable.from(
    register('sonde.newInvestigation', async (argument) => {
      const node = targetNodeOf(argument);
      const connected = targets.allLive().length > 0;
      const name =
        node?.kind === 'target'
          ? node.name
          : connected
            ? await chooseLive(targets)
            : (targets.entries()[0]?.name ?? 'target');
      if (name !== undefined) await openNew(name);
    }),
    register('sonde.runProbe', async (argument) => {
      const node = targetNodeOf(argument);
      const name = node?.kind === 'target' ? node.name : await chooseForWork(targets);
      if (name !== undefined) await runProbe(name, investigations);
    }),
    register('sonde.runLead', async (argument) => {
      const lead = leadNodeOf(argument);
      if (lead !== undefined) await runLine(lead.on, lead.probe, investigations);
    }),
    register('sonde.openAsText', async () => {
      const uri = vscode.window.activeNotebookEditor?.notebook.uri ?? activeTabUri();
      if (uri !== undefined) await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
    }),
  );
}

/** Shows the demo's investigation as it is stored, as a new document. */
export async function openStoredDemo(extensionUri: vscode.Uri): Promise<void> {
  const source = vscode.Uri.joinPath(extensionUri, 'guides', 'demo', 'demo.sonde.md');
  const data = new InvestigationSerializer().deserializeNotebook(await vscode.workspace.fs.readFile(source));
  await vscode.window.showNotebookDocument(await openUntitled('demo', data));
}

/** Says why a file is not shown as a notebook, and offers its text, where the fault can be mended. */
export function sayRefused(sentence: string): void {
  const asText = editorMessages.openAsText();
  void vscode.window.showErrorMessage(sentence, asText).then((chosen) => {
    if (chosen === asText) void vscode.commands.executeCommand('sonde.openAsText');
  });
}

async function openNew(target: string): Promise<vscode.NotebookDocument> {
  const ids = new IdSource({ bom: false, blocks: [], tail: '' });
  const text = newInvestigation(
    {
      title: editorMessages.newInvestigationTitle(),
      question: editorMessages.newInvestigationQuestion(),
      target,
    },
    () => ids.next(),
  );
  const data = new InvestigationSerializer().deserializeNotebook(new TextEncoder().encode(text));
  const document = await openUntitled('investigation', data);
  await vscode.window.showNotebookDocument(document);
  return document;
}

/** Asks for a probe line and runs it. */
async function runProbe(name: string, investigations: Investigations): Promise<void> {
  const line = await vscode.window.showInputBox({
    title: editorMessages.runProbeTitle(name),
    prompt: editorMessages.runProbeHint(),
    ignoreFocusOut: true,
    validateInput: lineHint,
  });
  if (line !== undefined && line.trim() !== '') await runLine(name, line, investigations);
}

/** Adds a probe cell to the current investigation, or to a new one, and runs it. */
async function runLine(name: string, line: string, investigations: Investigations): Promise<void> {
  const document = investigations.current ?? (await openNew(name));
  const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, line, PROBE_LANGUAGE);
  const last = document.cellAt(document.cellCount - 1);
  const reuse = last.document.languageId === PROBE_LANGUAGE && last.document.getText().trim() === '';
  const edit = new vscode.WorkspaceEdit();
  if (reuse) edit.insert(last.document.uri, new vscode.Position(0, 0), line);
  else edit.set(document.uri, [vscode.NotebookEdit.insertCells(document.cellCount, [cell])]);
  await vscode.workspace.applyEdit(edit);
  const index = document.cellCount - 1;
  const column = columnOf(document.uri);
  const editor = await vscode.window.showNotebookDocument(document, {
    selections: [new vscode.NotebookRange(index, index + 1)],
    ...(column === undefined ? {} : { viewColumn: column }),
  });
  editor.revealRange(new vscode.NotebookRange(index, index + 1), vscode.NotebookEditorRevealType.InCenter);
  await vscode.commands.executeCommand('notebook.cell.execute', {
    ranges: [{ start: index, end: index + 1 }],
    document: document.uri,
  });
}

/** Where a notebook is open already, so that it is not opened a second time beside itself. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const group = vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(
      ({ input }) => input instanceof vscode.TabInputNotebook && input.uri.toString() === uri.toString(),
    ),
  );
  return group?.viewColumn;
}

function activeTabUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputNotebook ? input.uri : undefined;
}
