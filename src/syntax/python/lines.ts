import type { Span } from './tree.ts';

/** Where the lines of a text start, for turning offsets into lines and columns. A line ends with `\n`. */
export class LineTable {
  readonly #starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = starts;
  }

  /** The line that holds an offset, starting at 1. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** The offset at which a line starts; lines past the end start where the last one does. */
  startOf(line: number): number {
    return this.#starts[Math.min(Math.max(line, 1), this.#starts.length) - 1] ?? 0;
  }

  span(start: number, end: number): Span {
    const line = this.lineAt(start);
    const endLine = this.lineAt(end);
    return {
      line,
      column: start - this.startOf(line),
      endLine,
      endColumn: end - this.startOf(endLine),
      start,
      end,
    };
  }
}
