/** Bytes at the start of a file that tell what it holds. */
export const SAMPLE_BYTES = 4096;

/** The encoding that a byte order mark at the start of a file names, as the editor calls it. */
export function markedEncoding(start: Uint8Array): 'utf8bom' | 'utf16le' | 'utf16be' | undefined {
  const [first, second, third] = start;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf8bom';
  if (first === 0xff && second === 0xfe) return 'utf16le';
  return first === 0xfe && second === 0xff ? 'utf16be' : undefined;
}

/** Whether the start of a file is that of no text: it holds NUL, and no mark says that two bytes make a character. */
export function isBinary(start: Uint8Array): boolean {
  const marked = markedEncoding(start);
  return marked !== 'utf16le' && marked !== 'utf16be' && start.includes(0);
}

/**
 * A part of a file in UTF-16 that starts at byte `at`: half a character at its start is left out. (The editor's own
 * decoder takes a part without the mark for no text.)
 */
export function wideText(bytes: Uint8Array, at: number, encoding: 'utf16le' | 'utf16be'): string {
  const label = encoding === 'utf16le' ? 'utf-16le' : 'utf-16be';
  return new TextDecoder(label).decode(bytes.subarray(at % 2));
}

/**
 * Bytes as the editor's decoders take them, which refuse those with NUL: each NUL is another control character that
 * the bytes hold nowhere, `mark`. Without `mark` there was none, or every such character is taken.
 */
export function withoutNuls(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly mark?: string } {
  if (!bytes.includes(0)) return { bytes };
  const mark = STAND_INS.find((byte) => !bytes.includes(byte));
  if (mark === undefined) return { bytes };
  return { bytes: bytes.map((byte) => (byte === 0 ? mark : byte)), mark: String.fromCharCode(mark) };
}

/** Control characters that are one byte in every encoding and no part of a longer one; no tab, newline or escape. */
const STAND_INS: readonly number[] = [
  1, 2, 3, 4, 5, 6, 7, 8, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 28, 29, 30, 31,
];

/** Bytes as lines of sixteen: offset, two digits for each, and what is printable ASCII of them. */
export function hexLines(bytes: Uint8Array, at: number): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; start += 16) {
    const row = [...bytes.subarray(start, start + 16)];
    const digits = row.map((byte) => byte.toString(16).padStart(2, '0'));
    const shown = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'));
    const [left, right] = [digits.slice(0, 8).join(' '), digits.slice(8).join(' ')];
    lines.push(
      `${(at + start).toString(16).padStart(10, '0')}  ${left.padEnd(23)}  ${right.padEnd(23)}  ${shown.join('')}`,
    );
  }
  return lines.map((line) => `${line}\n`).join('');
}
