import type { Client, SFTPWrapper } from 'ssh2';
import { err, ok, onAbort, type Result } from '../../../base/index.ts';
import type { FileError, TransportError } from '../../errors.ts';
import { answerLimit, openError, type Connection, type Place } from './opener.ts';
import { SftpRequests } from './sftp-request.ts';

/** How the subsystem gets a session among the connection's channels. */
export interface SessionHolder {
  readonly hold: <T>(
    attempt: () => Promise<Result<T, TransportError>>,
    signal?: AbortSignal,
  ) => Promise<Result<T, TransportError>>;
  readonly release: () => void;
}

/**
 * The SFTP subsystem of a connection: opened with the first use and kept, given up while idle when a
 * command needs its session, opened again with the next use.
 */
export class SftpSession {
  readonly #client: Client;
  readonly #place: Place;
  readonly #holder: SessionHolder;
  readonly #connection: Connection;
  #session: Promise<Result<SFTPWrapper, TransportError>> | undefined;
  #open: SFTPWrapper | undefined;
  /** Those of the session that was used last. */
  #requests: SftpRequests | undefined;
  #users = 0;
  readonly #givenUp = new WeakSet<SFTPWrapper>();
  readonly #closed = new WeakSet<SFTPWrapper>();

  constructor(client: Client, place: Place, holder: SessionHolder, connection: Connection) {
    this.#client = client;
    this.#place = place;
    this.#holder = holder;
    this.#connection = connection;
  }

  /**
   * Runs `task` on the subsystem; its end and an abort end the wait too. Where another's request finds the
   * session silent, it runs once more on a new one: every task only reads.
   */
  async use<T>(
    signal: AbortSignal | undefined,
    task: (requests: SftpRequests) => Promise<Result<T, FileError>>,
  ): Promise<Result<T, FileError>> {
    if (signal?.aborted === true) return err({ code: 'cancelled' });
    this.#users += 1;
    try {
      const first = await this.#once(signal, task);
      return first === 'given-up' ? this.#finish(await this.#once(signal, task)) : first;
    } finally {
      this.#users -= 1;
    }
  }

  #finish<T>(result: Result<T, FileError> | 'given-up'): Result<T, FileError> {
    return result === 'given-up' ? err(this.#connection.lost()) : result;
  }

  async #once<T>(
    signal: AbortSignal | undefined,
    task: (requests: SftpRequests) => Promise<Result<T, FileError>>,
  ): Promise<Result<T, FileError> | 'given-up'> {
    this.#session ??= this.#holder.hold(() => this.#start());
    const session = this.#session;
    const opened = await ended(session, signal);
    if (!opened.ok) {
      // A host without the subsystem is not asked again: ssh2 leaves each refused session open.
      const again = opened.error.code !== 'cancelled' && opened.error.code !== 'unsupported';
      if (again && this.#session === session) this.#session = undefined;
      return opened;
    }
    const sftp = opened.value;
    const last = this.#requests;
    const requests = last?.sftp === sftp ? last : this.#newRequests(sftp);
    return ended(
      whileOpen(sftp, task(requests), () =>
        this.#connection.connected() && this.#givenUp.has(sftp) ? 'given-up' : err(this.#connection.lost()),
      ),
      signal,
    );
  }

  #newRequests(sftp: SFTPWrapper): SftpRequests {
    const requests = new SftpRequests(sftp, this.#place.connectSeconds, () => this.#giveUp(sftp));
    this.#requests = requests;
    // ssh2 takes the end of a session for the host's last answer, by which it may only then count as open.
    if (this.#closed.has(sftp)) requests.end(this.#connection.lost());
    return requests;
  }

  /** The connection has ended: whoever waits for an answer is told. */
  end(): void {
    this.#requests?.end(this.#connection.lost());
  }

  /** Leaves a session that does not answer; the next use opens another. */
  #giveUp(sftp: SFTPWrapper): void {
    if (this.#givenUp.has(sftp)) return;
    this.#givenUp.add(sftp);
    if (this.#open === sftp) {
      this.#open = undefined;
      this.#session = undefined;
    }
    // The server may not be able to answer the close: whoever waits is told at once, and the place is free.
    sftp.emit(GIVEN_UP);
    sftp.destroy();
    this.#holder.release();
  }

  /** Ends the subsystem if nobody uses it; true if its session will become free. */
  yieldSession(): boolean {
    if (this.#users > 0 || this.#open === undefined) return false;
    this.#session = undefined;
    this.#open.end();
    this.#open = undefined;
    return true;
  }

  #start(): Promise<Result<SFTPWrapper, TransportError>> {
    return new Promise((resolve) => {
      const { host } = this.#place;
      const limit = answerLimit(this.#place, (error) => resolve(err(error)), this.#connection);
      try {
        this.#client.sftp((error, sftp) => {
          if (!limit.end()) {
            if (error === undefined) sftp.end();
            return;
          }
          if (error !== undefined) {
            const refused = openError(error, host, this.#connection);
            const missing = { code: 'unsupported', what: 'sftp', host } as const;
            resolve(err(refused.code === 'no-shell' ? missing : refused));
            return;
          }
          this.#open = sftp;
          sftp.on('error', () => undefined);
          // Every request under way listens for the end.
          sftp.setMaxListeners(0);
          sftp.on('close', () => {
            this.#closed.add(sftp);
            if (this.#open === sftp) {
              this.#open = undefined;
              this.#session = undefined;
            }
            if (!this.#givenUp.has(sftp)) this.#holder.release();
          });
          resolve(ok(sftp));
        });
      } catch {
        limit.end();
        resolve(err(this.#connection.lost()));
      }
    });
  }
}

/** The result, or `cancelled` as soon as `signal` aborts. */
function ended<T>(
  result: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | Result<never, TransportError>> {
  return new Promise((resolve) => {
    const withdrawal = onAbort(signal, () => resolve(err({ code: 'cancelled' })));
    void result.then((value) => {
      withdrawal.dispose();
      resolve(value);
    });
  });
}

/** Our own event of a session that is left. */
const GIVEN_UP = 'given-up';

/** The result, or what `closed` says as soon as the session ends. */
function whileOpen<T, E>(sftp: SFTPWrapper, result: Promise<T>, closed: () => E): Promise<T | E> {
  return new Promise((resolve) => {
    const end = (): void => resolve(closed());
    sftp.once('close', end);
    sftp.once(GIVEN_UP, end);
    void result.then((value) => {
      sftp.removeListener('close', end);
      sftp.removeListener(GIVEN_UP, end);
      resolve(value);
    });
  });
}
