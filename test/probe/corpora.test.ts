import { describe, expect, test } from 'vitest';
import { judge } from '../../src/probe/index.ts';
import { readCorpus } from './corpora.ts';

describe('the corpora', () => {
  test.each(readCorpus('accepted.txt'))('accepts $line', ({ line }) => {
    const verdict = judge(line);
    expect(verdict.approved ? undefined : verdict.refusal).toBeUndefined();
  });

  test.each(readCorpus('refused.txt'))('refuses $line: $rule', ({ line, rule }) => {
    const verdict = judge(line);
    expect(verdict.approved ? 'approved' : verdict.refusal.rule).toBe(rule);
    if (verdict.approved) return;
    const { word, at, instead } = verdict.refusal;
    expect(line.slice(at, at + word.length)).toBe(word);
    if (instead !== undefined) expect(judge(instead).approved).toBe(true);
  });
});
