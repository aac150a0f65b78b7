import { err, ok, rawText, type Result } from '../../base/index.ts';
import {
  hasChanged,
  type ApprovedCommand,
  type DirectoryEntry,
  type FileError,
  type FileSlice,
  type FileStat,
  type ReadOptions,
  type RemoteFiles,
  type SliceOptions,
} from '../../transport/index.ts';
import type { ProbeError } from '../evidence.ts';
import { joinBytes } from '../run/bytes.ts';
import type { Sender } from '../run/sender.ts';
import { fileError, readEntries, readReply, type Reply } from './reply.ts';
import { blockBytes, entryLimit, headBytes, type FileQuestion } from './scripts.ts';

/** Bytes that `read` takes when no limit is given, and the most of a slice. */
const defaultLimit = 50_000_000;

/** Bytes of one answer, and how many are under way at once. */
const partBytes = 16 * blockBytes;
const parallel = 3;

/** Bytes of a folder's entries, and seconds for one question. */
const listBytes = 30_000_000;
const timeLimit = 60;

export interface ExecFilesOptions {
  readonly sender: Pick<Sender, 'send'>;
  /** The approved command for a question. */
  readonly command: (
    question: FileQuestion,
    nonce: string,
    limits: { readonly limit: number; readonly time: number },
  ) => Result<ApprovedCommand, ProbeError>;
}

/**
 * Files read by commands of our own, for hosts and ways to them that offer no file transfer. A small file costs one
 * round trip, a larger one is read in several. Names may be any bytes.
 */
export function createExecFiles(options: ExecFilesOptions): RemoteFiles {
  const files = new ExecFiles(options);
  return {
    stat: (path, signal) => files.status({ kind: 'stat', path }, signal),
    lstat: (path, signal) => files.status({ kind: 'lstat', path }, signal),
    readdir: (path, signal) => files.list(path, signal),
    realpath: (path, signal) => files.real(path, signal),
    read: (path, readOptions = {}) => files.read(path, readOptions),
    slice: (path, sliceOptions) => files.slice(path, sliceOptions),
  };
}

class ExecFiles {
  readonly #options: ExecFilesOptions;

  constructor(options: ExecFilesOptions) {
    this.#options = options;
  }

  async status(
    question: FileQuestion,
    signal: AbortSignal | undefined,
  ): Promise<Result<FileStat, FileError>> {
    const reply = await this.#ask(question, 0, signal);
    return reply.ok ? ok(reply.value.stat) : reply;
  }

  async real(path: string, signal: AbortSignal | undefined): Promise<Result<string, FileError>> {
    const reply = await this.#ask({ kind: 'realpath', path }, 20_000, signal);
    if (!reply.ok) return reply;
    const text = rawText(reply.value.rest);
    return text.endsWith('\n') && text.startsWith('/')
      ? ok(text.slice(0, -1))
      : err({ code: 'file-failed', path, detail: 'realpath' });
  }

  async list(
    path: string,
    signal: AbortSignal | undefined,
  ): Promise<Result<readonly DirectoryEntry[], FileError>> {
    const reply = await this.#ask({ kind: 'readdir', path }, listBytes, signal);
    if (!reply.ok) return reply;
    const { stat, rest } = reply.value;
    if (stat.kind !== 'directory') return err({ code: 'file-kind', path, kind: stat.kind });
    const entries = readEntries(path, rest);
    if (!entries.ok || entries.value.length <= entryLimit) return entries;
    return err({ code: 'folder-too-large', path, limit: entryLimit });
  }

