import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openProber, type Prober } from '../../src/probe/index.ts';
import { createConnector } from '../../src/transport/node/index.ts';
import type { Transport, TransportChoice } from '../../src/transport/index.ts';
import { openLink } from '../support/link.ts';
import { noPrompts } from '../support/prompts.ts';
import type { RoundTrips } from '../support/rounds.ts';
import { startSshd } from '../support/sshd.ts';
import { makeTestUser } from '../support/users.ts';

/** A connection of ours with its prober. */
export interface Open {
  readonly transport: Transport;
  readonly prober: Prober;
  close(): void;
}

/** How a connection is made: `spares` shells wait for probes. */
export interface Way {
  readonly spares?: number;
  readonly transport?: TransportChoice;
}

/** A server behind a link with delay, to which the system's own client has a control master. */
export interface BenchHost {
  /** Readable for who logs in. */
  readonly folder: string;
  /** Standard output of the system's own client, over the master where `options` do not forbid it. */
  ssh(command: string, ...options: readonly string[]): Promise<Buffer>;
  /** Connects anew. */
  open(way?: Way): Promise<Open>;
  stop(): Promise<void>;
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

/** Starts the server; `roundTrip` in milliseconds, on a link that `rounds` watches. Needs root. */
export async function startBenchHost(roundTrip: number, rounds?: RoundTrips): Promise<BenchHost> {
  const user = makeTestUser('/bin/bash');
  const sshd = await startSshd({ user: user.name });
  const folder = mkdtempSync(join(tmpdir(), 'sonde-bench-'));
  chmodSync(folder, 0o755);
  const link = roundTrip === 0 ? undefined : await openLink(sshd.port, rounds);
  if (link !== undefined) link.delay = roundTrip / 2;
  const config = join(folder, 'config');
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
  return {
    folder,
    ssh: (command, ...options) =>
      new Promise((resolve, reject) => {
        const chunks: Buffer[] = [];
        const child = spawn('ssh', ['-F', config, ...options, 'bench', command], {
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
        child.once('error', reject);
        child.once('close', () => resolve(Buffer.concat(chunks)));
      }),
    open: async ({ spares, transport: choice } = {}) => {
      const connector = createConnector({
        sshConfigFile: config,
        trustStoreFile: join(folder, 'trust'),
        ...(choice === undefined ? {} : { transport: choice }),
      });
      const target = { kind: 'ssh', host: 'bench', root: folder } as const;
      const connected = await connector.connect(target, { prompts: noPrompts });
      if (!connected.ok) throw new Error(JSON.stringify(connected.error));
      const transport = connected.value;
      const opened = await openProber(transport, spares === undefined ? {} : { spares });
      if (!opened.ok) throw new Error(JSON.stringify(opened.error));
      const prober = opened.value;
      const close = (): void => {
        prober.dispose();
        transport.dispose();
      };
      return { transport, prober, close };
    },
    stop: async () => {
      await client(['-F', config, '-O', 'exit', 'bench']);
      await link?.close();
      await sshd.stop();
      user.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
