import { err, hasRawBytes, ok, type Result } from '../../../base/index.ts';
import { hasChanged } from '../../changed.ts';
import type {
  DirectoryEntry,
  FileSlice,
  FileStat,
  ReadOptions,
  RemoteFiles,
  SliceOptions,
} from '../../contract.ts';
import type { FileError, FileKind } from '../../errors.ts';
import { isEntryName } from '../../entry-name.ts';
import { checkPath, defaultReadLimit, directoryLimit, readSlice, readWhole } from '../files.ts';
import { isEnd, type SftpRequests } from './sftp-request.ts';
import type { SftpSession } from './sftp-session.ts';

/**
 * Reads files over SFTP. Of its operations only these are used: stat, lstat, opendir and readdir, realpath,
 * and open for reading with read, fstat and close. ssh2 knows only names in UTF-8: others are `path-bytes`, in a path
 * and in an answer.
 */
export function createSftpFiles(session: SftpSession): RemoteFiles {
  const use = async <T>(
    path: string,
    signal: AbortSignal | undefined,
    task: (requests: SftpRequests) => Promise<Result<T, FileError>>,
  ): Promise<Result<T, FileError>> => {
    const refusal = checkPath(path, (text) => text.startsWith('/'));
    if (refusal !== undefined) return err(refusal);
    return hasRawBytes(path) ? err({ code: 'path-bytes', path }) : session.use(signal, task);
  };
  return {
    stat: (path, signal) => use(path, signal, (requests) => statFile(requests, 'stat', path)),
    lstat: (path, signal) => use(path, signal, (requests) => statFile(requests, 'lstat', path)),
    readdir: (path, signal) => use(path, signal, (requests) => list(requests, path, signal)),
    realpath: (path, signal) => use(path, signal, (requests) => realPath(requests, path)),
    read: (path, options = {}) => use(path, options.signal, (requests) => read(requests, path, options)),
    slice: (path, options) => use(path, options.signal, (requests) => slice(requests, path, options)),
  };
}

async function statFile(
  requests: SftpRequests,
  operation: 'stat' | 'lstat',
  path: string,
): Promise<Result<FileStat, FileError>> {
  const stats = await requests.call<RemoteStats>(path, (done) => requests.sftp[operation](path, done));
  return stats.ok ? ok(statOf(stats.value)) : stats;
}

/** Asks for the status as well, because servers resolve a path whose last part does not exist. */
async function realPath(requests: SftpRequests, path: string): Promise<Result<string, FileError>> {
  const [real, status] = await Promise.all([
    requests.call<string>(path, (done) => requests.sftp.realpath(path, done)),
    statFile(requests, 'stat', path),
  ]);
  if (!status.ok) return status;
  return real.ok && real.value.includes(LOST) ? err({ code: 'path-bytes', path }) : real;
}

/** What ssh2 makes of bytes that are not UTF-8. A name may hold it by itself: then it is asked for in vain. */
const LOST = '\uFFFD';

/** Gives a handle back; nobody waits for the answer. */
function close(requests: SftpRequests): (handle: Buffer) => void {
  return (handle) => {
    try {
      requests.sftp.close(handle, () => undefined);
    } catch {
      // The session has ended, and its handles with it.
    }
  };
}

async function read(
  requests: SftpRequests,
  path: string,
  options: ReadOptions,
): Promise<Result<Uint8Array, FileError>> {
  const limit = options.limit ?? defaultReadLimit;
  const { signal, onChange } = options;
  const check = ({ size }: FileStat): FileError | undefined =>
    size > limit ? { code: 'file-too-large', path, size, limit } : undefined;
  return opened(requests, path, check, async (handle, before) => {
    const readOne = readerOf(requests, handle, path);
    const bytes = await readWhole({ path, size: before.size, limit, signal, readAt: readOne });
    if (!bytes.ok || onChange === undefined) return bytes;
    const after = await statHandle(requests, handle, path);
    if (!after.ok) return after;
    if (hasChanged(before, after.value)) onChange(before, after.value);
    return bytes;
  });
}

