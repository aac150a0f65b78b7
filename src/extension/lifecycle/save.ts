import * as vscode from 'vscode';
import { editorMessages } from '../../messages/index.ts';

/** Asks where to, and writes a picture or text of the panel there; a place that cannot be written is named. */
export async function saveFile(extension: 'mmd' | 'svg' | 'png' | 'json', bytes: Uint8Array): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `lifecycle.${extension}`;
  const uri = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [extension.toUpperCase()]: [extension] },
  });
  if (uri === undefined) return;
  try {
    await vscode.workspace.fs.writeFile(uri, bytes);
  } catch (failure) {
    const detail = failure instanceof Error ? failure.message : '';
    void vscode.window.showErrorMessage(editorMessages.lifecycleNotSaved(uri.fsPath, detail));
  }
}
