import type { Span } from './marks.ts';

const BEGIN = /-----BEGIN ((?:[A-Z0-9]{1,12} ){0,3})PRIVATE KEY( BLOCK)?-----/g;
const END = /-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/** Lines of a block, and characters of one line of it with what greps put in front. */
const MOST_LINES = 400;
const LONGEST_LINE = 1_000;
/** Base64 of a key at the end of a line, behind a file name, a number or a sign of a difference. */
const BODY = /(?:^|[\s:+|"'-])([A-Za-z0-9+/]{16,1000}={0,2})(?:\\n)?["',;)\\]{0,4}\r?$/;
/** Headers of encrypted keys (RFC 1421, RFC 4880) and empty lines. */
const HEADER = /^(?:.{0,200}[:+| ])?(?:Proc-Type|DEK-Info|Comment|Version|Hash)\b.{0,200}$|^[\s+|-]{0,200}$/;
/** A key in one line, with its line ends written out; headers of RFC 1421 in front. */
const IN_LINE =
  /(?:(?:\\[nr]){1,4}(?:Proc-Type|DEK-Info): [^\\\n]{1,100}){0,3}(?:\\[nr]|["' \t+]){1,8}[A-Za-z0-9+/=\\]{32,20000}/y;
const IN_LINE_END = /(?:\\[nr]|["' \t+]){0,8}-----END [A-Z0-9 ]{0,40}-----/y;
/** The start of every OpenSSH private key: "openssh-key-v1" (PROTOCOL.key). */
const OPENSSH = /(?<![A-Za-z0-9+/])b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/]{10,20000}={0,2}/g;
/** PuTTY keeps the private part in so many lines behind this one. */
const PUTTY = /Private-Lines: ([0-9]{1,3})\r?(?=\n)/g;

/**
 * Private keys, also those of which the text holds only the beginning, the end or, for OpenSSH's own format,
 * the first line. A mention of the begin line without a key behind it is none.
 */
export function keyBlocks(text: string): readonly Span[] {
  const spans: Span[] = [];
  let last = 0;
  for (const begin of text.matchAll(BEGIN)) {
    if (begin.index < last) continue;
    const end = blockEnd(text, begin.index + begin[0].length);
    if (end === undefined) continue;
    spans.push({ kind: 'private-key', start: begin.index, end });
    last = end;
  }
  const blocks = [...spans];
  let next = 0;
  for (const end of text.matchAll(END)) {
    while ((blocks[next]?.end ?? Infinity) <= end.index) next += 1;
    const covered = (blocks[next]?.start ?? Infinity) <= end.index;
    const start = covered ? undefined : blockStart(text, end.index);
    if (start !== undefined) spans.push({ kind: 'private-key', start, end: end.index + end[0].length });
  }
  for (const { index, 0: body } of text.matchAll(OPENSSH))
    spans.push({ kind: 'private-key', start: index, end: index + body.length });
  for (const found of text.matchAll(PUTTY)) {
    const start = found.index + found[0].length + 1;
    const end = linesEnd(text, start, Number(found[1]));
    if (end > start) spans.push({ kind: 'private-key', start, end });
  }
  return spans;
}

/** Where the block ends whose begin line ends at `from`; undefined if no key stands there. */
function blockEnd(text: string, from: number): number | undefined {
  const inLine = endOf(IN_LINE, text, from);
  if (inLine !== undefined) return endOf(IN_LINE_END, text, inLine) ?? inLine;
  let seen = false;
  let at = from;
  for (let count = 0; count < MOST_LINES && at < text.length; count += 1) {
    const line = lineFrom(text, at);
    const closing = line.indexOf('-----END ');
    if (closing >= 0) return seen ? at + line.indexOf('-----', closing + 9) + 5 : undefined;
    const isKey = BODY.test(line);
    if (count > 0 && !isKey && (seen || !HEADER.test(line))) break;
    seen ||= isKey;
    at += line.length + 1;
    if (line.length === LONGEST_LINE) break;
  }
  return seen ? Math.min(at, text.length) : undefined;
}

/** Where the lines of a key whose end line is at `end` start, if its beginning was cut. */
function blockStart(text: string, end: number): number | undefined {
  let start = lineStart(text, end);
  let seen = false;
  for (let count = 0; count < MOST_LINES && start !== undefined && start > 0; count += 1) {
    const previous = lineStart(text, start - 1);
    if (previous === undefined) break;
    const line = text.slice(previous, start - 1);
    if (line.includes('-----END ') || !BODY.test(line)) break;
    start = previous;
    seen = true;
  }
  return seen ? start : undefined;
}

/** The rest of the line, at most `LONGEST_LINE` characters: what is longer is not looked through again and again. */
function lineFrom(text: string, from: number): string {
  const piece = text.slice(from, from + LONGEST_LINE);
  const end = piece.indexOf('\n');
  return end < 0 ? piece : piece.slice(0, end);
}

/** Where the line starts that ends before `before`; undefined if that is too far. */
function lineStart(text: string, before: number): number | undefined {
  const from = Math.max(0, before - LONGEST_LINE);
  const found = text.slice(from, before).lastIndexOf('\n');
  if (found >= 0) return from + found + 1;
  return from === 0 ? 0 : undefined;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  const sticky = new RegExp(pattern, 'y');
  sticky.lastIndex = at;
  const found = sticky.exec(text);
  return found === null ? undefined : at + found[0].length;
}

function linesEnd(text: string, start: number, count: number): number {
  let end = start;
  for (let line = 0; line < count && end < text.length; line += 1) {
    const next = text.indexOf('\n', end);
    if (next < 0) return text.length;
    end = next + 1;
  }
  return end;
}
