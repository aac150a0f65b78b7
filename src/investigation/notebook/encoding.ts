import { splitLines } from './lines.ts';

const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;
const BIDIRECTIONAL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
const BREAKS = /[\u2028\u2029\uFEFF]/;
const LONE_RETURN = /\r(?!\n)/;
const UNPLAIN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029\uFEFF\\]|\r(?!\n)/gu;
/** A line that Git leaves in a file it could not merge. */
export const CONFLICT = /^(<<<<<<<|>>>>>>>|\|\|\|\|\|\|\|)(?=[ \r\n]|$)/;

/**
 * True for bytes that may stand in a fenced block as they are: UTF-8 without controls other than tab
 * and line ends, bidirectional controls, other line separators, a lone carriage return, or a line that
 * a reader would take for a conflict marker.
 */
export function isPlain(bytes: Uint8Array): boolean {
  const text = decodeStrictly(bytes);
  if (text === undefined) return false;
  if (CONTROL.test(text) || BIDIRECTIONAL.test(text) || BREAKS.test(text) || LONE_RETURN.test(text))
    return false;
  return !splitLines(text).some((line) => CONFLICT.test(line.text));
}

/** UTF-8, a byte order mark kept; undefined where the bytes are not UTF-8. */
export function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** UTF-8 with U+FFFD for what is not, a byte order mark kept: for showing only. */
export function decodeLeniently(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Offset of the first byte that belongs to no UTF-8 sequence; the length where there is none. */
export function firstUnreadable(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** The text of a block that carries `enc=c`: a backslash is `\\`, a byte `\xHH`, a character `\u{H…}`. */
export function encodeUnplain(bytes: Uint8Array): string {
  let encoded = '';
  for (const piece of pieces(bytes)) {
    encoded += typeof piece === 'number' ? hexByte(piece) : piece.replaceAll(UNPLAIN, escapeCharacter);
  }
  return splitLines(encoded)
    .map(({ text, end }) => (CONFLICT.test(text) ? hexByte(text.charCodeAt(0)) + text.slice(1) : text) + end)
    .join('');
}

/** The inverse of `encodeUnplain`; undefined where a backslash starts no known form. */
export function decodeUnplain(text: string): Uint8Array | undefined {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const pattern = /\\(?:(\\)|x([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f]{1,6})\})/y;
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('\\', at);
    const end = next < 0 ? text.length : next;
    if (end > at) parts.push(encoder.encode(text.slice(at, end)));
    at = end;
    if (next < 0) break;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return undefined;
    const part = decodeEscape(match, encoder);
    if (part === undefined) return undefined;
    parts.push(part);
    at += match[0].length;
  }
  return concatenate(parts);
}

/** One array with all the bytes in order. */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function decodeEscape(match: RegExpExecArray, encoder: TextEncoder): Uint8Array | undefined {
  if (match[1] !== undefined) return Uint8Array.of(0x5c);
  if (match[2] !== undefined) return Uint8Array.of(Number.parseInt(match[2], 16));
  const point = Number.parseInt(match[3] ?? '', 16);
  return point > 0x10ffff ? undefined : encoder.encode(String.fromCodePoint(point));
}

function escapeCharacter(character: string): string {
  if (character === '\\') return '\\\\';
  const point = character.codePointAt(0) ?? 0;
  return point < 0x80 ? hexByte(point) : `\\u{${point.toString(16).toUpperCase()}}`;
}

function hexByte(byte: number): string {
  return `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Stretches of UTF-8 as text, and each byte that belongs to none by itself. */
function* pieces(bytes: Uint8Array): Generator<string | number> {
  let start = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) {
      if (at > start) yield decodeLeniently(bytes.subarray(start, at));
      yield bytes[at] ?? 0;
      at += 1;
      start = at;
    } else at += length;
  }
  if (at > start) yield decodeLeniently(bytes.subarray(start, at));
}

/** Bytes of the UTF-8 sequence that starts at `at`; 0 where none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  return decodeStrictly(bytes.subarray(at, at + length)) === undefined ? 0 : length;
}
