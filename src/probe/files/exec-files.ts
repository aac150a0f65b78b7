import { err, ok, type Result } from '../../base/index.ts';
import type {
  ApprovedCommand,
  DirectoryEntry,
  FileError,
  FileKind,
  FileStat,
  ReadOptions,
  RemoteFiles,
} from '../../transport/index.ts';
import type { ProbeError } from '../evidence.ts';
import { decode, joinBytes } from '../run/bytes.ts';
import type { Answer } from '../run/exchange.ts';
import type { Sender } from '../run/sender.ts';
import { blockBytes, headBytes, type FileQuestion } from './scripts.ts';

/** Bytes that `read` takes when no limit is given, and entries of a folder that are listed. */
const defaultLimit = 50_000_000;
const entryLimit = 100_000;

/** Bytes of a slice, and how many are under way at once. */
const sliceBytes = 16 * blockBytes;
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
 * round trip, a larger one is read in slices. Names that are no UTF-8 come out with U+FFFD.
 */
export function createExecFiles(options: ExecFilesOptions): RemoteFiles {
  const files = new ExecFiles(options);
  return {
    stat: (path, signal) => files.status({ kind: 'stat', path }, signal),
    lstat: (path, signal) => files.status({ kind: 'lstat', path }, signal),
    readdir: (path, signal) => files.list(path, signal),
    realpath: (path, signal) => files.real(path, signal),
    read: (path, readOptions = {}) => files.read(path, readOptions),
  };
}

interface Reply {
  readonly stat: FileStat;
  /** What came behind the first line. */
  readonly rest: Uint8Array;
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
    const text = decode(reply.value.rest);
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
    const entries = decode(rest).split('\0').slice(0, -1);
    if (entries.length > entryLimit)
      return err({ code: 'file-failed', path, detail: `more than ${entryLimit} entries` });
    return ok(entries.map((entry) => ({ name: entry.slice(1), kind: kindOf(entry.slice(0, 1)) })));
  }

  /** The first slice comes with the size; a file that grows meanwhile is read as far as it was, one that shrinks ends earlier. */
  async read(
    path: string,
    { limit = defaultLimit, signal }: ReadOptions,
  ): Promise<Result<Uint8Array, FileError>> {
    const first = await this.#slice(path, 0, limit, signal);
    if (!first.ok) return first;
    const { stat, rest } = first.value;
    const { kind, size } = stat;
    if (kind !== 'file') return err({ code: 'file-kind', path, kind });
    if (size > limit) return err({ code: 'file-too-large', path, size, limit });
    if (size === 0)
      return rest.length > limit ? err({ code: 'file-too-large', path, size: rest.length, limit }) : ok(rest);
    const slices = [rest.subarray(0, size)];
    for (let at = sliceBytes; at < size; at += parallel * sliceBytes) {
      const starts = Array.from({ length: parallel }, (_, index) => at + index * sliceBytes);
      const wave = await Promise.all(
        starts.filter((start) => start < size).map((start) => this.#slice(path, start, limit, signal)),
      );
      for (const [index, slice] of wave.entries()) {
        if (!slice.ok) return slice;
        const wanted = Math.min(sliceBytes, size - at - index * sliceBytes);
        slices.push(slice.value.rest.subarray(0, wanted));
        if (slice.value.rest.length < wanted) return ok(joinBytes(slices));
      }
    }
    return ok(joinBytes(slices));
  }

  #slice(
    path: string,
    at: number,
    limit: number,
    signal: AbortSignal | undefined,
  ): Promise<Result<Reply, FileError>> {
    const question = { kind: 'read', path, at, length: sliceBytes, whole: limit } as const;
    return this.#ask(question, Math.max(sliceBytes, limit + 1), signal);
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
    return answer.ok ? readReply(path, answer.value) : err(fileError(path, answer.error));
  }
}

function readReply(path: string, { frames, end }: Answer): Result<Reply, FileError> {
  if (end?.kind === 'lost') return err(end.error);
  if (frames.stop?.kind === 'bytes') return err({ code: 'file-failed', path, detail: 'too long an answer' });
  if (!frames.done || frames.stop !== undefined)
    return err({ code: 'file-failed', path, detail: 'no whole answer' });
  const bytes = frames.stdout();
  const line = bytes.indexOf(10);
  const head = decode(bytes.subarray(0, line < 0 ? bytes.length : line));
  if (head === 'X:m') return err({ code: 'file-not-found', path });
  if (head === 'X:p') return err({ code: 'file-permission', path });
  const [, letter = '', size = '', time = ''] = /^K:(.):(\d+):(\d+)$/.exec(head) ?? [];
  if (letter === '') return err({ code: 'file-failed', path, detail: 'no answer' });
  const stat = { kind: kindOf(letter), size: Number(size), modified: Number(time) * 1000 };
  return ok({ stat, rest: bytes.subarray(line + 1) });
}

function kindOf(letter: string): FileKind {
  const kinds: Readonly<Record<string, FileKind>> = {
    f: 'file',
    d: 'directory',
    l: 'symlink',
    p: 'fifo',
    s: 'socket',
    c: 'device',
  };
  return kinds[letter] ?? 'unknown';
}

/** Only what the transport says can come here: these commands name no tool of the catalogue. */
function fileError(path: string, error: ProbeError): FileError {
  switch (error.code) {
    case 'disconnected':
    case 'cancelled':
    case 'channel-refused':
    case 'connect-timeout':
    case 'no-shell':
      return error;
    default:
      return { code: 'file-failed', path, detail: error.code };
  }
}
