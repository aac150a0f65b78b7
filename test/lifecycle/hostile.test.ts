import { describe, expect, test } from 'vitest';
import { analyse, toJson, toText, type Lifecycle, type LifecycleQuery } from '../../src/lifecycle/index.ts';
import { lifecycleWords } from '../../src/messages/index.ts';
import { createMemoryTree, createProgram } from '../../src/source/index.ts';
import { drawn } from '../support/lifecycle.ts';
import { loadPythonParser } from '../support/python.ts';
import {
  circle,
  deepBlocks,
  deepExpressions,
  deepFunctions,
  importCircle,
  job,
  longChain,
  longLine,
  manyBranches,
  manyCalls,
  manyLooks,
  manyStates,
  manyThreads,
  manyWrites,
  wideFamily,
} from './hostile-programs.ts';

const parser = await loadPythonParser();
const LONG = 300_000;
/** Characters of an answer; what is kept in memory is of its size. */
const ANSWER = 4_000_000;

async function answer(
  source: Readonly<Record<string, string>> | string,
  query: LifecycleQuery = {},
): Promise<Lifecycle> {
  const files = typeof source === 'string' ? { 'm.py': source } : source;
  const tree = createMemoryTree(files);
  const program = createProgram({ tree, parser });
  const found = await analyse({ files: Object.keys(files), store: 'state', ...query }, { tree, program });
  if (!found.ok) throw new Error(JSON.stringify(found.error).slice(0, 500));
  return found.value;
}

/** What was left out, by its kind; the sentence of each stands in the text, and the JSON is bounded. */
function leftOut(lifecycle: Lifecycle): readonly string[] {
  const text = toText(lifecycle, lifecycleWords);
  const json = JSON.stringify(toJson(lifecycle, lifecycleWords));
  expect(json.length).toBeLessThan(ANSWER);
  const kinds = [...new Set(lifecycle.unresolved.map((each) => each.why))].sort();
  for (const kind of kinds) {
    const item = lifecycle.unresolved.find((each) => each.why === kind);
    if (item === undefined) throw new Error(kind);
    expect(text).toContain(lifecycleWords.unresolved(item));
    expect(json).toContain(JSON.stringify(item.what));
  }
  return kinds;
}

describe('what is too large ends, and the answer names what was left out', () => {
  test(
    'a function of 1,600 branches: each write is found',
    async () => {
      const lifecycle = await answer(manyBranches(1600));
      expect(new Set(lifecycle.writes.map((each) => each.line)).size).toBe(1602);
      expect(leftOut(lifecycle)).toEqual(['budget', 'hazards']);
      expect(lifecycle.unresolved.find((each) => each.why === 'hazards')?.what).toBe('1602');
    },
    LONG,
  );

  test('2,000 branches in one chain: what is nested too deeply is named', async () => {
    expect(leftOut(await answer(longChain(2000)))).toContain('nesting');
  });

  test(
    '300 states: those that fit are told apart, the number of the others is named',
    async () => {
      const lifecycle = await answer(manyStates(300));
      expect(lifecycle.states.length).toBe(128);
      expect(leftOut(lifecycle)).toContain('states');
      expect(lifecycle.unresolved.find((each) => each.why === 'states')?.what).toBe('172');
    },
    LONG,
  );

  test(
    '1,600 writes to as many objects',
    async () => {
      const lifecycle = await answer(manyWrites(1600));
      expect(lifecycle.writes.length).toBe(1602);
      expect(drawn(lifecycle)).toContain('A>B');
      expect(leftOut(lifecycle)).toEqual(['hazards']);
    },
    LONG,
  );

  test('200 threads that write beside each other', async () => {
    const lifecycle = await answer(manyThreads(200));
    expect(lifecycle.writes.length).toBe(201);
    expect(drawn(lifecycle)).toEqual(['A>B', 'B>C', 'C>D', 'D>A']);
  });

  test('calls that multiply, and looks that multiply', async () => {
    const calls = await answer(manyCalls());
    expect(drawn(calls)).toEqual(expect.arrayContaining(['A>B', 'A>C']));
    expect(leftOut(calls)).toContain('budget');
    const looks = await answer(manyLooks());
    expect(drawn(looks)).toEqual(expect.arrayContaining(['A>B', 'A>C']));
    expect(leftOut(looks)).toEqual(['budget']);
  });
});

