import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toDisposable, type Disposable } from '../../../base/index.ts';
import type { MemoryKey } from './keys.ts';
import { demoUser } from './login.ts';

export interface ServeOptions {
  /** Below it the key and the known_hosts file are written; made if it is missing. */
  readonly folder: string;
  readonly port: number;
  readonly hostKey: MemoryKey;
  readonly clientKey: MemoryKey;
}

/** What another ssh client needs to log in. `dispose` removes the files. */
export interface Serving extends Disposable {
  /** The name of the host in the configuration. */
  readonly alias: string;
  /** For an ssh_config file. */
  readonly text: string;
  readonly identityFile: string;
  readonly knownHostsFile: string;
}

const alias = 'sonde-demo';

/**
 * Writes the client's key and the host's key, readable for their owner only, and describes both. They go into a
 * new folder with a name that nobody can foresee, so that nothing is written through a link that waits there.
 */
export function writeServeFiles(options: ServeOptions): Serving {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const own = mkdtempSync(join(options.folder, 'serve-'));
  const identityFile = join(own, `sonde-demo-${options.port}.key`);
  const knownHostsFile = join(own, `sonde-demo-${options.port}.known_hosts`);
  const privately = { mode: 0o600, flag: 'wx' } as const;
  writeFileSync(identityFile, options.clientKey.privateText, privately);
  const hostKey = options.hostKey.publicKey.toString('base64');
  writeFileSync(knownHostsFile, `[127.0.0.1]:${options.port} ssh-ed25519 ${hostKey}\n`, privately);
  const lines = [
    'HostName 127.0.0.1',
    `Port ${options.port}`,
    `User ${demoUser}`,
    `IdentityFile "${identityFile}"`,
    'IdentitiesOnly yes',
    'IdentityAgent none',
    `UserKnownHostsFile "${knownHostsFile}"`,
    'GlobalKnownHostsFile none',
    'StrictHostKeyChecking yes',
    'RequestTTY no',
  ];
  return {
    alias,
    text: `Host ${alias}\n${lines.map((line) => `  ${line}\n`).join('')}`,
    identityFile,
    knownHostsFile,
    ...toDisposable(() => {
      rmSync(own, { recursive: true, force: true });
    }),
  };
}
