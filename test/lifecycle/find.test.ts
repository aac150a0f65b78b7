import { describe, expect, test } from 'vitest';
import { analyse } from '../../src/lifecycle/index.ts';
import { lifecycleErrorMessage } from '../../src/messages/index.ts';
import { createMemoryTree, createProgram } from '../../src/source/index.ts';
import { drawn, lifecycleOf, run } from '../support/lifecycle.ts';
import { loadPythonParser } from '../support/python.ts';

const parser = await loadPythonParser();

const FILES = {
  'pkg/__init__.py': '',
  'pkg/base/__init__.py': 'from .states import Phase\n',
  'pkg/base/states.py': 'class Phase:\n    Idle = 0\n    Busy = 1\n    Done = 2\n',
  'pkg/base/desk.py': `from pkg.base import Phase
class Desk:
    def __init__(self):
        self.phases = {}
    def advance(self, room, phase):
        self.phases[room] = phase
    def phase_of(self, room):
        return self.phases[room]
`,
  'pkg/fast.py': `from pkg.base import Phase
from .base.desk import Desk
class FastDesk(Desk):
    def start(self, room):
        if self.phase_of(room) == Phase.Idle:
            self.advance(room, Phase.Busy)
    def end(self, room):
        if self.phase_of(room) == Phase.Busy:
            self.advance(room, Phase.Done)
    def begin(self, room):
        if room not in self.phases:
            self.advance(room, Phase.Idle)
`,
  'pkg/unrelated.py': 'class Other:\n    pass\n',
  'tests/test_fast.py': 'from pkg.base import Phase\ndef test(desk):\n    desk.advance(1, Phase.Done)\n',
};

const EXPECTED = ['Busy>Done', 'Idle>Busy', 'absent>Idle'];

async function search(
  query: Parameters<typeof analyse>[0],
): Promise<{ edges: readonly string[]; files: number }> {
  const tree = createMemoryTree(FILES);
  const result = await analyse(query, { tree, program: createProgram({ tree, parser }) });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return { edges: drawn(result.value), files: result.value.cost.files };
}

describe('across files', () => {
  test.each([
    ['the states', { states: 'Phase' }],
    ['the class that callers use', { class: 'FastDesk' }],
    ['the class that owns the store', { class: 'Desk', files: ['pkg/fast.py'] }],
    ['the store', { store: 'phases', files: ['pkg/fast.py'] }],
    ['one file, from which base classes and constants are followed', { files: ['pkg/fast.py'] }],
    ['nothing at all', {}],
  ])('found by %s', async (_name, query) => {
    expect((await search(query)).edges).toEqual(EXPECTED);
  });

  test('reads what the answer needs, tests and strangers not', async () => {
    // fast.py, its base class, the states, and the package that hands them on.
    expect((await search({ class: 'FastDesk' })).files).toBe(4);
  });

  test('a base class that is nowhere is named', async () => {
    const files = { 'a.py': 'from .gone import Base\nclass Job(Base):\n    def go(self):\n        pass\n' };
    const lifecycle = await lifecycleOf(files);
    expect(lifecycle.unresolved).toEqual([
      { what: 'Base', file: 'a.py', line: 2, why: 'base-class-not-found' },
    ]);
  });

  test('a file that is not there is an error with its name', async () => {
    const { error } = await run({ 'a.py': '' }, { files: ['b.py'] });
    expect(error).toMatchObject({
      code: 'lifecycle-unreadable',
      file: 'b.py',
      error: { code: 'file-not-found' },
    });
  });

  test.each([
    ['bytes of another format', '\u0000\ufffd\u0001'],
    ['zeros in the middle', `x = 1\n${'\0'.repeat(8)}\nclass A:\n    pass\n`],
    ['prose', 'To whom it may concern: the pool is closed, as is the bar! Come again, please.\n'],
    ['a page', '<html>\n<head><title>a b</title></head>\n<body>pool & bar</body>\n</html>\n'],
  ])('a file that is not Python is an error with its name: %s', async (_what, text) => {
    const { error } = await run({ 'picture.bin': text });
    expect(error).toEqual({ code: 'lifecycle-not-python', file: 'picture.bin' });
    if (error === null) throw new Error('no error');
    expect(lifecycleErrorMessage(error)).toContain('picture.bin');
  });

  test.each([
    ['empty', ''],
    ['only a comment', '# nothing yet\n'],
    ['broken on one line', 'import os\nimport sys\nLIMIT = 3\nx = = 2\n'],
    ['of Python 2', 'import sys\nprint "a"\nexec "b"\n'],
    [
      'broken, with a class',
      'LIMIT = 3\nclass A:\n    def go(self):\n        return 1\n    def on(self:\n        pass\n',
    ],
  ])('a file that is %s is Python all the same', async (_what, text) => {
    expect((await run({ 'a.py': text })).error).toBeNull();
  });

  test('a cancelled analysis says so', async () => {
    const tree = createMemoryTree(FILES);
    const result = await analyse(
      { files: ['pkg/fast.py'] },
      { tree, program: createProgram({ tree, parser }), signal: AbortSignal.abort() },
    );
    expect(result).toMatchObject({ ok: false });
  });
});

