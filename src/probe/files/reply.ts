import { err, ok, rawText, type Result } from '../../base/index.ts';
import {
  isEntryName,
  type DirectoryEntry,
  type FileError,
  type FileKind,
  type FileStat,
} from '../../transport/index.ts';
import type { ProbeError } from '../evidence.ts';
import { decode } from '../run/bytes.ts';
import type { Answer } from '../run/exchange.ts';

/** The answer of a command for a file. */
export interface Reply {
  readonly stat: FileStat;
  /** How the file stood behind the bytes, where bytes were read. */
  readonly after?: FileStat;
  /** What came behind the first line. */
  readonly rest: Uint8Array;
}

/** Reads what a command for a file answered; one that `reads` has the file's status behind its bytes too. */
export function readReply(path: string, reads: boolean, { frames, end }: Answer): Result<Reply, FileError> {
  if (end?.kind === 'lost') return err(end.error);
  if (frames.stop?.kind === 'bytes') return err({ code: 'file-failed', path, detail: 'too long an answer' });
  if (!frames.done || frames.stop !== undefined)
    return err({ code: 'file-failed', path, detail: 'no whole answer' });
  const bytes = frames.stdout();
  const line = bytes.indexOf(10);
  const head = decode(bytes.subarray(0, line < 0 ? bytes.length : line));
  if (head === 'X:m') return err({ code: 'file-not-found', path });
  if (head === 'X:p') return err({ code: 'file-permission', path });
  const stat = readHead(head);
  if (stat === undefined) return err({ code: 'file-failed', path, detail: 'no answer' });
  const rest = bytes.subarray(line + 1);
  const behind = rest.lastIndexOf(10, -2);
  const after = reads && behind >= 0 ? readHead(decode(rest.subarray(behind + 1, -1))) : undefined;
  return ok(after === undefined ? { stat, rest } : { stat, after, rest: rest.subarray(0, behind) });
}

function readHead(line: string): FileStat | undefined {
  const [, letter = '', size = '', time = ''] = /^K:(.):(\d+):(\d+)$/.exec(line) ?? [];
  if (letter === '') return undefined;
  return { kind: kindOf(letter), size: Number(size), modified: Number(time) * 1000 };
}

/** The kind of a file by its letter in an answer. */
export function kindOf(letter: string): FileKind {
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

/** The entries of a folder: the letter of its kind and the name, each ended by NUL. */
export function readEntries(path: string, bytes: Uint8Array): Result<readonly DirectoryEntry[], FileError> {
  const entries = rawText(bytes)
    .split('\0')
    .slice(0, -1)
    .map((entry) => ({ name: entry.slice(1), kind: kindOf(entry.slice(0, 1)) }));
  return entries.every(({ name }) => isEntryName(name))
    ? ok(entries)
    : err({ code: 'file-failed', path, detail: 'a name that no file can have' });
}

/** Why no answer came. Only what the transport says can come here: these commands name no tool of the catalogue. */
export function fileError(path: string, error: ProbeError): FileError {
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
