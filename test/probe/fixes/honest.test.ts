import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judge } from '../../../src/probe/index.ts';

/** A real tree, in which each find and each search is really run. */
let tree = '';

const FILES = [
  'a.py',
  'b.c',
  'test_a.py',
  '.env',
  '.hidden/x.py',
  'a/a.py',
  'a/b/deep.py',
  'a/b/test_deep.c',
  'a/.env',
  'b/a/x.py',
  'b/B.PY',
  'b/id_rsa',
  'test/a.py',
  'test/b/c.c',
];

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'sonde-fixes-'));
  for (const [index, file] of FILES.entries()) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), `x ${'y'.repeat(index % 3 === 0 ? 5000 : 10)}\n`);
    const time = 1_700_000_000 + index * 1000;
    utimesSync(join(tree, file), time, time);
  }
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

function offered(line: string): readonly string[] {
  const verdict = judge(line);
  if (verdict.approved || verdict.refusal.instead === undefined) return [];
  return [verdict.refusal.instead, ...(verdict.refusal.then ?? [])];
}

/** Files whose content a line prints the name of: every one has a line that fits. */
function read(line: string): ReadonlySet<string> {
  const out = execFileSync('bash', ['-c', `${line} 2>/dev/null || true`], { cwd: tree, encoding: 'utf8' });
  return new Set(
    out
      .split('\n')
      .filter((name) => name !== '')
      .map((name) => name.replace(/^\.\//, '')),
  );
}

const starts = fc.constantFrom('', '.', 'a', 'a b', './b', 'test');
const plain = fc.constantFrom(
  '-type f',
  "-name '*.py'",
  "-iname '*.py'",
  '-name a.py',
  "-name 'test*'",
  "-path './a/*'",
  "-path './a/b/*'",
  "-path 'a/*'",
  "-path '*/b/*'",
  "-path './b/a/*.py'",
  "-path '*/.*'",
  "-path './test/*'",
  "-path '*test*'",
  '-newer a/a.py',
  '-size +2k',
  '-mtime +1',
  '-user nobody',
  '-empty',
  '-maxdepth 1',
  '-maxdepth 2',
  '-mindepth 2',
  '-mindepth 1',
  '-xdev',
  '-perm -100',
  "-regex '.*a.*'",
  '-type d',
  '-name .env',
  "-name 'id_*'",
);
const one = fc.oneof(
  { weight: 4, arbitrary: plain },
  { weight: 2, arbitrary: plain.map((test) => `! ${test}`) },
  { weight: 1, arbitrary: fc.tuple(plain, plain).map(([a, b]) => `\\( ${a} -o ${b} \\)`) },
  { weight: 1, arbitrary: fc.tuple(plain, plain).map(([a, b]) => `! \\( ${a} -o ${b} \\)`) },
  { weight: 1, arbitrary: plain.map((test) => `${test} -prune -o -type f`) },
  { weight: 1, arbitrary: plain.map((test) => `${test} -o -type f`) },
);
const finds = fc
  .tuple(starts, fc.array(one, { maxLength: 3 }))
  .map(([start, tests]) => ['find', start, ...tests].filter((part) => part !== '').join(' '));

describe('an offered line reads no more than the refused one would have, or only lists', () => {
  test.each([
    ['-exec', (find: string) => `${find} -exec grep -l x {} +`],
    ['xargs', (find: string) => `${find} | xargs grep -l x`],
    ['$(…)', (find: string) => `grep -l x $(${find})`],
  ] as const)('%s', (_, hand) => {
    let searches = 0;
    fc.assert(
      fc.property(finds, (find) => {
        const line = hand(find);
        const lines = offered(line);
        for (const offer of lines) {
          if (offer.startsWith('find ')) continue;
          searches += 1;
          const meant = read(line);
          for (const file of read(offer)) expect(meant, `${line} → ${offer}`).toContain(file);
        }
      }),
      { numRuns: 80, seed: 20_240_607 },
    );
    expect(searches).toBeGreaterThan(8);
  });

  test.each([
    ['find . -name .env -exec cat {} +', 'find . -name .env'],
    ['cat $(find . -name id_rsa)', 'find . -name id_rsa'],
    ['find . -newer a.py -exec cat {} +', 'find . -newer a.py'],
    ['for f in $(find . -size +2k); do grep x $f; done', 'find . -size +2k'],
  ])('%s lists, and says so', (line, listing) => {
    const verdict = judge(line);
    expect(offered(line)).toEqual([listing]);
    expect(verdict.approved ? {} : verdict.refusal.data).toMatchObject({ lists: 'true' });
  });

  test('the whole machine becomes the root folder, and that is said', () => {
    expect(offered('cat $(find / -name id_rsa)')).toEqual(['find / -name id_rsa']);
    expect(offered("find / -name '*.py' -exec grep x {} +")).toEqual(["find / -name '*.py'"]);
    const verdict = judge('sudo grep -r x /');
    expect(offered('sudo grep -r x /')).toEqual(['grep -r x .']);
    expect(verdict.approved ? {} : verdict.refusal.data).toMatchObject({ instead: '.' });
  });

  test('a filter of names that became one of lines is named', () => {
    const verdict = judge("find . -name '*.py' | grep -v test | xargs grep x");
    expect(verdict.approved ? {} : verdict.refusal.data).toMatchObject({ filters: 'grep -v test' });
  });
});
