import { describe, expect, test } from 'vitest';
import { edges, lifecycleOf } from '../support/lifecycle.ts';

const STATES = `
import asyncio, threading, functools
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
class S(Enum):
    A = 1
    B = 2
    C = 3
`;

function job(start: string, more = ''): string {
  return `${STATES}
class Job:
    def __init__(self):
        self.state = S.A
        self.lock = threading.Lock()
        ${start.split('\n').join('\n        ')}
    def work(self):
        if self.state == S.A:
            self.state = S.B
    def stop(self):
        self.state = S.C
${more}`;
}

async function rolesOf(text: string): Promise<readonly string[]> {
  const lifecycle = await lifecycleOf(text);
  return lifecycle.roles
    .map((each) => `${each.kind} ${each.name}`)
    .filter((each) => !each.startsWith('caller'));
}

async function roleOfB(text: string): Promise<string | undefined> {
  return (await lifecycleOf(text)).writes.find((each) => each.to.includes('B'))?.role;
}

describe('what is started', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['a bound method', 'threading.Thread(target=self.work).start()', 'thread work'],
    ['a lambda', 'threading.Thread(target=lambda: self.work()).start()', 'thread work'],
    ['a partial', 'threading.Thread(target=functools.partial(self.work)).start()', 'thread work'],
    [
      'a nested function',
      'def loop():\n    self.work()\nthreading.Thread(target=loop).start()',
      'thread loop',
    ],
    ['a timer', 'threading.Timer(5.0, self.work).start()', 'timer work'],
    ['an executor', 'self.pool = ThreadPoolExecutor()\nself.pool.submit(self.work)', 'executor work'],
    ['run_in_executor', 'asyncio.get_event_loop().run_in_executor(None, self.work)', 'executor work'],
    ['to_thread', 'self.later = asyncio.to_thread(self.work)', 'executor work'],
    ['a callback of a future', 'self.future.add_done_callback(self.work)', 'callback work'],
    ['call_later', 'self.loop.call_later(3, self.work)', 'timer work'],
    ['a handler that is registered', 'self.bus.subscribe(self.work)', 'callback work'],
    ['a handler by keyword', 'self.reader = Reader(on_data=self.work)', 'callback work'],
    ['an attribute of somebody else', 'self.bus.changed = self.work', 'callback work'],
  ];
  test.each(cases)('%s', async (_name, start, expected) => {
    expect(await rolesOf(job(start))).toEqual([expected]);
    expect(await roleOfB(job(start))).toBe(expected.split(' ')[1]);
  });

  test('a task, which runs only where it is started', async () => {
    const text = job(
      'pass',
      '    def begin(self):\n        asyncio.create_task(self._run())\n    async def _run(self):\n        self.work()\n',
    );
    expect(await rolesOf(text)).toEqual(['task _run']);
  });

  test('a subclass of Thread', async () => {
    const text = `${STATES}
class Worker(threading.Thread):
    def __init__(self):
        super().__init__()
        self.state = S.A
    def run(self):
        if self.state == S.A:
            self.state = S.B
    def stop(self):
        self.state = S.C
`;
    expect(await rolesOf(text)).toEqual(['thread run']);
    expect(await roleOfB(text)).toBe('run');
  });

  test('what it calls belongs to it too', async () => {
    const text = job(
      'threading.Thread(target=self.loop).start()',
      '    def loop(self):\n        self._turn()\n    def _turn(self):\n        self.work()\n',
    );
    expect(await roleOfB(text)).toBe('loop');
  });

  test('what both call belongs to both', async () => {
    const text = job(
      'threading.Thread(target=self.loop).start()',
      '    def loop(self):\n        self.work()\n    def by_hand(self):\n        self.work()\n',
    );
    const lifecycle = await lifecycleOf(text);
    expect(lifecycle.writes.filter((each) => each.to.includes('B')).map((each) => each.role)).toEqual([
      'caller',
      'loop',
    ]);
  });

  test('a method that is handed to a function of the code is called by it, not started', async () => {
    const text = job('retry(self.work)', '\ndef retry(action):\n    action()\n');
    expect(await rolesOf(text)).toEqual([]);
  });
});

