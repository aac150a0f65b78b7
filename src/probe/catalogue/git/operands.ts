import { err, ok, type Result } from '../../../base/index.ts';
import { has, type GivenOption, type ParsedArguments } from '../../lines/arguments.ts';
import type { Word } from '../../lines/words.ts';
import type { StageContext } from '../../plan/context.ts';
import { checkText, extraOperand, missingOperand, own, refuseWord, text } from '../../plan/emit-options.ts';
import { checkPath } from '../../plan/paths.ts';
import type { Argument, PathOperand, StagePlan } from '../../plan/plan.ts';
import { isSensitive } from '../../plan/sensitive.ts';
import type { Refusal } from '../../verdict.ts';
import { isSafeLogFormat, isSafeRefFormat } from './formats.ts';
import {
  exclusions,
  followedFile,
  followsForOthers,
  pathInside,
  revisionArgument,
  showsContent,
} from './secrets.ts';
import type { GitSubcommand } from './subcommand.ts';
import { checkPathspec, checkRevision, splitOperands } from './words.ts';

type Emitted = Result<readonly Argument[], Refusal>;

/** The operands of a subcommand in canonical form, checked. blame and grep have builders of their own. */
export function gitOperands(sub: GitSubcommand, args: ParsedArguments, context: StageContext): Emitted {
  const { operands } = args;
  const extra = sub.most === undefined ? undefined : operands[sub.most];
  if (extra !== undefined) return extraOperand(args, extra);
  if (operands.length < (sub.least ?? 0) && sub.defaultRevision === undefined)
    return missingOperand(args, 'revision');
  if (sub.name === 'cat-file' && args.options.length === 0) return missingOperand(args, '-p');
  switch (sub.operands) {
    case 'none':
      return operands[0] === undefined
        ? revisions([], context, false, exclusions(sub, args, context))
        : extraOperand(args, operands[0]);
    case 'revisions':
      return revisions(operands, context, showsContent(sub, args), exclusions(sub, args, context));
    case 'listed-patterns':
      if (operands[0] !== undefined && !has(args, 'list') && !has(args, 'l')) {
        return err(
          refuseWord('writes', operands[0], { command: `git ${sub.name}`, option: operands[0].text }),
        );
      }
      return patterns(operands);
    case 'patterns':
      return patterns(operands);
    case 'paths':
      return pathspecs(operands, context);
    case 'tree':
      return tree(operands, context);
    default:
      return revisionsAndPaths(sub, args, context);
  }
}

function revisions(
  words: readonly Word[],
  context: StageContext,
  content: boolean,
  left: readonly Argument[] = [],
): Emitted {
  const named: Argument[] = [];
  for (const word of words) {
    const refusal = checkRevision(word);
    if (refusal !== undefined) return err(refusal);
    const argument = revisionArgument(word, context, content);
    if (!argument.ok) return argument;
    named.push(argument.value);
  }
  return ok([...named, ...(left.length === 0 ? [] : [...own('--'), ...left])]);
}

