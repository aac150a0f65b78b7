import type { LineRange } from './model.ts';

/** A text as lines, each without its end; `\r` before `\n` belongs to the end. */
export class TextLines {
  readonly lines: readonly string[];
  readonly #bytes: Uint8Array;
  /** Offset of the first byte of each line, and one for the end of the file. */
  readonly #starts: readonly number[];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const starts = [0];
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
    if (starts.at(-1) !== bytes.length) starts.push(bytes.length);
    this.#starts = starts;
    // A byte order mark is part of its line, so that equal lines are equal bytes.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    this.lines = starts.slice(0, -1).map((start, index) => {
      const end = starts[index + 1] ?? bytes.length;
      return decoder.decode(bytes.subarray(start, end)).replace(/\r?\n$/, '');
    });
  }

  get count(): number {
    return this.lines.length;
  }

  /** The bytes of lines, line ends included. */
  bytes(first: number, last: number): Uint8Array {
    return this.#bytes.slice(this.#starts[first - 1] ?? 0, this.#starts[last] ?? this.#bytes.length);
  }

  /** A line, from 1; undefined outside the file. */
  line(number: number): string | undefined {
    return this.lines[number - 1];
  }

  /** First lines at which a block of lines stands, inside a range. */
  occurrences(block: readonly string[], within: LineRange = { first: 1, last: null }): readonly number[] {
    if (block.length === 0) return [];
    const end = Math.min(within.last ?? this.count, this.count) - block.length + 1;
    const found: number[] = [];
    for (let first = Math.max(within.first, 1); first <= end; first += 1)
      if (this.has(block, first)) found.push(first);
    return found;
  }

  /** Whether a block of lines stands at a line. */
  has(block: readonly string[], first: number): boolean {
    return block.every((line, index) => this.line(first + index) === line);
  }
}