describe('what can come in between', () => {
  const worker = (body: string, stop = 'self.state = S.C'): string => `${STATES}
class Job:
    def __init__(self):
        self.state = S.A
        self.lock = threading.Lock()
        self.other = threading.Lock()
        threading.Thread(target=self.work).start()
    def work(self):
        ${body.split('\n').join('\n        ')}
    def stop(self):
        ${stop.split('\n').join('\n        ')}
`;
  const check = 'if self.state == S.A:\n    self.state = S.B';
  const under = (lock: string, code: string): string =>
    `with self.${lock}:\n${code
      .split('\n')
      .map((line) => `    ${line}`)
      .join('\n')}`;

  test('a thread beside the caller: between the look and the write', async () => {
    expect(edges(await lifecycleOf(worker(check)))).toContain('C>B interleaving');
  });

  test('a lock that both hold keeps it out', async () => {
    const text = worker(under('lock', check), under('lock', 'self.state = S.C'));
    expect(edges(await lifecycleOf(text))).not.toContain('C>B interleaving');
  });

  test('two different locks do not', async () => {
    const text = worker(under('lock', check), under('other', 'self.state = S.C'));
    expect(edges(await lifecycleOf(text))).toContain('C>B interleaving');
  });

  test('nor does one that was given back after the look', async () => {
    const look = `${under('lock', 'old = self.state')}\nif old == S.A:\n    ${under('lock', 'self.state = S.B').split('\n').join('\n    ')}`;
    expect(edges(await lifecycleOf(worker(look, under('lock', 'self.state = S.C'))))).toContain(
      'C>B interleaving',
    );
  });

  test('a second look under the lock does', async () => {
    const look = `if self.state == S.A:\n    ${under('lock', check).split('\n').join('\n    ')}`;
    expect(edges(await lifecycleOf(worker(look, under('lock', 'self.state = S.C'))))).not.toContain(
      'C>B interleaving',
    );
  });

  test('acquire and release are a lock as well', async () => {
    const text = worker(
      `self.lock.acquire()\n${check}\nself.lock.release()`,
      under('lock', 'self.state = S.C'),
    );
    expect(edges(await lifecycleOf(text))).not.toContain('C>B interleaving');
  });

  test('a lock that every caller of a helper holds', async () => {
    const text =
      worker(under('lock', 'self._locked()'), under('lock', 'self.state = S.C')) +
      '    def _locked(self):\n        if self.state == S.A:\n            self.state = S.B\n';
    expect(edges(await lifecycleOf(text))).not.toContain('C>B interleaving');
  });

  const task = (body: string): string => `${STATES}
class Job:
    def __init__(self):
        self.state = S.A
    def begin(self):
        asyncio.create_task(self._run())
    async def _run(self):
        ${body.split('\n').join('\n        ')}
    def stop(self):
        self.state = S.C
`;

  test('tasks of one loop: only over an await', async () => {
    expect(edges(await lifecycleOf(task(check)))).not.toContain('C>B interleaving');
    expect(
      edges(
        await lifecycleOf(task('if self.state == S.A:\n    await asyncio.sleep(1)\n    self.state = S.B')),
      ),
    ).toContain('C>B interleaving');
  });

  test('a look after the await closes the gap', async () => {
    const body =
      'if self.state == S.A:\n    await asyncio.sleep(1)\n    if self.state == S.A:\n        self.state = S.B';
    expect(edges(await lifecycleOf(task(body)))).not.toContain('C>B interleaving');
  });

  test('a look that is older than the await does not', async () => {
    const body = 'old = self.state\nawait asyncio.sleep(1)\nif old == S.A:\n    self.state = S.B';
    expect(edges(await lifecycleOf(task(body)))).toContain('C>B interleaving');
  });

  test('callers of one thread do not interleave', async () => {
    const text = worker(check).replace('        threading.Thread(target=self.work).start()\n', '');
    expect(edges(await lifecycleOf(text))).not.toContain('C>B interleaving');
  });

  test('threads that a loop starts over one object look and store beside each other', async () => {
    const start = 'for _ in range(3):\n            threading.Thread(target=self.work).start()';
    const once = worker(check);
    const text = once.replace('threading.Thread(target=self.work).start()', start).split('    def stop')[0];
    const { hazards } = await lifecycleOf(`${text ?? ''}        work()\n        self.state = S.C\n`);
    expect(hazards.map((each) => `${each.rule} ${each.severity}`)).toContain('H8 warning');
  });
});
