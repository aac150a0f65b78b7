import { ok, type Result } from '../../base/index.ts';
import { has, valuesOf, type ParsedArguments } from '../lines/arguments.ts';
import type { StageContext } from '../plan/context.ts';
import { checkText, emitOptions, missingOperand, notesOf, own, text } from '../plan/emit-options.ts';
import { checkPaths, hereOperand } from '../plan/paths.ts';
import type { Argument, PathOperand, StagePlan, TreeWalk } from '../plan/plan.ts';
import { leavesSecretsOut, SECRETS_LEFT_OUT, SENSITIVE_NAMES } from '../plan/sensitive.ts';
import type { Refusal } from '../verdict.ts';
import { because, command } from './define.ts';
import { options } from './options.ts';
import type { CommandRow } from './row.ts';

const GREP_OPTIONS = options(
  'E --extended-regexp',
  'F --fixed-strings',
  'G --basic-regexp !busybox',
  'P --perl-regexp !busybox !bsd',
  'i --ignore-case',
  'y -',
  'v --invert-match',
  'w --word-regexp',
  'x --line-regexp',
  'c --count',
  'n --line-number',
  'H --with-filename',
  'h --no-filename',
  'l --files-with-matches',
  'L --files-without-match',
  'o --only-matching',
  'q --quiet --silent',
  's --no-messages',
  'r --recursive',
  'R --dereference-recursive',
  'a --text !busybox',
  'b --byte-offset !busybox',
  'z --null-data !bsd',
  'T --initial-tab !busybox !bsd',
  'I !busybox',
  'e --regexp =pattern',
  'A --after-context =count',
  'B --before-context =count',
  'C --context =count',
  'm --max-count =count',
  '--include =glob !busybox',
  '--exclude =glob !busybox',
  '--exclude-dir =glob !busybox',
  '--color --colour ?{auto|always|never} -',
  '--binary-files ={text|without-match|binary} !busybox',
);

function buildGrep(mode: string | undefined) {
  return (args: ParsedArguments, context: StageContext): Result<StagePlan, Refusal> => {
    let patterns = valuesOf(args, 'e');
    let files = args.operands;
    if (patterns.length === 0) {
      const [pattern, ...rest] = args.operands;
      if (pattern === undefined) return missingOperand(args, 'pattern');
      const refusal = checkText(pattern);
      if (refusal !== undefined) return { ok: false, error: refusal };
      patterns = [pattern.text];
      files = rest;
    }
    const recursive = has(args, 'r') || has(args, 'R');
    if (files.length === 0 && !recursive && !context.piped) return missingOperand(args, 'file');
    const checked = checkPaths(files, context, { guard: 'content', recursive });
    if (!checked.ok) return checked;
    let paths = checked.value;
    if (paths.length === 0 && recursive) {
      const here = hereOperand(context, args.name.at);
      if (!here.ok) return here;
      paths = [here.value];
    }
    const flags = emitOptions(args, context, ['e', 'r', 'R']);
    if (!flags.ok) return flags;
    const quiet = recursive && leavesSecretsOut(context.facts);
    const given = patterns.flatMap((pattern) => [...own('-e'), text(pattern)]);
    const operands = paths.map((path): Argument => ({ kind: 'path', path }));
    return ok({
      args: [
        { kind: 'own', text: '-D', only: ['gnu', 'bsd'] },
        { kind: 'own', text: 'skip', only: ['gnu', 'bsd'] },
        ...(mode === undefined ? [] : own(mode)),
        ...(recursive ? [{ kind: 'text', text: '-r', missing: ['busybox'] } as const] : []),
        ...flags.value,
        ...(quiet ? leftOut : []),
        ...given,
        ...(paths.length === 0 ? [] : own('--')),
        ...operands,
      ],
      notes: [
        ...notesOf(args),
        ...(has(args, 'R') ? ['links-not-followed'] : []),
        ...(quiet ? [SECRETS_LEFT_OUT] : []),
      ],
      ...shapeOf(args, paths, recursive),
      ...(recursive
        ? { walk: walkOf(args, context, mode === undefined ? [] : own(mode), given, operands) }
        : {}),
      ...(paths.length === 0 && isPassing(args) ? { passes: 'lines' as const } : {}),
    });
  };
}

