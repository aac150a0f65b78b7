import { err, ok, type Result } from '../../../base/index.ts';
import { has, parseArguments, type ParsedArguments } from '../../lines/arguments.ts';
import type { Word } from '../../lines/words.ts';
import type { StageContext } from '../../plan/context.ts';
import { emitOptions, missingOperand, notesOf, own, refuseWord, text } from '../../plan/emit-options.ts';
import { checkPath } from '../../plan/paths.ts';
import type { Argument, GitRepositoryCheck, PathOperand, StagePlan } from '../../plan/plan.ts';
import { SECRETS_LEFT_OUT } from '../../plan/sensitive.ts';
import type { Refusal, RefusalRule } from '../../verdict.ts';
import { command } from '../define.ts';
import { options } from '../options.ts';
import type { CommandRow } from '../row.ts';
import { GIT_PREFIX } from './hardening.ts';
import { blameOperands, checkGitValues, gitOperands, grepOperands, isOfContents } from './operands.ts';
import { GLOBAL_REFUSED } from './options.ts';
import { exclusions, namelessRevisions } from './secrets.ts';
import { NO_DRIVERS, type GitSubcommand } from './subcommand.ts';
import { GIT_SUBCOMMANDS } from './subcommands.ts';
import { checkRevision } from './words.ts';

/** Subcommands that are refused for a reason that can be named. */
const NETWORK = [
  'clone',
  'fetch',
  'pull',
  'push',
  'ls-remote',
  'archive',
  'submodule',
  'remote',
  'request-pull',
  'send-email',
  'svn',
];
const RUNS = [
  'bisect',
  'difftool',
  'mergetool',
  'gui',
  'citool',
  'instaweb',
  'filter-branch',
  'help',
  'web--browse',
  'daemon',
  'shell',
];

interface Globals {
  readonly rest: readonly Word[];
  readonly folder?: PathOperand;
  readonly folderText?: string;
}

function buildGit(args: ParsedArguments, context: StageContext): Result<StagePlan, Refusal> {
  const globals = readGlobals(args.operands, context);
  if (!globals.ok) return globals;
  const { rest, folder, folderText } = globals.value;
  const [name] = rest;
  if (name === undefined) return missingOperand(args, 'subcommand');
  const found = findSubcommand(rest);
  if (found === undefined) return err(refuseSubcommand(name, rest[1]));
  const sub = found.sub;
  const inner =
    folderText === undefined ? context : { ...context, cwd: joinFolders(context.cwd, folderText) };
  const parsed = parseArguments(name, rest.slice(found.words), {
    name: `git ${sub.name}`,
    options: sub.options,
    refused: sub.refused,
    ...(sub.digits === undefined ? {} : { digits: sub.digits }),
  });
  if (!parsed.ok) return parsed;
  const refusal = checkGitValues(sub, parsed.value, inner);
  if (refusal !== undefined) return err(refusal);
  const plan = buildSubcommand(sub, parsed.value, inner);
  if (!plan.ok) return plan;
  const front: readonly Argument[] = [
    ...own(...GIT_PREFIX),
    ...(folder === undefined ? [] : [...own('-C'), { kind: 'path', path: folder } as const]),
  ];
  const { filters, shape, ...others } = plan.value;
  return ok({
    ...others,
    args: [...front, ...below(plan.value.args, folder)],
    repository: {
      ...plan.value.repository,
      ...repositoryCheck(sub, parsed.value, inner, folder),
      ...(filters !== undefined && sub.name === 'diff' ? { contents: true } : {}),
    },
    // With -C the names in the output start at another folder.
    ...(shape === undefined || folder !== undefined ? {} : { shape }),
    ...(filters === undefined
      ? {}
      : {
          filters: {
            ...(filters.instead === undefined
              ? {}
              : { instead: [...front, ...below(filters.instead, folder)] }),
            ...(folder === undefined ? {} : { folder }),
          },
        }),
  });
}

/** The paths among the arguments, looked up in the folder of -C. */
function below(args: readonly Argument[], folder: PathOperand | undefined): readonly Argument[] {
  if (folder === undefined) return args;
  return args.map((one) =>
    one.kind === 'path' ? { kind: 'path', path: { ...one.path, below: folder } } : one,
  );
}

