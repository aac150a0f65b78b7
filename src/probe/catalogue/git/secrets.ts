import { err, ok, type Result } from '../../../base/index.ts';
import { has, type ParsedArguments } from '../../lines/arguments.ts';
import type { Word } from '../../lines/words.ts';
import type { StageContext } from '../../plan/context.ts';
import { checkPath, placeOf } from '../../plan/paths.ts';
import type { Argument, GitRepositoryCheck, PathOperand } from '../../plan/plan.ts';
import { holdsSecrets, isSensitive, leavesSecretsOut, SENSITIVE_PATHSPECS } from '../../plan/sensitive.ts';
import type { Refusal } from '../../verdict.ts';
import { own, refuseWord } from '../../plan/emit-options.ts';
import type { GitSubcommand } from './subcommand.ts';

type Nameless = NonNullable<GitRepositoryCheck['nameless']>[number];

/** Options of commands that walk through commits which make them show, or search, what files hold. */
const PATCHES = [
  'p',
  'u',
  'U',
  'patch-with-stat',
  'word-diff',
  'word-diff-regex',
  'S',
  'G',
  'L',
  'W',
  'm',
  'c',
  'cc',
  'binary',
  'check',
];

/** True if the output shows, or depends on, what files hold. */
export function showsContent(sub: GitSubcommand, args: ParsedArguments): boolean {
  switch (sub.name) {
    case 'show':
    case 'diff':
    case 'grep':
    case 'blame':
    case 'cat-file':
      return true;
    case 'log':
    case 'reflog':
    case 'stash list':
    case 'stash show':
      return PATCHES.some((key) => has(args, key));
    default:
      return false;
  }
}

/**
 * Pathspecs that leave out keys and passwords, for lines that come from others; none where the command takes
 * none: a file that is followed or walked by its lines is named, and its name is checked.
 */
export function exclusions(
  sub: GitSubcommand,
  args: ParsedArguments,
  context: StageContext,
): readonly Argument[] {
  if (!leavesSecretsOut(context.facts) || !showsContent(sub, args)) return [];
  if (['blame', 'cat-file'].includes(sub.name) || has(args, 'L')) return [];
  if (followsForOthers(sub, args, context)) return [];
  if (sub.name === 'diff' && args.operands.some((word) => pathInside(word.text) !== undefined)) return [];
  return own(...SENSITIVE_PATHSPECS);
}

/** True if a line from others shows what a file holds and follows it to its earlier names. */
export function followsForOthers(sub: GitSubcommand, args: ParsedArguments, context: StageContext): boolean {
  return has(args, 'follow') && leavesSecretsOut(context.facts) && showsContent(sub, args);
}

/**
 * The one path that is followed on behalf of others. git takes no pathspec beside it that leaves anything out, so it
 * must be a file that is there: a folder or a pattern would show whatever is or was in it.
 */
export function followedFile(
  args: ParsedArguments,
  paths: readonly PathOperand[],
): Result<readonly PathOperand[], Refusal> {
  const [path] = paths;
  const follow = args.options.find((option) => option.row.key === 'follow');
  if (path === undefined || paths.length > 1 || /[*?[\\]|^:/.test(path.text)) {
    return err(refuseWord('sensitive-path', follow?.word ?? args.name, { path: path?.text ?? '--follow' }));
  }
  return ok([{ ...path, guard: 'content', kind: 'file' }]);
}

/** The path of `revision:path`. */
export function pathInside(revision: string): string | undefined {
  const braces = revision.replaceAll(/\{[^}]*\}/g, (text) => '_'.repeat(text.length));
  const colon = braces.indexOf(':');
  return colon < 0 ? undefined : revision.slice(colon + 1);
}

/** A revision as an argument; a path inside it is guarded by its name where the content is shown. */
export function revisionArgument(
  word: Word,
  context: StageContext,
  content: boolean,
): Result<Argument, Refusal> {
  const inside = pathInside(word.text);
  if (!content || inside === undefined || inside === '') return ok({ kind: 'text', text: word.text });
  // `A:one..B:two` is read as a range by git, with two paths; `:two` and `:0:two` are those of the index.
  const second = inside.split(/\.{2,3}/).slice(1);
  const isAsked = second.some((end) => isSensitive((pathInside(end) ?? '').replace(/^[0-3]:/, '')));
  if (isAsked && context.facts.sensitive !== true)
    return err(refuseWord('sensitive-path', word, { path: inside }));
  const path = checkPath({ ...word, text: inside, glob: false, home: false, operand: true }, context, {
    guard: 'name',
    globs: false,
  });
  if (!path.ok) return path;
  const place = placeOf(inside, false, context).absolute ?? inside;
  if (leavesSecretsOut(context.facts) && holdsSecrets(place))
    return err(refuseWord('sensitive-path', word, { path: inside }));
  return ok({ kind: 'text', text: word.text, names: path.value });
}

/** Revisions of a line from others whose kind the host must look at: a content without a name, a folder. */
export function namelessRevisions(
  sub: GitSubcommand,
  args: ParsedArguments,
  context: StageContext,
): readonly Nameless[] {
  if (!leavesSecretsOut(context.facts) || !['show', 'diff', 'grep', 'cat-file'].includes(sub.name)) return [];
  const operands = sub.name === 'grep' && !has(args, 'e') ? args.operands.slice(1) : args.operands;
  return operands
    .filter((word) => /^\^?[A-Za-z0-9_@]/.test(word.text))
    .flatMap((word) => ends(word.text))
    .flatMap((revision): readonly Nameless[] => {
      if (pathInside(revision) === undefined) return [{ revision, kind: 'blob' }];
      return sub.name === 'diff' ? [{ revision, kind: 'tree' }] : [];
    });
}

/** The ends of a range; dots in a path are none. */
function ends(revision: string): readonly string[] {
  const inside = pathInside(revision);
  const front = inside === undefined ? revision : revision.slice(0, revision.length - inside.length - 1);
  const names = front.split(/\.{2,3}/);
  const last = names.pop() ?? '';
  return [...names, inside === undefined ? last : `${last}:${inside}`].filter((name) => name !== '');
}
