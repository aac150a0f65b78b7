import { constants, type BigIntStats, type Dirent, type Stats } from 'node:fs';
import { lstat, open, opendir, realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { FileHandle } from 'node:fs/promises';
import { bytesOfRaw, err, hasRawBytes, ok, rawText, type Result } from '../../../base/index.ts';
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
import { checkPath, defaultReadLimit, directoryLimit, readSlice, readWhole } from '../files.ts';

/** Reads files of this machine; only regular files are ever opened. */
export function createLocalFiles(): RemoteFiles {
  return {
    stat: (path, signal) => guarded(path, signal, async () => ok(statOf(await stat(nativePath(path))))),
    lstat: (path, signal) => guarded(path, signal, async () => ok(statOf(await lstat(nativePath(path))))),
    readdir: (path, signal) => guarded(path, signal, () => list(path, signal)),
    realpath: (path, signal) => guarded(path, signal, async () => ok(await realPath(path))),
    read: (path, options) => guarded(path, options?.signal, () => read(path, options)),
    slice: (path, options) => guarded(path, options.signal, () => slice(path, options)),
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

/** Names that are not UTF-8 are handed to the system as their bytes; Windows has none. */
function nativePath(path: string): string | Buffer {
  return hasRawBytes(path) ? Buffer.from(bytesOfRaw(path)) : path;
}

async function realPath(path: string): Promise<string> {
  if (process.platform === 'win32') return realpath(path);
  return rawText(await realpath(nativePath(path), { encoding: 'buffer' }));
}

/** The names of a folder as bytes, which Node's types know only of `readdir`. */
async function* entriesOf(path: string): AsyncGenerator<DirectoryEntry> {
  if (process.platform === 'win32') {
    for await (const entry of await opendir(path)) yield { name: entry.name, kind: kindOf(entry) };
    return;
  }
  // One byte a character, so that none is lost.
  for await (const entry of await opendir(nativePath(path), { encoding: 'latin1' }))
    yield { name: rawText(Buffer.from(entry.name, 'latin1')), kind: kindOf(entry) };
}

async function list(
  path: string,
  signal: AbortSignal | undefined,
): Promise<Result<readonly DirectoryEntry[], FileError>> {
  const entries: DirectoryEntry[] = [];
  for await (const entry of entriesOf(path)) {
    if (isAborted(signal)) return err({ code: 'cancelled' });
    if (entries.length >= directoryLimit)
      return err({ code: 'folder-too-large', path, limit: directoryLimit });
    entries.push(entry);
  }
  return ok(entries);
}

async function read(path: string, options: ReadOptions = {}): Promise<Result<Uint8Array, FileError>> {
  const limit = options.limit ?? defaultReadLimit;
  return opened(path, async (file, before) => {
    const { size } = before;
    const bytes = await readWhole({ path, limit, size, signal: options.signal, readAt: readerOf(file) });
    if (bytes.ok && options.onChange !== undefined) {
      const after = statOf(await file.stat());
      if (hasChanged(before, after)) options.onChange(before, after);
    }
    return bytes;
  });
}

async function slice(path: string, options: SliceOptions): Promise<Result<FileSlice, FileError>> {
  const { at, length, signal } = options;
  return opened(path, async (file, before) => {
    const bytes = await readSlice({ at, length, size: before.size, signal, readAt: readerOf(file) });
    return bytes.ok ? ok({ bytes: bytes.value, before, after: statOf(await file.stat()) }) : bytes;
  });
}

function readerOf(
  file: FileHandle,
): (position: number, length: number) => Promise<Result<Uint8Array, FileError>> {
  return async (position, length) => {
    const buffer = new Uint8Array(length);
    const { bytesRead } = await file.read(buffer, 0, length, position);
    return ok(buffer.subarray(0, bytesRead));
  };
}

/**
 * `O_NONBLOCK` and the second look at the open file close the gap in which a FIFO could take the place of
 * the file that was looked at first.
 */
async function opened<T>(
  path: string,
  task: (file: FileHandle, before: FileStat) => Promise<Result<T, FileError>>,
): Promise<Result<T, FileError>> {
  const first = statOf(await stat(nativePath(path)));
  if (first.kind !== 'file') return err({ code: 'file-kind', path, kind: first.kind });
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
  const file = await open(nativePath(path), process.platform === 'win32' ? 'r' : flags);
  try {
    const now = statOf(await file.stat());
    if (now.kind !== 'file') return err({ code: 'file-kind', path, kind: now.kind });
    return await task(file, now);
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
