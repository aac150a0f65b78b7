import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProber, type Prober } from '../../src/probe/index.ts';
import { createConnector } from '../../src/transport/node/index.ts';
import type { Transport } from '../../src/transport/index.ts';
import { openLink } from '../support/link.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { makeTestUser, type TestUser } from '../support/users.ts';
import { interleave, report } from './measure.ts';

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

/** Standard output of the system's own client over a control master. */
async function ssh(config: string, command: string): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const child = spawn('ssh', ['-F', config, 'bench', command], { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', () => {
      resolve(Buffer.concat(chunks));
    });
  });
}

describe.each([0, 20, 200])('a warm probe at %i ms of round trip', (roundTrip) => {
  let sshd: Sshd;
  let user: TestUser;
  let folder: string;
  let config: string;
  let transport: Transport;
  let prober: Prober;
  let closeLink = async (): Promise<void> => Promise.resolve();

  beforeAll(async () => {
    user = makeTestUser('/bin/bash');
    sshd = await startSshd({ user: user.name });
    folder = mkdtempSync(join(tmpdir(), 'sonde-bench-'));
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'sample.py'), sample());
    const link = roundTrip === 0 ? undefined : await openLink(sshd.port);
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
    const connector = createConnector({ sshConfigFile: config, trustStoreFile: join(folder, 'trust') });
    const connected = await connector.connect(
      { kind: 'ssh', host: 'bench', root: folder },
      { prompts: { trustHostKey: () => Promise.resolve(false), secret: () => Promise.resolve(undefined) } },
    );
    if (!connected.ok) throw new Error(JSON.stringify(connected.error));
    transport = connected.value;
    const opened = await openProber(transport);
    if (!opened.ok) throw new Error(JSON.stringify(opened.error));
    prober = opened.value;
  });

  afterAll(async () => {
    prober.dispose();
    transport.dispose();
    await client(['-F', config, '-O', 'exit', 'bench']);
    await closeLink();
    await sshd.stop();
    user.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('takes this share of ssh with a control master', async () => {
    const grep = `grep -n ${pattern} sample.py`;
    const reference = await ssh(config, `cd ${folder} && ${grep}`);
    const times = await interleave(roundTrip === 200 ? 30 : 60, {
      sonde: async () => {
        const outcome = await prober.run(grep);
        expect(outcome.kind === 'evidence' && Buffer.from(outcome.evidence.stdout).equals(reference)).toBe(
          true,
        );
      },
      ssh: async () => {
        expect((await ssh(config, `cd ${folder} && ${grep}`)).equals(reference)).toBe(true);
      },
    });
    report(`grep, round trip ${String(roundTrip)} ms: sonde`, times('sonde'), times('ssh'), 'ssh -S');
  });
});
