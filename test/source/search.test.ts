import { describe, expect, it } from 'vitest';
import type { Evidence, ProbeError, ProbeOutcome } from '../../src/probe/index.ts';
import { judge } from '../../src/probe/index.ts';
import { answerOf } from '../../src/source/host/answer.ts';
import { quoteWord, searchLine } from '../../src/source/host/line.ts';

const QUERY = { pattern: 'x', syntax: 'fixed', under: 'pkg' } as const;

function evidence(more: Partial<Evidence>): ProbeOutcome {
  const empty = new Uint8Array();
  return {
    kind: 'evidence',
    evidence: { line: '', exit: 0, stdout: empty, stderr: empty, truncated: null, ms: 1, notes: [], ...more },
  };
}

describe('the line of a search', () => {
  it.each([
    [{ pattern: 'a|b', syntax: 'extended' }, "grep -rnHIE -e 'a|b' -- ."],
    [
      { pattern: 'a', syntax: 'fixed', include: '*.py', under: 'pkg' },
      "grep -rnHIF --include='*.py' -e a -- pkg",
    ],
    [{ pattern: "it's", syntax: 'fixed', filesOnly: true }, "grep -rlIF -e 'it'\\''s' -- ."],
    [{ pattern: '-v', syntax: 'fixed', under: '' }, 'grep -rnHIF -e -v -- .'],
  ] as const)('of %j is %s', (query, line) => {
    expect(searchLine(query)).toBe(line);
  });

  it('is approved, whatever is searched for, as one pattern and one folder', () => {
    const awkward = [
      "it's",
      '$HOME',
      '`id`',
      '$(id)',
      'a; rm -rf /',
      '!x',
      '{a,b}',
      '~root',
      '#c',
      '"q"',
      'a\\b',
      '*',
      '[a-z]*',
      '--include=x',
      'é😀',
      'a > b',
      ' ',
      '|',
    ];
    for (const text of awkward) {
      const verdict = judge(searchLine({ pattern: text, syntax: 'fixed', under: `dir/${text}` }));
      expect(verdict, text).toMatchObject({ approved: true });
      const argv = verdict.approved ? (verdict.stages[0]?.argv ?? []) : [];
      expect(argv[argv.indexOf('-e') + 1]).toBe(text);
      expect(argv.at(-1)).toBe(`dir/${text}`);
      expect(verdict.approved && verdict.stages.length).toBe(1);
    }
  });

  it('quotes only where it must', () => {
    expect(['a/b-c_1.py', 'a b', ''].map(quoteWord)).toEqual(['a/b-c_1.py', "'a b'", "''"]);
  });
});

describe('the answer of a search', () => {
  it('is its hits with names in one spelling', () => {
    const hits = [{ file: './a.py', line: 3, text: 'x' }];
    expect(answerOf(evidence({ hits }), QUERY)).toEqual({
      ok: true,
      value: { hits: [{ file: 'a.py', line: 3, text: 'x' }], truncated: false },
    });
  });

  it('is empty where nothing matched, and says when it was cut', () => {
    expect(answerOf(evidence({ exit: 1 }), QUERY)).toEqual({
      ok: true,
      value: { hits: [], truncated: false },
    });
    expect(answerOf(evidence({ exit: null, truncated: 'bytes' }), QUERY)).toMatchObject({
      value: { truncated: true },
    });
  });

  it('leaves out a name that was cut in two', () => {
    const stdout = new TextEncoder().encode('./a.py\n./b.py\n./c');
    const answer = answerOf(evidence({ stdout, truncated: 'bytes' }), { ...QUERY, filesOnly: true });
    expect(answer.ok && answer.value.hits.map(({ file }) => file)).toEqual(['a.py', 'b.py']);
  });

  it.each([
    [
      { code: 'operand-missing', file: 'pkg', at: 0 },
      { code: 'file-not-found', path: 'pkg' },
    ],
    [
      { code: 'operand-unreadable', file: 'pkg', at: 0 },
      { code: 'file-permission', path: 'pkg' },
    ],
    [
      { code: 'operand-kind', file: 'pkg', at: 0, kind: 'fifo' },
      { code: 'file-kind', path: 'pkg', kind: 'fifo' },
    ],
    [
      { code: 'operand-outside', file: 'pkg', at: 0 },
      { code: 'file-refused', path: 'pkg', rule: 'outside-root' },
    ],
    [
      { code: 'operand-system', file: 'pkg', at: 0 },
      { code: 'file-refused', path: 'pkg', rule: 'pseudo-file-system' },
    ],
    [
      { code: 'operand-sensitive', file: 'pkg', at: 0 },
      { code: 'file-refused', path: 'pkg', rule: 'sensitive-path' },
    ],
    [
      { code: 'root-missing', root: '/r' },
      { code: 'file-not-found', path: '/r' },
    ],
    [
      { code: 'tool-missing', tool: 'grep' },
      { code: 'file-failed', path: 'pkg', detail: 'tool-missing' },
    ],
    [{ code: 'cancelled' }, { code: 'cancelled' }],
    [
      { code: 'disconnected', host: 'h', detail: 'd' },
      { code: 'disconnected', host: 'h', detail: 'd' },
    ],
  ] satisfies readonly (readonly [ProbeError, unknown])[])('hands on %j', (error, expected) => {
    expect(answerOf({ kind: 'error', line: '', error }, QUERY)).toEqual({ ok: false, error: expected });
  });

  it('hands on a refusal by its rule', () => {
    const refusal = { rule: 'control-character', word: '', at: 0, data: {} } as const;
    expect(answerOf({ kind: 'refusal', line: '', refusal }, QUERY)).toEqual({
      ok: false,
      error: { code: 'file-refused', path: 'pkg', rule: 'control-character' },
    });
  });
});
