import { describe, expect, test } from 'vitest';
import { drawn, edges, lifecycleOf, removals, writes } from '../support/lifecycle.ts';

/** Four constants in front of the code of a test; its first line is line 6. */
const states = 'class S:\n    A = 1\n    B = 2\n    C = 3\n    D = 4\n';
/** An object with a status, which starts as A; methods start at line 9. */
const job = (methods: string): string =>
  `${states}class Job:\n    def __init__(self):\n        self.state = S.A\n${methods}`;
/** A map of states by key; methods start at line 9. */
const room = (methods: string): string =>
  `${states}class Rooms:\n    def __init__(self):\n        self.st = {}\n${methods}`;

describe('guards', () => {
  test.each([
    ['not', 'if not (self.state != S.A):\n            self.state = S.B', 'A>B'],
    [
      'or with an unknown',
      'if self.state == S.B and ok() or self.state == S.C:\n            self.state = S.D',
      'B>D C>D',
    ],
    [
      'nested',
      'if self.state == S.A or (self.state == S.B and ok()):\n            if self.state != S.A:\n                self.state = S.C',
      'B>C',
    ],
    ['a chain of comparisons', 'if S.A < self.state < S.D:\n            self.state = S.D', 'B>D C>D'],
    [
      'a variable',
      'ok = self.state == S.A\n        if not ok:\n            raise ValueError\n        self.state = S.B',
      'A>B',
    ],
    [
      'a break',
      'while True:\n            if self.state == S.A:\n                break\n            elif self.state == S.B:\n                continue\n            return\n        self.state = S.B',
      'A>B',
    ],
    [
      'for and else',
      'for i in range(3):\n            if self.state == S.C:\n                break\n        else:\n            return\n        self.state = S.D',
      'C>D',
    ],
    [
      'match',
      'match self.state:\n            case S.A | S.B:\n                self.state = S.C\n            case S.C if ok():\n                self.state = S.D\n            case _:\n                self.state = S.A',
      'A>C B>C C>A C>D D>A',
    ],
    [
      'a return in a nested function',
      'def check():\n            if self.state != S.A:\n                return\n        check()\n        self.state = S.D',
      'A>D B>D C>D',
    ],
  ])('%s', async (_what, body, expected) => {
    // What is tested stands in a method; another writes every state in a way that has edges of its own only to B.
    const text = job(
      `    def go(self):\n        ${body}\n    def any(self, good):\n        self.state = S.A if good else S.B\n    def more(self, good):\n        self.state = S.C if good else S.D\n`,
    );
    const lifecycle = await lifecycleOf(text);
    const last = text.split('\n').findIndex((line) => line.includes('def any')) + 1;
    const own = lifecycle.transitions
      .filter((each) => each.sites.some((site) => site.line > 9 && site.line < last))
      .map((each) => `${each.from}>${each.to}`);
    expect(own.join(' ')).toBe(expected);
  });

  test('finally: what was known before the try is known in it as well', async () => {
    const text = job(
      '    def on(self):\n        if self.state == S.A:\n            self.state = S.B\n    def go(self):\n        if self.state != S.B:\n            return\n        try:\n            work()\n        finally:\n            self.state = S.C\n    def off(self):\n        if self.state == S.C:\n            self.state = S.D\n',
    );
    expect(edges(await lifecycleOf(text))).toEqual(['A>B proved', 'B>C proved', 'C>D proved']);
  });

  test('finally: a return in the try runs it for the states that returned', async () => {
    const text = job(
      '    def go(self):\n        try:\n            if self.state != S.A:\n                return\n            self.state = S.B\n        finally:\n            self.state = S.C\n',
    );
    // The start value, what go leaves, and what it writes in between: only A and C are ever met at its start.
    expect(drawn(await lifecycleOf(text))).toEqual(['A>B', 'B>C']);
  });
});

describe('states written as text', () => {
  const text = (write: string): string =>
    `class Task:\n    def __init__(self):\n        self.status = "new"\n    def go(self):\n        if self.status == "new":\n            self.status = "run"\n    def end(self, good):\n        assert self.status == "run"\n        ${write}\n`;
  test.each([
    ['a ternary', 'self.status = "ok" if good else "bad"'],
    ['a ternary through a variable', 'result = "ok" if good else "bad"\n        self.status = result'],
    ['or', 'self.status = (good and "ok") or "bad"'],
  ])('%s', async (_what, write) => {
    expect(drawn(await lifecycleOf(text(write)))).toEqual(['new>run', 'run>bad', 'run>ok']);
  });

  test('an entry of a map by setdefault and by update', async () => {
    const rooms = `class Rooms:\n    def __init__(self):\n        self.st = {}\n    def add(self, k):\n        self.st.setdefault(k, "new")\n    def go(self, k):\n        if self.st[k] == "new":\n            self.st.update({k: "run"})\n`;
    expect(drawn(await lifecycleOf(rooms))).toEqual(['absent>new', 'new>run']);
  });
});

