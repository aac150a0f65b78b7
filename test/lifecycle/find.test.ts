import { describe, expect, test } from 'vitest';
import { analyse } from '../../src/lifecycle/index.ts';
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
    ['a file that is not Python', '<html>\n<body>not python {{{\n'],
  ];
  test.each(cases)('%s', async (_name, text) => {
    const lifecycle = await lifecycleOf(text);
    expect(lifecycle.states).toEqual([]);
    expect(lifecycle.transitions).toEqual([]);
  });
});
