import type { Mark } from '../notebook/errors.ts';
import { attribute, type Info } from '../notebook/info.ts';
import type { DerivedText, ExcerptRecord } from '../notebook/model.ts';
import { bodyBytes } from './evidence.ts';
import type { CellReading, CellText } from './reader.ts';

/** Reads a pin's excerpt: the bytes of the region, as in the file. */
export function readExcerpt(info: Info, cell: CellText): CellReading<ExcerptRecord> {
  const bytes = bodyBytes(info, cell.body);
  if (bytes !== undefined)
    return { value: { of: attribute(info, 'of') ?? '', language: info.word, bytes }, marks: [] };
  const mark: Mark = { code: 'encoding', line: cell.line, column: 1 };
  return { value: undefined, marks: [mark] };
}

const DIAGRAM_OWNER = /^[ \t]*%%[ \t]*of=([^\s"`]+)[ \t]*$/;

/** The id behind `%% of=` in the first line of a diagram; undefined where the diagram is the user's own. */
export function diagramOwner(body: string): string | undefined {
  return DIAGRAM_OWNER.exec(body.split(/\r\n|\n|\r/, 1)[0] ?? '')?.[1];
}

/** Reads a diagram that follows from a lifecycle; the text is without its first line. */
export function readDiagram(owner: string, cell: CellText): DerivedText {
  return { of: owner, text: cell.body.replace(/^[^\r\n]*(\r\n|\n|\r)?/, '') };
}
