import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/probe/catalogue/index.ts';
import type { OperandRow } from '../../../src/probe/catalogue/operands.ts';
import { options } from '../../../src/probe/catalogue/options.ts';
import type { CommandRow } from '../../../src/probe/catalogue/row.ts';
import type { GitSubcommand } from '../../../src/probe/catalogue/git/subcommand.ts';
import { allPages, judge, type CommandPage } from '../../../src/probe/index.ts';
import { planLine } from '../../../src/probe/plan/plan-line.ts';

/** A field of a row that is named nowhere here does not compile: it is shown to people, or it is behaviour. */
const ROW_FIELDS = {
  name: 'shown',
  tool: 'behaviour',
  help: 'shown',
  example: 'shown',
  options: 'shown',
  operands: 'shown',
  cost: 'shown',
  dearer: 'shown',
  bounds: 'shown',
  adds: 'shown',
  refused: 'shown',
  digits: 'shown',
  ownWords: 'shown',
  subcommands: 'shown',
  filter: 'shown',
  userlands: 'shown',
  needsOption: 'shown',
  volatile: 'shown',
  unordered: 'behaviour',
  build: 'behaviour',
} as const satisfies Record<keyof CommandRow, 'shown' | 'behaviour'>;

const SUBCOMMAND_FIELDS = {
  name: 'shown',
  help: 'shown',
  example: 'shown',
  options: 'shown',
  operands: 'shown',
  cost: 'shown',
  dearer: 'shown',
  bounds: 'shown',
  refused: 'shown',
  digits: 'shown',
  volatile: 'shown',
  before: 'behaviour',
  least: 'behaviour',
  most: 'behaviour',
  defaultRevision: 'behaviour',
  formats: 'behaviour',
} as const satisfies Record<keyof GitSubcommand, 'shown' | 'behaviour'>;

const PAGES = allPages().map((page) => ({ name: page.name, page }));
/** Commands that can be run as they are: git has to be followed by a subcommand. */
const RUNNABLE = PAGES.filter(({ page }) => page.subcommands.length === 0);

test('what a row shows is on its page', () => {
  const [page] = allPages();
  const shown = (fields: Readonly<Record<string, string>>): readonly string[] =>
    Object.keys(fields).filter((key) => fields[key] === 'shown' && key !== 'digits');
  for (const key of [...shown(ROW_FIELDS), ...shown(SUBCOMMAND_FIELDS)]) expect(page).toHaveProperty(key);
  expect(allPages().find(({ name }) => name === 'head')?.digits).toBe('n');
});

describe('every row teaches', () => {
  test.each(PAGES)('$name', ({ page }) => {
    expect(line(page.help)).toBe(true);
    expect(judge(page.example)).toMatchObject({ approved: true });
    expect(page.example).toContain(page.name);
    expect(page.userlands.length).toBeGreaterThan(0);
    for (const row of page.options)
      expect([row.key, row.help, line(row.help)]).toEqual([row.key, row.help, true]);
    for (const row of page.operands) expect([row.help, line(row.help)]).toEqual([row.help, true]);
    if (page.adds !== '') expect(page.adds).toMatch(/[^.]$/);
  });

  test.each(PAGES)('$name names only options that it has', ({ page }) => {
    const keys = page.options.map((row) => row.key);
    const named = [
      ...Object.keys(page.dearer),
      ...page.bounds,
      ...(page.digits === undefined ? [] : [page.digits]),
      ...page.operands.flatMap((row) => [...(row.unless ?? []), ...(row.freeWith ?? [])]),
    ];
    expect(named.filter((key) => !keys.includes(key))).toEqual([]);
  });

  test.each(PAGES)('$name offers values that it accepts', ({ page }) => {
    for (const { value } of page.options)
      for (const one of [...(value?.choices ?? []), ...(value?.suggestions ?? [])])
        expect([one, value?.pattern.test(one)]).toEqual([one, true]);
  });
});

/** One line for a list: not empty, short, no full stop. */
function line(help: string): boolean {
  return help.length > 0 && help.length <= 90 && !/[.\n]$/.test(help);
}

