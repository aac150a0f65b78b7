/** A part of a large file. */
export type FilePart =
  /** Lines, starting at 1, the last one included. */
  | { readonly kind: 'lines'; readonly first: number; readonly last: number }
  /** The last lines. */
  | { readonly kind: 'end'; readonly count: number }
  /** Bytes, starting at 0. */
  | { readonly kind: 'bytes'; readonly at: number; readonly length: number };

/** Lines of a part; more would be no part. */
export const PART_LINES = 100_000;

/** Bytes of a part, and of its lines. */
export const PART_BYTES = 5_000_000;

const WHOLE = /^\d{1,15}$/;

/** Reads `1000-2000`, `1000` (a thousand lines from there), `-500` (the last), `@4096+1024` and `@4096` (bytes). */
export function readPart(text: string): FilePart | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith('@')) return readBytes(trimmed.slice(1));
  const [from = '', to, ...more] = trimmed.split(/\s*[-–]\s*/);
  if (more.length > 0) return undefined;
  if (from === '') {
    const count = whole(to);
    return count === undefined || count === 0 || count > PART_LINES ? undefined : { kind: 'end', count };
  }
  const first = whole(from);
  const last = to === undefined && first !== undefined ? first + 999 : whole(to);
  if (first === undefined || first === 0 || last === undefined) return undefined;
  return last < first || last - first >= PART_LINES ? undefined : { kind: 'lines', first, last };
}

function readBytes(text: string): FilePart | undefined {
  const [from = '', count = '65536', ...more] = text.split('+');
  const [at, length] = [whole(from), whole(count)];
  if (more.length > 0 || at === undefined || length === undefined) return undefined;
  return length === 0 || length > PART_BYTES ? undefined : { kind: 'bytes', at, length };
}

function whole(text: string | undefined): number | undefined {
  return text !== undefined && WHOLE.test(text) ? Number(text) : undefined;
}
