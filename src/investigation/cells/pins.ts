import type { LineRange } from '../../source/index.ts';
import type { YamlMap } from '../yaml/read.ts';
import { FieldReader, type CellReading, type CellText } from './reader.ts';

/** A region that is kept as evidence: a file, and the lines or the symbol in it. */
export interface Pin {
  readonly id?: string;
  readonly on?: string;
  /** Relative to the root. */
  readonly file: string;
  readonly lines?: LineRange;
  /** Names joined with dots, nested functions included, without the module. */
  readonly symbol?: string;
  readonly role?: string;
  readonly note?: string;
  readonly foundBy?: string;
  readonly commit?: string;
  /** True where the file differed from its commit. */
  readonly dirty: boolean;
  /** Of the excerpt's bytes, lower-case hexadecimal. */
  readonly sha256?: string;
  /** How many secrets are replaced by marks in the excerpt and the lines around it; digest and lines are those with the marks. */
  readonly redacted?: number;
  /** The lines around the region, to find it again by. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Line of the file in which the pin starts. */
  readonly line: number;
}

/** The order in which the fields of a pin are written. */
export const PIN_KEYS = [
  'id',
  'on',
  'file',
  'lines',
  'symbol',
  'role',
  'note',
  'found-by',
  'commit',
  'dirty',
  'sha256',
  'redacted',
  'before',
  'after',
] as const;

/** Reads a list of pins. One faulty pin makes the cell invalid, so that nothing is written into it. */
export function readPins(cell: CellText): CellReading<readonly Pin[]> {
  const reader = new FieldReader(cell);
  const list = reader.list();
  if (list === undefined) return { value: undefined, marks: reader.marks };
  const pins: Pin[] = [];
  let line = cell.line;
  let at = 0;
  for (const item of list.items) {
    line += lineEnds(cell.body.slice(at, item.start));
    at = item.start;
    if (item.kind !== 'map') {
      reader.mark(item.start, { code: 'yaml', fault: 'not-a-map', detail: '' });
      continue;
    }
    const pin = readPin(reader, item, line);
    if (pin !== undefined) pins.push(pin);
  }
  return { value: pins.length === list.items.length ? pins : undefined, marks: reader.marks };
}

/** `460-520`, `460` or `460-`; undefined where it is none of them or ends before it starts. */
export function parseLineRange(text: string): LineRange | undefined {
  const match = /^([1-9]\d{0,8})(?:\s*[-–,]\s*([1-9]\d{0,8})?)?$/.exec(text.trim());
  if (match === null) return undefined;
  const first = Number(match[1]);
  const last = match[2] === undefined ? (/\d$/.test(text.trim()) ? first : null) : Number(match[2]);
  return last !== null && last < first ? undefined : { first, last };
}

/** The inverse of `parseLineRange`. */
export function formatLineRange(range: LineRange): string {
  if (range.last === null) return `${range.first}-`;
  return range.last === range.first ? `${range.first}` : `${range.first}-${range.last}`;
}

function readPin(reader: FieldReader, map: YamlMap, line: number): Pin | undefined {
  reader.unknown(map, PIN_KEYS);
  const file = reader.required(map, 'file');
  const linesText = reader.text(map, 'lines') ?? '';
  const lines = parseLineRange(linesText);
  if (linesText !== '' && lines === undefined) {
    const at = map.entries.find((entry) => entry.key === 'lines')?.value.start ?? map.start;
    reader.mark(at, { code: 'field-value', field: 'lines', value: linesText, expected: '460-520' });
    return undefined;
  }
  const symbol = reader.text(map, 'symbol') ?? '';
  if (lines === undefined && symbol === '')
    reader.mark(map.start, { code: 'field-missing', field: 'symbol, lines' });
  if (file === undefined || (lines === undefined && symbol === '')) return undefined;
  const optional = (key: string): string | undefined => {
    const text = reader.text(map, key);
    return text === '' ? undefined : text;
  };
  return withoutUndefined({
    id: optional('id'),
    on: optional('on'),
    file: file.replace(/^(\.\/)+/, ''),
    lines,
    symbol: symbol === '' ? undefined : symbol,
    role: optional('role'),
    note: optional('note')?.trimEnd(),
    foundBy: optional('found-by'),
    commit: optional('commit'),
    dirty: reader.text(map, 'dirty') === 'true',
    sha256: optional('sha256'),
    redacted: countOf(optional('redacted')),
    before: contextLines(reader, map, 'before'),
    after: contextLines(reader, map, 'after'),
    line,
  });
}

/** A list of lines, or one block text of several. */
function contextLines(reader: FieldReader, map: YamlMap, key: string): readonly string[] {
  return reader.texts(map, key).flatMap((text) => text.replace(/\n$/, '').split('\n'));
}

type Undefinable<T> = { [K in keyof T]: T[K] | undefined };

/** A count; what is written there and is none counts as one, so that nothing is compared raw. */
function countOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

function withoutUndefined(
  fields: Undefinable<Required<Pin>> & Pick<Pin, 'file' | 'dirty' | 'before' | 'after' | 'line'>,
): Pin {
  const { id, on, lines, symbol, role, note, foundBy, commit, sha256, redacted, ...rest } = fields;
  return {
    ...(id === undefined ? {} : { id }),
    ...(on === undefined ? {} : { on }),
    ...(lines === undefined ? {} : { lines }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(role === undefined ? {} : { role }),
    ...(note === undefined ? {} : { note }),
    ...(foundBy === undefined ? {} : { foundBy }),
    ...(commit === undefined ? {} : { commit }),
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(redacted === undefined ? {} : { redacted }),
    ...rest,
  };
}

function lineEnds(text: string): number {
  return text.split(/\r\n|\n|\r/).length - 1;
}
