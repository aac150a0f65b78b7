import type { EditorCell } from '../../investigation/index.ts';
import { readCellMetadata } from './metadata.ts';
import { inferRole } from './roles.ts';

/** A cell as the editor hands it over. */
export interface CellInput {
  readonly markup: boolean;
  readonly language: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  readonly first: boolean;
}

/** A cell of the editor as the notebook format takes it. */
export function editorCell(input: CellInput): EditorCell {
  const known = readCellMetadata(input.metadata);
  const text = input.text.replace(/\r\n?/g, '\n');
  // A cell whose kind was changed by the user is another cell.
  if (known === undefined || input.markup !== (known.role === 'prose'))
    return { role: inferRole(input.markup, input.language, text, input.first), text };
  return { role: known.role, text, original: known.original };
}
