import { homedir } from 'node:os';
import { err, silentLogger, type Logger, type Result } from '../../base/index.ts';
import type { ConnectPrompts, Transport } from '../contract.ts';
import type { TransportError } from '../errors.ts';
import type { Target } from '../target.ts';
import { connectLocal } from './local/transport.ts';
import type { Environment } from './shell.ts';
import { listConfigHosts } from './ssh/config/hosts.ts';

export interface ConnectorOptions {
  /** Another ssh configuration than the user's own, as `ssh -F`. */
  readonly sshConfigFile?: string;
  /** Our own store of accepted host keys, in known_hosts format; made when the first key is accepted. */
  readonly trustStoreFile: string;
  /** `SHA256:…`: exactly this host key is accepted, though it is unknown, without a question. */
  readonly acceptHostKey?: string;
  readonly logger?: Logger;
  readonly homeFolder?: string;
  readonly environment?: Environment;
}

export interface ConnectOptions {
  readonly signal?: AbortSignal;
  readonly prompts: ConnectPrompts;
}

/** Makes connections, each upon one call; it holds none itself. */
export interface Connector {
  /** Opens a connection of its own to `target`. Expected failures are results. */
  connect(target: Target, options: ConnectOptions): Promise<Result<Transport, TransportError>>;
  /** The plain host names of the ssh configuration, no patterns, in its order, without repeats. */
  listHosts(): Promise<readonly string[]>;
}

/** Makes the connector of this machine. */
export function createConnector(options: ConnectorOptions): Connector {
  const homeFolder = options.homeFolder ?? homedir();
  const environment = options.environment ?? process.env;
  const logger = options.logger ?? silentLogger;
  const configFile = options.sshConfigFile;
  const { trustStoreFile, acceptHostKey } = options;
  return {
    async connect(target, { prompts, signal }) {
      if (signal?.aborted === true) return err({ code: 'cancelled' });
      if (target.kind === 'local') return connectLocal(target, { homeFolder, environment });
      // The protocol's code is loaded by the first connection, so that starting costs nothing for it.
      const { connectSsh } = await import('./ssh/transport.ts');
      const resolve = { configFile, homeFolder, environment, signal };
      return connectSsh(target, { trustStoreFile, acceptHostKey, prompts, logger, signal, resolve });
    },
    listHosts: () => Promise.resolve(listConfigHosts(homeFolder, configFile)),
  };
}