function patterns(words: readonly Word[]): Emitted {
  for (const word of words) {
    const refusal = checkText(word);
    if (refusal !== undefined) return err(refusal);
    if (!/^[A-Za-z0-9_*?[][\w.*?[\]/@+-]{0,200}$/.test(word.text))
      return err(refuseWord('revision', word, { revision: word.text }));
  }
  return ok(words.map((word) => text(word.text)));
}

function pathspecs(words: readonly Word[], context: StageContext): Emitted {
  const paths: PathOperand[] = [];
  for (const word of words) {
    const path = checkPathspec(word, context);
    if (!path.ok) return path;
    paths.push(path.value);
  }
  return ok(withPaths(paths));
}

function withPaths(paths: readonly PathOperand[]): readonly Argument[] {
  return paths.length === 0 ? [] : [...own('--'), ...paths.map((path): Argument => ({ kind: 'path', path }))];
}

function tree(words: readonly Word[], context: StageContext): Emitted {
  const [revision, ...rest] = words;
  if (revision === undefined) return ok([]);
  const first = revisions([revision], context, false);
  if (!first.ok) return first;
  const paths = pathspecs(rest, context);
  // ls-tree knows no `--` in old versions; its paths cannot start with a dash.
  return paths.ok
    ? ok([...first.value, ...paths.value.filter((argument) => argument.kind === 'path')])
    : paths;
}

function revisionsAndPaths(sub: GitSubcommand, args: ParsedArguments, context: StageContext): Emitted {
  const isDiff = sub.name === 'diff';
  const content = showsContent(sub, args);
  const guard = isDiff ? 'present' : content ? 'name' : 'none';
  const follows = followsForOthers(sub, args, context);
  const split = splitOperands(args, context, { decide: isDiff || follows, guard });
  if (!split.ok) return split;
  const { revisions: sure, either } = split.value;
  const given = follows ? followedFile(args, split.value.paths) : ok(split.value.paths);
  if (!given.ok) return given;
  // Two words that lie outside a repository are two files to `git diff`; three are not, and mean the same.
  const two = isDiff && sure.length + given.value.length === 2;
  const paths = two ? [...given.value, ...given.value.slice(-1)] : given.value;
  const named = revisions([...sure, ...either], context, content);
  if (!named.ok) return named;
  const left = exclusions(sub, args, context);
  const front =
    named.value.length === 0 && sub.defaultRevision !== undefined ? own(sub.defaultRevision) : named.value;
  const dashes = either.length === 0 && (front.length > 0 || paths.length > 0 || left.length > 0);
  return ok([
    ...front,
    ...(dashes ? own('--') : []),
    ...paths.map((path): Argument => ({ kind: 'path', path })),
    ...(two && paths.length === 0 && left.length === 0 && !isOfContents(args) ? own(':/') : []),
    ...left,
  ]);
}

/** True if git compares two contents by `revision:path`: then it takes no pathspec, and must be in a repository. */
export function isOfContents(args: ParsedArguments): boolean {
  return args.operands.some((word) => pathInside(word.text) !== undefined);
}

/** `git blame [revision] FILE`; without a revision the file itself is read, so the guard looks at it. */
export function blameOperands(
  args: ParsedArguments,
  context: StageContext,
): Result<{ readonly revision?: Word; readonly path: PathOperand }, Refusal> {
  const [first, second, third] = args.operands;
  if (first === undefined) return missingOperand(args, 'file');
  if (third !== undefined) return extraOperand(args, third);
  const revision = second === undefined ? undefined : first;
  const refusal = revision === undefined ? undefined : checkRevision(revision);
  if (refusal !== undefined) return err(refusal);
  const path = checkPath(second ?? first, context, {
    guard: revision === undefined ? 'content' : 'name',
    globs: false,
  });
  if (!path.ok) return path;
  return ok({ path: path.value, ...(revision === undefined ? {} : { revision }) });
}

/** `git grep PATTERN [revisions] [paths]`, with the shape of its hits. */
export function grepOperands(
  sub: GitSubcommand,
  args: ParsedArguments,
  context: StageContext,
): Result<Pick<StagePlan, 'args' | 'shape' | 'repository'>, Refusal> {
  let rest = args;
  const given: Argument[] = expression(args.options);
  if (given.length === 0) {
    const [pattern, ...operands] = args.operands;
    if (pattern === undefined) return missingOperand(args, 'pattern');
    const refusal = checkText(pattern);
    if (refusal !== undefined) return err(refusal);
    given.push(...own('-e'), text(pattern.text));
    const dashes = args.beforeDashes;
    rest = { ...args, operands, ...(dashes === undefined ? {} : { beforeDashes: Math.max(0, dashes - 1) }) };
  }
  const split = splitOperands(rest, context, { decide: false, guard: 'present' });
  if (!split.ok) return split;
  const { revisions: sure, either, paths } = split.value;
  const [revision] = sure;
  const named = revisions([...sure, ...either], context, true);
  if (!named.ok) return named;
  const numbered =
    has(args, 'n') && !['c', 'l', 'L', 'q', 'h', 'heading', 'full-name'].some((key) => has(args, key));
  return ok({
    args: [
      ...given,
      ...named.value,
      ...(either.length === 0 ? own('--') : []),
      ...paths.map((path): Argument => ({ kind: 'path', path })),
      ...exclusions(sub, args, context),
    ],
    repository: sure.length === 0 && !has(args, 'cached') ? { links: true } : {},
    ...(numbered && sure.length < 2 && either.length === 0
      ? {
          shape: {
            kind: 'located',
            files: [],
            column: has(args, 'column'),
            ...(revision === undefined ? {} : { revision: revision.text }),
          },
        }
      : {}),
  });
}

/** Patterns and the words that join them keep their order. */
function expression(given: readonly GivenOption[]): Argument[] {
  return given.flatMap(({ row, value }) => {
    if (row.key === 'e' && value !== undefined) return [...own('-e'), text(value)];
    return ['and', 'or', 'not'].includes(row.key) ? [text(`--${row.key}`)] : [];
  });
}

const BLAME_RANGE =
  /^(?:(?:[0-9]{1,9}|\/[^/]{1,200}\/)?(?:,[+-]?(?:[0-9]{1,9}|\/[^/]{1,200}\/))?|:[^:]{1,200})$/;
const LOG_RANGE =
  /^((?:[0-9]{1,9}|\/[^/]{1,200}\/)?(?:,[+-]?(?:[0-9]{1,9}|\/[^/]{1,200}\/))?|:[^:]{1,200}):([^:]{1,500})$/;

/** Checks the values of options that git itself interprets: formats and line ranges. */
export function checkGitValues(
  sub: GitSubcommand,
  args: ParsedArguments,
  context: StageContext,
): Refusal | undefined {
  for (const option of args.options) {
    const { row, value, valueWord, word } = option;
    if (value === undefined) continue;
    if (row.key === 'format' || row.key === 'pretty') {
      const safe = sub.formats === 'refs' ? isSafeRefFormat(value) : isSafeLogFormat(value);
      if (!safe)
        return refuseWord('format', valueWord ?? word, { format: value, command: `git ${sub.name}` });
    }
    if (row.key === 'L') {
      const refusal = checkRange(sub, value, valueWord ?? word, context);
      if (refusal !== undefined) return refusal;
    }
  }
  return undefined;
}

function checkRange(
  sub: GitSubcommand,
  value: string,
  word: Word,
  context: StageContext,
): Refusal | undefined {
  const data = { option: '-L', command: `git ${sub.name}`, needs: 'range', value };
  if (sub.name === 'blame')
    return BLAME_RANGE.test(value) ? undefined : refuseWord('option-value', word, data);
  const file = LOG_RANGE.exec(value)?.[2];
  if (file === undefined) return refuseWord('option-value', word, data);
  const path = checkPath({ ...word, text: file, glob: false, home: false }, context, { guard: 'none' });
  if (!path.ok) return path.error;
  const asks = isSensitive(file) && context.facts.sensitive !== true;
  return asks ? refuseWord('sensitive-path', word, { path: file }) : undefined;
}
