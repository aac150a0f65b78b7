import { constants, type BigIntStats, type Dirent, type Stats } from 'node:fs';
import { lstat, open, opendir, realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { err, ok, type Result } from '../../../base/index.ts';
import type { DirectoryEntry, FileStat, ReadOptions, RemoteFiles } from '../../contract.ts';
import type { FileError, FileKind } from '../../errors.ts';
import { checkPath, defaultReadLimit, directoryLimit, readWhole } from '../files.ts';

/** Reads files of this machine; only regular files are ever opened. */
export function createLocalFiles(): RemoteFiles {
  return {
    stat: (path, signal) => guarded(path, signal, async () => ok(statOf(await stat(path)))),
    lstat: (path, signal) => guarded(path, signal, async () => ok(statOf(await lstat(path)))),
    readdir: (path, signal) => guarded(path, signal, () => list(path, signal)),
    realpath: (path, signal) => guarded(path, signal, async () => ok(await realpath(path))),
    read: (path, options) => guarded(path, options?.signal, () => read(path, options)),
  };
}

async function guarded<T>(
  path: string,
  signal: AbortSignal | undefined,
  task: () => Promise<Result<T, FileError>>,
): Promise<Result<T, FileError>> {
  const refusal = checkPath(path, isAbsolute);
  if (refusal !== undefined) return err(refusal);
  if (signal?.aborted === true) return err({ code: 'cancelled' });
  try {
    const result = await task();
    // The signal may have aborted meanwhile, which the check above cannot tell the compiler.
    return isAborted(signal) ? err({ code: 'cancelled' }) : result;
  } catch (error) {
    return err(fileError(path, error));
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

async function list(
  path: string,
  signal: AbortSignal | undefined,
): Promise<Result<readonly DirectoryEntry[], FileError>> {
  const entries: DirectoryEntry[] = [];
  for await (const entry of await opendir(path)) {
    if (isAborted(signal)) return err({ code: 'cancelled' });
    if (entries.length >= directoryLimit)
      return err({ code: 'file-failed', path, detail: `more than ${directoryLimit} entries` });
    entries.push({ name: entry.name, kind: kindOf(entry) });
  }
  return ok(entries);
}

/**
 * `O_NONBLOCK` and the second look at the open file close the gap in which a FIFO could take the place of
 * the file that was looked at first.
 */
async function read(path: string, options: ReadOptions = {}): Promise<Result<Uint8Array, FileError>> {
  const limit = options.limit ?? defaultReadLimit;
  const before = statOf(await stat(path));
  if (before.kind !== 'file') return err({ code: 'file-kind', path, kind: before.kind });
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
  const file = await open(path, process.platform === 'win32' ? 'r' : flags);
  try {
    const now = statOf(await file.stat());
    if (now.kind !== 'file') return err({ code: 'file-kind', path, kind: now.kind });
    return await readWhole({
      path,
      limit,
      size: now.size,
      signal: options.signal,
      readAt: async (position, length) => {
        const buffer = new Uint8Array(length);
        const { bytesRead } = await file.read(buffer, 0, length, position);
        return ok(buffer.subarray(0, bytesRead));
      },
    });
  } finally {
    await file.close();
  }
}

function statOf(stats: Stats): FileStat {
  return { kind: kindOf(stats), size: stats.size, modified: Math.trunc(stats.mtimeMs) };
}

function kindOf(entry: Stats | BigIntStats | Dirent): FileKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  if (entry.isSymbolicLink()) return 'symlink';
  if (entry.isFIFO()) return 'fifo';
  if (entry.isSocket()) return 'socket';
  return entry.isBlockDevice() || entry.isCharacterDevice() ? 'device' : 'unknown';
}

function fileError(path: string, error: unknown): FileError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { code: 'file-not-found', path };
    case 'EACCES':
    case 'EPERM':
      return { code: 'file-permission', path };
    default:
      return { code: 'file-failed', path, detail: code === '' ? String(error) : code };
  }
}
