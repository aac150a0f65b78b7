import MarkdownIt from 'markdown-it';
import { err, ok, type Result } from '../../base/index.ts';
import { diagramOwner } from '../cells/excerpt.ts';
import { readYaml } from '../yaml/read.ts';
import { CONFLICT, decodeLeniently, decodeStrictly, firstUnreadable } from './encoding.ts';
import type { NotebookError } from './errors.ts';
import { attribute, infoWord, parseInfo } from './info.ts';
import { isBlank, joinLines, placeAt, splitLines, type Line } from './lines.ts';
import type { Block } from './model.ts';

/** A block before its meaning is read. */
export type RawBlock = Pick<Block, 'gap' | 'open' | 'body' | 'close' | 'line'> & {
  readonly shape: 'front-matter' | 'fence' | 'prose';
};

/** The texts of a file in order; joined they are the file. */
export interface Structure {
  readonly bom: boolean;
  readonly blocks: readonly RawBlock[];
  readonly tail: string;
}

/** Words that make a fence a cell. */
export const CELL_WORDS = [
  'probe',
  'evidence',
  'pins',
  'claim',
  'lifecycle',
  'lifecycle-result',
  'hazards',
] as const;
/** Words that are kept for later versions. */
export const RESERVED_WORDS = ['leads', 'dismissed', 'walkthrough', 'ledger', 'replaced'] as const;

/** The line that parts two cells of prose. */
export const PROSE_SEPARATOR = '<!-- -->';

/** Cuts a file into its blocks. The first error of structure ends it. */
export function readStructure(bytes: Uint8Array): Result<Structure, NotebookError> {
  const decoded = decodeStrictly(bytes);
  if (decoded === undefined) return err(notUtf8(bytes));
  const bom = decoded.startsWith('\uFEFF');
  const lines = splitLines(bom ? decoded.slice(1) : decoded);
  const conflict = findConflict(lines);
  if (conflict !== undefined) return err(conflict);
  const front = frontMatterEnd(lines);
  if (!front.ok) return front;
  const cells = findCells(lines, front.value);
  if (!cells.ok) return cells;
  const builder = new Builder(lines);
  if (front.value > 0) builder.take(0, front.value, 'front-matter');
  const { fences, separators } = cells.value;
  for (const [start, end] of fences) {
    builder.proseUntil(start, separators);
    builder.take(start, end, 'fence');
  }
  builder.proseUntil(lines.length, separators);
  return ok({ bom, ...builder.finish() });
}

