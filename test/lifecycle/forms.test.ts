import { describe, expect, test } from 'vitest';
import { listLifecycles } from '../../src/lifecycle/index.ts';
import { createMemoryTree, createProgram } from '../../src/source/index.ts';
import { drawn, edges, lifecycleOf, marks, writes } from '../support/lifecycle.ts';
import { loadPythonParser } from '../support/python.ts';

const STATES = `from enum import Enum
class S(Enum):
    A = 1
    B = 2
    C = 3
`;

async function listed(text: string): Promise<readonly string[]> {
  const tree = createMemoryTree({ 'module.py': text });
  const program = createProgram({ tree, parser: await loadPythonParser() });
  const result = await listLifecycles({ files: ['module.py'] }, { tree, program });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.map((each) => `${each.states ?? '-'} ${each.store} ${each.kind}`);
}

describe('Literal[…] declares the states', () => {
  const job = (annotation: string, prefix = ''): string => `from typing import Literal, Optional
${prefix}
class Job:
    state: ${annotation}
    def __init__(self):
        self.state = 'new'
    def go(self):
        if self.state == 'new':
            self.state = 'run'
    def drop(self):
        self.state = 'new'
`;
  test.each([
    ['in place', job("Literal['new', 'run', 'gone']"), null],
    ['by an alias', job('Kind', "Kind = Literal['new', 'run', 'gone']"), 'Kind'],
    [
      'by an annotated alias, optional',
      job('Optional[Kind]', "Kind: TypeAlias = Literal['new', 'run', 'gone']"),
      'Kind',
    ],
    ['or None', job("Literal['new', 'run', 'gone'] | None"), null],
  ])('%s, also those that nothing writes', async (_name, text, name) => {
    const lifecycle = await lifecycleOf(text);
    expect(lifecycle.states.map((each) => each.name)).toEqual(['new', 'run', 'gone']);
    expect(edges(lifecycle)).toEqual(['new>run proved', 'run>new possible']);
    expect(await listed(text)).toEqual([`${name ?? '-'} state literals`]);
  });

  test('not where another text is written', async () => {
    const lifecycle = await lifecycleOf(job("Literal['new', 'gone']"));
    expect(lifecycle.states.map((each) => each.name)).toEqual(['new', 'run']);
  });
});

describe('a property whose object is known by what holds it', () => {
  test.each([
    ['a dictionary', 'dict[str, Job]', 'job = self.jobs[key]'],
    ['a dictionary that may not have it', 'Dict[str, Job]', 'job = self.jobs.get(key)'],
    ['a list', 'list[Job]', 'job = self.jobs[0]'],
    ['what is popped', 'deque[Job]', 'job = self.jobs.popleft()'],
  ])('%s', async (_name, annotation, take) => {
    const text = `${STATES}
class Job:
    def __init__(self):
        self._state = S.A
    @property
    def state(self):
        return self._state
    @state.setter
    def state(self, value):
        self._state = value
class Pool:
    jobs: ${annotation}
    def go(self, key):
        ${take}
        if job.state == S.A:
            job.state = S.B #> caller: A -> B
    def end(self, key):
        ${take}
        if job.state == S.B:
            job.state = S.C #> caller: B -> C
#= A>B proved, B>C proved
`;
    const lifecycle = await lifecycleOf(text, { store: '_state' });
    expect(edges(lifecycle)).toEqual(marks(text).edges);
    expect(writes(lifecycle)).toEqual(expect.arrayContaining([...marks(text).writes]));
  });
});

describe('filters', () => {
  const text = (loop: string): string => `${STATES}
class Job:
    def __init__(self):
        self.state = S.A
class Pool:
    def go(self):
        ${loop}
            job.state = S.B
    def end(self, job: Job):
        if job.state == S.B:
            job.state = S.C
`;
  test.each([
    ['a list', 'for job in [j for j in self.jobs if j.state == S.A]:'],
    ['a generator with the same name', 'for job in (job for job in self.jobs if job.state is S.A):'],
    ['a copy', 'for job in list(j for j in self.jobs if j.state == S.A):'],
    ['kept in a variable', 'ready = [j for j in self.jobs if j.state == S.A]\n        for job in ready:'],
    ['two conditions', 'for job in [j for j in self.jobs if j.x if j.state == S.A]:'],
  ])('%s: what is iterated has passed them', async (_name, loop) => {
    expect(edges(await lifecycleOf(text(loop)))).toEqual(['A>B proved', 'B>C proved']);
  });

  test.each([
    ['no condition', 'for job in [j for j in self.jobs]:'],
    ['a condition on something else', 'for job in [j for j in self.jobs if j.x]:'],
    ['a variable that is a copy of itself', 'jobs = sorted(jobs)\n        for job in jobs:'],
    ['another object', 'for job in [j.next for j in self.jobs if j.state == S.A]:'],
    [
      'a variable with two values',
      'ready = [j for j in self.jobs if j.state == S.A]\n        ready = self.jobs\n        for job in ready:',
    ],
  ])('%s narrows nothing', async (_name, loop) => {
    expect(edges(await lifecycleOf(text(loop)))).toEqual(['A>B possible', 'B>C proved', 'C>B possible']);
  });
});

