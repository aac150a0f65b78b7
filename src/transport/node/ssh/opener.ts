import type { Client, ClientChannel } from 'ssh2';
import { err, ok } from '../../../base/index.ts';
import type { ChannelEnd } from '../../contract.ts';
import type { TransportError } from '../../errors.ts';
import type { ChannelOpener } from '../../pool/port.ts';
import { streamChannel } from '../streams.ts';

/** What is known of the connection that sessions are opened on. */
export interface Connection {
  readonly connected: () => boolean;
  /** Why it ended. */
  readonly lost: () => TransportError;
}

/** Channels that are sessions of an ssh connection: no terminal, no environment, nothing forwarded. */
export function createSshOpener(client: Client, host: string, connection: Connection): ChannelOpener {
  return {
    open: (launcher, sink) =>
      new Promise((resolve) => {
        const opened = (error: Error | undefined, stream: ClientChannel): void => {
          if (error !== undefined) {
            resolve(err(openError(error, host, connection)));
            return;
          }
          const close = (): void => stream.close();
          const raw = streamChannel(
            { stdin: stream.stdin, stdout: stream.stdout, stderr: stream.stderr, close },
            sink,
          );
          let end: ChannelEnd | undefined;
          stream.on('exit', (status: number | null, signal?: string) => {
            end =
              status === null
                ? { kind: 'signal', signal: (signal ?? '').replace(/^SIG/, '') }
                : { kind: 'exit', status };
          });
          stream.on('close', () => sink.closed(end ?? { kind: 'lost', error: connection.lost() }));
          resolve(ok(raw));
        };
        try {
          client.exec(launcher, opened);
        } catch {
          // ssh2 throws where the connection has ended.
          resolve(err(connection.lost()));
        }
      }),
  };
}

/**
 * What a refused session means. An open that failed carries the reason code of RFC 4254 §5.1: the host
 * grants no further session now. Without one the session was granted and the command was not.
 */
export function openError(error: Error, host: string, connection: Connection): TransportError {
  if (!connection.connected()) return connection.lost();
  if ('reason' in error && typeof error.reason === 'number')
    return { code: 'channel-refused', host, detail: error.message };
  return { code: 'no-shell', detail: error.message };
}