const SAMPLES: Readonly<Record<OperandRow['kind'], string>> = {
  path: 'f.txt',
  name: 'a/b',
  pattern: 'x',
  script: '1p',
  set: 'a-z',
  format: '+%F',
  revision: 'HEAD',
  reference: 'v1',
};

/** What has to stand in front for the operands to be counted at all. */
const BEHIND: Readonly<Record<string, string>> = {
  gzip: 'gzip -dc',
  tr: 'cat f | tr',
  'git cat-file': 'git cat-file -p',
  'git branch': 'git branch --list',
  'git tag': 'git tag --list',
};
const SCRIPTS: Readonly<Record<string, string>> = { awk: "'{print $1}'" };

function sample(page: CommandPage, row: OperandRow): string {
  return row.kind === 'script' ? (SCRIPTS[page.name] ?? SAMPLES.script) : SAMPLES[row.kind];
}

/** The fewest operands, and the most, as the rows say it. */
function counts(page: CommandPage): {
  readonly least: readonly string[];
  readonly most: readonly string[] | null;
} {
  const least = page.operands.filter((row) => row.count === 'one' || row.count === 'some');
  const endless = page.operands.some((row) => row.count === 'any' || row.count === 'some');
  const words = (rows: readonly OperandRow[]): readonly string[] => rows.map((row) => sample(page, row));
  return { least: words(least), most: endless ? null : words(page.operands) };
}

describe('operands as data are what the command takes', () => {
  test.each(RUNNABLE)('$name', ({ name, page }) => {
    const front = BEHIND[name] ?? name;
    const { least, most } = counts(page);
    const rule = (words: readonly string[]): string => {
      const verdict = judge([front, ...words].join(' '));
      return verdict.approved ? 'approved' : verdict.refusal.rule;
    };
    expect(rule(least)).toBe('approved');
    // Names of processes of ps are no operands but options of another kind.
    if (most !== null)
      expect(rule([...most, most.at(-1) ?? 'x'])).toBe(name === 'ps' ? 'option' : 'extra-operand');
    if (most !== null) expect(rule(most)).toBe('approved');
    if (least.length > 0) expect(rule(least.slice(0, -1))).toBe('missing-operand');
  });

  test.each(RUNNABLE.filter(({ page }) => page.operands.some((row) => row.piped === true)))(
    'behind a pipe $name may do without',
    ({ page }) => {
      const needed = page.operands.filter((row) => row.piped !== true && row.count === 'one');
      const front = page.name === 'gzip' ? 'gzip -dc' : page.name;
      const line = `cat f.txt | ${[front, ...needed.map((row) => sample(page, row))].join(' ')}`;
      expect(judge(line)).toMatchObject({ approved: true });
    },
  );

  test('an option can take the place of an operand', () => {
    expect(judge('grep -e x f').approved).toBe(true);
    expect(judge('sed -n -e 1p f').approved).toBe(true);
    expect(judge('rg --files').approved).toBe(true);
    expect(judge('grep -r x').approved).toBe(true);
  });
});

describe('what Sonde adds', () => {
  const rows = CATALOGUE.filter((row) => row.subcommands === undefined).map((row) => ({
    name: row.name,
    row,
  }));

  test.each(rows)('is said of $name', ({ row }) => {
    const plan = planLine(row.example, {});
    const stage = plan.ok ? plan.value.stages.find((one) => one.row.name === row.name) : undefined;
    const own = (stage?.args ?? []).flatMap((argument) =>
      argument.kind === 'own' && argument.text.startsWith('-') && !['--', '-e', '-o'].includes(argument.text)
        ? [argument.text]
        : [],
    );
    for (const word of own)
      expect([word, row.adds.includes(word) || row.tool !== row.name]).toEqual([word, true]);
  });

  test('is said of git by its kinds', () => {
    expect(CATALOGUE.find((row) => row.name === 'git')?.adds).toMatch(/hooks.*filters.*network/);
  });
});

test('help stands behind a colon in an option row', () => {
  expect(options('A --after-context =count : shows: many lines')).toMatchObject([
    { key: 'A', value: { name: 'count' }, help: 'shows: many lines' },
  ]);
  expect(options('n')).toMatchObject([{ key: 'n', help: '' }]);
});
