import { describe, expect, test } from 'vitest';
import {
  attachLedger,
  parseNotebook,
  printCells,
  printNotebook,
  runInvestigation,
  toCells,
  writeResults,
  type LedgerRow,
  type Notebook,
} from '../../../src/investigation/index.ts';
import { answering, contextOf, decode, encode } from '../target.ts';

const read = (text: string): Notebook => {
  const parsed = parseNotebook(encode(text));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
};
const print = (notebook: Notebook): string => decode(printNotebook(notebook));

const row: LedgerRow = {
  time: 0,
  target: 'u@box:22',
  exit: 0,
  bytes: 7,
  ms: 40,
  sha256: 'ab'.repeat(32),
  line: 'grep -n "`x" f',
};
const own: LedgerRow = { time: 1, target: 'u@box:22', exit: null, bytes: 0, ms: 3, sha256: 'cd'.repeat(32) };
const start = 'Prose.\n\n```probe id=p1 on=t\ncat f\n```\n';
const block = [
  '```ledger session=s1 entries=2',
  `1970-01-01T00:00:00.000Z u@box:22 exit=0 bytes=7 ms=40 sha256=${'ab'.repeat(32)} $ grep -n "\`x" f`,
  `1970-01-01T00:00:00.001Z u@box:22 exit=stopped bytes=0 ms=3 sha256=${'cd'.repeat(32)}`,
  '```\n',
].join('\n');

describe('a ledger in a notebook', () => {
  test('stands at the end, and the rest of the file stays as it was', () => {
    expect(print(attachLedger(read(start), 's1', [row, own]))).toBe(`${start}\n${block}`);
  });

  test('of the same session takes its place, of another stands behind it', () => {
    const once = attachLedger(read(start), 's1', [row]);
    expect(print(attachLedger(once, 's1', [row, own]))).toBe(`${start}\n${block}`);
    const twice = print(attachLedger(once, 's2', [own]));
    expect(twice.startsWith(print(once))).toBe(true);
    expect(twice).toContain('```ledger session=s2 entries=1\n');
  });

  test('is read back as a block that is kept, through cells too, and a run that writes leaves it', async () => {
    const attached = attachLedger(read(start), 's1', [row, own]);
    expect(attached.blocks.at(-1)?.content).toEqual({ kind: 'reserved', word: 'ledger' });
    expect(attached.blocks.flatMap(({ marks }) => marks)).toEqual([]);
    const { file, cells } = toCells(attached);
    expect(decode(printCells(file, cells, () => 'x'))).toBe(print(attached));
    const run = await runInvestigation(
      attached,
      contextOf({ t: answering({ probes: { 'cat f': 'one\n' } }) }),
    );
    const written = print(writeResults(attached, run));
    expect(written).toContain('```evidence of=p1');
    expect(written.endsWith(`\n${block}`)).toBe(true);
  });

  test('keeps the line ends of the file, and text that is not plain is escaped', () => {
    const text = print(attachLedger(read(start.replaceAll('\n', '\r\n')), 's1', [row, own]));
    expect(text).not.toMatch(/(?<!\r)\n/);
    const hidden = print(attachLedger(read(start), 's1', [{ ...row, line: 'grep \u202E f' }]));
    expect(hidden).toContain('entries=1 enc=c\n');
    expect(hidden).toContain('$ grep \\u{202E} f');
  });

  test('a line with backticks does not end the block', () => {
    const notebook = attachLedger(read(start), 's1', [{ ...row, line: 'grep "```" f' }]);
    expect(notebook.blocks).toHaveLength(3);
    expect(print(read(print(notebook)))).toBe(print(notebook));
  });
});
