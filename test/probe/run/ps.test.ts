import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evidenceNotes } from '../../../src/messages/index.ts';
import { makeFolder, openLocal, type Bench } from '../bench.ts';

let bench: Bench;
let child: ChildProcess;

beforeAll(async () => {
  child = spawn('sleep', ['4321'], {
    env: { PATH: '/usr/bin:/bin', TOKEN: 'of-this-test' },
    stdio: 'ignore',
  });
  bench = await openLocal(makeFolder());
});
afterAll(() => {
  child.kill('SIGKILL');
  bench.close();
});

test.each([
  'ps -ef',
  'ps -eo pid,ppid,user,lstart,etime,stat,comm,args',
  'ps -f -p PID',
  'ps -o pid,args -p PID',
])('%s shows the command line of a process, not its environment', async (typed) => {
  const line = typed.replace('PID', String(child.pid));
  const { out, err, exit, notes } = await bench.evidence(line);
  expect([err, exit]).toEqual(['', 0]);
  expect(out).toMatch(new RegExp(`\\b${String(child.pid)}\\b.*sleep 4321`));
  expect(out).not.toContain('of-this-test');
  expect(notes).toEqual(['may-hold-secrets']);
});

test('the note says that command lines may hold secrets', async () => {
  const outcome = await bench.prober.run('ps -ef | grep -c sleep');
  if (outcome.kind !== 'evidence') throw new Error(JSON.stringify(outcome));
  expect(evidenceNotes(outcome.evidence)).toEqual([
    'Command lines of processes may hold passwords and tokens. Look before you share this.',
  ]);
});