async function slice(
  requests: SftpRequests,
  path: string,
  { at, length, signal }: SliceOptions,
): Promise<Result<FileSlice, FileError>> {
  return opened(
    requests,
    path,
    () => undefined,
    async (handle, before) => {
      const readOne = readerOf(requests, handle, path);
      const bytes = await readSlice({ at, length, size: before.size, signal, readAt: readOne });
      if (!bytes.ok) return bytes;
      const after = await statHandle(requests, handle, path);
      return after.ok ? ok({ bytes: bytes.value, before, after: after.value }) : after;
    },
  );
}

async function statHandle(
  requests: SftpRequests,
  handle: Buffer,
  path: string,
): Promise<Result<FileStat, FileError>> {
  const stats = await requests.call<RemoteStats>(path, (done) => requests.sftp.fstat(handle, done));
  return stats.ok ? ok(statOf(stats.value)) : stats;
}

/**
 * A FIFO or device is never opened: an open of a FIFO would block the host's server. One that takes the file's
 * place between the two requests is opened all the same, as SFTP cannot ask and open in one; then the time
 * limit ends the wait, and the session, whose server ends with it.
 */
async function opened<T>(
  requests: SftpRequests,
  path: string,
  check: (before: FileStat) => FileError | undefined,
  task: (handle: Buffer, before: FileStat) => Promise<Result<T, FileError>>,
): Promise<Result<T, FileError>> {
  const before = await statFile(requests, 'stat', path);
  if (!before.ok) return before;
  const { kind } = before.value;
  if (kind !== 'file') return err({ code: 'file-kind', path, kind });
  const problem = check(before.value);
  if (problem !== undefined) return err(problem);
  const handle = await requests.call<Buffer>(
    path,
    (done) => requests.sftp.open(path, 'r', done),
    close(requests),
  );
  if (!handle.ok) return handle;
  try {
    return await task(handle.value, before.value);
  } finally {
    close(requests)(handle.value);
  }
}

function readerOf(
  requests: SftpRequests,
  handle: Buffer,
  path: string,
): (position: number, length: number) => Promise<Result<Uint8Array, FileError>> {
  return (position, length) => readAt(requests, handle, path, position, length);
}

async function readAt(
  requests: SftpRequests,
  handle: Buffer,
  path: string,
  position: number,
  length: number,
): Promise<Result<Uint8Array, FileError>> {
  const buffer = Buffer.alloc(length);
  const count = await requests.call<number>(path, (done) =>
    requests.sftp.read(handle, buffer, 0, length, position, done),
  );
  if (count.ok) return ok(buffer.subarray(0, count.value));
  return isEnd(count.error) ? ok(new Uint8Array()) : count;
}

/** Answers one after the other that name nothing; an honest server says instead that the folder has ended. */
const IDLE_ANSWERS = 100;

async function list(
  requests: SftpRequests,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Result<readonly DirectoryEntry[], FileError>> {
  const handle = await requests.call<Buffer>(
    path,
    (done) => requests.sftp.opendir(path, done),
    close(requests),
  );
  if (!handle.ok) return handle;
  const entries: DirectoryEntry[] = [];
  let idle = 0;
  try {
    for (;;) {
      if (signal?.aborted === true) return err({ code: 'cancelled' });
      const some = await requests.call<readonly RemoteEntry[]>(path, (done) =>
        requests.sftp.readdir(handle.value, done),
      );
      if (!some.ok) return isEnd(some.error) ? ok(entries) : some;
      const named = some.value.filter(({ filename }) => filename !== '.' && filename !== '..');
      if (named.some(({ filename }) => !isEntryName(filename)))
        return err({ code: 'file-failed', path, detail: 'a name that no file can have' });
      idle = named.length === 0 ? idle + 1 : 0;
      if (idle > IDLE_ANSWERS) return err({ code: 'file-failed', path, detail: 'a list without end' });
      for (const { filename, attrs } of named) entries.push({ name: filename, kind: kindOf(attrs.mode) });
      if (some.value.some(({ filename }) => filename.includes(LOST)))
        return err({ code: 'path-bytes', path });
      if (entries.length > directoryLimit)
        return err({ code: 'folder-too-large', path, limit: directoryLimit });
    }
  } finally {
    close(requests)(handle.value);
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
