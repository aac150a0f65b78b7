/** A line of a text: its characters without the line end, and the line end as it stands. */
export interface Line {
  readonly text: string;
  /** `\n`, `\r\n`, a lone `\r`, or empty at the end of a text that does not end with a line end. */
  readonly end: string;
}

/** Cuts a text into lines that join to exactly this text. The empty text has none. */
export function splitLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  const pattern = /\r\n|\n|\r/g;
  let start = 0;
  for (const match of text.matchAll(pattern)) {
    lines.push({ text: text.slice(start, match.index), end: match[0] });
    start = match.index + match[0].length;
  }
  if (start < text.length) lines.push({ text: text.slice(start), end: '' });
  return lines;
}

/** The inverse of `splitLines`. */
export function joinLines(lines: readonly Line[]): string {
  return lines.map((line) => line.text + line.end).join('');
}

/** The line end that most lines have; `\n` where none or as many have another. */
export function mainLineEnd(text: string): '\n' | '\r\n' {
  let windows = 0;
  let unix = 0;
  for (const match of text.matchAll(/\r?\n/g)) {
    if (match[0] === '\n') unix += 1;
    else windows += 1;
  }
  return windows > unix ? '\r\n' : '\n';
}

/** The text with `\n` for every line end, as an editor that makes line ends uniform shows it. */
export function normaliseLineEnds(text: string): string {
  return text.replace(/\r\n|\r/g, '\n');
}

/** The text with `end` for every line end. */
export function withLineEnd(text: string, end: '\n' | '\r\n'): string {
  const normal = normaliseLineEnds(text);
  return end === '\n' ? normal : normal.replaceAll('\n', '\r\n');
}

/** True for a line that Markdown reads as blank. */
export function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

/** A place in a text. Lines and columns start at 1, columns count UTF-16 units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** The place of a 0-based offset in UTF-16 units; behind the end it is the end. */
export function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset);
  const starts = [...before.matchAll(/\r\n|\n|\r/g)];
  const last = starts.at(-1);
  return {
    line: starts.length + 1,
    column: before.length - (last === undefined ? 0 : last.index + last[0].length) + 1,
  };
}
