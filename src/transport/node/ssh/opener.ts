import type { Readable } from 'node:stream';
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
  /** When the last byte came, by `performance.now`; absent where that is not known. */
  readonly heard?: () => number;
  /** Ends it, because the host does not keep to the protocol. */
  readonly end?: (detail: string) => void;
}

/** Where a connection leads, and how long its host may take to grant a session. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly connectSeconds: number;
}

/**
 * Channels that are sessions of an ssh connection: no terminal, no environment, nothing forwarded. A host that
 * answers neither yes nor no in time is `connect-timeout`.
 */
export function createSshOpener(client: Client, place: Place, connection: Connection): ChannelOpener {
  const { host } = place;
  return {
    open: (launcher, sink) =>
      new Promise((resolve) => {
        const limit = answerLimit(place, (error) => resolve(err(error)), connection);
        const opened = (error: Error | undefined, stream: ClientChannel): void => {
          if (!limit.end()) {
            if (error === undefined) stream.close();
            return;
          }
          if (error !== undefined) {
            resolve(err(openError(error, host, connection)));
            return;
          }
          const close = (): void => stream.close();
          const raw = streamChannel(
            { stdin: stream.stdin, stdout: stream.stdout, stderr: stream.stderr, close },
            sink,
          );
          for (const output of [stream.stdout, stream.stderr])
            bound(output, () => connection.end?.('sent more than it may'));
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
          limit.end();
          resolve(err(connection.lost()));
        }
      }),
  };
}

/** Bytes of one output that are kept though nobody reads: twice what ssh2 grants a host to send. */
const UNREAD_LIMIT = 4_194_304;

/** ssh2 keeps whatever comes, also of a host that sends more than it was granted: beyond the limit it is dropped. */
function bound(output: Readable, exceeded: () => void): void {
  const push = output.push.bind(output);
  output.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (chunk === null || output.readableLength < UNREAD_LIMIT) return push(chunk, encoding);
    exceeded();
    return false;
  };
}

/** A time limit for one answer of the host; `end` says whether the answer came in time. */
export interface AnswerLimit {
  readonly end: () => boolean;
}

/** Milliseconds without a byte, though the host is asked for a sign of life more often than that. */
const SILENCE = 4000;

/**
 * Starts the limit; `passed` is called once, with the error, if `end` is not called before. Where nothing at all comes
 * from the host it is the link that fails, not the answer: then the end of the connection is told.
 */
export function answerLimit(
  place: Place,
  passed: (error: TransportError) => void,
  connection?: Pick<Connection, 'connected' | 'heard'>,
): AnswerLimit {
  const { host, port, connectSeconds: seconds } = place;
  let over = false;
  const look = (): void => {
    const isSilent = connection?.heard !== undefined && performance.now() - connection.heard() > SILENCE;
    if (isSilent && connection.connected()) {
      timer = setTimeout(look, 1000);
      return;
    }
    over = true;
    passed({ code: 'connect-timeout', host, port, seconds });
  };
  let timer = setTimeout(look, seconds * 1000);
  return {
    end: () => {
      clearTimeout(timer);
      return !over;
    },
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
