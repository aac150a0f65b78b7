import type { CellOriginal, CellRole, EditorFile } from '../../investigation/index.ts';

/** What a cell's metadata carries under our own key; plain data, kept by the editor as it is. */
export interface CellMetadata {
  readonly role: CellRole;
  readonly original: CellOriginal;
}

const KEY = 'sonde';
const ROLES: readonly CellRole[] = ['front-matter', 'prose', 'probe', 'pins', 'claim', 'lifecycle', 'raw'];

/** Metadata of the editor for a cell. */
export function writeCellMetadata(metadata: CellMetadata): Record<string, unknown> {
  return { [KEY]: metadata };
}

/** Metadata of the editor for a document. */
export function writeFileMetadata(file: EditorFile): Record<string, unknown> {
  return { [KEY]: file };
}

/** Reads a cell's metadata; undefined where it was stripped, as in pasted and split cells. */
export function readCellMetadata(
  metadata: Readonly<Record<string, unknown>> | undefined,
): CellMetadata | undefined {
  const fields = own(metadata);
  const role = ROLES.find((each) => each === fields?.['role']);
  const original = readOriginal(fields?.['original']);
  return role === undefined || original === undefined ? undefined : { role, original };
}

/** Reads a document's metadata; a document without any is a new file. */
export function readFileMetadata(metadata: Readonly<Record<string, unknown>> | undefined): EditorFile {
  const fields = own(metadata);
  return {
    bom: fields?.['bom'] === true,
    lineEnd: fields?.['lineEnd'] === '\r\n' ? '\r\n' : '\n',
    tail: textOf(fields?.['tail']) ?? '',
  };
}

type Fields = Readonly<Record<string, unknown>>;

function own(metadata: Fields | undefined): Fields | undefined {
  return asFields(metadata?.[KEY]);
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readOriginal(value: unknown): CellOriginal | undefined {
  const fields = asFields(value);
  const role = ROLES.find((each) => each === fields?.['role']);
  const gap = textOf(fields?.['gap']);
  const open = textOf(fields?.['open']);
  const body = textOf(fields?.['body']);
  const close = textOf(fields?.['close']);
  const attached = textOf(fields?.['attached']);
  if (role === undefined || gap === undefined || open === undefined) return undefined;
  if (body === undefined || close === undefined || attached === undefined) return undefined;
  return { role, gap, open, body, close, attached };
}
