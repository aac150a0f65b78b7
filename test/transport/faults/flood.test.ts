import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { value } from '../../support/channels.ts';
import { testCommand } from '../../support/commands.ts';
import {
  clean,
  commandsOf,
  longLine,
  pause,
  running,
  startFaultyHost,
  tally,
  watchMemory,
} from './support.ts';
import type { FaultyHost } from './support.ts';

// More than anybody can want: output, errors, probes. Memory is that of this process, over what it had before.

const kinds = ['ssh2', 'openssh'] as const;
const gigabyte = 1_000_000_000;
/** MB over idle that are borne. */
const memoryLimit = 200;

describe.runIf(process.getuid?.() === 0).each(kinds)('by %s', { timeout: 150_000 }, (transport) => {
  let host: FaultyHost;
  beforeEach(async () => {
    host = await startFaultyHost();
  });
  afterEach(() => host.stop());

  test.each([
    ['in a shell that waits', 2],
    ['in a shell of its own', 0],
  ])('a gigabyte of output is cut where it was said, %s', async (_name, spares) => {
    execFileSync('truncate', ['-s', String(gigabyte), join(host.root, 'large.bin')]);
    const { prober } = await host.connect({ transport, spares });
    const memory = watchMemory();
    const outcome = await prober.run('cat large.bin', { limit: 1_000_000 });
    expect(outcome).toMatchObject({ kind: 'evidence', evidence: { truncated: 'bytes', exit: null } });
    expect(outcome.kind === 'evidence' && outcome.evidence.stdout.length).toBe(1_000_000);
    expect(await prober.run('head -n 1 numbers.txt')).toMatchObject({ kind: 'evidence' });
    expect(memory.most()).toBeLessThan(memoryLimit);
    memory.end();
  });

  test('a gigabyte on either stream that nobody reads is not taken, and its sender ends with the channel', async () => {
    const { transport: connection } = await host.connect({ transport });
    const memory = watchMemory();
    for (const stream of ['', ' >&2']) {
      const flood = testCommand(`exec /bin/sh -c 'head -c ${gigabyte} /dev/zero${stream}'`);
      const channel = value(await connection.exec(flood));
      await running(host.user, `head -c ${gigabyte}`);
      await pause(1000);
      channel.close();
      await channel.closed;
    }
    expect(memory.most()).toBeLessThan(memoryLimit);
    memory.end();
  });

  test('a host that floods either stream before it answers is no host, and little of it is kept', async () => {
    for (const stream of ['', ' >&2']) {
      const flooding = await startFaultyHost({ forceCommand: `head -c ${gigabyte} /dev/zero${stream}` });
      const memory = watchMemory();
      await expect(flooding.connect({ transport, direct: true })).rejects.toThrow(/not-a-posix-shell/);
      expect(memory.most()).toBeLessThan(memoryLimit);
      memory.end();
      await flooding.stop();
    }
  });

  test('a thousand queued probes each get their own answer', async () => {
    const { prober, close } = await host.connect({ transport });
    const memory = watchMemory();
    // Each probe of the second way starts a program here.
    const count = transport === 'ssh2' ? 1000 : 100;
    const outcomes = await Promise.all(
      Array.from({ length: count }, (_, at) => prober.run(`sed -n ${at + 1}p numbers.txt`)),
    );
    const texts = outcomes.map((outcome) =>
      outcome.kind === 'evidence' ? Buffer.from(outcome.evidence.stdout).toString() : JSON.stringify(outcome),
    );
    expect(texts).toEqual(Array.from({ length: count }, (_, at) => `line ${at + 1}\n`));
    expect(memory.most()).toBeLessThan(memoryLimit);
    memory.end();
    close();
    await clean(host.user);
  });

  test('of a thousand queued probes, those that a cut reaches say so, and the others are whole', async () => {
    const { prober } = await host.connect({ transport });
    let answered = 0;
    const probes = Array.from({ length: 1000 }, async (_, at) => {
      const outcome = await prober.run(`sed -n ${at + 1}p numbers.txt`);
      answered += 1;
      if (answered === 40) host.link.cut();
      return outcome;
    });
    const outcomes = await Promise.all(probes);
    const counts = tally(outcomes);
    expect(Object.keys(counts).sort()).toEqual(['disconnected', 'evidence']);
    expect(counts['evidence']).toBeGreaterThanOrEqual(40);
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.kind !== 'evidence') continue;
      expect(Buffer.from(outcome.evidence.stdout).toString()).toBe(`line ${at + 1}\n`);
    }
    await clean(host.user);
  });

  test.each([
    ['in shells that wait', 2, undefined],
    ['in shells of their own', 0, undefined],
    ['where a host grants one session', 2, 1],
  ])('two hundred cancelled probes leave nothing on the host, %s', async (_name, spares, maxSessions) => {
    const own = maxSessions === undefined ? host : await startFaultyHost({ maxSessions });
    const { prober, close } = await own.connect({ transport, spares });
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const stop = new AbortController();
        setTimeout(() => stop.abort(), (at + 1) * 12);
        return prober.run(longLine(`nowhere-${at}`), { signal: stop.signal });
      }),
    );
    expect(tally(outcomes)).toEqual({ cancelled: 200 });
    expect(await prober.run('head -n 1 numbers.txt')).toMatchObject({ kind: 'evidence' });
    close();
    await clean(own.user);
    if (own !== host) await own.stop();
  });

  test('probes that are cancelled on a link that is cut meanwhile leave nothing on the host', async () => {
    const { prober } = await host.connect({ transport });
    const stop = new AbortController();
    const probes = Array.from({ length: 20 }, (_, at) =>
      prober.run(longLine(`nowhere-${at}`), { signal: stop.signal }),
    );
    await running(host.user, 'nowhere-');
    host.link.stall();
    stop.abort();
    expect(tally(await Promise.all(probes))).toEqual({ cancelled: 20 });
    host.link.cut();
    await clean(host.user);
    expect(commandsOf(host.user)).toEqual([]);
  });
});
