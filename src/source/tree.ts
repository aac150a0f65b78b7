import type { Result } from '../base/index.ts';
import type { FileError, FileKind } from '../transport/index.ts';

/** The files below the root of one target, read on demand. Paths are relative to the root, with `/`, no `./`. */
export interface SourceTree {
  /** The absolute path of the root on its host; empty for a tree that is not on one. */
  readonly root: string;
  /** A regular file, decoded leniently as UTF-8; cached for the lifetime of the tree. */
  read(path: string, signal?: AbortSignal): Promise<Result<SourceFile, FileError>>;
  /** What a folder holds (`''` is the root), sorted by name; cached for the lifetime of the tree. */
  list(folder: string, signal?: AbortSignal): Promise<Result<readonly FolderEntry[], FileError>>;
  /** Lines below `under` (default: the root) that match, in one read of the host. */
  search(query: SearchQuery, signal?: AbortSignal): Promise<Result<SearchAnswer, FileError>>;
  /** What was read so far. */
  readonly cost: ReadCost;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: FileKind;
}

export interface SourceFile {
  readonly path: string;
  /** Decoded leniently; without a byte order mark. Lines end with `\n`, a `\r` before it is kept. */
  readonly text: string;
  /** As on the host. */
  readonly bytes: Uint8Array;
  /** Of the raw bytes, lower-case hexadecimal. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

export interface SearchQuery {
  /** A POSIX extended regular expression, or a fixed string. */
  readonly pattern: string;
  readonly syntax: 'extended' | 'fixed';
  /** File name pattern such as `*.py`. */
  readonly include?: string;
  /** Folder or file, relative to the root. */
  readonly under?: string;
  /** Only the names of matching files. */
  readonly filesOnly?: boolean;
  /** Bytes that the answer may have; what a probe may bring where it is not said. */
  readonly limit?: number;
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** True when the answer was cut at a limit. */
  readonly truncated: boolean;
}

export interface SearchHit {
  readonly file: string;
  /** Starts at 1; 0 with `filesOnly`. */
  readonly line: number;
  readonly text: string;
}

export interface ReadCost {
  readonly files: number;
  readonly bytes: number;
  /** Calls that reached the host: a file, a folder and a search count once each. */
  readonly reads: number;
}
