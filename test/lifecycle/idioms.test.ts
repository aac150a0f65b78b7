import { describe, expect, test } from 'vitest';
import type { LifecycleQuery } from '../../src/lifecycle/index.ts';
import { drawn, edges, lifecycleOf } from '../support/lifecycle.ts';

const DECLARED = `
from enum import Enum, IntEnum
class S(IntEnum):
    A = 1
    B = 2
    C = 3
`;

/** A job with one method; `self.state` is a S, A at first. */
function job(body: string, more = ''): string {
  const lines = body
    .trim()
    .split('\n')
    .map((line) => `        ${line}`)
    .join('\n');
  return `${DECLARED}
class Job:
    def __init__(self):
        self.state = S.A
        self.x = 0
    def elsewhere(self):
        if self.state == S.B:
            self.state = S.C
    def step(self, other=None):
${lines}
${more}`;
}

async function outcome(text: string, query: LifecycleQuery = {}): Promise<readonly string[]> {
  return (await lifecycleOf(text, query)).transitions.map((each) => `${each.from}>${each.to} ${each.class}`);
}

/** The edges into B; B>C is always there, A is initial. */
async function intoB(body: string, more = ''): Promise<readonly string[]> {
  return (await outcome(job(body, more))).filter((each) => each.includes('>B'));
}

describe('guards narrow what stood before', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['nothing', 'self.state = S.B', ['A>B possible', 'C>B possible']],
    ['==', 'if self.state == S.A:\n    self.state = S.B', ['A>B proved']],
    ['!= with an early return', 'if self.state != S.A:\n    return\nself.state = S.B', ['A>B proved']],
    ['is', 'if self.state is S.A:\n    self.state = S.B', ['A>B proved']],
    ['is not', 'if self.state is not S.C: return\nself.state = S.B', ['C>B proved']],
    ['in a tuple', 'if self.state in (S.A, S.B):\n    self.state = S.B', ['A>B possible']],
    ['not in', 'if self.state not in (S.C, S.B):\n    self.state = S.B', ['A>B proved']],
    ['<', 'if self.state < S.B:\n    self.state = S.B', ['A>B proved']],
    [
      '>= and the other branch',
      'if self.state >= S.B:\n    pass\nelse:\n    self.state = S.B',
      ['A>B proved'],
    ],
    ['a chain of comparisons', 'if S.A <= self.state <= S.A:\n    self.state = S.B', ['A>B proved']],
    ['and', 'if self.x and self.state == S.C:\n    self.state = S.B', ['C>B proved']],
    [
      'or keeps both ways',
      'if self.x or self.state == S.C:\n    self.state = S.B',
      ['A>B possible', 'C>B possible'],
    ],
    ['not', 'if not self.state == S.A:\n    return\nself.state = S.B', ['A>B proved']],
    ['assert', 'assert self.state == S.A\nself.state = S.B', ['A>B proved']],
    ['raise', 'if self.state != S.C:\n    raise RuntimeError()\nself.state = S.B', ['C>B proved']],
    ['an alias in a local', 'now = self.state\nif now == S.A:\n    self.state = S.B', ['A>B proved']],
    ['the walrus', 'if (now := self.state) == S.A:\n    self.state = S.B', ['A>B proved']],
    [
      'continue in a loop',
      'for i in range(3):\n    if self.state != S.A:\n        continue\n    self.state = S.B',
      ['A>B proved'],
    ],
    ['while', 'while self.state == S.A:\n    self.state = S.B', ['A>B proved']],
    [
      'match',
      'match self.state:\n    case S.A:\n        self.state = S.B\n    case _:\n        pass',
      ['A>B proved'],
    ],
    [
      'match with or',
      'match self.state:\n    case S.B | S.C:\n        return\nself.state = S.B',
      ['A>B proved'],
    ],
    ['a constant value', 'if self.state == 1:\n    self.state = S.B', ['A>B proved']],
    ['.value', 'if self.state.value == 3:\n    self.state = S.B', ['C>B proved']],
    ['an earlier write', 'self.state = S.C\nself.state = S.B', ['C>B proved']],
    [
      'an earlier write in one branch',
      'if self.x:\n    self.state = S.C\nself.state = S.B',
      ['A>B possible', 'C>B proved'],
    ],
    [
      'a flag that stands for a test',
      'ok = False\nif self.state == S.A:\n    ok = True\nif ok:\n    self.state = S.B',
      ['A>B proved'],
    ],
    ['a test in a variable', 'ok = self.state == S.A\nif ok:\n    self.state = S.B', ['A>B proved']],
    ['a ternary as value', 'self.state = S.B if self.state == S.A else self.state', ['A>B possible']],
    ['getattr', "if getattr(self, 'state') == S.A:\n    self.state = S.B", ['A>B proved']],
    ['setattr', "if self.state == S.A:\n    setattr(self, 'state', S.B)", ['A>B proved']],
  ];
  test.each(cases)('%s', async (_name, body, expected) => {
    expect(await intoB(body)).toEqual(expected);
  });

  const helpers: readonly (readonly [string, string, string, readonly string[]])[] = [
    [
      'a predicate method',
      'if self._fresh():\n    self.state = S.B',
      '    def _fresh(self):\n        return self.state == S.A\n',
      ['A>B proved'],
    ],
    [
      'a predicate property',
      'if not self.fresh:\n    return\nself.state = S.B',
      '    @property\n    def fresh(self):\n        return self.state == S.A\n',
      ['A>B proved'],
    ],
    [
      'a helper that asserts',
      'self._must(S.A)\nself.state = S.B',
      '    def _must(self, *allowed):\n        if self.state not in allowed:\n            raise ValueError()\n',
      ['A>B proved'],
    ],
    [
      'a private helper takes what its caller knows',
      'if self.state == S.C:\n    self._go()',
      '    def _go(self):\n        self.state = S.B\n',
      ['C>B proved'],
    ],
    [
      'four helpers deep',
      'if self.state == S.C:\n    self._a()',
      '    def _a(self):\n        self._b()\n    def _b(self):\n        self._c()\n    def _c(self):\n        self._d()\n    def _d(self):\n        self.state = S.B\n',
      ['C>B proved'],
    ],
    [
      'a public helper is entered from outside as well',
      'if self.state == S.C:\n    self.go()',
      '    def go(self):\n        self.state = S.B\n',
      ['A>B possible', 'C>B proved'],
    ],
    [
      'a private helper that nobody calls is entered with any state',
      'pass',
      '    def _hook(self):\n        self.state = S.B\n',
      ['A>B possible', 'C>B possible'],
    ],
    [
      'what a helper wrote is known afterwards',
      'self._reset()\nself.state = S.B',
      '    def _reset(self):\n        self.state = S.C\n',
      ['C>B proved'],
    ],
  ];
  test.each(helpers)('%s', async (_name, body, more, expected) => {
    expect(await intoB(body, more)).toEqual(expected);
  });
});

