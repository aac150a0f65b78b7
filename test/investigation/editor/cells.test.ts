import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseNotebook,
  printCells,
  toCells,
  type EditorCell,
  type EditorDocument,
} from '../../../src/investigation/index.ts';
import { parseText, SAMPLE } from '../sample.ts';

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

function print(document: EditorDocument, cells: readonly EditorCell[] = document.cells): string {
  let next = 0;
  return decode(printCells(document.file, cells, () => `new${(next += 1)}`));
}

/** As an editor keeps a cell: its text and, as JSON, its metadata. */
function throughEditor(cells: readonly EditorCell[]): readonly EditorCell[] {
  return cells.map(({ role, text, original }) => ({
    role,
    text,
    ...(original === undefined ? {} : { original: structuredClone(original) }),
  }));
}

describe('cells of an editor', () => {
  test('what follows a cell is kept with it', () => {
    const { cells } = toCells(parseText(SAMPLE));
    expect(cells.map((cell) => [cell.role, cell.blocks.map((block) => block.content.kind)])).toEqual([
      ['front-matter', ['front-matter']],
      ['prose', ['prose']],
      ['probe', ['probe', 'evidence']],
      ['pins', ['pins', 'excerpt']],
      ['claim', ['claim']],
      ['lifecycle', ['lifecycle', 'lifecycle-result', 'mermaid', 'hazards']],
      ['raw', ['reserved']],
      ['prose', ['prose']],
    ]);
    expect(cells[2]?.text).toBe(
      `# who writes the status\ngrep -n 'status' jobs/base.py\ngrep -rn "set_status" jobs | head -5`,
    );
    expect(cells[6]?.text).toBe('```leads\n- kept as it is\n```');
  });

  test('unchanged cells print the file, whatever its line ends', () => {
    for (const text of [
      SAMPLE,
      SAMPLE.replaceAll('\n', '\r\n'),
      `\uFEFF${SAMPLE.trimEnd()}`,
      `${SAMPLE}\n \n`,
    ]) {
      const document = toCells(parseText(text));
      expect(print(document, throughEditor(document.cells))).toBe(text);
    }
  });

  test('a changed cell leaves every other byte as it was', () => {
    const text = SAMPLE.replaceAll('\n', '\r\n');
    const document = toCells(parseText(text));
    const changed = throughEditor(document.cells).map((cell) =>
      cell.role === 'claim' ? { ...cell, text: cell.text.replace('supported', 'open') } : cell,
    );
    expect(print(document, changed)).toBe(text.replace('status: supported', 'status: open'));
  });

  test('evidence of a line that was changed stays with its cell', () => {
    const document = toCells(parseText(SAMPLE));
    const changed = document.cells.map((cell) =>
      cell.role === 'probe' ? { ...cell, text: 'ls jobs' } : cell,
    );
    const again = parseText(print(document, changed));
    expect(toCells(again).cells[2]?.blocks.map((block) => block.content.kind)).toEqual(['probe', 'evidence']);
    expect(again.blocks.flatMap((block) => block.marks).map((mark) => mark.code)).toEqual([
      'evidence-orphan',
    ]);
  });

  test('a new cell gets a header, a blank line and an id', () => {
    const document = toCells(parseText('Text.'));
    const cells: EditorCell[] = [
      ...document.cells,
      { role: 'probe', text: 'ls' },
      { role: 'pins', text: '' },
    ];
    expect(print(document, cells)).toBe('Text.\n\n```probe id=new1\nls\n```\n\n```pins\n```\n');
  });

  test('a cell that holds a fence gets a longer one', () => {
    const document = toCells(parseText('```claim id=c\nkind: question\ntext: x\n```\n'));
    const cells = document.cells.map((cell) => ({ ...cell, text: 'kind: question\ntext: |\n  ````\n  a\n' }));
    const printed = print(document, cells);
    expect(printed).toBe('`````claim id=c\nkind: question\ntext: |\n  ````\n  a\n`````\n');
    expect(parseText(printed).blocks[0]?.content.kind).toBe('claim');
  });

  test('prose that the user parted stays apart, and moved cells keep their place apart', () => {
    const document = toCells(parseText('One.\n\n```claim\nkind: question\ntext: a\n```\n\nTwo.\n'));
    const [one, claim, two] = document.cells;
    if (one === undefined || claim === undefined || two === undefined) throw new Error('three cells');
    const moved = print(document, [claim, two, one]);
    expect(toCells(parseText(moved)).cells.map((cell) => cell.text)).toEqual([
      'kind: question\ntext: a',
      'Two.',
      'One.',
    ]);
  });

  test('prose that would swallow the next cell is closed', () => {
    const document = toCells(parseText('x\n'));
    for (const text of ['```sh\nls', '<!-- note', '<div>\nx', '~~~~\nx', '- item', '<script>\nx', 'para']) {
      const printed = print(document, [
        { role: 'prose', text },
        { role: 'probe', text: 'ls' },
      ]);
      expect(parseText(printed).blocks.map((block) => block.content.kind)).toEqual(['prose', 'probe']);
    }
  });

  test('a cell that is at fault keeps its role and its bytes', () => {
    const text = '```pins\n- file: [\n```\n\n```probe what is this\nls\n```\n';
    const document = toCells(parseText(text));
    expect(document.cells.map((cell) => [cell.role, cell.text])).toEqual([
      ['pins', '- file: ['],
      ['raw', '```probe what is this\nls\n```'],
    ]);
    expect(print(document)).toBe(text);
    const mended = document.cells.map((cell) =>
      cell.role === 'raw' ? { ...cell, text: '```probe id=p\nls\n```' } : cell,
    );
    expect(parseText(print(document, mended)).blocks[1]?.content.kind).toBe('probe');
  });

  test('the notebook of the demo comes through unchanged', () => {
    const bytes = readFileSync('guides/demo/demo.sonde.md');
    const parsed = parseNotebook(bytes);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
    expect(parsed.value.blocks.flatMap((block) => block.marks)).toEqual([]);
    const document = toCells(parsed.value);
    expect(print(document, throughEditor(document.cells))).toBe(bytes.toString('utf8'));
  });

  test('any order of any cells is read back as the same cells', () => {
    const { cells, file } = toCells(parseText(SAMPLE));
    const body = cells.filter((cell) => cell.role !== 'front-matter');
    fc.assert(
      fc.property(fc.shuffledSubarray(body, { minLength: 1 }), (order) => {
        const again = toCells(parseText(decode(printCells(file, throughEditor(order), () => 'n'))));
        expect(again.cells.map((cell) => [cell.role, cell.text, cell.original.attached.trim()])).toEqual(
          order.map((cell) => [cell.role, cell.text, cell.original.attached.trim()]),
        );
      }),
      { numRuns: 300, seed: 4 },
    );
  });
});
