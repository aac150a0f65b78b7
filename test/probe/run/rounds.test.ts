import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
afterAll(async () => {
  for (const bench of benches) bench.close();
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
  link.delay = 0;
  return count;
}

test('a probe takes one round trip where a shell waits, two where none does', async () => {
  const prepared = await open(2);
  await quiet(2);
  expect(await roundsOf(prepared, 'grep -n beta a.txt', '2:beta\n')).toBe(1);
  await quiet(2);
  expect(await roundsOf(prepared, 'cat long.txt', `${'x'.repeat(99)}\n`.repeat(100))).toBe(1);
  expect(prepared.ledger.entries.at(-1)?.script).not.toBe('');

  const bare = await open(0);
  await quiet(2);
  expect(await roundsOf(bare, 'grep -n beta a.txt', '2:beta\n')).toBe(2);
  expect(await roundsOf(bare, 'head -n 1 a.txt', 'alpha\n')).toBe(2);
  expect(bare.ledger.entries.at(-1)?.script).toBe('');
});
