import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openLink, type Link } from '../../support/link.ts';
import { eventually } from '../../support/processes.ts';
import { RoundTrips } from '../../support/rounds.ts';
import { startSshd, type Sshd } from '../../support/sshd.ts';
import { asUser, plainUser, type TestUser } from '../../support/users.ts';
import { makeFolder, openBench, type Bench } from '../bench.ts';

// What a probe costs on a slow link, counted on the wire.

const rounds = new RoundTrips();
const benches: Bench[] = [];
let user: TestUser | undefined;
let sshd: Sshd;
let link: Link;

beforeAll(async () => {
  user = plainUser();
  sshd = await startSshd(asUser(user));
  link = await openLink(sshd.port, rounds);
  const known = readFileSync(sshd.knownHostsFile, 'utf8');
  writeFileSync(sshd.knownHostsFile, known.replace(`:${sshd.port}`, `:${link.port}`));
});
beforeEach(() => {
  link.delay = 0;
});
afterEach(async () => {
  link.delay = 0;
  for (const bench of benches.splice(0)) bench.close();
  await quiet(0);
});
afterAll(async () => {
  await link.close();
  await sshd.stop();
  user?.remove();
});

async function open(spares: number): Promise<Bench> {
  const bench = await openBench(
    {
      kind: 'ssh',
      host: sshd.alias,
      port: link.port,
      root: makeFolder({ 'a.txt': 'alpha\nbeta\n', 'long.txt': `${'x'.repeat(99)}\n`.repeat(100) }),
    },
    { sshConfigFile: sshd.sshConfigFile, spares },
  );
  benches.push(bench);
  return bench;
}

/** Waits until so many shells wait on the host, each with its timer, and no more are being started. */
async function quiet(shells: number): Promise<void> {
  let before = -1;
  await eventually(async () => {
    const now = shellsOf(sshd.user);
    const same = now === before;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([same, now]).toEqual([true, 2 * shells]);
  });
}

function shellsOf(user: string): number {
  const lines = execFileSync('ps', ['-eo', 'user:64=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.startsWith(`${user} `) && / [^Z]\S* .*RP-\$/.test(line)).length;
}

/** Round trips of one probe at a delay that no answer of the host exceeds. */
async function roundsOf(bench: Bench, line: string, expected: string): Promise<number> {
  link.delay = 150;
  rounds.restart();
  const seen = await bench.evidence(line);
  const { count } = rounds;
  expect(seen.out).toBe(expected);
  return count;
}

test('a probe takes one round trip where a shell waits, two where none does', async () => {
  const prepared = await open(2);
  await quiet(2);
  expect(await roundsOf(prepared, 'grep -n beta a.txt', '2:beta\n')).toBe(1);
  await quiet(2);
  expect(await roundsOf(prepared, 'cat long.txt', `${'x'.repeat(99)}\n`.repeat(100))).toBe(1);
  expect(prepared.ledger.entries.at(-1)?.script).not.toBe('');

  link.delay = 0;
  const bare = await open(0);
  await quiet(2);
  expect(await roundsOf(bare, 'grep -n beta a.txt', '2:beta\n')).toBe(2);
  expect(await roundsOf(bare, 'head -n 1 a.txt', 'alpha\n')).toBe(2);
  expect(bare.ledger.entries.at(-1)?.script).toBe('');
});

test('probes one after another find a shell each time', async () => {
  const bench = await open(2);
  await quiet(2);
  const counts: number[] = [];
  for (let probe = 0; probe < 6; probe += 1) counts.push(await roundsOf(bench, 'head -n 1 a.txt', 'alpha\n'));
  expect(counts).toEqual([1, 1, 1, 1, 1, 1]);
});

test('a host that grants one session: one round trip after a pause, else the close of the one before and two', async () => {
  const single = await startSshd({ ...asUser(user), maxSessions: 1 });
  const own = await openLink(single.port, rounds);
  const known = readFileSync(single.knownHostsFile, 'utf8');
  writeFileSync(single.knownHostsFile, known.replace(`:${single.port}`, `:${own.port}`));
  const bench = await openBench(
    { kind: 'ssh', host: single.alias, port: own.port, root: makeFolder({ 'a.txt': 'alpha\n' }) },
    { sshConfigFile: single.sshConfigFile },
  );
  const count = async (): Promise<number> => {
    own.delay = 150;
    rounds.restart();
    expect((await bench.evidence('cat a.txt')).out).toBe('alpha\n');
    return rounds.count;
  };
  await quiet(1);
  expect(await count()).toBe(1);
  const next = await count();
  // The host frees the session a moment after it has closed it: it may refuse once.
  expect([3, 4]).toContain(next);
  own.delay = 0;
  await quiet(1);
  expect(await count()).toBe(1);
  bench.close();
  await own.close();
  await single.stop();
});
