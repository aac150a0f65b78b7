import * as vscode from 'vscode';
import { editorMessages } from '../../messages/index.ts';
import type { ReadQuestion } from '../../source/index.ts';

/** Asks whether a file that an analysis wants may be read: one outside the root, or one that holds secrets. */
export async function askToRead(name: string, question: ReadQuestion): Promise<boolean> {
  const yes = editorMessages.allow();
  const chosen = await vscode.window.showWarningMessage(
    question.kind === 'outside-root'
      ? editorMessages.fenceOutside(name, question.path)
      : editorMessages.fenceSensitive(name, question.path),
    { modal: true },
    yes,
  );
  return chosen === yes;
}
