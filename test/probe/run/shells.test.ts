import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LAUNCHER, PREPARATION } from '../../../src/probe/emission/launcher.ts';
import { probeScript } from '../../../src/probe/emission/script.ts';
import { planLine } from '../../../src/probe/plan/plan-line.ts';
import { FrameReader } from '../../../src/probe/run/frames.ts';
import { newNonce } from '../../../src/probe/run/nonce.ts';
import { eventually, processesWith } from '../../support/processes.ts';
import { makeFolder, openLocal, type Bench } from '../bench.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await openLocal(
    makeFolder({ 'a.txt': 'alpha\nbeta\n', 'b.txt': `${'x'.repeat(99)}\n`.repeat(20_000) }),
  );
  for (let index = 0; index < 3000; index += 1)
    mkdirSync(join(bench.root, 'many', `folder-${index}`), { recursive: true });
});
afterAll(() => bench.close());

/** Runs a line in the guarded shell of another /bin/sh, and reads it as the prober does. */
async function run(
  shell: string,
  line: string,
  limit = 1_000_000,
  time = 20,
  preparation = PREPARATION,
): Promise<FrameReader> {
  const plan = planLine(line, { root: bench.root });
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  const nonce = newNonce();
  const script = probeScript(plan.value, {
    host: bench.prober.host,
    root: bench.root,
    nonce,
    limit,
    time,
    fence: false,
    sensitive: false,
    filters: 'ask',
  });
  if (!script.ok) throw new Error(JSON.stringify(script.error));
  const launcher = LAUNCHER.replace(' /bin/sh -c ', ` ${shell} -c `);
  const child = spawn('/bin/dash', ['-c', launcher], { detached: true, stdio: 'pipe' });
  const frames = new FrameReader(nonce, limit);
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (frames.done) resolve();
    };
    child.stdout.on('data', (chunk: Buffer) => {
      frames.pushOutput(chunk);
      check();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      frames.pushErrors(chunk);
      check();
    });
    child.on('close', () => resolve());
    child.stdin.on('error', () => undefined);
    child.stdin.write(preparation + script.value);
  });
  child.stdin.end();
  await eventually(() => expect(processesWith(nonce)).toEqual([]));
  return frames;
}

// bash as most systems that have it as /bin/sh start it: under that name.
const bashAsSh = join(makeFolder(), 'sh');
symlinkSync('/bin/bash', bashAsSh);

describe.each(['/bin/dash', bashAsSh, '/bin/busybox sh'])('the guarded shell under %s', (shell) => {
  const text = (frames: FrameReader): string => Buffer.from(frames.stdout()).toString();

  test('output, status and errors', async () => {
    const found = await run(shell, 'grep -n beta a.txt');
    expect([text(found), found.exit(1), found.stderr().length]).toEqual(['2:beta\n', 0, 0]);
    const nothing = await run(shell, 'grep gamma a.txt | cat');
    expect([text(nothing), nothing.exit(2)]).toEqual(['', 1]);
    const failed = await run(shell, 'git log');
    expect(failed.exit(1)).toBe(128);
    expect(Buffer.from(failed.stderr()).toString()).toMatch(/^fatal: not a git repository[^\n]*\n$/);
  });

  test('a closed pipe is no failure', async () => {
    const frames = await run(shell, 'cat b.txt | head -n 1');
    expect([text(frames), frames.exit(2)]).toEqual([`${'x'.repeat(99)}\n`, 0]);
  });

  test('wildcards, guard, limit and timer', async () => {
    expect(text(await run(shell, 'wc -l *.txt | tail -1'))).toMatch(/ 20002 total\n$/);
    expect((await run(shell, 'cat a.txt gone.txt')).stop).toEqual({
      kind: 'guard',
      report: { operand: 1, reason: 'missing', path: 'gone.txt' },
    });
    const cut = await run(shell, 'cat b.txt', 5000);
    expect([cut.stop, cut.stdout().length]).toEqual([{ kind: 'bytes' }, 5000]);
    const late = await run(shell, 'find /usr /usr /usr /usr /usr /usr -name nonexistent-4714', 1000, 1);
    expect(late.stop).toEqual({ kind: 'time' });
    await eventually(() => expect(processesWith('nonexistent-4714')).toEqual([]));
  });

  test('reads nothing where it was not prepared', async () => {
    const unprepared = await run(shell, 'grep -n beta a.txt', 1_000_000, 20, '');
    expect([text(unprepared), unprepared.stop?.kind]).toEqual(['', 'guard']);
  });

  test('more errors than the limit are cut, and what comes behind them still comes', async () => {
    const frames = await run(shell, 'cat many/* a.txt');
    expect(text(frames)).toBe('alpha\nbeta\n');
    expect(frames.exit(1)).toBe(1);
    expect([frames.stderr().length, frames.errorsCut]).toEqual([65_536, true]);
  });

  test('a shell whose reader is gone ends with its group', async () => {
    const child = spawn('/bin/dash', ['-c', LAUNCHER.replace(' /bin/sh -c ', ` ${shell} -c `)], {
      detached: true,
      stdio: 'pipe',
    });
    child.stdout.destroy();
    child.stdin.end();
    await new Promise((resolve) => child.once('exit', resolve));
    await eventually(() => expect(groupOf(child.pid ?? 0)).toEqual([]));
  });
});

/** What is alive of a process group: other tests have shells of the same text. */
function groupOf(leader: number): readonly string[] {
  const lines = execFileSync('ps', ['-eo', 'pgid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => new RegExp(`^\\s*${leader}\\s+[^Z]`).test(line));
}
