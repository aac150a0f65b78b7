/** Programs that nobody writes: each is made to be too much in one way. All have a store `state` of states `S`. */

const STATES = `from enum import Enum
class S(Enum):
    A = 1
    B = 2
    C = 3
    D = 4
`;

const numbers = (count: number): readonly number[] => [...Array(count).keys()];

/** A class with the store, and methods that look at it. */
export function job(methods: string): string {
  return `${STATES}
class Job:
    def __init__(self):
        self.state = S.A
    def look(self):
        return self.state == S.D
${methods}`;
}

/** A function with ten thousand branches, one after the other. */
export function manyBranches(count = 10_000): string {
  const branches = numbers(count).map(
    (n) => `        if x == ${n} and self.flag${n}:\n            self.state = S.${'ABCD'[n % 4] ?? 'A'}\n`,
  );
  return job(`    def go(self, x):\n${branches.join('')}        self.state = S.D\n`);
}

/** The same as one chain of `elif`. */
export function longChain(count = 10_000): string {
  const branches = numbers(count).map(
    (n) => `        elif x == ${n}:\n            self.state = S.${'ABCD'[n % 4] ?? 'A'}\n`,
  );
  return job(
    `    def go(self, x):\n        if x is None:\n            self.state = S.B\n${branches.join('')}`,
  );
}

/** `(((…)))`, `not not …`, `a.a.a…`, `f(f(…))`, `[[…]]`, `1 + 1 + …`, all in one function. */
export function deepExpressions(depth = 5000): string {
  const lines = [
    `x = ${'('.repeat(depth)}self.state${')'.repeat(depth)}`,
    `x = ${'not '.repeat(depth)}self.state`,
    `x = self${'.next'.repeat(depth)}.state`,
    `self${'.next'.repeat(depth)}.state = S.C`,
    `x = ${'f('.repeat(depth)}self.state${')'.repeat(depth)}`,
    `x = ${'['.repeat(depth)}self.state${']'.repeat(depth)}`,
    `x = self.items${'[0]'.repeat(depth)}`,
    `x = ${'1 + '.repeat(depth)}1`,
    `x = ${'(self.state if y else '.repeat(depth)}1${')'.repeat(depth)}`,
    `x = ${'lambda: '.repeat(depth)}self.state`,
  ];
  return job(
    `    def go(self, y):\n${lines.map((line) => `        ${line}\n`).join('')}        self.state = S.B\n`,
  );
}

/** Ifs in ifs, five thousand levels deep: one space more for each. */
export function deepBlocks(depth = 5000): string {
  const lines = numbers(depth).map((n) => `${' '.repeat(8 + n)}if self.flag${n}:\n`);
  const inner = ' '.repeat(8 + depth);
  return job(
    `    def go(self):\n${lines.join('')}${inner}self.state = S.C\n    def end(self):\n        self.state = S.B\n`,
  );
}

/** Functions in functions, each of which calls the next. */
export function deepFunctions(depth = 1000): string {
  const lines = numbers(depth).map((n) => `${' '.repeat(8 + n)}def f${n}():\n`);
  const inner = ' '.repeat(8 + depth);
  return job(
    `    def go(self):\n${lines.join('')}${inner}self.state = S.C\n    def end(self):\n        self.state = S.B\n`,
  );
}

/** Each class below the one before. */
export function longLine(count = 10_000): string {
  const classes = numbers(count).map(
    (n) => `class K${n + 1}(K${n}):\n    def m${n + 1}(self):\n        self.state = S.B\n`,
  );
  return `${job('')}class K0(Job):\n    pass\n${classes.join('')}`;
}

/** All classes below one. */
export function wideFamily(count = 10_000): string {
  const classes = numbers(count).map(
    (n) =>
      `class K${n}(Job):\n    def go(self):\n        if self.state == S.A:\n            self.state = S.${n % 2 === 0 ? 'B' : 'C'}\n`,
  );
  return `${job('    def go(self):\n        self.state = S.D\n    def run(self):\n        self.go()\n')}${classes.join('')}`;
}

