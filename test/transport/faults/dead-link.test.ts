import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clean, longLine, pause, running, signalSessions, startFaultyHost, tally } from './support.ts';
import type { FaultyHost } from './support.ts';

// A connection that carries nothing any more, and one that only seems so. What is asserted about time is that the
// loss is noticed at all: the test's own limit is far above.

const kinds = ['ssh2', 'openssh'] as const;

describe.runIf(process.getuid?.() === 0).each(kinds)('by %s', { timeout: 120_000 }, (transport) => {
  let host: FaultyHost;
  beforeEach(async () => {
    host = await startFaultyHost();
  });
  afterEach(async () => {
    host.link.resume();
    await host.stop();
  });

  test('a link that is silent for good: running and queued probes end with the loss, and nothing is left on the host', async () => {
    const { prober, transport: connection, noticed } = await host.connect({ transport });
    const before = await prober.run('head -n 1 numbers.txt');
    const probes = Array.from({ length: 10 }, (_, at) => prober.run(longLine(`nowhere-${at}`)));
    await running(host.user, 'nowhere-');
    host.link.stall();
    const end = await noticed();
    expect(end.error.code).toBe('disconnected');
    expect(connection.connected).toBe(false);
    expect(tally(await Promise.all(probes))).toEqual({ disconnected: 10 });
    expect(tally([await prober.run('ls')])).toEqual({ disconnected: 1 });
    // What was seen before stays what it was.
    expect(tally([before])).toEqual({ evidence: 1 });
    host.link.resume();
    await clean(host.user);
  });

  test('a slow link with stalls of four seconds loses nothing and is not given up', async () => {
    const { prober, transport: connection } = await host.connect({ transport });
    host.link.delay = 100;
    const probes = Array.from({ length: 12 }, (_, at) =>
      prober.run(`sed -n ${at + 1},${at + 2000}p numbers.txt`),
    );
    for (let round = 0; round < 2; round += 1) {
      host.link.stall();
      await pause(4000);
      host.link.resume();
      await pause(700);
    }
    for (const [at, outcome] of (await Promise.all(probes)).entries()) {
      const text = outcome.kind === 'evidence' ? Buffer.from(outcome.evidence.stdout).toString() : outcome;
      const expected = Array.from({ length: 2000 }, (_, line) => `line ${at + line + 1}\n`).join('');
      expect(text === expected ? 'whole' : text).toBe('whole');
    }
    expect(connection.connected).toBe(true);
  });

  test('a server whose processes of the connection are stopped for good is noticed, for four seconds is waited for', async () => {
    const { prober, noticed } = await host.connect({ transport });
    const borne = prober.run('tail -n 1 numbers.txt');
    expect(signalSessions(host.sshd, 'SIGSTOP')).toBeGreaterThan(0);
    await pause(4000);
    signalSessions(host.sshd, 'SIGCONT');
    expect(await borne).toMatchObject({ kind: 'evidence', evidence: { exit: 0 } });
    const probe = prober.run(longLine('nowhere-stopped'));
    await running(host.user, 'nowhere-stopped');
    signalSessions(host.sshd, 'SIGSTOP');
    expect((await noticed()).error.code).toBe('disconnected');
    expect(tally([await probe])).toEqual({ disconnected: 1 });
    signalSessions(host.sshd, 'SIGCONT');
    await clean(host.user);
  });

  test('a server whose processes of the connection are killed is noticed', async () => {
    const { prober, noticed } = await host.connect({ transport });
    const probes = Array.from({ length: 6 }, (_, at) => prober.run(longLine(`nowhere-${at}`)));
    await running(host.user, 'nowhere-');
    const end = noticed();
    signalSessions(host.sshd, 'SIGKILL');
    expect((await end).error.code).toBe('disconnected');
    expect(tally(await Promise.all(probes))).toEqual({ disconnected: 6 });
    await clean(host.user);
  });

  test('a server that listens no more, stopped or killed, does not touch a connection that is there', async () => {
    const { prober } = await host.connect({ transport });
    for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
      process.kill(host.sshd.pid, signal);
      expect(await prober.run('head -n 1 numbers.txt')).toMatchObject({ kind: 'evidence' });
      await expect(host.connect({ transport })).rejects.toThrow(
        /connect-timeout|connection-refused|unreachable|disconnected/,
      );
    }
  });
});
