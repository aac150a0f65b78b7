import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { descendants, freePort, makeKey } from './sshd.ts';
import type { TestUser } from './users.ts';

/** A real Dropbear server on loopback: it makes no process group for a command. */
export interface Dropbear {
  readonly alias: 'small';
  readonly sshConfigFile: string;
  stop(): Promise<void>;
}

const PROGRAM = '/usr/sbin/dropbear';

/** Whether Dropbear is installed; `npm test` installs it. */
export const hasDropbear = existsSync(PROGRAM);

/** Starts a server that `user` may log in to by key; needs root. */
export async function startDropbear(user: TestUser): Promise<Dropbear> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-dropbear-'));
  chmodSync(folder, 0o755);
  const hostKey = join(folder, 'host');
  execFileSync('dropbearkey', ['-t', 'ed25519', '-f', hostKey], { stdio: 'pipe' });
  const said = execFileSync('dropbearkey', ['-y', '-f', hostKey], { encoding: 'utf8' });
  const publicKey = /^ssh-ed25519 \S+/m.exec(said)?.[0] ?? '';
  const identity = makeKey(join(folder, 'id'), 'ed25519');
  const keys = join(user.home, '.ssh');
  mkdirSync(keys, { mode: 0o700 });
  writeFileSync(join(keys, 'authorized_keys'), readFileSync(`${identity}.pub`), { mode: 0o600 });
  execFileSync('chown', ['-R', `${user.name}:`, keys]);
  const port = await freePort();
  const args = ['-F', '-E', '-s', '-p', `127.0.0.1:${port}`, '-r', hostKey, '-P', join(folder, 'pid')];
  const child = spawn(PROGRAM, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Not backgrounding')) resolve();
    });
    child.once('exit', () => reject(new Error('dropbear ended')));
  });
  const knownHosts = join(folder, 'known_hosts');
  writeFileSync(knownHosts, `[127.0.0.1]:${port} ${publicKey}\n`);
  const sshConfigFile = join(folder, 'config');
  const lines = [
    'Host small',
    'HostName 127.0.0.1',
    `Port ${port}`,
    `User ${user.name}`,
    `IdentityFile ${identity}`,
    'IdentitiesOnly yes',
    'IdentityAgent none',
    `UserKnownHostsFile ${knownHosts}`,
    'GlobalKnownHostsFile /dev/null',
  ];
  writeFileSync(sshConfigFile, `${lines.join('\n  ')}\n`);
  return {
    alias: 'small',
    sshConfigFile,
    stop: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      for (const id of [...(child.pid === undefined ? [] : [child.pid, ...descendants(child.pid)])]) end(id);
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function end(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
