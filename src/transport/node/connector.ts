import { homedir } from 'node:os';
import { err, mapResult, silentLogger, type Logger, type Result } from '../../base/index.ts';
import type { TransportChoice } from '../choice.ts';
import type { ConnectPrompts, Transport } from '../contract.ts';
import type { TransportError } from '../errors.ts';
import type { SshTarget, Target } from '../target.ts';
import { asContainer } from './container.ts';
import { connectLocal } from './local/transport.ts';
import type { Environment } from './shell.ts';
import type { OpenSshContext } from './openssh/login.ts';
import { listConfigHosts } from './ssh/config/hosts.ts';

export interface ConnectorOptions {
  /** Another ssh configuration than the user's own, as `ssh -F`. */
  readonly sshConfigFile?: string;
  /** Our own store of accepted host keys, in known_hosts format; made when the first key is accepted. */
  readonly trustStoreFile: string;
  /** `SHA256:…`: exactly this host key is accepted, though it is unknown, without a question. */
  readonly acceptHostKey?: string;
  /** Default `auto`. */
  readonly transport?: TransportChoice;
  /** The system's `ssh`: a name to be found on PATH, or an absolute path. Default `ssh`. */
  readonly sshProgram?: string;
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
  const { trustStoreFile, acceptHostKey, sshProgram } = options;
  return {
    async connect(target, { prompts, signal }) {
      if (signal?.aborted === true) return err({ code: 'cancelled' });
      const { container } = target;
      const inside = (host: Result<Transport, TransportError>): Result<Transport, TransportError> =>
        container === undefined ? host : mapResult(host, (transport) => asContainer(transport, container));
      if (target.kind === 'local') return inside(connectLocal(target, { homeFolder, environment }));
      const resolve = { configFile, homeFolder, environment, sshProgram, signal };
      const context = { trustStoreFile, acceptHostKey, prompts, logger, signal, resolve };
      return inside(await connectBy(options.transport ?? 'auto', target, context));
    },
    listHosts: () => Promise.resolve(listConfigHosts(homeFolder, configFile)),
  };
}

/**
 * The protocol's code is loaded by the first connection, so that starting costs nothing for it. With `auto` the
 * system's `ssh` is tried where our own client says that it cannot do what the host or the configuration wants;
 * the transport then names the cause. Where there is no such `ssh`, the first error stands.
 */
async function connectBy(
  choice: TransportChoice,
  target: SshTarget,
  context: OpenSshContext,
): Promise<Result<Transport, TransportError>> {
  if (choice !== 'openssh') {
    const { connectSsh } = await import('./ssh/transport.ts');
    const first = await connectSsh(target, context);
    if (first.ok || choice === 'ssh2' || first.error.code !== 'unsupported') return first;
    context.logger.info(`${target.host}: ${first.error.what}: trying the system's ssh`);
    const { connectOpenSsh } = await import('./openssh/transport.ts');
    const second = await connectOpenSsh(target, context, first.error);
    return !second.ok && second.error.code === 'unsupported' ? first : second;
  }
  const { connectOpenSsh } = await import('./openssh/transport.ts');
  return connectOpenSsh(target, context);
}
