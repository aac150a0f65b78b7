import { isBlank, mainLineEnd, normaliseLineEnds, splitLines } from '../notebook/lines.ts';
import type { Block, Notebook } from '../notebook/model.ts';
import { blockText, notebookText } from '../notebook/print.ts';

/** What a cell of the editor is. `raw` shows a block with its fences, because they are at fault or unknown. */
export type CellRole = 'front-matter' | 'prose' | 'probe' | 'pins' | 'claim' | 'lifecycle' | 'raw';

/** A cell as an editor holds it. */
export interface EditorCell {
  readonly role: CellRole;
  /** With `\n` for every line end and none behind the last line. */
  readonly text: string;
  /** The bytes of the file that this cell stands for; undefined for a cell that is new in the editor. */
  readonly original?: CellOriginal;
}

/** The texts of a cell in its file. Plain data, made to be kept in a cell's metadata. */
export interface CellOriginal {
  readonly role: CellRole;
  readonly gap: string;
  readonly open: string;
  readonly body: string;
  readonly close: string;
  /** Evidence, excerpts, results and diagrams that follow the cell, with their gaps. */
  readonly attached: string;
}

/** What belongs to the file and to no cell. Plain data, made to be kept in a document's metadata. */
export interface EditorFile {
  readonly bom: boolean;
  readonly lineEnd: '\n' | '\r\n';
  readonly tail: string;
}

export interface EditorDocument {
  readonly file: EditorFile;
  readonly cells: readonly ReadCell[];
}

/** A cell that was read from a file, with the blocks of the notebook that it holds: itself, then the attached. */
export type ReadCell = EditorCell & { readonly original: CellOriginal; readonly blocks: readonly Block[] };

const ATTACHED: Readonly<Partial<Record<CellRole, readonly string[]>>> = {
  probe: ['evidence'],
  pins: ['excerpt'],
  lifecycle: ['lifecycle-result', 'mermaid', 'hazards'],
};

/** The cells of a notebook. Evidence and results are no cells of their own while they follow their owner. */
export function toCells(notebook: Notebook): EditorDocument {
  const groups: { role: CellRole; blocks: Block[] }[] = [];
  for (const block of notebook.blocks) {
    const last = groups.at(-1);
    if (last !== undefined && belongs(last.role, last.blocks[0], block)) last.blocks.push(block);
    else groups.push({ role: roleOf(block), blocks: [block] });
  }
  const text = notebookText(notebook);
  return {
    file: { bom: notebook.bom, lineEnd: mainLineEnd(text), tail: notebook.tail },
    cells: groups.map(({ role, blocks }) => readCell(role, blocks)),
  };
}

/** The text that an editor shows for an original. */
export function shownText(original: CellOriginal): string {
  return normaliseLineEnds(original.body).replace(/\n$/, '');
}

function readCell(role: CellRole, blocks: readonly Block[]): ReadCell {
  const [own, ...attached] = blocks;
  if (own === undefined) throw new Error('a cell without a block');
  const texts =
    role === 'raw'
      ? { open: '', body: blockText(own), close: '' }
      : { open: own.open, body: own.body, close: own.close };
  const original: CellOriginal = {
    role,
    gap: own.gap,
    ...texts,
    attached: attached.map((block) => block.gap + blockText(block)).join(''),
  };
  return { role, text: shownText(original), original, blocks };
}

function roleOf(block: Block): CellRole {
  const content = block.content;
  switch (content.kind) {
    case 'front-matter':
    case 'prose':
    case 'probe':
    case 'pins':
    case 'claim':
    case 'lifecycle':
      return content.kind;
    case 'invalid':
      return invalidRole(block, content.word);
    default:
      return 'raw';
  }
}

/** A cell whose body is at fault keeps its role, so that only the body is shown for mending. */
function invalidRole(block: Block, word: string): CellRole {
  if (block.marks.some((mark) => mark.code === 'info-syntax')) return 'raw';
  if (word === 'pins' || word === 'claim' || word === 'lifecycle' || word === 'front-matter') return word;
  return 'raw';
}

/** True for a block that follows its owner with nothing but blank lines between. */
function belongs(role: CellRole, owner: Block | undefined, block: Block): boolean {
  if (owner === undefined || ATTACHED[role]?.includes(block.content.kind) !== true) return false;
  if (!splitLines(block.gap).every((line) => isBlank(line.text))) return false;
  const content = block.content;
  if (content.kind === 'evidence')
    return owner.content.kind === 'probe' && isOfProbe(owner, content.value.of, content.value.line);
  if (owner.content.kind === 'invalid') return true;
  const of = 'value' in content && 'of' in content.value ? content.value.of : undefined;
  if (owner.content.kind === 'pins') return owner.content.value.some((pin) => pin.id === of);
  return owner.content.kind === 'lifecycle' && owner.content.value.id === of;
}

function isOfProbe(owner: Block, of: string | undefined, line: string): boolean {
  if (owner.content.kind !== 'probe') return false;
  const { id, lines } = owner.content.value;
  return lines.some((known) => known.text === line) || (id !== undefined && id === of);
}
