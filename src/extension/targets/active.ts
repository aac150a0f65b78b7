import * as vscode from 'vscode';
import { EXCERPT_SCHEME, FILE_SCHEME, NOTEBOOK_TYPE, PART_SCHEME } from '../manifest.ts';
import type { Investigations } from '../notebook/investigations.ts';

/** The targets that the active editor is about: that of a remote file, those of an investigation. */
export function activeTargets(investigations: Investigations): readonly string[] {
  const { activeTextEditor, activeNotebookEditor } = vscode.window;
  const uri = activeTextEditor?.document.uri;
  if (uri !== undefined && [FILE_SCHEME, EXCERPT_SCHEME, PART_SCHEME].includes(uri.scheme))
    return [uri.authority];
  const notebook = activeNotebookEditor?.notebook;
  if (notebook?.notebookType !== NOTEBOOK_TYPE) return [];
  const blocks = investigations.read(notebook)?.notebook.blocks ?? [];
  return blocks.flatMap(({ content }) =>
    content.kind === 'front-matter' ? content.value.targets.map(({ name }) => name) : [],
  );
}
