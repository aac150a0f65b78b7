import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  inlineCommand,
  LAUNCHER,
  NO_GROUP,
  PROOF,
  SETSID_LAUNCHER,
} from '../../../src/probe/emission/launcher.ts';
import { frame } from '../../../src/probe/emission/script.ts';
import { FrameReader } from '../../../src/probe/run/frames.ts';
import { newNonce } from '../../../src/probe/run/nonce.ts';
import { eventually, processesWith } from '../../support/processes.ts';
import { makeFolder } from '../bench.ts';

// What the shell itself holds back, tried with commands that no approved line could be.

const folder = makeFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs commands in a guarded shell whose text may be changed before. */
async function run(
  isInline: boolean,
  commands: readonly string[],
  change: (launcher: string) => string = (launcher) => launcher,
): Promise<FrameReader> {
  const nonce = newNonce();
  const body = [...commands.map((command, index) => `{ ${command}; }; echo ${nonce}:S${index + 1}:$? >&2`)];
  const line = frame([...body, `echo ${nonce}:E`, `echo ${nonce}:E >&2`], { nonce, limit: 1000, time: 30 });
  const command = isInline ? inlineCommand(LAUNCHER, line) : LAUNCHER;
  if (command === undefined) throw new Error('no command');
  const child = spawn('/bin/sh', ['-c', change(command)], { detached: true, stdio: 'pipe' });
  const frames = new FrameReader(nonce, 1000);
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
    if (!isInline) child.stdin.write(line);
  });
  child.stdin.end();
  await eventually(() => expect(processesWith(nonce)).toEqual([]));
  return frames;
}

describe.each([
  ['that waits for its line', false],
  ['with its script inside', true],
])('a shell %s', (_name, isInline) => {
  const output = (frames: FrameReader): string => Buffer.from(frames.stdout()).toString();

  test('adds no byte to a file, and nobody is killed for trying', async () => {
    const kept = join(folder, 'kept');
    const fresh = join(folder, `fresh-${String(isInline)}`);
    writeFileSync(kept, 'before\n');
    const frames = await run(isInline, [
      `echo more >>${kept}`,
      `echo new >${fresh}`,
      `head -c 100000 /dev/zero | dd of=${kept} conv=notrunc oflag=append 2>&1 | head -c 0`,
      'echo still here',
    ]);
    expect([output(frames), frames.done]).toEqual(['still here\n', true]);
    expect(readFileSync(kept, 'utf8')).toBe('before\n');
    expect(statSync(fresh).size).toBe(0);
    expect(statSync(fresh).mode & 0o777).toBe(0o600);
    expect(Buffer.from(frames.stderr()).toString()).toMatch(/File too large|I\/O error/);
  });

  test('ends a process that only computes', async () => {
    const frames = await run(isInline, [`awk 'BEGIN { while (1) x++ }'`, 'echo next'], (launcher) =>
      launcher.replace('ulimit -t 60', 'ulimit -t 1'),
    );
    expect([output(frames), frames.done]).toEqual(['next\n', true]);
    // 128 and SIGXCPU or SIGKILL.
    expect([152, 137]).toContain(frames.exit(1));
  });

  test('runs nothing where it does not lead its group, and leads it through setsid', () => {
    const nonce = newNonce();
    const line = frame(['echo ran', `echo ${nonce}:E`, `echo ${nonce}:E >&2`], {
      nonce,
      limit: 1000,
      time: 5,
    });
    const say = (launcher: string): string => {
      const command = isInline ? (inlineCommand(launcher, line) ?? '') : launcher;
      // Within another shell's group, as under a server that makes none for a command.
      const within = `( ${command} ) | cat`;
      const result = spawnSync('/bin/sh', ['-c', within], { input: isInline ? '' : line, encoding: 'utf8' });
      return result.stdout;
    };
    expect(say(LAUNCHER)).toBe(`${NO_GROUP}\n`);
    const through = say(SETSID_LAUNCHER);
    expect(through).not.toContain(NO_GROUP);
    expect(through.startsWith(isInline ? `${nonce}:B` : PROOF)).toBe(true);
  });
});

test('the limit of an unused shell ends it', async () => {
  const launcher = LAUNCHER.replace('sleep 600', 'sleep 1.25');
  const child = spawn('/bin/sh', ['-c', launcher], { detached: true, stdio: 'pipe' });
  child.stdin.on('error', () => undefined);
  const ended = await new Promise((resolve) => child.once('exit', (_status, signal) => resolve(signal)));
  expect(ended).toBe('SIGKILL');
  await eventually(() => expect(processesWith('sleep 1.25')).toEqual([]));
});

test.each(['', 'kill -KILL $i; sleep 4.0025\n'])(
  'a shell that somebody kills leaves no more than its timer, which ends: %j',
  async (line) => {
    const launcher = LAUNCHER.replace('sleep 600', 'sleep 1.0025');
    const child = spawn('/bin/sh', ['-c', launcher], { detached: true, stdio: 'pipe' });
    child.stdin.on('error', () => undefined);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    // The proof is said before the timer is there.
    await eventually(() => expect(processesWith('sleep 1.0025')).not.toEqual([]));
    child.stdin.write(line);
    if (line !== '') await eventually(() => expect(processesWith('sleep 4.0025')).not.toEqual([]));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(child.pid ?? 0, 'SIGKILL');
    await ended;
    // What a line ran has the limits of the line, and ends with what it does.
    await eventually(() => expect(groupOf(child.pid ?? 0)).toEqual([]));
  },
);

/** What is alive of a process group. */
function groupOf(id: number): readonly string[] {
  const lines = spawnSync('ps', ['-eo', 'pgid=,stat=,args='], { encoding: 'utf8' }).stdout.split('\n');
  return lines.filter((each) => new RegExp(`^\\s*${id}\\s+[^Z\\s]`).test(each));
}
