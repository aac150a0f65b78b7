import { describe, expect, test } from 'vitest';
import { listLifecycles, toJson, toMermaid, toText } from '../../src/lifecycle/index.ts';
import { lifecycleWords } from '../../src/messages/index.ts';
import { createMemoryTree, createProgram } from '../../src/source/index.ts';
import { drawn, lifecycleOf } from '../support/lifecycle.ts';
import { loadPythonParser } from '../support/python.ts';

const STATES = `from enum import Enum
class S(Enum):
    A = 1
    B = 2
    C = 3
`;

describe('tables that nothing writes: the table is the machine', () => {
  const cases: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['a set of pairs', 'T', `${STATES}T = {(S.A, S.B), (S.B, S.C)}\n`, ['A>B', 'B>C']],
    [
      'a frozen set of pairs of module constants, with an alias of itself',
      'T',
      `A = 'a'\nB = 'b'\nC = 'c'\nA = A\nT = frozenset((\n    (A, B),\n    (B, C),\n    (C, A),\n))\n`,
      ['A>B', 'B>C', 'C>A'],
    ],
    [
      'a list made from another one, extended and frozen',
      'MORE',
      `${STATES}ONE = [(S.A, S.B), (S.B, S.A)]\nMORE = list(ONE)\nMORE.extend([(S.B, S.C)])\nMORE = frozenset(MORE)\n`,
      ['A>B', 'B>A', 'B>C'],
    ],
    [
      'pairs of texts under a telling name',
      'TRANSITIONS',
      `TRANSITIONS = [('a', 'b'), ('b', 'c')]\n`,
      ['a>b', 'b>c'],
    ],
    [
      'next states by state',
      'ALLOWED',
      `${STATES}ALLOWED = {S.A: {S.B, S.C}, S.B: [S.C], S.C: set()}\n`,
      ['A>B', 'A>C', 'B>C'],
    ],
    [
      'next state by state and event',
      'T',
      `${STATES}T = {(S.A, 'go'): S.B, (S.B, 'end'): S.C, (S.B, 'back'): S.A}\n`,
      ['A>B', 'B>A', 'B>C'],
    ],
    [
      'what to call and the next state, by state and event',
      'T',
      `${STATES}def f(): pass\nT = {(S.A, 'go'): (None, S.B), (S.B, 'end'): (f, S.C), (S.B, 'back'): (None, S.A)}\n`,
      ['A>B', 'B>A', 'B>C'],
    ],
    [
      'next state by state, then by event',
      'T',
      `${STATES}T = {S.A: {'go': S.B}, S.B: {'end': S.C, 'back': S.A}}\n`,
      ['A>B', 'B>A', 'B>C'],
    ],
    [
      'handlers by pairs of texts',
      'TABLE',
      `def f(): pass\ndef g(): pass\nTABLE = {('a', 'b'): f, ('b', 'c'): g, ('b', 'a'): f}\n`,
      ['a>b', 'b>a', 'b>c'],
    ],
    [
      'records with a source, a destination and a trigger',
      'rows',
      `rows = [
    {'trigger': 'go', 'source': 'a', 'dest': 'b'},
    {'trigger': 'end', 'source': ['a', 'b'], 'dest': 'c'},
]
`,
      ['a>b', 'a>c', 'b>c'],
    ],
    [
      'records whose source is every state',
      'transitions',
      `transitions = [
    {'trigger': 'go', 'source': 'a', 'dest': 'b'},
    {'trigger': 'drop', 'source': '*', 'dest': 'c'},
]
`,
      ['a>b', 'a>c', 'b>c'],
    ],
    [
      'add_transition(a, b, event)',
      'm',
      `${STATES}def build():\n    m = Machine()\n    m.add_transition(S.A, S.B, 'go')\n    m.add_transition(S.B, S.C, 'end')\n    return m\n`,
      ['A>B', 'B>C'],
    ],
    [
      'add_transition with the trigger first, lists and keywords',
      'm',
      `m = Machine()
m.add_transition('go', 'a', 'b')
m.add_transition('end', ['a', 'b'], 'c')
m.add_transition(trigger='back', source='c', dest='a')
`,
      ['a>b', 'a>c', 'b>c', 'c>a'],
    ],
    [
      'a.to(b), several targets, joined with |',
      'Light',
      `class Light(StateMachine):
    green = State(initial=True)
    yellow = State()
    red = State()
    cycle = green.to(yellow) | yellow.to(red)
    stop = green.to(red, yellow)
    back = green.from_(red)
`,
      ['green>red', 'green>yellow', 'red>green', 'yellow>red'],
    ],
    [
      'a decorator with source and target',
      'status',
      `class Order:
    status = FSMField()
    @transition(field=status, source='new', target='paid')
    def pay(self): pass
    @transition(field=status, source=['new', 'paid'], target='gone')
    def cancel(self): pass
`,
      ['new>gone', 'new>paid', 'paid>gone'],
    ],
  ];
  test.each(cases)('%s', async (_name, store, text, expected) => {
    const lifecycle = await lifecycleOf(text, { store });
    expect(drawn(lifecycle)).toEqual(expected);
    expect(lifecycle.declared).toHaveLength(1);
    expect(lifecycle.declared?.[0]?.transitions.every((each) => each.written === null)).toBe(true);
  });

  test.each([
    ['pairs of texts', `CHOICES = [('a', 'b'), ('b', 'c')]\n`],
    ['routes', `def f(): pass\nROUTES = {('GET', '/a'): f, ('GET', '/b'): f}\n`],
    ['texts by constant', `${STATES}NAMES = {S.A: 'a', S.B: 'b'}\n`],
    ['a constant with a text', `${STATES}NAMES = [(S.A, 'a'), (S.B, 'b')]\n`],
    ['a dictionary of lists', `GROUPS = {'a': ['b', 'c'], 'd': ['e']}\n`],
    ['records without a target', `ROWS = [{'source': 'a', 'name': 'x'}]\n`],
    ['a method called to', `class Box:\n    one = Unit()\n    two = one.to('cpu')\n`],
  ])('%s are none', async (_name, text) => {
    const tree = createMemoryTree({ 'module.py': text });
    const program = createProgram({ tree, parser: await loadPythonParser() });
    const listed = await listLifecycles({ files: ['module.py'] }, { tree, program });
    expect(listed).toEqual({ ok: true, value: [] });
  });
});