/** Gathers blocks; everything between two cells is prose, its blank edges are gaps. */
class Builder {
  readonly #lines: readonly Line[];
  readonly #blocks: RawBlock[] = [];
  #gapStart = 0;
  #at = 0;

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  take(start: number, end: number, shape: 'front-matter' | 'fence'): void {
    this.#push(start, end, {
      open: this.#text(start, start + 1),
      body: this.#text(start + 1, end - 1),
      close: this.#text(end - 1, end),
      shape,
    });
  }

  /** Prose from here to line `end`, parted at the separators. */
  proseUntil(end: number, separators: readonly number[]): void {
    const parts = separators.filter((line) => line >= this.#at && line < end);
    for (const stop of [...parts, end]) {
      this.#prose(this.#at, stop);
      this.#at = Math.min(stop + 1, end);
    }
    this.#at = end;
  }

  finish(): { readonly blocks: readonly RawBlock[]; readonly tail: string } {
    return { blocks: this.#blocks, tail: this.#text(this.#gapStart, this.#lines.length) };
  }

  #prose(from: number, to: number): void {
    let start = from;
    let end = to;
    while (start < end && isBlank(this.#lines[start]?.text ?? '')) start += 1;
    while (end > start && isBlank(this.#lines[end - 1]?.text ?? '')) end -= 1;
    if (start === end) return;
    const close = this.#lines[end - 1]?.end ?? '';
    const body = this.#text(start, end);
    this.#push(start, end, {
      open: '',
      body: body.slice(0, body.length - close.length),
      close,
      shape: 'prose',
    });
  }

  #push(start: number, end: number, texts: Omit<RawBlock, 'gap' | 'line'>): void {
    this.#blocks.push({ gap: this.#text(this.#gapStart, start), line: start + 1, ...texts });
    this.#gapStart = end;
    this.#at = end;
  }

  #text(from: number, to: number): string {
    return joinLines(this.#lines.slice(from, to));
  }
}

interface Cells {
  /** Line ranges `[start, end)`. */
  readonly fences: readonly (readonly [number, number])[];
  /** Lines of `<!-- -->`. */
  readonly separators: readonly number[];
}

/** Asks a CommonMark parser where fences stand; which of them are cells is ours to say. */
function findCells(lines: readonly Line[], from: number): Result<Cells, NotebookError> {
  const parser = new MarkdownIt('commonmark');
  const text = lines
    .slice(from)
    .map((line) => line.text)
    .join('\n');
  const tokens: ReturnType<typeof parser.parse> = [];
  parser.block.parse(text, parser, {}, tokens);
  const fences: (readonly [number, number])[] = [];
  const separators: number[] = [];
  for (const token of tokens) {
    if (token.level !== 0 || token.map === null) continue;
    const start = from + token.map[0];
    const end = Math.min(from + token.map[1], lines.length);
    const opening = lines[start]?.text ?? '';
    if (token.type === 'html_block' && opening.trimEnd() === PROSE_SEPARATOR) separators.push(start);
    if (token.type !== 'fence' || !opening.startsWith('`')) continue;
    const info = opening.replace(/^`+/, '');
    if (!isCell(info, lines[start + 1]?.text ?? '')) continue;
    if (!isClosing(lines[end - 1]?.text ?? '', opening) || end - start < 2)
      return err({ code: 'fence-unclosed', line: start + 1, column: 1, word: infoWord(info) ?? '' });
    fences.push([start, end]);
  }
  return ok({ fences, separators });
}

/** A fence is a cell by its first word, by `of=`, or, for a diagram, by its first line. */
function isCell(info: string, firstLine: string): boolean {
  const word = infoWord(info);
  if (word === undefined) return false;
  const words: readonly string[] = [...CELL_WORDS, ...RESERVED_WORDS];
  if (words.includes(word) && /^[a-z-]+(\s|$)/.test(info.trim())) return true;
  const parsed = parseInfo(info);
  if (parsed === undefined) return false;
  if (word === 'mermaid') return parsed.attributes.length === 0 && diagramOwner(firstLine) !== undefined;
  return attribute(parsed, 'of') !== undefined;
}

/** CommonMark 0.31, 4.5: at least as many backticks, up to three spaces before, only blanks behind. */
function isClosing(line: string, opening: string): boolean {
  const ticks = /^ {0,3}(`+)[ \t]*$/.exec(line)?.[1];
  return ticks !== undefined && ticks.length >= (/^`+/.exec(opening)?.[0].length ?? 3);
}

/** The line behind the front matter, 0 where there is none. */
function frontMatterEnd(lines: readonly Line[]): Result<number, NotebookError> {
  if (!/^---[ \t]*$/.test(lines[0]?.text ?? '')) return ok(0);
  const close = lines.findIndex((line, index) => index > 0 && /^---[ \t]*$/.test(line.text));
  if (close < 0) return err({ code: 'front-matter-unclosed', line: 1, column: 1 });
  const body = joinLines(lines.slice(1, close));
  const read = readYaml(body);
  const place = placeAt(body, read.ok ? 0 : read.error.at);
  const at = { line: place.line + 1, column: place.column };
  if (!read.ok)
    return err({ code: 'front-matter-yaml', ...at, fault: read.error.fault, detail: read.error.detail });
  if (read.value?.kind !== 'map')
    return err({ code: 'front-matter-yaml', ...at, fault: 'not-a-map', detail: '' });
  return ok(close + 1);
}

function findConflict(lines: readonly Line[]): NotebookError | undefined {
  const index = lines.findIndex((line) => CONFLICT.test(line.text));
  if (index < 0) return undefined;
  const marker = CONFLICT.exec(lines[index]?.text ?? '')?.[0] ?? '';
  return { code: 'conflict-marker', line: index + 1, column: 1, marker };
}

/** Where the first byte stands that is not UTF-8. */
function notUtf8(bytes: Uint8Array): NotebookError {
  const good = firstUnreadable(bytes);
  const text = decodeLeniently(bytes.subarray(0, good));
  return { code: 'not-utf8', ...placeAt(text, text.length), byte: bytes[good] ?? 0 };
}