function joinFolders(outer: string | undefined, inner: string): string {
  return outer === undefined || inner.startsWith('/') ? inner : `${outer}/${inner}`;
}

/** One `-C FOLDER`, `--no-pager` and `--no-optional-locks` may stand in front. */
function readGlobals(words: readonly Word[], context: StageContext): Result<Globals, Refusal> {
  let index = 0;
  let folder: PathOperand | undefined;
  let folderText: string | undefined;
  for (; index < words.length; index += 1) {
    const word = words[index];
    if (word?.text.startsWith('-') !== true) break;
    if (word.text === '--no-pager' || word.text === '--no-optional-locks') continue;
    const spelled = word.text.replace(/=.*$/s, '');
    const data = { option: spelled, command: 'git' };
    const value = words[index + 1];
    if (word.text === '-C' && value !== undefined && folder === undefined) {
      const path = checkPath(value, context, { guard: 'metadata', globs: false });
      if (!path.ok) return path;
      folder = path.value;
      folderText = value.text;
      index += 1;
      continue;
    }
    const refused: Readonly<Record<string, RefusalRule>> = GLOBAL_REFUSED;
    return err(
      refuseWord(Object.hasOwn(refused, spelled) ? (refused[spelled] ?? 'option') : 'option', word, data),
    );
  }
  return ok({
    rest: words.slice(index),
    ...(folder === undefined ? {} : { folder }),
    ...(folderText === undefined ? {} : { folderText }),
  });
}

function findSubcommand(
  words: readonly Word[],
): { readonly sub: GitSubcommand; readonly words: number } | undefined {
  const [first, second] = words;
  if (first === undefined || first.raw !== first.text) return undefined;
  if (first.text === 'reflog') {
    const sub = GIT_SUBCOMMANDS.find((row) => row.name === 'reflog');
    if (sub === undefined || /^(?:expire|delete|drop|exists|list|write)$/.test(second?.text ?? ''))
      return undefined;
    return { sub, words: second?.text === 'show' ? 2 : 1 };
  }
  const two = GIT_SUBCOMMANDS.find((row) => row.name === `${first.text} ${second?.text ?? ''}`);
  if (two !== undefined) return { sub: two, words: 2 };
  const one = GIT_SUBCOMMANDS.find((row) => row.name === first.text);
  return one === undefined ? undefined : { sub: one, words: 1 };
}

function refuseSubcommand(name: Word, next: Word | undefined): Refusal {
  const data = {
    subcommand:
      next !== undefined && /^(?:stash|worktree|reflog)$/.test(name.text)
        ? `${name.text} ${next.text}`
        : name.text,
  };
  if (NETWORK.includes(name.text))
    return refuseWord('network', name, { ...data, command: `git ${name.text}` });
  if (RUNS.includes(name.text))
    return refuseWord('runs-programs', name, { ...data, command: `git ${name.text}` });
  return refuseWord('subcommand', name, data);
}

function buildSubcommand(
  sub: GitSubcommand,
  args: ParsedArguments,
  context: StageContext,
): Result<StagePlan, Refusal> {
  const except = ['e', 'and', 'or', 'not', 'list'];
  const flags = emitOptions(args, context, sub.operands === 'grep' ? except : []);
  if (!flags.ok) return flags;
  const words = sub.name.split(' ');
  // `branch --list --show-current` is a usage error, and the latter only prints.
  const before = has(args, 'show-current') ? [] : sub.before;
  const front: readonly Argument[] = [...own(...words, ...before), ...flags.value];
  const left = exclusions(sub, args, context).length > 0;
  const notes = { notes: [...notesOf(args), ...(left ? [SECRETS_LEFT_OUT] : [])] };
  if (sub.operands === 'grep') {
    const plan = grepOperands(sub, args, context);
    return plan.ok ? ok({ ...plan.value, ...notes, args: [...front, ...plan.value.args] }) : plan;
  }
  if (sub.operands === 'blame') return buildBlame(args, context, front);
  const operands = gitOperands(sub, args, context);
  if (!operands.ok) return operands;
  if (left && sub.name.startsWith('stash '))
    return ok({ args: stashArguments(sub, args, flags.value, operands.value), ...notes });
  const plan = { args: [...front, ...operands.value], ...notes };
  return ok(readsWorkTree(sub, args, operands.value) ? { ...plan, filters: {} } : plan);
}