/** Three classes, each a base of the next, and one of itself. */
export const circle = `${STATES}
class A(C):
    def a(self):
        self.state = S.B
class B(A):
    def b(self):
        self.a()
class C(B):
    def __init__(self):
        self.state = S.A
    def c(self):
        if self.state == S.A:
            self.state = S.C
        super().c()
class Own(Own):
    def own(self):
        self.state = S.D
`;

/** Modules that import each other in a circle, by name, by star and as packages. */
export const importCircle: Readonly<Record<string, string>> = {
  'a.py':
    'from b import *\nfrom b import S\nclass Job(Base):\n    def go(self):\n        if self.state == S.A:\n            self.state = S.B\n',
  'b.py': 'from c import *\nfrom c import S, Base\n',
  'c.py': `from a import *\nfrom a import Job\n${STATES}class Base:\n    def __init__(self):\n        self.state = S.A\n`,
  'p/__init__.py': 'from .q import S, Missing\nfrom p import *\n',
  'p/q.py':
    'from . import S, Missing\nfrom p import Missing\nclass Job(Missing):\n    def go(self):\n        self.state = S.A\n',
};

/** As many states as asked for, each written once, with a setter for them. */
export function manyStates(count = 5000): string {
  const members = numbers(count).map((n) => `    S${n} = ${n}\n`);
  const writes = numbers(count).map((n) => `    def to${n}(self):\n        self.set(S.S${n})\n`);
  return `from enum import Enum
class S(Enum):
${members.join('')}
class Job:
    def __init__(self):
        self.state = S.S0
    def set(self, state):
        if self.state == S.S1:
            return
        self.state = state
    def look(self):
        return self.state == S.S2
${writes.join('')}`;
}

/** As many writes as asked for in one function, and as many objects. */
export function manyWrites(count = 10_000): string {
  const writes = numbers(count).map((n) => `        self.part${n}.state = S.${'ABCD'[n % 4] ?? 'A'}\n`);
  return job(
    `    def go(self):\n${writes.join('')}    def step(self):\n        if self.state == S.A:\n            self.state = S.B\n`,
  );
}

/** Ten thousand writes in as many functions, from threads that run beside each other. */
export function manyThreads(count = 2000): string {
  const methods = numbers(count).map(
    (n) =>
      `    def run${n}(self):\n        while True:\n            if self.state == S.${'ABCD'[n % 4] ?? 'A'}:\n                self.state = S.${'BCDA'[n % 4] ?? 'A'}\n`,
  );
  const starts = numbers(count).map((n) => `        threading.Thread(target=self.run${n}).start()\n`);
  return `import threading\n${job(`    def start(self):\n${starts.join('')}${methods.join('')}`)}`;
}

/** Calls that multiply: each function calls the next ten times, with objects of its own. */
export function manyCalls(levels = 6, width = 10): string {
  const functions = numbers(levels).map(
    (n) =>
      `    def f${n}(self, a, b, c):\n${numbers(width)
        .map(
          (m) =>
            `        if a.state == S.${'ABCD'[m % 4] ?? 'A'} or b.state == c.state:\n            self.f${n + 1}(self.x${m}, a, b)\n`,
        )
        .join('')}        c.state = S.B\n`,
  );
  return job(
    `${functions.join('')}    def f${levels}(self, a, b, c):\n        a.state = b.state\n        c.state = S.C\n`,
  );
}

/** One expression that looks at ten objects: four states each. */
export function manyLooks(count = 10): string {
  const looks = numbers(count).map((n) => `self.part${n}.state`);
  return job(
    `    def go(self):\n        f(${looks.join(', ')})\n        if f(${looks.join(') and f(')}):\n            self.state = S.B\n        x = [${looks.join(', ')}]\n        self.state = S.C\n`,
  );
}
