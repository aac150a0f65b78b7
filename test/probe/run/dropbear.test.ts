import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasDropbear, startDropbear, type Dropbear } from '../../support/dropbear.ts';
import { eventually, processesWith } from '../../support/processes.ts';
import { makeTestUser, type TestUser } from '../../support/users.ts';
import { makeFolder, openBench, type Bench } from '../bench.ts';

/** Waits until what was asked before is over on the host as well. */
async function settled(bench: Bench): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(bench.transport.connected).toBe(true);
}

// Dropbear runs a command in the process group of its own connection, which must not be killed.

const LARGE = 'line of text\n'.repeat(60_000);

describe.runIf(process.getuid?.() === 0 && hasDropbear)('a host whose server makes no process group', () => {
  let user: TestUser;
  let server: Dropbear;
  beforeAll(async () => {
    user = makeTestUser();
    server = await startDropbear(user);
  });
  afterAll(async () => {
    await server.stop();
    user.remove();
  });

  test.each([
    ['through a shell that waits', 2],
    ['through one that is started for it', 0],
  ])('gets the shell a group, and is cancelled without a trace, %s', async (_name, spares) => {
    // Dropbear 2022.83 may end with a failed assertion of its own when a session closes while another begins.
    const open = async (): Promise<Bench> => {
      for (let tries = 0; tries < 8; tries += 1) {
        const bench = await openBench(
          { kind: 'ssh', host: server.alias, root: makeFolder({ 'a.txt': 'alpha\n', 'large.txt': LARGE }) },
          { sshConfigFile: server.sshConfigFile, spares },
        );
        await new Promise((resolve) => setTimeout(resolve, 300));
        if (bench.transport.connected) return bench;
        bench.close();
      }
      throw new Error('the server ends every connection');
    };
    const bench = await open();
    const mark = `dropbear-${String(Math.random()).slice(2)}`;
    const stop = new AbortController();
    const walk = `find ${'/usr '.repeat(100)}-name ${mark}`;
    const running = bench.prober.run(`${walk} | sort`, { signal: stop.signal });
    await eventually(() => expect(processesWith(mark)).not.toEqual([]));
    // The connection lives on beside the probe that is ended.
    for (let round = 0; round < 3; round += 1) {
      await settled(bench);
      expect((await bench.evidence('cat large.txt')).out === LARGE).toBe(true);
      await settled(bench);
      expect((await bench.evidence('head -n 1 a.txt')).out).toBe('alpha\n');
    }
    const last = bench.ledger.entries.at(-1);
    expect(last?.launcher.startsWith('exec /usr/bin/env -i PATH=/usr/bin:/bin setsid /bin/sh -c ')).toBe(
      true,
    );
    // The script comes behind the session: with the session this server may end the connection.
    expect(last?.script).not.toBe('');
    stop.abort();
    expect(await running).toMatchObject({ kind: 'error', error: { code: 'cancelled' } });
    await eventually(() => expect(processesWith(mark)).toEqual([]));
    expect((await bench.evidence(walk, { time: 1 })).truncated).toBe('time');
    expect((await bench.evidence('cat a.txt')).out).toBe('alpha\n');
    bench.close();

    const lost = await open();
    const unfinished = lost.prober.run(walk);
    await eventually(() => expect(processesWith(mark)).not.toEqual([]));
    lost.close();
    expect(await unfinished).toMatchObject({ kind: 'error' });
    await eventually(() => expect(processesWith(mark)).toEqual([]));
  });

  test('may refuse a session straight after another, or end: the answer comes whole, or the loss is told', async () => {
    for (let round = 0; round < 6; round += 1) {
      const bench = await openBench(
        { kind: 'ssh', host: server.alias, root: makeFolder({ 'large.txt': LARGE }) },
        { sshConfigFile: server.sshConfigFile, spares: 0 },
      );
      for (let probe = 0; probe < 3; probe += 1) {
        const outcome = await bench.prober.run('cat large.txt');
        if (outcome.kind === 'evidence')
          expect(Buffer.from(outcome.evidence.stdout).toString() === LARGE).toBe(true);
        else {
          expect(outcome).toMatchObject({ kind: 'error', error: { code: 'disconnected' } });
          expect(bench.transport.connected).toBe(false);
        }
      }
      bench.close();
    }
  });
});
