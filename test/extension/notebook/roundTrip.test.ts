import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { editorCell, type CellInput } from '../../../src/extension/notebook/editorCell.ts';
import {
  readFileMetadata,
  writeCellMetadata,
  writeFileMetadata,
} from '../../../src/extension/notebook/metadata.ts';
import { newIds } from '../../../src/extension/notebook/newIds.ts';
import { languageOf } from '../../../src/extension/notebook/roles.ts';
import { parseNotebook, printCells, toCells } from '../../../src/investigation/index.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** What the editor holds after it opened a file, as plain data. */
function open(bytes: Uint8Array): { readonly cells: CellInput[]; readonly file: Record<string, unknown> } {
  const parsed = parseNotebook(bytes);
  if (!parsed.ok) throw new Error(parsed.error.code);
  const document = toCells(parsed.value);
  const cells = document.cells.map((cell, index) => ({
    markup: cell.role === 'prose',
    language: languageOf(cell.role),
    text: cell.text,
    metadata: plain(writeCellMetadata({ role: cell.role, original: cell.original })),
    first: index === 0,
  }));
  return { cells, file: plain(writeFileMetadata(document.file)) };
}

/** Metadata goes through the editor's own store as JSON. */
function plain(value: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
}

function save(file: Record<string, unknown>, inputs: readonly CellInput[]): string {
  const cells = inputs.map((input) => editorCell(input));
  return decode(printCells(readFileMetadata(file), cells, newIds(cells)));
}

const sample = `---
sonde: 1
targets:
  box:
---

# Title

\`\`\`probe id=p1 on=box
ls src
\`\`\`

\`\`\`evidence of=p1 on=box exit=0 lines=1
$ ls src
a.py
\`\`\`

Some prose.

<!-- -->

More prose.
`;

describe('opening and saving', () => {
  const demo = readFileSync(path.resolve(import.meta.dirname, '../../../guides/demo/demo.sonde.md'));
  const files: Readonly<Record<string, Uint8Array>> = {
    'the demo': demo,
    'evidence and separated prose': encode(sample),
    'Windows line ends': encode(sample.replaceAll('\n', '\r\n')),
    'a byte order mark': encode(`\uFEFF${sample}`),
    'no last line end': encode(sample.trimEnd()),
    'unknown blocks': encode(`${sample}\n\`\`\`ledger\nx\n\`\`\`\n\n\`\`\`mermaid\ngraph\n\`\`\`\n`),
    'a broken cell': encode(`${sample}\n\`\`\`claim id=c1\nkind: [\n\`\`\`\n`),
  };

  for (const [name, bytes] of Object.entries(files))
    it(`gives the bytes back: ${name}`, () => {
      const { cells, file } = open(bytes);
      expect(save(file, cells)).toBe(decode(bytes));
    });

  it('changes only the cell that was changed', () => {
    const { cells, file } = open(encode(sample));
    const changed = cells.map((cell) => (cell.text === 'ls src' ? { ...cell, text: 'ls test' } : cell));
    expect(save(file, changed)).toBe(sample.replace('\nls src\n', '\nls test\n'));
  });

  it('keeps the file’s line ends in a changed cell', () => {
    const { cells, file } = open(encode(sample.replaceAll('\n', '\r\n')));
    const changed = cells.map((cell) => (cell.text === 'ls src' ? { ...cell, text: 'ls a\nls b' } : cell));
    const saved = save(file, changed);
    expect(saved).toContain('\r\nls a\r\nls b\r\n```\r\n');
    expect(saved.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('gives a new cell a header of its own', () => {
    const { cells, file } = open(encode(sample));
    const added: CellInput = {
      markup: false,
      language: 'sonde-probe',
      text: 'pwd',
      metadata: {},
      first: false,
    };
    expect(save(file, [...cells, added])).toMatch(
      /More prose\.\n\n```probe id=[a-z][a-z0-9]{4}\npwd\n```\n$/,
    );
  });

  it('takes a cell whose kind was changed as a new one', () => {
    const { cells, file } = open(encode(sample));
    const changed = cells.map((cell) =>
      cell.text === 'ls src' ? { ...cell, markup: true, language: 'markdown' } : cell,
    );
    const saved = save(file, changed);
    expect(saved).not.toContain('```probe');
    expect(saved).toContain('ls src');
  });
});