describe('entries of a map', () => {
  const base =
    '    def add(self, k):\n        self.st.setdefault(k, S.A)\n    def go(self, k):\n        if self.st[k] == S.A:\n            self.st[k] = S.B\n    def end(self, k):\n        if self.st[k] == S.B:\n            ';
  test.each([
    ['update', 'self.st.update({k: S.C})'],
    ['|=', 'self.st |= {k: S.C}'],
    ['a copy with the entry', 'self.st = {**self.st, k: S.C}'],
    ['an alias of the map', 'm = self.st\n            m[k] = S.C'],
  ])('%s', async (_what, write) => {
    const lifecycle = await lifecycleOf(room(`${base}${write}\n`));
    expect(edges(lifecycle)).toEqual(['A>B proved', 'B>C proved', 'absent>A proved']);
    expect(removals(lifecycle)).toEqual([]);
  });

  test('a map that takes the place of the old one removes what was there', async () => {
    const lifecycle = await lifecycleOf(room(`${base}self.st = {}\n`));
    expect(removals(lifecycle)).toEqual(['16 caller: A B']);
  });

  test('pop with a default: what was taken out, and ∅ as the default', async () => {
    const text = room(
      '    def add(self, k):\n        self.st[k] = S.A\n    def take(self, k):\n        if self.st.pop(k, S.B) == S.B:\n            self.st[k] = S.C\n        elif ok():\n            self.st[k] = S.D\n',
    );
    expect(writes(await lifecycleOf(text))).toEqual([
      '10 caller: absent A C D -> A',
      '13 caller: absent -> C',
      '15 caller: absent -> D',
    ]);
  });
});

test('a loop that waits by its test says which states are the end', async () => {
  const text = room(
    '    def add(self, k):\n        self.st[k] = S.A\n    def go(self, k):\n        self.st[k] = S.B\n    def end(self, k):\n        if self.st[k] == S.B:\n            self.st[k] = S.C\n    def wait(self, k):\n        while not (self.st[k] == S.C) and self.alive:\n            sleep(1)\n',
  );
  const lifecycle = await lifecycleOf(text);
  expect(lifecycle.states.filter((each) => each.terminal).map((each) => each.name)).toEqual(['C']);
});

describe('hostile programs end, and say where they were given up', () => {
  const budget = (lifecycle: {
    readonly unresolved: readonly { what: string; why: string }[];
  }): readonly string[] =>
    lifecycle.unresolved.filter((each) => each.why === 'budget').map((each) => each.what);

  test('more paths than can be told apart: the writes behind them are found', async () => {
    const count = [...Array(60).keys()];
    const text = job(
      `    def go(self):\n${count.map((n) => `        if self.a${n}:\n            v${n} = self.state\n        else:\n            v${n} = S.A\n`).join('')}${count.map((n) => `        if v${n} == S.B:\n            self.state = S.C\n`).join('')}        self.state = S.D\n`,
    );
    const lifecycle = await lifecycleOf(text);
    expect(budget(lifecycle)).toContain('Job.go');
    expect(drawn(lifecycle)).toEqual(expect.arrayContaining(['A>C', 'A>D']));
  });

  test('6,000 methods in 30,000 lines', async () => {
    const methods = [...Array(6000).keys()].map(
      (n) =>
        `    def m${n}(self):\n        if self.state == S.A:\n            self.state = S.B\n        return ${n}\n\n`,
    );
    const lifecycle = await lifecycleOf(job(methods.join('')));
    expect(edges(lifecycle)).toEqual(['A>B proved']);
    expect(lifecycle.transitions[0]?.sites.length).toBe(6000);
  });

  test('an elif chain without an end, and classes that are their own ancestors', async () => {
    const chain = [...Array(3000).keys()].map(
      (n) => `        elif x == ${n}:\n            self.state = S.${n % 2 === 0 ? 'B' : 'C'}\n`,
    );
    const text = job(
      `    def go(self, x):\n        if x is None:\n            self.state = S.D\n${chain.join('')}    def look(self):\n        return self.state == S.A\n`,
    );
    expect(drawn(await lifecycleOf(text))).toEqual(expect.arrayContaining(['A>B', 'A>C', 'A>D']));
    const cycle = `${states}class K(Job):\n    pass\nclass Job(K):\n    def __init__(self):\n        self.state = S.A\n    def go(self):\n        super().go()\n        if self.state == S.A:\n            self.state = S.B\n`;
    expect(drawn(await lifecycleOf(cycle))).toEqual(['A>B']);
  });
});
