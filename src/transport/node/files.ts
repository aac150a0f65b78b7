import { err, ok, type Result } from '../../base/index.ts';
import type { FileError } from '../errors.ts';

/** Bytes that `read` takes when no limit is given. */
export const defaultReadLimit = 50_000_000;

/** Entries of one folder; a larger one is an error, not an endless list. */
export const directoryLimit = 100_000;

/** Bytes of one request: SFTP servers answer at most 32 KB to some clients, and OpenSSH 255 KB. */
const chunkBytes = 32_768;

/** Requests under way at once, so that a slow link is filled. */
const parallel = 16;

/** Why a path is not even looked at; `undefined` when it may be. */
export function checkPath(path: string, isAbsolute: (path: string) => boolean): FileError | undefined {
  if (path.includes('\0')) return { code: 'file-refused', path, rule: 'nul-character' };
  return isAbsolute(path) ? undefined : { code: 'file-refused', path, rule: 'not-absolute' };
}

export interface ReadPlan {
  readonly path: string;
  /** Bytes as the file's status says; 0 where the host does not know (as in /proc): then to the end. */
  readonly size: number;
  /** Bytes; a longer file is `file-too-large`. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
  /** At most `length` bytes; none at the end of the file. */
  readonly readAt: (position: number, length: number) => Promise<Result<Uint8Array, FileError>>;
}

/** Reads the first `size` bytes with several requests under way; a file that shrank ends earlier. */
export async function readWhole(plan: ReadPlan): Promise<Result<Uint8Array, FileError>> {
  const { path, limit, size } = plan;
  if (size > limit) return err({ code: 'file-too-large', path, size, limit });
  const end = size === 0 ? limit + 1 : size;
  const bytes = await readRange({ ...plan, at: 0, end, parallel: size === 0 ? 1 : parallel });
  if (bytes.ok && bytes.value.length > limit)
    return err({ code: 'file-too-large', path, size: bytes.value.length, limit });
  return bytes;
}

/** Bytes of a slice; a larger one is cut to this. */
export const sliceLimit = defaultReadLimit;

export interface SlicePlan extends Pick<ReadPlan, 'size' | 'signal' | 'readAt'> {
  readonly at: number;
  readonly length: number;
}

/** Reads `length` bytes from `at`, fewer at the end of the file. */
export function readSlice(plan: SlicePlan): Promise<Result<Uint8Array, FileError>> {
  const { at, size } = plan;
  const wanted = at + Math.min(plan.length, sliceLimit);
  return readRange(
    size === 0
      ? { ...plan, end: wanted, parallel: 1 }
      : { ...plan, end: Math.max(at, Math.min(wanted, size)), parallel },
  );
}

interface Range extends Pick<ReadPlan, 'signal' | 'readAt'> {
  readonly at: number;
  readonly end: number;
  readonly parallel: number;
}

async function readRange(range: Range): Promise<Result<Uint8Array, FileError>> {
  const { at, end } = range;
  const chunks: Uint8Array[] = [];
  let position = at;
  while (position < end) {
    if (range.signal?.aborted === true) return err({ code: 'cancelled' });
    const answers = await Promise.all(
      wave(position, end, range.parallel).map(async ({ at: start, length }) => ({
        length,
        answer: await range.readAt(start, length),
      })),
    );
    const start = position;
    for (const { answer, length } of answers) {
      if (!answer.ok) return answer;
      chunks.push(answer.value);
      position += answer.value.byteLength;
      // A short answer is the end, or a server with smaller packets: go on behind it.
      if (answer.value.byteLength < length) break;
    }
    if (position === start) break;
  }
  return ok(joined(chunks, position - at));
}

function wave(start: number, end: number, count: number): { readonly at: number; readonly length: number }[] {
  return Array.from({ length: count }, (_, index) => start + index * chunkBytes)
    .filter((at) => at < end)
    .map((at) => ({ at, length: Math.min(chunkBytes, end - at) }));
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