  /** The first part comes with the size; a file that grows meanwhile is read as far as it was, one that shrinks ends earlier. */
  async read(
    path: string,
    { limit = defaultLimit, signal, onChange }: ReadOptions,
  ): Promise<Result<Uint8Array, FileError>> {
    const ask: AskPart = (at) =>
      this.#ask(
        { kind: 'read', path, at, length: partBytes, whole: limit },
        Math.max(partBytes, limit + 1),
        signal,
      );
    const first = await ask(0);
    if (!first.ok) return first;
    const { kind, size } = first.value.stat;
    if (kind !== 'file') return err({ code: 'file-kind', path, kind });
    if (size > limit) return err({ code: 'file-too-large', path, size, limit });
    if (size === 0) {
      const { rest } = first.value;
      return rest.length > limit ? err({ code: 'file-too-large', path, size: rest.length, limit }) : ok(rest);
    }
    const read = await this.#parts(first.value, size, 0, ask);
    if (!read.ok) return read;
    const { bytes, before, after } = read.value;
    if (hasChanged(before, after)) onChange?.(before, after);
    return ok(bytes);
  }

  async slice(path: string, options: SliceOptions): Promise<Result<FileSlice, FileError>> {
    const { at, signal } = options;
    const length = Math.min(options.length, defaultLimit);
    const start = at - (at % blockBytes);
    const end = at + length;
    const ask: AskPart = (from) => {
      const wanted = Math.min(partBytes, Math.ceil((end - from) / blockBytes) * blockBytes);
      const question = { kind: 'slice', path, at: from, length: Math.max(blockBytes, wanted) } as const;
      // A file that tells no size answers from its start.
      return this.#ask(question, Math.min(from, defaultLimit) + partBytes, signal);
    };
    const first = await ask(start);
    if (!first.ok) return first;
    const { kind, size } = first.value.stat;
    if (kind !== 'file') return err({ code: 'file-kind', path, kind });
    if (size === 0) {
      // It came from its start.
      const { stat, after, rest } = first.value;
      return ok({ bytes: rest.subarray(at, end), before: stat, after: after ?? stat });
    }
    const read = await this.#parts(first.value, Math.min(end, size), start, ask);
    return read.ok ? ok({ ...read.value, bytes: read.value.bytes.subarray(at - start, end - start) }) : read;
  }

  /** What follows the first part, up to `end`. */
  async #parts(
    first: Reply,
    end: number,
    start: number,
    ask: AskPart,
  ): Promise<Result<FileSlice, FileError>> {
    const before = first.stat;
    let after = first.after ?? before;
    const parts = [first.rest.subarray(0, Math.max(0, end - start))];
    for (let at = start + partBytes; at < end; at += parallel * partBytes) {
      const starts = Array.from({ length: parallel }, (_, index) => at + index * partBytes);
      const wave = await Promise.all(starts.filter((each) => each < end).map(ask));
      for (const [index, part] of wave.entries()) {
        if (!part.ok) return part;
        const wanted = Math.min(partBytes, end - at - index * partBytes);
        parts.push(part.value.rest.subarray(0, wanted));
        after = latest(before, after, part.value);
        if (part.value.rest.length < wanted) return ok({ bytes: joinBytes(parts), before, after });
      }
    }
    return ok({ bytes: joinBytes(parts), before, after });
  }

  async #ask(
    question: FileQuestion,
    bytes: number,
    signal: AbortSignal | undefined,
  ): Promise<Result<Reply, FileError>> {
    const { path } = question;
    if (path.includes('\0')) return err({ code: 'file-refused', path, rule: 'nul-character' });
    if (!path.startsWith('/')) return err({ code: 'file-refused', path, rule: 'not-absolute' });
    const limits = { limit: bytes + headBytes, time: timeLimit };
    const answer = await this.#options.sender.send({
      command: (nonce) => this.#options.command(question, nonce, limits),
      line: `files: ${question.kind} ${path}`,
      stages: 0,
      ...limits,
      signal,
    });
    const reads = question.kind === 'read' || question.kind === 'slice';
    return answer.ok ? readReply(path, reads, answer.value) : err(fileError(path, answer.error));
  }
}

/** Asks for the part that begins at an offset, a multiple of the block. */
type AskPart = (at: number) => Promise<Result<Reply, FileError>>;

/** How the file stood last; once it differs from `before`, that stays said. */
function latest(before: FileStat, last: FileStat, part: Reply): FileStat {
  if (hasChanged(before, last)) return last;
  return hasChanged(before, part.stat) ? part.stat : (part.after ?? part.stat);
}