/** Two handlers of a table: one does what the table says, one does something else. */
const HANDLED = `${STATES}
class Task:
    def __init__(self):
        self.state = S.A
class Pool:
    tasks: dict[str, Task]
    def _go(self, key):
        task = self.tasks[key]
        task.state = S.B
    def _end(self, key):
        task = self.tasks[key]
        if task.state == S.B:
            task.state = S.A
    TABLE = {(S.A, S.B): _go, (S.B, S.C): _end}
    def move(self, key, finish):
        start = self.tasks[key].state
        self.TABLE[start, finish](self, key)
    def drop(self, task: Task):
        task.state = S.C
`;

describe('a table beside what its handlers write', () => {
  test('a handler starts in the states that the table calls it for; both are reported', async () => {
    const lifecycle = await lifecycleOf(HANDLED, { store: 'state' });
    const of = (edge: string): string | undefined =>
      lifecycle.transitions.find((each) => `${each.from}>${each.to}` === edge)?.class;
    // _go is called for A alone, _end for B alone; drop is not guarded.
    expect(drawn(lifecycle)).toEqual(['A>B', 'A>C', 'B>A', 'B>C']);
    expect(of('A>B')).toBe('proved');
    expect(of('B>A')).toBe('proved');
    expect(of('A>C')).toBe('possible');
    expect(lifecycle.declared).toMatchObject([
      {
        name: 'TABLE',
        owner: 'Pool',
        form: 'handlers',
        transitions: [
          { from: 'A', to: 'B', handler: '_go', written: true },
          { from: 'B', to: 'C', handler: '_end', written: true },
        ],
        undeclared: [
          { from: 'A', to: 'C' },
          { from: 'B', to: 'A' },
        ],
      },
    ]);
  });

  test('the difference is marked in text, diagram and JSON', async () => {
    const lifecycle = await lifecycleOf(HANDLED.replace('task.state = S.C', 'pass'), { store: 'state' });
    expect(drawn(lifecycle)).toEqual(['A>B', 'B>A']);
    const text = toText(lifecycle, lifecycleWords);
    expect(text).toMatch(/B +→ C +_end +declared, not written/);
    expect(text).toMatch(/B +→ A +written, not declared/);
    const [, toA] = /s1 --> s0 : (.*)/.exec(toMermaid(lifecycle)) ?? [];
    expect(toA).toContain('(undeclared)');
    const json = toJson(lifecycle, lifecycleWords);
    expect(json.declared?.[0]?.undeclared).toEqual([{ from: 'B', to: 'A' }]);
    expect(json.declared?.[0]?.transitions.map((each) => each.written)).toEqual([true, false]);
  });

  test('a lifecycle without a table has no such part', async () => {
    const lifecycle = await lifecycleOf(HANDLED.replace(/ {4}TABLE = .*\n/, ''), { store: 'state' });
    expect(lifecycle.declared).toBeUndefined();
    expect('declared' in toJson(lifecycle, lifecycleWords)).toBe(false);
    expect(toText(lifecycle, lifecycleWords)).not.toContain('Declared');
  });

  test('both are listed as declared', async () => {
    const tree = createMemoryTree({
      'a.py': HANDLED,
      'b.py': `T = frozenset()\nTRANSITIONS = {('x', 'y')}\n`,
    });
    const program = createProgram({ tree, parser: await loadPythonParser() });
    const listed = await listLifecycles({}, { tree, program });
    expect(listed.ok && listed.value.map(({ store, kind, states }) => ({ store, kind, states }))).toEqual([
      { store: 'state', kind: 'declared', states: 'S' },
      { store: 'TRANSITIONS', kind: 'declared', states: null },
    ]);
  });

  test('two tables that a query fits are told apart', async () => {
    const text = `${STATES}ONE = {(S.A, S.B), (S.B, S.C)}\nTWO = {(S.B, S.A), (S.A, S.C)}\n`;
    await expect(lifecycleOf(text, { states: 'S' })).rejects.toThrow(/lifecycle-ambiguous.*ONE.*TWO/);
    expect(drawn(await lifecycleOf(text, { states: 'S', store: 'TWO' }))).toEqual(['A>C', 'B>A']);
  });
});
