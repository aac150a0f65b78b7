import type { Block, Notebook } from './model.ts';

/** The bytes of the file: exactly those that were read, where nothing was changed. */
export function printNotebook(notebook: Notebook): Uint8Array {
  return new TextEncoder().encode(notebookText(notebook));
}

/** The file as text, a byte order mark included. */
export function notebookText(notebook: Notebook): string {
  const parts = notebook.blocks.map((block) => block.gap + blockText(block));
  return (notebook.bom ? '\uFEFF' : '') + parts.join('') + notebook.tail;
}

/** A block with the lines that open and close it, without its gap. */
export function blockText(block: Pick<Block, 'open' | 'body' | 'close'>): string {
  return block.open + block.body + block.close;
}
