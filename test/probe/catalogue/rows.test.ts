import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/probe/catalogue/index.ts';
import { GIT_SUBCOMMANDS } from '../../../src/probe/catalogue/git/subcommands.ts';
import { options } from '../../../src/probe/catalogue/options.ts';
import { allPages, judge } from '../../../src/probe/index.ts';
import { makeFolder, openLocal, type Bench } from '../bench.ts';
import { around, spellings, UNKNOWN } from '../options.ts';

let bench: Bench;

beforeAll(async () => {
  const root = makeFolder({ 'f.txt': 'x 1\ny 2\n', 'g.txt': 'x 1\nz 3\n' });
  mkdirSync(join(root, 'sub'));
  writeFileSync(join(root, 'sub/h.txt'), 'x\n');
  const git = (...args: readonly string[]): void => {
    const identity = ['-c', 'user.name=n', '-c', 'user.email=n@example.org', '-c', 'init.defaultBranch=main'];
    execFileSync('git', ['-C', root, ...identity, ...args], { stdio: 'pipe' });
  };
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'one');
  git('tag', 'v1');
  writeFileSync(join(root, 'f.txt'), 'x 1\ny 2\nw 4\n');
  git('commit', '-qam', 'two');
  writeFileSync(join(root, 'f.txt'), 'x 1\ny 2\nw 5\n');
  git('stash');
  bench = await openLocal(root);
});
afterAll(() => bench.close());

const ROWS = CATALOGUE.filter((row) => row.ownWords !== true && row.options.length > 0).map((row) => ({
  name: row.name,
  row,
}));

describe('the options of the table are options of the real tools', () => {
  test.each(ROWS)('$name', async ({ row }) => {
    for (const option of row.options) {
      const [before, after] = around(row.name, option);
      for (const spelled of spellings(row.name, option)) {
        const line = `${before}${row.name} ${spelled} ${after}`.trim();
        const outcome = await bench.prober.run(line);
        if (outcome.kind === 'error' && outcome.error.code === 'tool-missing') return;
        expect([line, outcome.kind]).toEqual([line, 'evidence']);
        if (outcome.kind !== 'evidence') continue;
        const errors = Buffer.from(outcome.evidence.stderr).toString();
        expect([line, UNKNOWN.exec(errors)?.[0]]).toEqual([line, undefined]);
      }
    }
  });

  const OPERANDS: Readonly<Record<string, string>> = {
    blame: 'HEAD -- f.txt',
    grep: 'x',
    'cat-file': 'HEAD',
    'merge-base': 'HEAD HEAD~1',
    'name-rev': 'HEAD',
    'rev-list': 'HEAD',
    'ls-tree': 'HEAD',
    'rev-parse': 'HEAD',
    'stash show': '',
    log: 'HEAD -- f.txt',
    diff: 'HEAD~1 HEAD',
  };

  test.each(GIT_SUBCOMMANDS.map((sub) => ({ name: sub.name, sub })))('git $name', async ({ sub }) => {
    for (const option of sub.options) {
      for (const spelled of spellings(`git ${sub.name}`, option)) {
        const operands = sub.name === 'grep' && option.key === 'e' ? '' : (OPERANDS[sub.name] ?? '');
        const joined = ['and', 'or', 'not'].includes(option.key)
          ? `-e x ${option.key === 'not' ? '--and --not' : spelled} -e y`
          : `${spelled} ${operands}`;
        // The index is compared with one commit.
        if (option.key === 'cached' && sub.name === 'diff') continue;
        const line = `git ${sub.name} ${option.key === 'L' && sub.name === 'log' ? spelled : joined}`.trim();
        const outcome = await bench.prober.run(line);
        expect([line, outcome.kind]).toEqual([line, 'evidence']);
        if (outcome.kind !== 'evidence') continue;
        const errors = Buffer.from(outcome.evidence.stderr).toString();
        expect([line, UNKNOWN.exec(errors)?.[0]]).toEqual([line, undefined]);
      }
    }
  });
});

