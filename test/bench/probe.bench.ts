import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProber, type Prober } from '../../src/probe/index.ts';
import { createConnector } from '../../src/transport/node/index.ts';
import type { Transport } from '../../src/transport/index.ts';
import { openLink } from '../support/link.ts';
import { noPrompts } from '../support/prompts.ts';
import { RoundTrips } from '../support/rounds.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { makeTestUser, type TestUser } from '../support/users.ts';
import { interleave, note, report } from './measure.ts';

const pattern = 'update_state';

/** 2,000 lines, 48 of them hits. */
function sample(): string {
  const lines = Array.from({ length: 2000 }, (_, index) =>
    index % 42 === 7
      ? `        self.${pattern}(room, State.next(${String(index)}))`
      : `        line_${String(index)} = ${String(index)}`,
  );
  return `${lines.join('\n')}\n`;
}

/** Runs the system's client to its end, without its streams: a master in the background would keep them open. */
async function client(args: readonly string[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn('ssh', args, { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`ssh ${args.join(' ')}: exit ${String(code)}`));
    });
  });
}

/** Standard output of the system's own client, over a control master where `options` do not forbid it. */
async function ssh(config: string, command: string, ...options: readonly string[]): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const args = ['-F', config, ...options, 'bench', command];
    const child = spawn('ssh', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', () => {
      resolve(Buffer.concat(chunks));
    });
  });
}

/** A connection of ours with its prober. */
interface Open {
  readonly transport: Transport;
  readonly prober: Prober;
}

describe.each([0, 20, 200])('probes at %i ms of round trip', (roundTrip) => {
  let sshd: Sshd;
  let user: TestUser;
  let folder: string;
  let config: string;
  let waiting: Open;
  let fallback: Open;
  const rounds = new RoundTrips();
  let closeLink = async (): Promise<void> => Promise.resolve();

  beforeAll(async () => {
    user = makeTestUser('/bin/bash');
    sshd = await startSshd({ user: user.name });
    folder = mkdtempSync(join(tmpdir(), 'sonde-bench-'));
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'sample.py'), sample());
    const link = roundTrip === 0 ? undefined : await openLink(sshd.port, rounds);
    if (link !== undefined) {
      link.delay = roundTrip / 2;
      closeLink = () => link.close();
    }
    config = join(folder, 'config');
    const lines = [
      'Host bench',
      'HostName 127.0.0.1',
      `Port ${String(link?.port ?? sshd.port)}`,
      `User ${sshd.user}`,
      `IdentityFile ${sshd.identityFile}`,
      'IdentitiesOnly yes',
      'IdentityAgent none',
      `HostKeyAlias [127.0.0.1]:${String(sshd.port)}`,
      `UserKnownHostsFile ${sshd.knownHostsFile}`,
      `ControlPath ${join(folder, 'master')}`,
    ];
    writeFileSync(config, `${lines.join('\n  ')}\n`);
    await client(['-F', config, '-M', '-N', '-f', 'bench']);
    waiting = await open();
    fallback = await open(0);
  });

  afterAll(async () => {
    for (const { prober, transport } of [waiting, fallback]) {
      prober.dispose();
      transport.dispose();
    }
    await client(['-F', config, '-O', 'exit', 'bench']);
    await closeLink();
    await sshd.stop();
    user.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Connects anew; `spares` shells wait for probes. */
  async function open(spares?: number): Promise<Open> {
    const connector = createConnector({ sshConfigFile: config, trustStoreFile: join(folder, 'trust') });
    const target = { kind: 'ssh', host: 'bench', root: folder } as const;
    const connected = await connector.connect(target, { prompts: noPrompts });
    if (!connected.ok) throw new Error(JSON.stringify(connected.error));
    const opened = await openProber(connected.value, spares === undefined ? {} : { spares });
    if (!opened.ok) throw new Error(JSON.stringify(opened.error));
    return { transport: connected.value, prober: opened.value };
  }

  const grep = `grep -n ${pattern} sample.py`;
  const remote = (): string => `cd ${folder} && ${grep}`;

  async function probe({ prober }: Open, reference: Buffer): Promise<void> {
    const outcome = await prober.run(grep);
    expect(outcome.kind === 'evidence' && Buffer.from(outcome.evidence.stdout).equals(reference)).toBe(true);
  }

  it('warm, with a pause: share of ssh with a control master', async () => {
    const reference = await ssh(config, remote());
    expect(reference.toString().split('\n')).toHaveLength(49);
    const times = await interleave(roundTrip === 200 ? 30 : 60, {
      waiting: () => probe(waiting, reference),
      fallback: () => probe(fallback, reference),
      ssh: async () => {
        expect((await ssh(config, remote())).equals(reference)).toBe(true);
      },
    });
    const named = 'ssh -S';
    const at = `round trip ${String(roundTrip)} ms`;
    const aim = roundTrip === 200 ? '0.55' : '0.50';
    report(`warm grep, shell that waits, ${at}`, times('waiting'), times('ssh'), named, aim);
    report(`warm grep, fallback, ${at}`, times('fallback'), times('ssh'), named, '1.05');
  });

  it.runIf(roundTrip === 200)('round trips, counted on the wire', async () => {
    const reference = await ssh(config, remote());
    for (const [name, contender, aim] of [
      ['shell that waits', waiting, '1'],
      ['fallback', fallback, '2'],
    ] as const) {
      const counts: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1500));
        rounds.restart();
        await probe(contender, reference);
        counts.push(rounds.count);
      }
      note({ what: `round trips of a probe, ${name}`, figure: counts.join(' '), aim });
    }
  });

  it('sixty without pauses', async () => {
    const reference = await ssh(config, remote());
    const count = roundTrip === 200 ? 20 : 60;
    const each = async (task: () => Promise<void>): Promise<number> => {
      const start = performance.now();
      for (let run = 0; run < count; run += 1) await task();
      return (performance.now() - start) / count;
    };
    const own = [];
    const second = [];
    const theirs = [];
    for (let round = 0; round < 3; round += 1) {
      theirs.push(
        await each(async () => {
          await ssh(config, remote());
        }),
      );
      own.push(await each(() => probe(waiting, reference)));
      second.push(await each(() => probe(fallback, reference)));
    }
    const at = `each of ${String(count)} without pauses, round trip ${String(roundTrip)} ms`;
    report(`${at}, shells that wait`, own, theirs, 'ssh -S');
    report(`${at}, fallback`, second, theirs, 'ssh -S');
    const start = performance.now();
    await Promise.all(Array.from({ length: count }, () => probe(waiting, reference)));
    report(`${at}, all at once`, [(performance.now() - start) / count], theirs, 'ssh -S');
  });

  it('cold, from the gesture to the first hit', async () => {
    const reference = await ssh(config, remote());
    const times = await interleave(roundTrip === 200 ? 5 : 12, {
      sonde: async () => {
        const fresh = await open();
        await probe(fresh, reference);
        fresh.prober.dispose();
        fresh.transport.dispose();
      },
      ssh: async () => {
        expect((await ssh(config, remote(), '-o', 'ControlPath=none')).equals(reference)).toBe(true);
      },
    });
    report(
      `cold start to the first hit, round trip ${String(roundTrip)} ms`,
      times('sonde'),
      times('ssh'),
      'ssh host grep',
    );
  });
});
