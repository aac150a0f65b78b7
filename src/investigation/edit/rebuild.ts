import { parseNotebook } from '../notebook/parse.ts';
import { notebookText } from '../notebook/print.ts';
import type { FenceText } from '../notebook/fence.ts';
import { mainLineEnd } from '../notebook/lines.ts';
import type { Notebook } from '../notebook/model.ts';

/** A block's texts; what they mean is read again. */
export type BlockText = FenceText & { readonly gap: string };

/** The line end that new lines of this notebook get. */
export function lineEndOf(notebook: Notebook): '\n' | '\r\n' {
  return mainLineEnd(notebookText(notebook));
}

/**
 * The notebook that these texts make, read anew, so that lines, marks and contents fit them. Texts that
 * make no notebook are a bug of the caller.
 */
export function rebuild(notebook: Notebook, blocks: readonly BlockText[]): Notebook {
  const end = lineEndOf(notebook);
  const parts: string[] = [];
  for (const block of blocks) {
    const before = parts.at(-1);
    // A block that was last and has no line end gets one before another follows.
    if (before !== undefined && !/[\r\n]$/.test(before)) parts.push(end);
    parts.push(block.gap + block.open + block.body + block.close);
  }
  const text = (notebook.bom ? '\uFEFF' : '') + parts.join('') + notebook.tail;
  const parsed = parseNotebook(new TextEncoder().encode(text));
  if (!parsed.ok) throw new Error(`an edit broke the notebook: ${JSON.stringify(parsed.error)}`);
  return parsed.value;
}

/** Takes the texts of a notebook's blocks and changes them one by one; `finish` reads the outcome. */
export class BlockEdits {
  readonly #notebook: Notebook;
  readonly #texts: BlockText[];
  readonly #after = new Map<number, BlockText[]>();
  readonly #removed = new Set<number>();
  #changed = false;

  constructor(notebook: Notebook) {
    this.#notebook = notebook;
    this.#texts = notebook.blocks.map(({ gap, open, body, close }) => ({ gap, open, body, close }));
  }

  get lineEnd(): '\n' | '\r\n' {
    return lineEndOf(this.#notebook);
  }

  text(index: number): BlockText {
    const text = this.#texts[index];
    if (text === undefined) throw new RangeError(`no block ${index}`);
    return text;
  }

  /** Sets the texts of a block; equal texts change nothing. */
  set(index: number, change: FenceText): void {
    const old = this.text(index);
    if (old.open === change.open && old.body === change.body && old.close === change.close) return;
    // A block that ended the file without a line end stays like that.
    const close = /[\r\n]$/.test(old.close) ? change.close : change.close.replace(/[\r\n]+$/, '');
    this.#texts[index] = { gap: old.gap, open: change.open, body: change.body, close };
    this.#changed = true;
  }

  /** Puts a new block behind block `index` and what was inserted there before, after one blank line; behind -1 is the start. */
  insertAfter(index: number, text: FenceText): void {
    const list = this.#after.get(index) ?? [];
    list.push({ gap: this.#texts.length === 0 ? '' : this.lineEnd, ...text });
    this.#after.set(index, list);
    this.#changed = true;
  }

  /** Takes a block out, with the gap before it. */
  remove(index: number): void {
    this.#removed.add(index);
    this.#changed = true;
  }

  finish(): Notebook {
    if (!this.#changed) return this.#notebook;
    const blocks = this.#texts.flatMap((text, index) => [
      ...(this.#removed.has(index) ? [] : [text]),
      ...(this.#after.get(index) ?? []),
    ]);
    blocks.unshift(...(this.#after.get(-1) ?? []));
    return rebuild(this.#notebook, blocks);
  }
}