const job = (name: string, states: string): string => `
class ${states}:
    A = 1
    B = 2
class ${name}:
    def __init__(self):
        self.state = ${states}.A
    def go(self):
        if self.state == ${states}.A:
            self.state = ${states}.B
    def back(self):
        self.state = ${states}.A
`;

describe('who looks at a status', () => {
  const machine = (constant: string, test: string): string => `
class S:
    A = 1
    B = 2
    C = 3
    OVER = frozenset({B, C})
${constant}
class Job:
    OVER = (S.B, S.C)
    def __init__(self):
        self.state = S.A
    def end(self):
        if ${test}:
            return
        self.state = S.B
    def drop(self):
        self.state = S.C
`;
  test.each([
    ['a tuple of the module', 'OVER = (S.B, S.C)', 'self.state in OVER'],
    ['a frozenset of the module', 'OVER = frozenset([S.B, S.C])', 'self.state not in OVER'],
    ['a set in the class of the states', '', 'self.state in S.OVER'],
    ["a set of the object's own class", '', 'self.state in self.OVER'],
  ])('%s', async (_what, constant, condition) => {
    const lifecycle = await lifecycleOf(machine(constant, condition));
    expect(lifecycle.states.map((state) => state.name)).toEqual(['A', 'B', 'C']);
  });
});

describe("the user's word for terminal states", () => {
  const text = job('Job', 'S').replace(
    '    def go',
    '    def is_finished(self):\n        return self.state == S.A\n    def go',
  );
  const ends = async (terminal?: readonly string[]): Promise<readonly string[]> => {
    const lifecycle = await lifecycleOf(text, terminal === undefined ? {} : { terminal });
    return lifecycle.states.filter((state) => state.terminal).map((state) => state.name);
  };

  test('it stands above what the code says, and rules follow it', async () => {
    // A is named finished, but a guarded write leaves it, so the code alone has no end.
    expect(await ends()).toEqual([]);
    expect(await ends(['B'])).toEqual(['B']);
    expect(await ends(['A', 'B'])).toEqual(['A', 'B']);
    const rules = (lifecycle: {
      readonly hazards: readonly { readonly rule: string }[];
    }): readonly string[] => lifecycle.hazards.map((hazard) => hazard.rule);
    expect(rules(await lifecycleOf(text))).not.toContain('H1');
    expect(rules(await lifecycleOf(text, { terminal: ['B'] }))).toContain('H1');
  });

  test('a state that is not there is an error that lists those that are', async () => {
    const { error } = await run(text, { terminal: ['B', 'Done'] });
    expect(error).toEqual({ code: 'lifecycle-unknown-state', names: ['Done'], states: ['A', 'B'] });
    if (error === null) throw new Error('no error');
    expect(lifecycleErrorMessage(error)).toMatch(/Done.*A.*B/);
  });
});

