import type { SFTPWrapper } from 'ssh2';
import { err, ok, type Result } from '../../../base/index.ts';
import type { DirectoryEntry, FileStat, ReadOptions, RemoteFiles } from '../../contract.ts';
import type { FileError, FileKind } from '../../errors.ts';
import { checkPath, defaultReadLimit, directoryLimit, readWhole } from '../files.ts';
import type { SftpSession } from './sftp-session.ts';

/**
 * Reads files over SFTP. Of its operations only these are used: stat, lstat, opendir and readdir, realpath,
 * and open for reading with read and close.
 */
export function createSftpFiles(session: SftpSession): RemoteFiles {
  const use = async <T>(
    path: string,
    signal: AbortSignal | undefined,
    task: (sftp: SFTPWrapper) => Promise<Result<T, FileError>>,
  ): Promise<Result<T, FileError>> => {
    const refusal = checkPath(path, (text) => text.startsWith('/'));
    return refusal === undefined ? session.use(signal, task) : err(refusal);
  };
  return {
    stat: (path, signal) => use(path, signal, (sftp) => statFile(sftp, 'stat', path)),
    lstat: (path, signal) => use(path, signal, (sftp) => statFile(sftp, 'lstat', path)),
    readdir: (path, signal) => use(path, signal, (sftp) => list(sftp, path, signal)),
    realpath: (path, signal) => use(path, signal, (sftp) => realPath(sftp, path)),
    read: (path, options = {}) => use(path, options.signal, (sftp) => read(sftp, path, options)),
  };
}

async function statFile(
  sftp: SFTPWrapper,
  operation: 'stat' | 'lstat',
  path: string,
): Promise<Result<FileStat, FileError>> {
  const stats = await call<RemoteStats>(path, (done) => sftp[operation](path, done));
  return stats.ok ? ok(statOf(stats.value)) : stats;
}

/** Asks for the status as well, because servers resolve a path whose last part does not exist. */
async function realPath(sftp: SFTPWrapper, path: string): Promise<Result<string, FileError>> {
  const [real, status] = await Promise.all([
    call<string>(path, (done) => sftp.realpath(path, done)),
    statFile(sftp, 'stat', path),
  ]);
  return status.ok ? real : status;
}

/** A FIFO or device is never opened: an open of a FIFO would block the host's server. */
async function read(
  sftp: SFTPWrapper,
  path: string,
  options: ReadOptions,
): Promise<Result<Uint8Array, FileError>> {
  const limit = options.limit ?? defaultReadLimit;
  const before = await statFile(sftp, 'stat', path);
  if (!before.ok) return before;
  const { kind, size } = before.value;
  if (kind !== 'file') return err({ code: 'file-kind', path, kind });
  if (size > limit) return err({ code: 'file-too-large', path, size, limit });
  const handle = await call<Buffer>(path, (done) => sftp.open(path, 'r', done));
  if (!handle.ok) return handle;
  try {
    return await readWhole({
      path,
      size,
      limit,
      signal: options.signal,
      readAt: (position, length) => readAt(sftp, handle.value, path, position, length),
    });
  } finally {
    sftp.close(handle.value, () => undefined);
  }
}

async function readAt(
  sftp: SFTPWrapper,
  handle: Buffer,
  path: string,
  position: number,
  length: number,
): Promise<Result<Uint8Array, FileError>> {
  const buffer = Buffer.alloc(length);
  const count = await call<number>(path, (done) => sftp.read(handle, buffer, 0, length, position, done));
  if (count.ok) return ok(buffer.subarray(0, count.value));
  return isEnd(count.error) ? ok(new Uint8Array()) : count;
}

async function list(
  sftp: SFTPWrapper,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Result<readonly DirectoryEntry[], FileError>> {
  const handle = await call<Buffer>(path, (done) => sftp.opendir(path, done));
  if (!handle.ok) return handle;
  const entries: DirectoryEntry[] = [];
  try {
    for (;;) {
      if (signal?.aborted === true) return err({ code: 'cancelled' });
      const some = await call<readonly RemoteEntry[]>(path, (done) => sftp.readdir(handle.value, done));
      if (!some.ok) return isEnd(some.error) ? ok(entries) : some;
      for (const { filename, attrs } of some.value)
        if (filename !== '.' && filename !== '..') entries.push({ name: filename, kind: kindOf(attrs.mode) });
      if (entries.length > directoryLimit)
        return err({ code: 'file-failed', path, detail: `more than ${directoryLimit} entries` });
    }
  } finally {
    sftp.close(handle.value, () => undefined);
  }
}

interface RemoteStats {
  readonly mode: number;
  readonly size: number;
  /** Seconds. */
  readonly mtime: number;
}

interface RemoteEntry {
  readonly filename: string;
  readonly attrs: RemoteStats;
}

function statOf(stats: RemoteStats): FileStat {
  return { kind: kindOf(stats.mode), size: stats.size, modified: stats.mtime * 1000 };
}

/** The kind of a file by the type bits of its mode, which SFTP hands on as the host's own. */
function kindOf(mode: number): FileKind {
  const kinds: Readonly<Record<number, FileKind>> = {
    0o010000: 'fifo',
    0o020000: 'device',
    0o040000: 'directory',
    0o060000: 'device',
    0o100000: 'file',
    0o120000: 'symlink',
    0o140000: 'socket',
  };
  return kinds[mode & 0o170000] ?? 'unknown';
}

/** The end of a file or folder, which SFTP reports as a status. */
const endDetail = 'end';

function isEnd(error: FileError): boolean {
  return error.code === 'file-failed' && error.detail === endDetail;
}

function call<T>(
  path: string,
  start: (done: (error: Error | null | undefined, value: T) => void) => void,
): Promise<Result<T, FileError>> {
  return new Promise((resolve) => {
    try {
      start((error, value) => resolve(error ? err(fileError(path, error)) : ok(value)));
    } catch (error) {
      resolve(err({ code: 'file-failed', path, detail: String(error) }));
    }
  });
}

/** The status codes of SFTP version 3; OpenSSH says "no such file" also for a part that is no folder. */
function fileError(path: string, error: Error): FileError {
  const status = 'code' in error && typeof error.code === 'number' ? error.code : undefined;
  switch (status) {
    case 1:
      return { code: 'file-failed', path, detail: endDetail };
    case 2:
      return { code: 'file-not-found', path };
    case 3:
      return { code: 'file-permission', path };
    default:
      return { code: 'file-failed', path, detail: error.message };
  }
}
