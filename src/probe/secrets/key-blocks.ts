import type { Span } from './marks.ts';

const BEGIN = /-----BEGIN ((?:[A-Z0-9]{1,12} ){0,3})PRIVATE KEY( BLOCK)?-----/g;
const END = /-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/** Characters of a key's block, with line ends real or written as `\n`, quotes and what greps put in front. */
const LONGEST = 20_000;
/** Base64 of a key at the end of a line, behind a file name, a number or a sign of a difference. */
const BODY = /(?:^|[\s:+|"'-])([A-Za-z0-9+/]{16,}={0,2})(?:\\n)?["',;)\\]{0,4}\r?$/;
/** Headers of encrypted keys (RFC 1421, RFC 4880) and empty lines. */
const HEADER = /^(?:.{0,200}[:+| ])?(?:Proc-Type|DEK-Info|Comment|Version|Hash)\b.{0,200}$|^[\s+|-]{0,200}$/;
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
  for (const end of text.matchAll(END)) {
    const covered = spans.some((span) => span.start <= end.index && end.index < span.end);
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
  const rest = text.slice(from, from + LONGEST);
  const closing = rest.search(END);
  const body = closing < 0 ? rest : rest.slice(0, closing);
  const inLine = /^(?:\\[nr]|["'\s+]){1,8}[A-Za-z0-9+/=\\]{32,}/.exec(body.split('\n', 1)[0] ?? '');
  const length = inLine === null ? bodyLength(body) : inLine[0].length;
  if (length === undefined) return undefined;
  if (closing < 0) return from + length;
  const dashes = rest.indexOf('-----', closing + 5);
  return from + dashes + 5;
}

/** Length of the lines of a key at the start of `body`; undefined if there is none. */
function bodyLength(body: string): number | undefined {
  let length = 0;
  let seen = false;
  for (const line of body.split('\n').slice(0, 400)) {
    const isKey = BODY.test(line);
    if (length > 0 && !isKey && !(HEADER.test(line) && !seen)) break;
    seen ||= isKey;
    length += line.length + 1;
  }
  return seen ? Math.min(length, body.length) : undefined;
}

/** Where the lines of a key that ends at `end` start, if its beginning was cut. */
function blockStart(text: string, end: number): number | undefined {
  const before = text.slice(Math.max(0, end - LONGEST), end);
  const lines = before.split('\n');
  // The last piece is what stands in front of the end line itself.
  let start = end - (lines.pop()?.length ?? 0);
  let seen = false;
  for (let line = lines.pop(); line !== undefined && BODY.test(line); line = lines.pop()) {
    start -= line.length + 1;
    seen = true;
  }
  return seen ? start : undefined;
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
