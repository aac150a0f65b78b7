import { describe, expect, test } from 'vitest';
import { discoverLifecycles, type Discovery } from '../../../src/lifecycle/index.ts';
import { mentionsOf } from '../../../src/lifecycle/discovery/mentions.ts';
import { createMemoryTree, createProgram } from '../../../src/source/index.ts';
import { loadPythonParser } from '../../support/python.ts';
import { circle, deepBlocks, job, longLine, manyBranches } from '../hostile-programs.ts';

const parser = await loadPythonParser();
const LONG = 300_000;
const numbers = (count: number): readonly number[] => [...Array(count).keys()];

async function listed(text: string): Promise<Discovery> {
  const tree = createMemoryTree({ 'm.py': text });
  const found = await discoverLifecycles({}, { tree, program: createProgram({ tree, parser }) });
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return found.value;
}

const writes = ({ listings }: Discovery): readonly string[] =>
  listings.map((each) => `${each.states ?? '-'}.${each.store} ${String(each.writes)}`);
const leftOut = ({ unread }: Discovery): readonly string[] => [...new Set(unread.map((each) => each.why))];

describe('the list of what is too large ends, and names what was left out', () => {
  test(
    'a file of 30,000 lines: each write is counted',
    async () => {
      const methods = numbers(7500).map(
        (n) =>
          `    def f${String(n)}(self):\n        if self.state == S.A:\n            self.state = S.B\n        self.x = 1\n`,
      );
      const found = await listed(job(methods.join('')));
      expect(writes(found)).toEqual(['S.state 7501']);
      expect(leftOut(found)).toEqual([]);
    },
    LONG,
  );

  test(
    'a function of 10,000 branches: each write is counted',
    async () => {
      expect(writes(await listed(manyBranches(10_000)))).toEqual(['S.state 10002']);
    },
    LONG,
  );

  test(
    'blocks in blocks: what is nested too deeply is named',
    async () => {
      const found = await listed(deepBlocks(1500));
      expect(writes(found)).toEqual(['S.state 2']);
      expect(leftOut(found)).toEqual(['nesting']);
    },
    LONG,
  );

  test(
    'each of 2,000 classes below the one before: those with too many above them are named',
    async () => {
      const found = await listed(longLine(2000));
      expect(writes(found)).toEqual(['S.state 199']);
      expect(leftOut(found)).toEqual(['ancestors', 'more']);
    },
    LONG,
  );

  test(
    'a class below 10,000 others, named on one line',
    async () => {
      const classes = numbers(10_000).map((n) => `class K${String(n)}: pass\n`);
      const bases = numbers(10_000).map((n) => `K${String(n)}`);
      const last = `class Z(Job, ${bases.join(', ')}):\n    def go(self):\n        self.state = S.B\n`;
      const found = await listed(`${job('')}${classes.join('')}${last}`);
      expect(writes(found)).toEqual(['S.state 2']);
      expect(found.unread).toMatchObject([{ what: 'Z', why: 'ancestors' }]);
    },
    LONG,
  );

  test(
    '100,000 states and 10,000 classes on one line each',
    async () => {
      const all = `ALL = [${numbers(100_000)
        .map(() => 'S.A')
        .join(', ')}]\n`;
      const classes = numbers(10_000).map((n) => `class K${String(n)}(Job): state = S.A`);
      const go = '    def go(self):\n        if self.state == S.A:\n            self.state = S.B\n';
      const found = await listed(`${job(go)}${all}${classes.join('; ')}\n`);
      expect(writes(found)[0]).toMatch(/^S\.state \d+$/);
    },
    LONG,
  );

  test('classes in a circle', async () => {
    expect(writes(await listed(circle))).toEqual(['S.state 2']);
  });
});

test('a long line tells of its first thousand mentions', () => {
  expect(mentionsOf(`x.s = [${'S.A, '.repeat(5000)}]`).length).toBe(1000);
  const [first] = mentionsOf(`f(${'1, '.repeat(500)}a.s = S.B)`);
  expect(first).toMatchObject({ group: 'S', name: 'B', use: 'stored', slot: 's', place: 'attribute' });
});
