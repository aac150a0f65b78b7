import type { Client } from 'ssh2';
import { Emitter, mapResult, type Result } from '../../../base/index.ts';
import type { RemoteFiles, Transport } from '../../contract.ts';
import type { TransportError } from '../../errors.ts';
import { ChannelPool } from '../../pool/pool.ts';
import type { SshTarget } from '../../target.ts';
import { openChain, type Chain, type ChainContext } from './connect/chain.ts';
import { LinkWatch } from './connect/link-watch.ts';
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
  const { client, settings, heard } = chain;
  const { host, port, user } = settings;
  const disconnected = new Emitter<TransportError>();
  let connected = true;
  let detail = 'closed by the host';
  const lost = (): TransportError => ({ code: 'disconnected', host, detail });
  const drop = (reason: string): void => {
    detail = reason;
    client.destroy();
    end();
  };
  const connection = { connected: () => connected, lost, heard, end: drop };
  const pool: ChannelPool = new ChannelPool(createSshOpener(client, settings, connection), {
    host,
    yieldSession: () => sftp.yieldSession(),
  });
  const sftp: SftpSession = new SftpSession(
    client,
    settings,
    { hold: (attempt, signal) => pool.hold(attempt, signal), release: () => pool.release() },
    connection,
  );
  let reading = 0;
  const files = counted(createSftpFiles(sftp), (change) => {
    reading += change;
  });
  const watch = new LinkWatch({
    heard,
    busy: () => pool.busy || reading > 0,
    ask: () => askForLife(client),
    dead: (silence) => drop(`no answer for ${Math.round(silence / 1000)} s`),
  });
  const end = (): void => {
    if (!connected) return;
    connected = false;
    watch.end();
    const error = lost();
    pool.end(error);
    sftp.end();
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
    files,
    exec: (command, options) => pool.exec(command, options),
    prepare: (command, spares, options) => pool.prepare(command, spares, options),
    dispose() {
      detail = 'closed';
      disconnected.dispose();
      end();
    },
  };
}

/**
 * A request that every server has to answer (RFC 4254, section 4): to stop a forwarding that was never asked for.
 * Nothing is ever forwarded, so the answer is no; that it comes is what counts.
 */
function askForLife(client: Client): void {
  try {
    client.unforwardIn('127.0.0.1', 1, () => undefined);
  } catch {
    // ssh2 throws where the connection has ended, which is told by itself.
  }
}

/** The same files; `change` is told of each question and of its end. */
function counted(files: RemoteFiles, change: (by: 1 | -1) => void): RemoteFiles {
  const during = async <T>(task: Promise<T>): Promise<T> => {
    change(1);
    try {
      return await task;
    } finally {
      change(-1);
    }
  };
  return {
    stat: (path, signal) => during(files.stat(path, signal)),
    lstat: (path, signal) => during(files.lstat(path, signal)),
    readdir: (path, signal) => during(files.readdir(path, signal)),
    realpath: (path, signal) => during(files.realpath(path, signal)),
    read: (path, options) => during(files.read(path, options)),
    slice: (path, options) => during(files.slice(path, options)),
  };
}