describe('which one is meant', () => {
  test('two kinds of states: the query has to say', async () => {
    const { error } = await run(job('Job', 'S') + job('Task', 'T'));
    expect(error).toMatchObject({
      code: 'lifecycle-ambiguous',
      choices: [
        { states: 'S', store: 'state', owner: 'Job', writes: 3 },
        { states: 'T', store: 'state', owner: 'Task', writes: 3 },
      ],
    });
    const lifecycle = await lifecycleOf(job('Job', 'S') + job('Task', 'T'), { states: 'T' });
    expect(lifecycle.stores[0]).toMatchObject({ owner: 'Task' });
  });

  test('two owners of the same states: the class says which', async () => {
    const shared = `${job('Job', 'S')}
class Task:
    def __init__(self):
        self.state = S.A
    def go(self):
        self.state = S.B
    def back(self):
        self.state = S.A
`;
    expect((await run(shared, { states: 'S' })).error).toMatchObject({ code: 'lifecycle-ambiguous' });
    expect((await lifecycleOf(shared, { states: 'S', class: 'Task' })).stores[0]).toMatchObject({
      owner: 'Task',
    });
  });

  test('a name that is nowhere: an empty answer', async () => {
    const lifecycle = await lifecycleOf(job('Job', 'S'), { states: 'Nothing' });
    expect(lifecycle).toMatchObject({ states: [], writes: [], transitions: [], hazards: [] });
  });
});

describe('what is no lifecycle', () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      'exit codes',
      'from enum import IntEnum\nclass Exit(IntEnum):\n    OK = 0\n    FAIL = 1\n    USAGE = 2\ndef main(args):\n    if not args:\n        return Exit.USAGE\n    return Exit.OK if run(args) == Exit.OK else Exit.FAIL\n',
    ],
    [
      'statuses of answers',
      'from enum import IntEnum\nclass Http(IntEnum):\n    OK = 200\n    GONE = 410\n    BROKEN = 500\nclass Answer:\n    def __init__(self, status=Http.OK):\n        self.status = status\ndef handle(request):\n    if request.bad:\n        return Answer(Http.GONE)\n    return Answer(Http.BROKEN)\ndef check(answer):\n    return answer.status == Http.OK\n',
    ],
    [
      'types of events',
      'from enum import Enum\nclass Kind(Enum):\n    OPEN = 1\n    CLOSE = 2\nclass Event:\n    def __init__(self, kind):\n        self.kind = kind\ndef on(event):\n    if event.kind == Kind.OPEN:\n        emit(Event(Kind.CLOSE))\n    elif event.kind is Kind.CLOSE:\n        emit(Event(Kind.OPEN))\n',
    ],
    [
      'a choice of the configuration',
      'from enum import Enum\nclass Mode(Enum):\n    FAST = 1\n    SAFE = 2\nclass Settings:\n    def __init__(self, args):\n        self.mode = Mode.FAST if args.fast else Mode.SAFE\n    def is_fast(self):\n        return self.mode == Mode.FAST\n',
    ],
    [
      'a decoded message',
      'OPEN = 1\nDATA = 2\nclass Frame:\n    def __init__(self, kind, body):\n        self.kind = kind\n        self.body = body\ndef decode(data):\n    if data[0] == OPEN:\n        return Frame(OPEN, data[1:])\n    return Frame(DATA, data[1:])\n',
    ],
    [
      'flags',
      'class Light:\n    def __init__(self):\n        self.on = False\n    def flip(self):\n        self.on = not self.on\n',
    ],
    ['no code at all', ''],
  ];
  test.each(cases)('%s', async (_name, text) => {
    const lifecycle = await lifecycleOf(text);
    expect(lifecycle.states).toEqual([]);
    expect(lifecycle.transitions).toEqual([]);
  });
});
