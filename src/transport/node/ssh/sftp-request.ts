import type { SFTPWrapper } from 'ssh2';
import { err, ok, type Result } from '../../../base/index.ts';
import type { FileError } from '../../errors.ts';

/** A slow answer is waited for this many times the limit while others arrive. */
const PATIENCE = 4;

/** The end of a file or folder, which SFTP reports as a status. */
const END = 'end';

/** True if the error is the end of a file or of a folder's entries. */
export function isEnd(error: FileError): boolean {
  return error.code === 'file-failed' && error.detail === END;
}

/**
 * Requests on one SFTP session, each with a time limit: `file-timeout` after `seconds` without any answer of the
 * session, or after four times as long while only others are answered. A session without an answer is `silent`:
 * servers work on one request after the other, so that whatever comes behind would wait as well.
 */
export class SftpRequests {
  readonly sftp: SFTPWrapper;
  readonly #seconds: number;
  readonly #silent: () => void;
  readonly #waiting = new Set<(error: FileError) => void>();
  #answered = 0;
  #over: FileError | undefined;

  constructor(sftp: SFTPWrapper, seconds: number, silent: () => void) {
    this.sftp = sftp;
    this.#seconds = seconds;
    this.#silent = silent;
  }

  /** Nothing is answered any more: those who wait and those who come get `error`. */
  end(error: FileError): void {
    this.#over ??= error;
    for (const give of [...this.#waiting]) give(error);
  }

  /** One request. `late` is given what is answered when nobody waits any more. */
  call<T>(
    path: string,
    start: (done: (error: Error | null | undefined, value: T) => void) => void,
    late?: (value: T) => void,
  ): Promise<Result<T, FileError>> {
    const ended = this.#over;
    if (ended !== undefined) return Promise.resolve(err(ended));
    return new Promise((resolve) => {
      let over = false;
      let rounds = 0;
      let seen = this.#answered;
      const stop = (error: FileError): void => {
        over = true;
        this.#waiting.delete(stop);
        clearInterval(timer);
        resolve(err(error));
      };
      const timer = setInterval(() => {
        rounds += 1;
        const isSilent = this.#answered === seen;
        if (!isSilent && rounds < PATIENCE) {
          seen = this.#answered;
          return;
        }
        stop({ code: 'file-timeout', path, seconds: this.#seconds * rounds });
        // Behind the answer to this one, which is not to be asked again.
        if (isSilent) setImmediate(this.#silent);
      }, this.#seconds * 1000);
      this.#waiting.add(stop);
      const finish = (result: Result<T, FileError>): void => {
        this.#answered += 1;
        this.#waiting.delete(stop);
        clearInterval(timer);
        if (over && result.ok) late?.(result.value);
        resolve(result);
      };
      try {
        start((error, value) => finish(error ? err(fileError(path, error)) : ok(value)));
      } catch (error) {
        finish(err({ code: 'file-failed', path, detail: String(error) }));
      }
    });
  }
}

/** The status codes of SFTP version 3; OpenSSH says "no such file" also for a part that is no folder. */
function fileError(path: string, error: Error): FileError {
  const status = 'code' in error && typeof error.code === 'number' ? error.code : undefined;
  switch (status) {
    case 1:
      return { code: 'file-failed', path, detail: END };
    case 2:
      return { code: 'file-not-found', path };
    case 3:
      return { code: 'file-permission', path };
    default:
      return { code: 'file-failed', path, detail: error.message };
  }
}
