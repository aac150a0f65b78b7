import { err, ok, type Result } from '../../../base/index.ts';
import type { ParsedArguments } from '../../lines/arguments.ts';
import type { Word } from '../../lines/words.ts';
import type { StageContext } from '../../plan/context.ts';
import { refuseWord } from '../../plan/emit-options.ts';
import { checkPath } from '../../plan/paths.ts';
import type { PathOperand } from '../../plan/plan.ts';
import type { Refusal } from '../../verdict.ts';

/** Operands of a git command, told apart. */
export interface GitOperands {
  readonly revisions: readonly Word[];
  /** Names that git itself takes for a revision or a path, as no `--` was typed. */
  readonly either: readonly Word[];
  readonly paths: readonly PathOperand[];
}

/** How a pathspec is guarded: by what is there, by its name alone, or not at all. */
export type PathspecGuard = Extract<PathOperand['guard'], 'none' | 'present' | 'name'>;

/** One revision or range; none starts with a dash, so that none is an option. */
const REVISION = /^\^?[A-Za-z0-9_@][\w.\-/@{}~^+]*(?::[^]*)?$/;
/** Written as only a revision is. */
const SURE_REVISION = /^\^|[~^:]|@\{|\.\.|^@$|^HEAD$|^[0-9a-f]{7,40}$/;
const SURE_PATH = /^\.{0,2}\/|\/$|^\.{1,2}$/;
const LIKE_FILE = /\.[A-Za-z][A-Za-z0-9]{0,7}$/;

/** True if `word` may be given to git as a revision. */
export function isRevision(text: string): boolean {
  return text.length <= 500 && REVISION.test(text);
}

/** Checks a word that must be a revision. */
export function checkRevision(word: Word): Refusal | undefined {
  if (word.glob) return refuseWord('glob', word);
  if (word.home || !isRevision(word.text)) return refuseWord('revision', word, { revision: word.text });
  return undefined;
}

const MAGIC = /^:(?:[!^/]|\((?:top|exclude|icase|glob|literal)(?:,(?:top|exclude|icase|glob|literal))*\))/;

/**
 * Checks a word as a pathspec: looked up by git, so that it need not be there. `present` where git could read
 * the file itself and not only its own store.
 */
export function checkPathspec(
  word: Word,
  context: StageContext,
  guard: PathspecGuard = 'none',
): Result<PathOperand, Refusal> {
  if (word.text.startsWith(':') && !MAGIC.test(word.text))
    return err(refuseWord('path', word, { path: word.text, reason: 'pathspec' }));
  return checkPath(word, context, { guard, globs: false });
}

/**
 * Revisions, then paths. With a `--` the user said which is which; without one, words that can only be the
 * one or the other are taken as that, and the rest is left to git (`either`), or, where `decide` is set, to
 * the look of the name.
 */
export function splitOperands(
  args: ParsedArguments,
  context: StageContext,
  { decide, guard }: { readonly decide: boolean; readonly guard: PathspecGuard },
): Result<GitOperands, Refusal> {
  const dashes = args.beforeDashes;
  const front = dashes === undefined ? args.operands : args.operands.slice(0, dashes);
  const back = dashes === undefined ? [] : args.operands.slice(dashes);
  const revisions: Word[] = [];
  const either: Word[] = [];
  const pathWords: Word[] = [];
  for (const word of front) {
    const isPath = dashes === undefined && (pathWords.length > 0 || looksLikePath(word, decide));
    if (isPath) {
      pathWords.push(word);
      continue;
    }
    const refusal = checkRevision(word);
    if (refusal !== undefined) return err(refusal);
    const sure = dashes !== undefined || decide || SURE_REVISION.test(word.text);
    if (sure && either.length === 0) revisions.push(word);
    else either.push(word);
  }
  const paths: PathOperand[] = [];
  for (const word of [...pathWords, ...back]) {
    const path = checkPathspec(word, context, guard);
    if (!path.ok) return path;
    paths.push(path.value);
  }
  // What stands before a sure path may still be a path, and git reads everything behind `--` as one.
  return ok({ revisions, either, paths });
}

function looksLikePath(word: Word, decide: boolean): boolean {
  const { text } = word;
  if (word.operand === true && text.startsWith('-')) return true;
  if (word.glob || word.home || SURE_PATH.test(text)) return true;
  if (SURE_REVISION.test(text)) return false;
  return (decide && LIKE_FILE.test(text)) || !isRevision(text);
}
