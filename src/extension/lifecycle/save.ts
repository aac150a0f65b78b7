import * as vscode from 'vscode';

/** Asks where to, and writes a picture or text of the panel there. */
export async function saveFile(extension: 'mmd' | 'svg' | 'png' | 'json', bytes: Uint8Array): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `lifecycle.${extension}`;
  const uri = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [extension.toUpperCase()]: [extension] },
  });
  if (uri !== undefined) await vscode.workspace.fs.writeFile(uri, bytes);
}
