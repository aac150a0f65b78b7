import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { makeFolder, openLocal } from '../../probe/bench.ts';
import { eventually, processesWith } from '../../support/processes.ts';
import { longLine, tally, watchMemory } from './support.ts';

test('two hundred cancelled probes leave nothing on this machine', async () => {
  const bench = await openLocal(makeFolder({ 'a.txt': 'alpha\n' }));
  const mark = `nowhere-local-${String(process.pid)}`;
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(), (at + 1) * 10);
      return bench.prober.run(longLine(mark), { signal: stop.signal });
    }),
  );
  expect(tally(outcomes)).toEqual({ cancelled: 200 });
  expect((await bench.evidence('cat a.txt')).out).toBe('alpha\n');
  bench.close();
  await eventually(() => expect(processesWith(mark)).toEqual([]));
});

test('a gigabyte of output is cut where it was said, on this machine', async () => {
  const root = makeFolder({ 'a.txt': 'alpha\n' });
  execFileSync('truncate', ['-s', '1000000000', `${root}/large.bin`]);
  const bench = await openLocal(root);
  const memory = watchMemory();
  const seen = await bench.evidence('cat large.bin');
  expect([seen.truncated, seen.stdout.length]).toEqual(['bytes', 1_000_000]);
  expect(memory.most()).toBeLessThan(200);
  memory.end();
  bench.close();
});

test('a thousand queued probes each get their own answer, on this machine', async () => {
  const text = Array.from({ length: 1000 }, (_, at) => `line ${at + 1}\n`).join('');
  const bench = await openLocal(makeFolder({ 'numbers.txt': text }));
  const outs = await Promise.all(
    Array.from(
      { length: 1000 },
      async (_, at) => (await bench.evidence(`sed -n ${at + 1}p numbers.txt`)).out,
    ),
  );
  expect(outs.join('')).toBe(text);
  bench.close();
});