describe('absence', () => {
  test('a state that is really named absent is not ∅', async () => {
    const text = `from enum import Enum
class P(Enum):
    absent = 1
    here = 2
class Pool:
    def __init__(self):
        self.seen = {}
    def miss(self, key):
        self.seen[key] = P.absent
    def find(self, key):
        if self.seen.get(key) == P.absent:
            self.seen[key] = P.here
    def drop(self, key):
        if self.seen.get(key) == P.here:
            del self.seen[key]
`;
    const lifecycle = await lifecycleOf(text);
    expect(lifecycle.states.map((each) => each.name)).toEqual(["'absent'", 'here']);
    expect(drawn(lifecycle)).toEqual(
      ["'absent'>here", "absent>'absent'", 'here>absent', "here>'absent'"].sort(),
    );
  });

  test('an attribute that a method sets first is not ∅ afterwards', async () => {
    const text = `${STATES}
class Job:
    def setup(self):
        self.state = S.A
    def go(self):
        if self.state == S.B:
            return
        self.state = S.B
`;
    expect(drawn(await lifecycleOf(text))).toEqual(['A>B', 'B>A']);
  });

  test('the default in a class body is a write', async () => {
    const text = `A = 'a'\nB = 'b'\nclass Job:\n    state = A\n    def go(self):\n        if self.state != B:\n            self.state = B\n`;
    expect(writes(await lifecycleOf(text))).toEqual(['4 caller:  -> A', '7 caller: A -> B']);
  });
});

describe('waiting for a state to be left', () => {
  const text = (body: string): string => `${STATES}
class Job:
    def __init__(self):
        self.state = S.A
    async def go(self):
        ${body}
        self.state = S.B
    def end(self):
        if self.state == S.B:
            self.state = S.C
    def again(self):
        if self.state == S.C:
            self.state = S.A
`;
  test('afterwards it is another one', async () => {
    const body =
      'if self.state == S.C:\n            await self.changed.wait()\n        if self.state == S.B: return';
    expect(drawn(await lifecycleOf(text(body)))).toEqual(['A>B', 'B>C', 'C>A']);
  });

  test('a wait before a write in the same branch says nothing', async () => {
    const body = 'if self.state != S.C: return\n        await self.process.wait()';
    expect(drawn(await lifecycleOf(text(body)))).toContain('C>B');
  });
});

describe('what is no lifecycle', () => {
  test.each([
    [
      'an option that takes a number, a name, or is switched off once',
      `OFF = '==OFF=='\nREST = '...'\nclass Option:\n    def __init__(self, count=None):\n        self.count = count\nclass Rest(Option):\n    def __init__(self):\n        super().__init__(count=REST)\ndef hide(option):\n    if option.count == REST:\n        saved = option.count\n        option.count = OFF\n        option.count = option.saved\n`,
    ],
    [
      'the kind of a record that was decoded',
      `FILE = b'0'\nFOLDER = b'5'\nclass Record:\n    def __init__(self):\n        self.kind = FILE\n    @classmethod\n    def read(cls, data):\n        record = cls()\n        record.kind = data[5:6]\n        if record.kind == FILE and record.name.endswith('/'):\n            record.kind = FOLDER\n        return record\n`,
    ],
    [
      'exit codes that are returned',
      `class Code:\n    OK = 0\n    FAILED = 1\ndef main(x):\n    if x == Code.OK:\n        return Code.FAILED\n    return Code.OK\n`,
    ],
    [
      'a level that the constructor takes',
      `LOW = 1\nHIGH = 2\nclass Log:\n    def __init__(self, level=LOW):\n        self.level = level\n    def on(self):\n        return self.level == HIGH\nLog(HIGH)\n`,
    ],
  ])('%s', async (_name, text) => {
    expect(await listed(text)).toEqual([]);
  });

  test('a switch that is closed once is one', async () => {
    const text = `${STATES}\nclass Job:\n    def __init__(self):\n        self.state = S.A\n    def close(self):\n        if self.state == S.A:\n            self.state = S.B\n`;
    expect(await listed(text)).toEqual(['S state enum']);
  });
});