describe('declarations', () => {
  const machine = (values: readonly [string, string, string]): string => `
class Job:
    def __init__(self):
        self.state = ${values[0]}
    def go(self):
        if self.state == ${values[0]}:
            self.state = ${values[1]}
    def end(self):
        if self.state == ${values[1]}:
            self.state = ${values[2]}
`;
  const dotted = machine(['S.A', 'S.B', 'S.C']);
  const cases: readonly (readonly [string, string])[] = [
    ['Enum', `from enum import Enum\nclass S(Enum):\n    A = 'a'\n    B = 'b'\n    C = 'c'\n${dotted}`],
    [
      '(str, Enum)',
      `import enum\nclass S(str, enum.Enum):\n    A = 'a'\n    B = 'b'\n    C = 'c'\n${dotted}`,
    ],
    [
      'StrEnum with auto()',
      `from enum import StrEnum, auto\nclass S(StrEnum):\n    A = auto()\n    B = auto()\n    C = auto()\n${dotted}`,
    ],
    ['a class of constants', `class S:\n    """doc"""\n    A = 0\n    B = 1\n    C = 2\n${dotted}`],
    ['a class of constants by range', `class S:\n    A, B, C = range(3)\n${dotted}`],
    ['module constants', `A = 'a'\nB = 'b'\nC = 'c'\n${machine(['A', 'B', 'C'])}`],
    ['module constants by range', `A, B, C = range(3)\n${machine(['A', 'B', 'C'])}`],
    [
      'constants of its own class',
      dotted
        .replaceAll('S.', 'self.')
        .replace('class Job:\n', 'class Job:\n    A = 0\n    B = 1\n    C = 2\n'),
    ],
    ['string literals', machine(["'A'", "'B'", "'C'"])],
    [
      'an alias of the class',
      `from enum import Enum\nclass Long(Enum):\n    A = 1\n    B = 2\n    C = 3\nS = Long\n${dotted}`,
    ],
  ];
  test.each(cases)('%s', async (_name, text) => {
    expect(await outcome(text)).toEqual(['A>B proved', 'B>C proved']);
  });

  test('auto() counts from one, or is the name in small letters', async () => {
    const lifecycle = await lifecycleOf(cases[2]?.[1] ?? '');
    expect(lifecycle.states.map((each) => each.value)).toEqual(['a', 'b', 'c']);
  });

  test('a default in the class body is the initial state', async () => {
    const text = `A = 'a'\nB = 'b'\nclass Job:\n    state = A\n    def go(self):\n        if self.state != A:\n            return\n        self.state = B\n`;
    expect(await outcome(text)).toEqual(['A>B proved']);
  });

  test('a default of a data class', async () => {
    const text = `${DECLARED}
from dataclasses import dataclass, field
@dataclass
class Job:
    state: S = field(default=S.A)
    def go(self):
        if self.state == S.A:
            self.state = S.B
        elif self.state == S.B:
            self.state = S.C
`;
    expect(await outcome(text)).toEqual(['A>B proved', 'B>C proved']);
  });
});

