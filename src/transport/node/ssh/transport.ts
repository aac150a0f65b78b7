import { Emitter, mapResult, type Result } from '../../../base/index.ts';
import type { Transport } from '../../contract.ts';
import type { TransportError } from '../../errors.ts';
import { ChannelPool } from '../../pool/pool.ts';
import type { SshTarget } from '../../target.ts';
import { openChain, type Chain, type ChainContext } from './connect/chain.ts';
import { createSshOpener } from './opener.ts';
import { createSftpFiles } from './sftp-files.ts';
import { SftpSession } from './sftp-session.ts';

/** Connects to an ssh target and logs in. */
export async function connectSsh(
  target: SshTarget,
  context: ChainContext,
): Promise<Result<Transport, TransportError>> {
  return mapResult(await openChain(target, context), (chain) => createTransport(target, chain));
}

/** A transport over a connection that is logged in; it ends the connection with itself. */
export function createTransport(target: SshTarget, chain: Chain): Transport {
  const { client, settings } = chain;
  const { host, port, user } = settings;
  const disconnected = new Emitter<TransportError>();
  let connected = true;
  let detail = 'closed by the host';
  const lost = (): TransportError => ({ code: 'disconnected', host, detail });
  const connection = { connected: () => connected, lost };
  const pool: ChannelPool = new ChannelPool(createSshOpener(client, settings, connection), {
    yieldSession: () => sftp.yieldSession(),
  });
  const sftp: SftpSession = new SftpSession(
    client,
    settings,
    { hold: (attempt, signal) => pool.hold(attempt, signal), release: () => pool.release() },
    connection,
  );
  const end = (): void => {
    if (!connected) return;
    connected = false;
    const error = lost();
    pool.end(error);
    chain.end();
    disconnected.fire(error);
    disconnected.dispose();
  };
  client.on('error', (error) => {
    detail = error.message;
  });
  client.on('close', end);
  client.on('end', end);
  return {
    target,
    label: `${user}@${host.includes(':') ? `[${host}]` : host}:${port}`,
    get connected() {
      return connected;
    },
    onDidDisconnect: disconnected.event,
    onDidSend: pool.onDidSend,
    files: createSftpFiles(sftp),
    exec: (command, options) => pool.exec(command, options),
    prepare: (command, spares, options) => pool.prepare(command.launcher, spares, options),
    dispose() {
      detail = 'closed';
      disconnected.dispose();
      end();
    },
  };
}
