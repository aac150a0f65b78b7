import { LineTable } from '../lines.ts';
import type { RawNode } from '../raw.ts';
import type { Span } from '../tree.ts';

/**
 * Levels of nesting that are lowered; what lies deeper becomes `unknown`. Python itself stops at 200 open
 * brackets and 100 indentations; long chains of operators, calls or `elif` count as levels too. The bound
 * also keeps everybody who walks the tree by recursion inside the stack.
 */
export const DEPTH_LIMIT = 400;

/** What the functions of the lowering share: the text, its lines, and how deep they are. */
export class Lowering {
  readonly text: string;
  readonly #lines: LineTable;
  #depth = 0;
  #cut = false;

  constructor(text: string) {
    this.text = text;
    this.#lines = new LineTable(text);
  }

  span(node: { readonly start: number; readonly end: number }): Span {
    return this.#lines.span(node.start, node.end);
  }

  textOf(node: RawNode): string {
    return this.text.slice(node.start, node.end);
  }

  /** Something lay deeper than is lowered. */
  get cut(): boolean {
    return this.#cut;
  }

  /** Runs `lower` one level deeper, or answers `tooDeep` at the limit. */
  deeper<T>(lower: () => T, tooDeep: () => T): T {
    if (this.#depth >= DEPTH_LIMIT) {
      this.#cut = true;
      return tooDeep();
    }
    this.#depth += 1;
    try {
      return lower();
    } finally {
      this.#depth -= 1;
    }
  }
}
