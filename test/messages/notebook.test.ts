import { describe, expect, test } from 'vitest';
import { parseNotebook, type NotebookError } from '../../src/investigation/index.ts';
import {
  analysisFailureMessage,
  editErrorMessage,
  exportWords,
  markMessage,
  notebookErrorMessage,
} from '../../src/messages/index.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function errorOf(bytes: Uint8Array): NotebookError {
  const parsed = parseNotebook(bytes);
  if (parsed.ok) throw new Error('a notebook');
  return parsed.error;
}

describe('errors of structure', () => {
  const cases: readonly (readonly [string, Uint8Array, string])[] = [
    ['encoding', Uint8Array.of(0x61, 0x0a, 0xff), 'Line 2, column 1: the byte 0xFF is not UTF-8.'],
    ['conflict', encode('a\n<<<<<<< x\n'), 'Line 2, column 1: a merge left the conflict marker <<<<<<<.'],
    ['open front matter', encode('---\nsonde: 1\n'), 'Line 1, column 1: the front matter starts here'],
    [
      'bad front matter',
      encode('---\nsonde: *a\n---\n'),
      'Line 2, column 8: the front matter cannot be read:',
    ],
    ['open cell', encode('\n```probe\nls\n'), 'Line 2, column 1: the cell "probe" is never closed.'],
  ];
  test.each(cases)('%s: the place, the reason and the way out', (_name, bytes, start) => {
    const message = notebookErrorMessage(errorOf(bytes));
    expect(message.startsWith(start)).toBe(true);
    expect(message).toMatch(/Open the file as text/);
    expect(message).not.toMatch(/\{\d\}|undefined/);
  });
});

describe('marks', () => {
  const texts = [
    '```probe what now\nls\n```\n',
    '```hazards\nx\n```\n',
    '```probe\nls\n```\n\n```evidence exit=x\n$ ls\n```\n',
    '```pins\n- file: [\n```\n',
    '```pins\n- a\n```\n',
    '```pins\na: b\n```\n',
    '```pins\n- file: &a b\n  lines: 1\n```\n',
    '```pins\n- file: !t b\n  lines: 1\n```\n',
    '```claim\n? [a]\n: b\n```\n',
    `\`\`\`claim\n${'['.repeat(300)}\n\`\`\`\n`,
    '```claim\nkind: rumour\ntext: x\nmore: y\n```\n',
    '```claim\ntext: {a: b}\n```\n',
    '---\nsonde: 2\ntargets: {A: , b: "host:/x"}\n---\n',
    '---\nsonde: 1\ntargets: [a, b]\n---\n\n```probe\nls\n```\n\n```probe on=c\nls\n```\n',
    '```probe id=a\nls\n```\n\n```probe id=a\nls\n```\n',
    '```evidence\nls\n```\n',
    '```evidence enc=c\n\\q\n```\n',
    '```evidence of=x\n$ ls\n```\n\n```python of=y\nx\n```\n',
  ];

  test('each has a sentence, and none shows hidden characters', () => {
    const codes = new Set<string>();
    for (const text of texts) {
      const parsed = parseNotebook(encode(text));
      if (!parsed.ok) throw new Error(text);
      const marks = parsed.value.blocks.flatMap((block) => block.marks);
      expect(marks.length).toBeGreaterThan(0);
      for (const mark of marks) {
        codes.add(mark.code === 'yaml' ? `yaml ${mark.fault}` : mark.code);
        const message = markMessage(mark);
        expect(message).toMatch(/[.)]$/);
        expect(message).not.toMatch(/\{\d\}|undefined|\n/);
      }
    }
    expect([...codes].toSorted()).toEqual([
      'attribute-missing',
      'attribute-value',
      'duplicate-id',
      'encoding',
      'evidence-orphan',
      'field-missing',
      'field-unknown',
      'field-value',
      'info-syntax',
      'orphan',
      'probe-line-missing',
      'target-host',
      'target-missing',
      'target-name',
      'target-unknown',
      'version',
      'yaml alias',
      'yaml depth',
      'yaml key',
      'yaml not-a-list',
      'yaml not-a-map',
      'yaml syntax',
      'yaml tag',
    ]);
    expect(markMessage({ code: 'target-name', name: 'a\u202Eb\n', line: 1, column: 1 })).toContain(
      '"a\\u{202E}b\\u{A}"',
    );
  });
});

describe('the rest', () => {
  test('edits, analyses and labels', () => {
    for (const code of ['no-such-pin', 'no-such-cell', 'id-taken', 'id-syntax'] as const)
      expect(editErrorMessage({ code })).toMatch(/\.$/);
    const choice = { states: 'S', owner: 'C', store: 's', writes: 3, file: 'a.py', line: 4 };
    expect(
      analysisFailureMessage({ code: 'lifecycle-ambiguous', choices: [choice, { ...choice, states: null }] }),
    ).toBe(
      'Several lifecycles fit. Write one of these into the cell: states: S, class: C, store: s (a.py:4); class: C, store: s (a.py:4)',
    );
    expect(exportWords.count('pins', 1)).toBe('1 pin');
    expect(exportWords.count('lines', 0)).toBe('0 lines');
    for (const verdict of [
      'same',
      'moved',
      'changed',
      'found',
      'gone',
      'ambiguous',
      'refused',
      'unreachable',
    ] as const)
      expect(exportWords.verdict(verdict)).toBe(verdict);
  });
});