describe('writes', () => {
  test('on another receiver, each object by itself', async () => {
    const text = `${DECLARED}
class Job:
    def __init__(self):
        self.state = S.A
class Pool:
    def run(self, first: Job, second: Job):
        if first.state == S.A:
            second.state = S.C
            first.state = S.B
`;
    expect(await outcome(text)).toEqual(['A>B proved', 'A>C possible', 'B>C possible']);
  });

  test('in a loop every round has an object of its own', async () => {
    const text = `${DECLARED}
class Job:
    def __init__(self):
        self.state = S.A
class Pool:
    def run(self):
        for job in self.jobs:
            if job.state == S.A:
                job.state = S.B
            elif job.state == S.B:
                job.state = S.C
`;
    expect(await outcome(text)).toEqual(['A>B proved', 'B>C proved']);
  });

  test('a property setter', async () => {
    const text = `${DECLARED}
class Job:
    def __init__(self):
        self._state = S.A
    @property
    def state(self):
        return self._state
    @state.setter
    def state(self, value):
        self._state = value
    def go(self):
        if self.state == S.A:
            self.state = S.B
    def end(self):
        if self.state == S.B:
            self.state = S.C
`;
    expect(await outcome(text, { store: '_state' })).toEqual(['A>B proved', 'B>C proved']);
  });

  test('a setter with a default, called without and with the argument', async () => {
    const text = `${DECLARED}
class Job:
    def __init__(self):
        self.state = S.A
    def _to(self, state=S.B):
        self.state = state
    def go(self):
        if self.state == S.A:
            self._to()
    def end(self):
        if self.state == S.B:
            self._to(S.C)
`;
    expect(await outcome(text)).toEqual(['A>B proved', 'B>C proved']);
  });

  test('a value that is chosen before the write', async () => {
    expect(await intoB('new = S.B if self.x else S.C\nif self.state == S.A:\n    self.state = new')).toEqual([
      'A>B proved',
    ]);
  });

  test('a new object starts with what its constructor left', async () => {
    const text = `${DECLARED}
class Job:
    def __init__(self):
        self.state = S.A
class Pool:
    def make(self):
        job = Job()
        job.state = S.B
        return job
    def end(self, job: Job):
        if job.state == S.B:
            job.state = S.C
`;
    expect(await outcome(text)).toEqual(['A>B proved', 'B>C proved']);
  });

  test('setting it to None is absence', async () => {
    const text = `${DECLARED}
class Job:
    def __init__(self):
        self.state = None
    def go(self):
        if self.state is None:
            self.state = S.A
    def end(self):
        if self.state == S.A:
            self.state = S.B
    def drop(self):
        if self.state == S.B:
            self.state = None
`;
    expect(await outcome(text)).toEqual(['absent>A proved', 'A>B proved', 'B>absent proved']);
  });

  test('a value that is not known is named, and makes no edge', async () => {
    const lifecycle = await lifecycleOf(job('self.state = other.compute()'));
    expect(lifecycle.unresolved).toEqual([
      { what: 'self.state', file: 'module.py', line: 16, why: 'value-not-known' },
    ]);
    // Nothing that is known writes B, so nothing leaves it.
    expect(drawn(lifecycle)).toEqual([]);
  });
});

