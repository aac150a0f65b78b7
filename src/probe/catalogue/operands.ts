/** What an operand is; decides what may be offered for it and how it is named in a synopsis. */
export type OperandKind =
  /** A file or folder. */
  | 'path'
  /** A name of a path that is only text. */
  | 'name'
  /** A regular expression or plain text to look for. */
  | 'pattern'
  /** A script of sed or a program of awk. */
  | 'script'
  /** A set of characters. */
  | 'set'
  | 'format'
  | 'revision'
  /** A pattern of names of references. */
  | 'reference';

/** One place behind the options of a command. */
export interface OperandRow {
  readonly kind: OperandKind;
  /** `one`; `optional`: none or one; `some`: one or more; `any`: none or more. */
  readonly count: 'one' | 'optional' | 'some' | 'any';
  /** What it is for, in a few words without a full stop. */
  readonly help: string;
  /** Behind a pipe it may be left out. */
  readonly piped?: true;
  /** Options (by key) with which it may be left out. */
  readonly freeWith?: readonly string[];
  /** Options (by key) that take its place. */
  readonly unless?: readonly string[];
}

/** Files that a filter reads; behind a pipe it reads that. */
export const FILES: readonly OperandRow[] = [
  { kind: 'path', count: 'some', help: 'files to read; none behind a pipe', piped: true },
];

/** Files of a command that reads nothing else. */
export const ONLY_FILES: readonly OperandRow[] = [{ kind: 'path', count: 'some', help: 'files to look at' }];

/** The two sides of a comparison. */
export const TWO_FILES: readonly OperandRow[] = [
  { kind: 'path', count: 'one', help: 'the first file' },
  { kind: 'path', count: 'one', help: 'the file that it is compared with' },
];

/** Files or folders; without one it is the current folder. */
export const PLACES: readonly OperandRow[] = [
  { kind: 'path', count: 'any', help: 'files or folders; none means the current folder' },
];