describe('every row', () => {
  test.each(CATALOGUE.map((row) => ({ name: row.name, row })))(
    '$name: its example is approved, its help is a line',
    ({ row }) => {
      expect(judge(row.example)).toMatchObject({ approved: true });
      expect(row.help).toMatch(/^[a-zA-Z][^\n]{5,80}$/);
      expect(row.userlands.length).toBeGreaterThan(0);
    },
  );

  test.each(ROWS)('$name: no option twice, none both accepted and refused', ({ row }) => {
    const spelled = row.options.flatMap((option) => [
      ...(option.letter === undefined ? [] : [`-${option.letter}`]),
      ...option.long,
    ]);
    expect(new Set(spelled).size).toBe(spelled.length);
    expect(spelled.filter((name) => Object.hasOwn(row.refused, name))).toEqual([]);
  });

  test.each(ROWS)(
    '$name: refused options are refused for their reason, alone, in clusters and with values',
    ({ row }) => {
      const flag = row.options.find(
        (option) => option.letter !== undefined && option.value === undefined,
      )?.letter;
      for (const [name, rule] of Object.entries(row.refused)) {
        const forms = name.startsWith('--')
          ? [name, `${name}=x`]
          : [name, `${name}x`, ...(flag === undefined ? [] : [`-${flag}${name.slice(1)}`])];
        for (const form of forms) {
          const verdict = judge(`${row.name === 'tr' ? 'cat f | ' : ''}${row.name} ${form} f g`);
          expect([form, verdict.approved ? 'approved' : verdict.refusal.rule]).toEqual([form, rule]);
          const behind = judge(`${row.name === 'tr' ? 'cat f | ' : ''}${row.name} f g ${form}`);
          expect([form, behind.approved]).toEqual([form, false]);
        }
      }
    },
  );

  test.each(ROWS)('$name: no long option may be shortened', ({ row }) => {
    for (const option of row.options.flatMap(({ long }) => long)) {
      for (let end = 3; end < option.length; end += 1) {
        const short = option.slice(0, end);
        if (row.options.some(({ long }) => long.includes(short))) continue;
        const verdict = judge(`${row.name} ${short} f`);
        expect([short, verdict.approved ? 'approved' : verdict.refusal.rule]).toEqual([
          short,
          Object.hasOwn(row.refused, short) ? row.refused[short] : 'abbreviated-option',
        ]);
      }
    }
  });

  test.each(GIT_SUBCOMMANDS.map((sub) => ({ name: sub.name, sub })))(
    'git $name: example, options, refusals',
    ({ sub }) => {
      expect(judge(sub.example)).toMatchObject({ approved: true });
      const spelled = sub.options.flatMap((option) => [
        ...(option.letter === undefined ? [] : [`-${option.letter}`]),
        ...option.long,
      ]);
      expect(spelled.filter((name, index) => spelled.indexOf(name) !== index)).toEqual([]);
      expect(spelled.filter((name) => Object.hasOwn(sub.refused, name))).toEqual([]);
      for (const [name, rule] of Object.entries(sub.refused)) {
        const verdict = judge(`git ${sub.name} ${name}`);
        expect([name, verdict.approved ? 'approved' : verdict.refusal.rule]).toEqual([name, rule]);
      }
    },
  );

  test('help lists every command and subcommand once', () => {
    const names = allPages().map((page) => page.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('git log');
    expect(names).toContain('egrep');
    expect(names.length).toBe(CATALOGUE.length + GIT_SUBCOMMANDS.length);
  });
});

describe('option rows', () => {
  test('are read from one line each', () => {
    expect(
      options(
        'n --line-number',
        '--include =glob !busybox',
        'U --unified ?count',
        '--merged ??word',
        'y -',
        'L --follow -links',
      ),
    ).toMatchObject([
      { key: 'n', letter: 'n', long: ['--line-number'], optional: false, dropped: false, missing: [] },
      { key: 'include', long: ['--include'], value: { name: 'glob' }, missing: ['busybox'] },
      { key: 'U', value: { name: 'count' }, optional: true },
      { key: 'merged', value: { name: 'word' }, greedy: true, optional: false },
      { key: 'y', dropped: true },
      { key: 'L', dropped: true, note: 'links' },
    ]);
    expect(options('n =signed !bsd(negative) !toybox(negative) !bsd(unit)')[0]?.lacking).toEqual([
      { form: 'negative', missing: ['bsd', 'toybox'] },
      { form: 'unit', missing: ['bsd'] },
    ]);
    expect(options('--color ?{a|b}')[0]?.value?.pattern.test('b')).toBe(true);
    expect(options('--color ?{a|b}')[0]?.value?.pattern.test('ab')).toBe(false);
  });

  test('a mistake in a row is a bug', () => {
    expect(() => options('n =nonsense')).toThrow();
    expect(() => options('n nonsense')).toThrow();
    expect(() => options('n !nobody')).toThrow();
    expect(() => options('n =count !bsd(nonsense)')).toThrow();
  });
});
