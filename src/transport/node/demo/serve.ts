import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toDisposable, type Disposable } from '../../../base/index.ts';
import type { MemoryKey } from './keys.ts';
import { demoUser } from './login.ts';

export interface ServeOptions {
  /** Where the key and the known_hosts file are written; made if it is missing. */
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

/** Writes the client's key, readable for its owner only, and the host's key, and describes both. */
export function writeServeFiles(options: ServeOptions): Serving {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const identityFile = join(options.folder, `sonde-demo-${options.port}.key`);
  const knownHostsFile = join(options.folder, `sonde-demo-${options.port}.known_hosts`);
  rmSync(identityFile, { force: true });
  // Never through a file or link that was there before.
  writeFileSync(identityFile, options.clientKey.privateText, { mode: 0o600, flag: 'wx' });
  chmodSync(identityFile, 0o600);
  const hostKey = options.hostKey.publicKey.toString('base64');
  writeFileSync(knownHostsFile, `[127.0.0.1]:${options.port} ssh-ed25519 ${hostKey}\n`, { mode: 0o600 });
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
      rmSync(identityFile, { force: true });
      rmSync(knownHostsFile, { force: true });
    }),
  };
}