describe('what is too deep ends', () => {
  test('expressions of 5,000 levels', async () => {
    const lifecycle = await answer(deepExpressions());
    expect(drawn(lifecycle)).toContain('A>B');
    expect(leftOut(lifecycle)).toEqual(['nesting']);
  });

  test('ifs in ifs and functions in functions: what stands beside them is found', async () => {
    const blocks = await answer(deepBlocks(1500));
    expect(drawn(blocks)).toContain('A>B');
    expect(leftOut(blocks)).toEqual(['nesting']);
    const functions = await answer(deepFunctions());
    expect(drawn(functions)).toContain('A>B');
    expect(leftOut(functions)).toEqual(['nesting']);
  });
});

describe('families of classes', () => {
  test(
    'each of 10,000 below the one before: the nearest ancestors are looked at',
    async () => {
      const lifecycle = await answer(longLine(10_000));
      expect(drawn(lifecycle)).toEqual(['A>B']);
      expect(leftOut(lifecycle)).toEqual(expect.arrayContaining(['ancestors', 'more']));
    },
    LONG,
  );

  test(
    '1,700 below one: the writes of all are found, and the number of those not run by themselves is named',
    async () => {
      const lifecycle = await answer(wideFamily(1700));
      expect(new Set(lifecycle.writes.map((each) => each.line)).size).toBeGreaterThanOrEqual(1700);
      expect(drawn(lifecycle)).toEqual(expect.arrayContaining(['A>B', 'A>C']));
      expect(leftOut(lifecycle)).toEqual(['hazards', 'subclasses']);
      expect(lifecycle.unresolved.find((each) => each.why === 'subclasses')?.what).toBe('1694');
    },
    LONG,
  );

  test('classes in a circle, and one below itself', async () => {
    expect(drawn(await answer(circle))).toEqual(expect.arrayContaining(['A>C', 'A>B']));
  });

  test('modules that import each other in a circle', async () => {
    const lifecycle = await answer(importCircle);
    expect(drawn(lifecycle)).toEqual(['A>B']);
    expect(lifecycle.unresolved.map((each) => each.what)).toContain('Missing');
  });
});

test('the same program has the same answer each time', async () => {
  const [first, second] = [await answer(manyCalls()), await answer(manyCalls())];
  expect({ ...first, cost: null }).toEqual({ ...second, cost: null });
});

describe('names that mean something elsewhere', () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'valueOf'];

  test('members of objects: each is a state like another', async () => {
    const text = `class S:\n${names.map((name, index) => `    ${name} = ${index}\n`).join('')}
class Job:
    def __init__(self):
        self.state = S.${names[0] ?? ''}
    def set(self, state):
        self.state = state
    def look(self):
        return self.state == S.null
${names.map((name, index) => `    def to${index}(self):\n        self.set(S.${name})\n`).join('')}`;
    const lifecycle = await answer(text);
    expect(lifecycle.states.map((each) => each.name)).toEqual(names);
    const json: unknown = JSON.parse(JSON.stringify(toJson(lifecycle, lifecycleWords)));
    expect(json).toMatchObject({ setters: [{ name: 'Job.set' }] });
    const [setter] = lifecycle.setters;
    for (const old of names)
      for (const given of names)
        expect(
          Object.entries(Object.entries(setter?.table ?? {}).find(([row]) => row === old)?.[1] ?? {}),
        ).toContainEqual([given, given]);
    expect(lifecycle.transitions.length).toBe(names.length * (names.length - 1));
  });

  test('text that moves a cursor, ends a line or turns the writing: no such character leaves as it is', async () => {
    const hostile = ['\\x1b[31mred', 'a\\nb', '\\u202eright', '</script><b>', '`$(id)`', '"quoted"', '%s{0}'];
    const text = job(
      hostile.map((name, index) => `    def to${index}(self):\n        self.mood = '${name}'\n`).join('') +
        "    def asks(self):\n        return self.mood == '</script><b>'\n",
    );
    const lifecycle = await answer(text, { store: 'mood' });
    expect(lifecycle.states.length).toBe(hostile.length);
    expect(toText(lifecycle, lifecycleWords)).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/,
    );
  });
});
