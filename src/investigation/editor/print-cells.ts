import { bodyFromText, makeFence, withBody } from '../notebook/fence.ts';
import type { Attribute } from '../notebook/info.ts';
import { isBlank, splitLines, withLineEnd } from '../notebook/lines.ts';
import { PROSE_SEPARATOR, readStructure } from '../notebook/structure.ts';
import { shownText, type EditorCell, type EditorFile } from './cells.ts';

type LineEnd = '\n' | '\r\n';

/**
 * The bytes of the file that these cells make. A cell whose text is what its original showed prints the
 * original's bytes; any other is printed anew with the file's main line end. `newId` names new cells.
 */
export function printCells(file: EditorFile, cells: readonly EditorCell[], newId: () => string): Uint8Array {
  const printer = new CellPrinter(file, newId);
  for (const cell of cells) printer.add(cell);
  return new TextEncoder().encode(printer.finish());
}

class CellPrinter {
  readonly #file: EditorFile;
  readonly #newId: () => string;
  #text = '';
  #previous: EditorCell | undefined;

  constructor(file: EditorFile, newId: () => string) {
    this.#file = file;
    this.#newId = newId;
  }

  add(cell: EditorCell): void {
    const body = this.#body(cell);
    if (body === '') return;
    this.#endLine();
    if (this.#previous?.role === 'prose' && cell.role !== 'prose') this.#closeProse(cell);
    this.#text += this.#gap(cell) + body;
    this.#previous = cell;
  }

  finish(): string {
    const tail = this.#file.tail;
    const text = tail === '' ? this.#text : this.#ended() + tail;
    return (this.#file.bom ? '\uFEFF' : '') + text;
  }

  #endLine(): void {
    this.#text = this.#ended();
  }

  #ended(): string {
    return this.#text === '' || /[\r\n]$/.test(this.#text) ? this.#text : this.#text + this.#file.lineEnd;
  }

  /** The cell's original gap; a blank line for a new one; between two cells of prose their separator. */
  #gap(cell: EditorCell): string {
    const end: LineEnd = this.#file.lineEnd;
    const first = this.#previous === undefined;
    const gap = cell.original?.gap ?? (first ? '' : end);
    const separated = splitLines(gap).some((line) => line.text.trimEnd() === PROSE_SEPARATOR);
    const needed = this.#previous?.role === 'prose' && cell.role === 'prose';
    if (needed) return separated ? gap : `${end}${PROSE_SEPARATOR}${end}${end}`;
    if (first && !splitLines(gap).every((line) => isBlank(line.text))) return '';
    return separated ? end : gap;
  }

  #body(cell: EditorCell): string {
    const { original, text } = cell;
    const end: LineEnd = this.#file.lineEnd;
    if (original?.role === cell.role && text === shownText(original))
      return original.open + original.body + original.close + original.attached;
    const attached = original?.role === cell.role ? original.attached : '';
    if (cell.role === 'prose' || cell.role === 'raw') {
      if (text.trim() === '') return attached;
      const close = original?.role === cell.role ? original.close : end;
      return withLineEnd(text, end) + (cell.role === 'raw' ? end : close) + attached;
    }
    const body = bodyFromText(text, end);
    if (cell.role === 'front-matter')
      return `${original?.open ?? `---${end}`}${body}${original?.close ?? `---${end}`}`;
    const fence =
      original?.role === cell.role
        ? withBody(original, body)
        : makeFence({ word: cell.role, attributes: this.#attributes(cell) }, body, end);
    return fence.open + fence.body + fence.close + attached;
  }

  #attributes(cell: EditorCell): readonly Attribute[] {
    return cell.role === 'pins' ? [] : [{ key: 'id', value: this.#newId() }];
  }

  /** Prose that would swallow the next cell (an open fence, comment or HTML block) is closed first. */
  #closeProse(next: EditorCell): void {
    const end: LineEnd = this.#file.lineEnd;
    const gap = next.original?.gap ?? end;
    const ticks = [3, 4, 5, 6, 7, 8].flatMap((length) => [
      '`'.repeat(length) + end,
      '~'.repeat(length) + end,
    ]);
    const closers = ['', end, ...ticks, `-->${end}`, `</script>${end}`, `</pre>${end}`, `</style>${end}`];
    const closer = closers.find((text) => isOpenFor(this.#text + text + gap));
    if (closer !== undefined) this.#text += closer;
  }
}

/** True where a cell that follows this text is seen as one. */
function isOpenFor(text: string): boolean {
  const mark = 'probe id=next';
  const structure = readStructure(new TextEncoder().encode(`${text}\`\`\`${mark}\n\`\`\`\n`));
  return structure.ok && structure.value.blocks.at(-1)?.open === `\`\`\`${mark}\n`;
}