describe('a keyed store', () => {
  const keyed = (body: string): string => `${DECLARED}
class Pool:
    def __init__(self):
        self.states = {}
    def first(self, key):
        self.states[key] = S.A
${body}`;

  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'membership',
      '    def go(self, key):\n        if key not in self.states:\n            return\n        self.states[key] = S.B\n',
      ['A>B possible'],
    ],
    [
      'membership the other way',
      '    def go(self, key):\n        if key in self.states:\n            pass\n        else:\n            self.states[key] = S.B\n',
      ['absent>B proved'],
    ],
    [
      'a subscript raises on absence',
      '    def go(self, key):\n        if self.states[key] == S.A:\n            self.states[key] = S.B\n',
      ['A>B proved'],
    ],
    [
      'get without default',
      '    def go(self, key):\n        if self.states.get(key) is None:\n            self.states[key] = S.B\n',
      ['absent>B proved'],
    ],
    [
      'get with default',
      '    def go(self, key):\n        if self.states.get(key, S.A) == S.A:\n            self.states[key] = S.B\n',
      ['absent>B possible', 'A>B possible'],
    ],
    [
      'KeyError',
      '    def go(self, key):\n        try:\n            old = self.states[key]\n        except KeyError:\n            self.states[key] = S.B\n',
      ['absent>B possible'],
    ],
    ['setdefault', '    def go(self, key):\n        self.states.setdefault(key, S.B)\n', ['absent>B proved']],
    [
      'update',
      '    def go(self, key):\n        if key in self.states:\n            self.states.update({key: S.B})\n',
      ['A>B possible'],
    ],
    [
      'another key is another entry',
      '    def go(self, key, other):\n        if self.states[other] == S.A:\n            self.states[key] = S.B\n',
      ['absent>B possible', 'A>B possible'],
    ],
    [
      'iteration over items',
      '    def go(self):\n        for key, state in self.states.items():\n            if state == S.A:\n                self.states[key] = S.B\n',
      ['A>B proved'],
    ],
    [
      'iteration over keys',
      '    def go(self):\n        for key in list(self.states):\n            self.states[key] = S.B\n',
      ['A>B possible'],
    ],
  ];
  test.each(cases)('%s', async (_name, body, expected) => {
    const found = (
      await outcome(keyed(`${body}    def look(self, key):\n        return self.states[key] == S.B\n`))
    ).filter((each) => each.includes('>B'));
    expect(found).toEqual(expected);
  });

  test.each([
    ['pop', 'self.states.pop(key, None)'],
    ['del', 'del self.states[key]'],
    ['clear', 'self.states.clear()'],
    ['assigned anew', 'self.states = {}'],
  ])('%s takes entries away', async (_name, code) => {
    const lifecycle = await lifecycleOf(
      keyed(`    def go(self, key):
        if self.states[key] == S.A:
            self.states[key] = S.B
    def drop(self, key):
        ${code}
`),
    );
    expect(edges(lifecycle).filter((each) => each.includes('>absent'))).toEqual([
      'A>absent possible',
      'B>absent possible',
    ]);
    expect(lifecycle.removals).toMatchObject([{ function: 'Pool.drop', from: ['A', 'B'] }]);
  });

  test('a guarded removal', async () => {
    const lifecycle = await lifecycleOf(
      keyed(`    def go(self, key):
        if self.states[key] == S.A:
            self.states[key] = S.B
    def drop(self, key):
        if self.states.get(key) == S.B:
            del self.states[key]
`),
    );
    expect(edges(lifecycle)).toEqual(
      ['A>B proved', 'B>A possible', 'B>absent proved', 'absent>A possible'].sort(),
    );
  });

  test('a dictionary of the module', async () => {
    const text = `${DECLARED}
states = {}
def first(key):
    states[key] = S.A
def go(key):
    if states.get(key) == S.A:
        states[key] = S.B
`;
    expect((await outcome(text)).filter((each) => each.includes('>B'))).toEqual(['A>B proved']);
  });
});