/** The two commands on stashes that take no pathspec, as those that they stand for. */
function stashArguments(
  sub: GitSubcommand,
  args: ParsedArguments,
  flags: readonly Argument[],
  operands: readonly Argument[],
): readonly Argument[] {
  const left = operands.slice(operands.findIndex((one) => one.kind === 'own' && one.text === '--'));
  if (sub.name === 'stash list') {
    const walk = ['-g', '--first-parent', '-m', '--format=%gd: %gs'];
    return [...own('log', ...NO_DRIVERS, ...walk), ...flags, ...own('refs/stash'), ...left];
  }
  const given = args.operands[0]?.text ?? '0';
  const stash = /^[0-9]+$/.test(given) ? `stash@{${given}}` : given;
  return [...own('diff', ...NO_DRIVERS), ...flags, text(`${stash}^1`), text(stash), ...left];
}

/** What the host must know of the repository before the command runs. */
function repositoryCheck(
  sub: GitSubcommand,
  args: ParsedArguments,
  context: StageContext,
  folder: PathOperand | undefined,
): GitRepositoryCheck {
  const links = sub.name === 'ls-files' && has(args, 'm');
  const nameless = namelessRevisions(sub, args, context);
  return {
    ...(folder === undefined ? {} : { folder }),
    ...(links ? { links } : {}),
    ...(sub.name === 'diff' && isOfContents(args) ? { required: true } : {}),
    ...(sub.name === 'remote' && has(args, 'v') ? { addresses: true } : {}),
    ...(nameless.length === 0 ? {} : { nameless }),
  };
}

/** True if filters of the repository could run on work files. */
function readsWorkTree(sub: GitSubcommand, args: ParsedArguments, operands: readonly Argument[]): boolean {
  if (sub.name === 'status') return true;
  if (sub.name === 'ls-files') return has(args, 'm');
  if (sub.name !== 'diff' || has(args, 'cached')) return false;
  const dashes = operands.findIndex((argument) => argument.kind === 'own' && argument.text === '--');
  const revisions = operands
    .slice(0, dashes < 0 ? operands.length : dashes)
    .flatMap((one) => (one.kind === 'text' ? [one.text] : []));
  return revisions.length < 2 && !revisions.some((revision) => revision.includes('..'));
}

function buildBlame(
  args: ParsedArguments,
  context: StageContext,
  front: readonly Argument[],
): Result<StagePlan, Refusal> {
  const operands = blameOperands(args, context);
  if (!operands.ok) return operands;
  const { revision, path } = operands.value;
  const file: readonly Argument[] = [...own('--'), { kind: 'path', path }];
  const [name, ...flags] = front;
  const start = [...(name === undefined ? [] : [name]), ...own('--no-textconv'), ...flags];
  const shaped =
    has(args, 'p') || has(args, 'line-porcelain') || has(args, 'n')
      ? {}
      : { shape: { kind: 'blame', file: path.text } as const };
  if (revision !== undefined) {
    const refusal = checkRevision(revision);
    if (refusal !== undefined) return err(refusal);
    return ok({ args: [...start, text(revision.text), ...file], ...shaped });
  }
  return ok({
    args: [...start, ...file],
    ...shaped,
    filters: { instead: [...start, ...own('HEAD'), ...file] },
  });
}

/** git, hardened, with the subcommands that only look. */
export const GIT_ROW: CommandRow = command({
  name: 'git',
  help: 'history of the code',
  example: 'git log --oneline -20',
  options: options(
    'C =file : starts in this folder',
    '--no-pager - : always given by Sonde',
    '--no-optional-locks - : always done by Sonde',
  ),
  operands: [],
  cost: 'history',
  adds: 'settings that switch off pagers, hooks, monitors, filters, external programs and the network',
  refused: GLOBAL_REFUSED,
  subcommands: GIT_SUBCOMMANDS,
  userlands: ['git'],
  ownWords: true,
  build: buildGit,
});
