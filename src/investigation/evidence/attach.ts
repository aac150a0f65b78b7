import type { EvidenceRecord } from '../cells/evidence.ts';
import type { Block, Notebook } from '../notebook/model.ts';

/** Where the evidence of one probe line on one target stands. */
export interface Attachment {
  /** Index of the evidence block in the notebook. */
  readonly index: number;
  readonly record: EvidenceRecord;
}

/**
 * Ties evidence to probe lines by the text of the line and the target, never by number. A line that
 * stands in several cells takes the block that names its cell, else the nearest cell above the block.
 */
export class EvidenceMap {
  readonly #found = new Map<string, Attachment>();

  constructor(notebook: Notebook) {
    const { blocks } = notebook;
    blocks.forEach((block, index) => {
      if (block.content.kind !== 'evidence') return;
      const record = block.content.value;
      const owner = ownerOf(blocks, index, record);
      const on = record.on === '' ? defaultTarget(notebook) : record.on;
      if (owner === undefined) return;
      const key = keyOf(owner, record.line, on);
      // The first block stands; a second one of the same line and target is kept, and not read.
      if (!this.#found.has(key)) this.#found.set(key, { index, record });
    });
  }

  /** The evidence of a line of probe block `cell` on target `on`. */
  find(cell: number, line: string, on: string): Attachment | undefined {
    return this.#found.get(keyOf(cell, line, on));
  }
}

/** The targets that a probe cell or pin without `on` is for: the only one there is, else `target`. */
export function defaultTarget(notebook: Notebook): string {
  const names = targetNames(notebook);
  return names[0] ?? FALLBACK_TARGET;
}

/** Name of the target of a notebook that names none. */
export const FALLBACK_TARGET = 'target';

/** Every target that the front matter names, then those that only cells name. */
export function targetNames(notebook: Notebook): readonly string[] {
  const named = notebook.blocks.flatMap((block) => {
    const content = block.content;
    if (content.kind === 'front-matter') return content.value.targets.map((target) => target.name);
    if (content.kind === 'probe') return content.value.on;
    if (content.kind === 'lifecycle') return content.value.on === undefined ? [] : [content.value.on];
    if (content.kind === 'pins')
      return content.value.flatMap((pin) => (pin.on === undefined ? [] : [pin.on]));
    return [];
  });
  const names = [...new Set(named)];
  return names.length === 0 ? [FALLBACK_TARGET] : names;
}

function ownerOf(blocks: readonly Block[], index: number, record: EvidenceRecord): number | undefined {
  const cells = blocks.flatMap((block, at) =>
    block.content.kind === 'probe' && block.content.value.lines.some((line) => line.text === record.line)
      ? [{ at, id: block.content.value.id }]
      : [],
  );
  const named = cells.find((cell) => cell.id !== undefined && cell.id === record.of);
  const above = cells.findLast((cell) => cell.at < index);
  return (named ?? above ?? cells[0])?.at;
}

function keyOf(cell: number, line: string, on: string): string {
  return JSON.stringify([cell, line, on]);
}
