import { resolve } from 'node:path';
import { Emitter, mapResult, type Result } from '../../../base/index.ts';
import type { Transport } from '../../contract.ts';
import type { TransportError } from '../../errors.ts';
import { ChannelPool } from '../../pool/pool.ts';
import type { LocalTarget } from '../../target.ts';
import { findShell, type Environment } from '../shell.ts';
import { createLocalFiles } from './files.ts';
import { createLocalOpener } from './opener.ts';

export interface LocalOptions {
  readonly homeFolder: string;
  readonly environment: Environment;
}

/** A transport to this machine; a relative root starts at the process's own folder. */
export function connectLocal(target: LocalTarget, options: LocalOptions): Result<Transport, TransportError> {
  const shell = findShell(options.environment, process.platform);
  return mapResult(shell, (found) => {
    const pool = new ChannelPool(
      createLocalOpener({ ...options, shell: found, hasRemains: target.container !== undefined }),
    );
    const disconnected = new Emitter<TransportError>();
    let connected = true;
    return {
      target: target.container === undefined ? { kind: 'local', root: resolve(target.root) } : target,
      label: 'local',
      get connected() {
        return connected;
      },
      onDidDisconnect: disconnected.event,
      onDidSend: pool.onDidSend,
      files: createLocalFiles(),
      exec: (command, options) => pool.exec(command, options),
      prepare: (command, spares, options) => pool.prepare(command, spares, options),
      dispose() {
        connected = false;
        pool.end({ code: 'disconnected', host: 'local', detail: 'closed' });
        disconnected.dispose();
      },
    };
  });
}
