import * as vscode from 'vscode';

/** What makes a file an investigation for the editor; `.md` alone would open as plain Markdown. */
const ENDING = '.sonde.md';

/**
 * Opens a new, unsaved investigation. Its name has the whole ending, so that Save As proposes one under which the
 * file comes up as a notebook again; a name that the editor makes up would have only `.md`.
 */
export async function openUntitled(
  stem: string,
  data: vscode.NotebookData,
): Promise<vscode.NotebookDocument> {
  const document = await vscode.workspace.openNotebookDocument(freeName(stem));
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, [
    vscode.NotebookEdit.replaceCells(new vscode.NotebookRange(0, document.cellCount), data.cells),
    vscode.NotebookEdit.updateNotebookMetadata(data.metadata ?? {}),
  ]);
  await vscode.workspace.applyEdit(edit);
  return document;
}

/** The first name of its kind that no open document has. */
function freeName(stem: string): vscode.Uri {
  const taken = new Set(vscode.workspace.notebookDocuments.map(({ uri }) => uri.toString()));
  for (let number = 1; ; number += 1) {
    const uri = vscode.Uri.from({
      scheme: 'untitled',
      path: `${stem}${number === 1 ? '' : `-${String(number)}`}${ENDING}`,
    });
    if (!taken.has(uri.toString())) return uri;
  }
}
