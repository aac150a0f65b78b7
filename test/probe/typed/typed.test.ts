import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { judge, type Verdict } from '../../../src/probe/index.ts';

/** A line as somebody typed it, and how the policy should take it. */
interface TypedLine {
  readonly line: string;
  /** Accepted as typed, accepted after the fix that the refusal offers, or refused for cause. */
  readonly expected: string;
  /** Where it stands, and of a refused one the cause; `reads,` begins the cause of one that only reads. */
  readonly source: string;
}

const LINES: readonly TypedLine[] = readFileSync(new URL('lines.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((row) => row !== '')
  .map((row) => {
    const [line = '', expected = '', source = ''] = row.split('\t');
    return { line, expected, source };
  });

const of = (expected: string): readonly TypedLine[] => LINES.filter((one) => one.expected === expected);
/** Lines that only read and are refused without a line that does the same. */
const LOST = of('refuse').filter(({ source }) => source.startsWith('reads,'));

function offered(verdict: Verdict): readonly string[] {
  if (verdict.approved || verdict.refusal.instead === undefined) return [];
  return [verdict.refusal.instead, ...(verdict.refusal.then ?? [])];
}

test('the list is long, whole and from many hands', () => {
  expect(LINES.every(({ expected }) => ['accept', 'fix', 'refuse'].includes(expected))).toBe(true);
  expect(new Set(LINES.map(({ line }) => line)).size).toBe(LINES.length);
  const found = LINES.filter(({ source }) => !/^own$|\(own\)$/.test(source));
  expect(found.length).toBeGreaterThanOrEqual(150);
  expect(
    new Set(found.map(({ source }) => /\(([^()]*)\)$/.exec(source)?.[1] ?? source)).size,
  ).toBeGreaterThan(50);
});

describe('accepted as typed', () => {
  test.each(of('accept'))('$line', ({ line }) => {
    const verdict = judge(line);
    expect(verdict.approved ? undefined : verdict.refusal).toBeUndefined();
  });
});

describe('accepted after the fix that the refusal offers', () => {
  test.each(of('fix'))('$line', ({ line }) => {
    const verdict = judge(line);
    expect(verdict.approved).toBe(false);
    const lines = offered(verdict);
    expect(lines.length).toBeGreaterThan(0);
    for (const one of lines) expect(judge(one).approved).toBe(true);
  });

  test.each([
    ["find . -name '*.log' | xargs ls -l", ["find . -name '*.log' -ls"]],
    ['find . -name "*.py" | xargs grep "TODO"', ['grep -r "TODO" --include=\'*.py\' .']],
    [
      'find site -name "*.html" -exec grep -l "website-files.com" {} \\;',
      ['grep -rl "website-files.com" --include=\'*.html\' site'],
    ],
    ["git ls-files | xargs grep -n '\\bload_topics\\b'", ["git grep -n '\\bload_topics\\b'"]],
    [
      'zcat access.log-2014-12-31.gz | cut -d" " -f1 | sort | uniq',
      ['gzip -dc -- access.log-2014-12-31.gz | cut -d" " -f1 | sort | uniq'],
    ],
    ['zgrep "error" /var/log/syslog.*.gz', ['gzip -dc -- /var/log/syslog.*.gz | grep "error"']],
    ['cd python && ls && git status', ['cd python && ls', 'cd python && git status']],
    [
      'git rev-parse --short HEAD && git branch --show-current',
      ['git rev-parse --short HEAD', 'git branch --show-current'],
    ],
    ['awk ‘{print $1}’ access.log # ip address (%h)', ["awk '{print $1}' access.log"]],
    ["sed -n '10,33p' <filename", ["sed -n '10,33p' filename"]],
  ])('%s means what was meant', (line, expected) => {
    expect(LINES.some((one) => one.line === line)).toBe(true);
    expect(offered(judge(line))).toEqual(expected);
  });
});

describe('refused for cause', () => {
  test.each(of('refuse'))('$line: $source', ({ line }) => {
    const verdict = judge(line);
    expect(verdict.approved).toBe(false);
    for (const one of offered(verdict)) expect(judge(one).approved).toBe(true);
  });
});

test('98 of 100 lines that only read are accepted, as typed or after the fix', () => {
  const taken = of('accept').length + of('fix').length;
  expect(taken / (taken + LOST.length)).toBeGreaterThanOrEqual(0.98);
});

test('the three shares of the whole list', () => {
  const share = (expected: string): number => Math.round((1000 * of(expected).length) / LINES.length) / 10;
  const total = share('accept') + share('fix') + share('refuse');
  expect(total).toBeGreaterThan(99.8);
  expect(total).toBeLessThan(100.2);
  process.stdout.write(
    `typed lines: ${String(LINES.length)}; as typed ${String(share('accept'))} %, after the fix ` +
      `${String(share('fix'))} %, refused ${String(share('refuse'))} % (of these reading: ${String(LOST.length)})\n`,
  );
});