/** Keys, passwords and histories, which a search on behalf of others passes by. */
const leftOut: readonly Argument[] = [
  ...SENSITIVE_NAMES.folders.map((name) => `--exclude-dir=${name}`),
  ...SENSITIVE_NAMES.files.map((name) => `--exclude=${name}`),
].map((option) => ({ kind: 'own', text: option, only: ['gnu', 'bsd'] }));

/** The same search for busybox, whose `grep -r` follows links and opens whatever it finds. */
function walkOf(
  args: ParsedArguments,
  context: StageContext,
  mode: readonly Argument[],
  patterns: readonly Argument[],
  paths: readonly Argument[],
): TreeWalk {
  const quiet = leavesSecretsOut(context.facts);
  const names = (key: string, more: readonly string[] = []): readonly (readonly Argument[])[] =>
    [...valuesOf(args, key), ...(quiet ? more : [])].map((glob) => [...own('-name'), text(glob)]);
  const pruned = names('exclude-dir', SENSITIVE_NAMES.folders).flatMap((name) => [
    ...own('-type', 'd'),
    ...name,
    ...own('-prune', '-o'),
  ]);
  const included = names('include').flatMap((name, index) => [...(index === 0 ? [] : own('-o')), ...name]);
  const excluded = names('exclude', SENSITIVE_NAMES.files).flatMap((name) => [...own('!'), ...name]);
  const flags = emitOptions(args, context, ['e', 'r', 'R', 'include', 'exclude', 'exclude-dir']);
  return {
    userland: 'busybox',
    paths,
    tests: [
      ...pruned,
      ...own('-type', 'f'),
      ...(included.length === 0 ? [] : [...own('('), ...included, ...own(')')]),
      ...excluded,
    ],
    args: [...mode, ...(has(args, 'h') ? [] : own('-H')), ...(flags.ok ? flags.value : []), ...patterns],
  };
}

const NOT_LINES = ['c', 'l', 'L', 'q', 'b', 'z', 'T', 'o'];

/** As a filter, hands whole lines on. */
function isPassing(args: ParsedArguments): boolean {
  return !['n', 'H', 'A', 'B', 'C', ...NOT_LINES].some((key) => has(args, key));
}

function shapeOf(
  args: ParsedArguments,
  paths: readonly PathOperand[],
  recursive: boolean,
): Pick<StagePlan, 'shape'> {
  if (!has(args, 'n') || NOT_LINES.some((key) => key !== 'o' && has(args, key))) return {};
  const files = paths.map((path) => path.prefix + path.text);
  const [first, second] = paths;
  if (first === undefined) return {};
  if (has(args, 'h'))
    return second === undefined && !recursive && !first.glob
      ? { shape: { kind: 'numbered', file: first.text } }
      : {};
  if (second === undefined && !recursive && !first.glob && !has(args, 'H')) {
    return { shape: { kind: 'numbered', file: first.text } };
  }
  return {
    shape: {
      kind: 'located',
      files: paths.some((path) => path.glob || path.home) ? [] : files,
      column: false,
    },
  };
}

function grepRow(name: string, mode: string | undefined, help: string, example: string): CommandRow {
  return command({
    name,
    tool: 'grep',
    help,
    example,
    options: GREP_OPTIONS,
    digits: 'C',
    filter: true,
    refused: because(
      'option',
      '-f',
      '--file',
      '-D',
      '--devices',
      '-d',
      '--directories',
      '-U',
      '--line-buffered',
      '-u',
      '-Z',
    ),
    unordered: (args) => has(args, 'r') || has(args, 'R'),
    build: buildGrep(mode),
  });
}

/** grep under its three names; the two old ones are scripts on the host and run as grep. */
export const GREP_ROWS: readonly CommandRow[] = [
  grepRow('grep', undefined, 'lines that match a pattern', "grep -rn 'class .*Manager' --include='*.py' ."),
  grepRow('egrep', '-E', 'grep with extended patterns', "egrep -n 'load|store' app.py"),
  grepRow('fgrep', '-F', 'grep for plain text', "fgrep -n 'x[0]' app.py"),
];
