import { ok, type Result } from '../../base/index.ts';
import { has, valuesOf, type ParsedArguments } from '../lines/arguments.ts';
import type { StageContext } from '../plan/context.ts';
import { checkText, emitOptions, missingOperand, notesOf, own, text } from '../plan/emit-options.ts';
import { checkPaths, hereOperand } from '../plan/paths.ts';
import type { Argument, PathOperand, StagePlan, TreeWalk } from '../plan/plan.ts';
import { leavesSecretsOut, SECRETS_LEFT_OUT, SENSITIVE_NAMES } from '../plan/sensitive.ts';
import type { Refusal } from '../verdict.ts';
import { command } from './define.ts';
import { because } from './reasons.ts';
import { options } from './options.ts';
import type { CommandRow } from './row.ts';

const GREP_OPTIONS = options(
  'E --extended-regexp : the pattern is an extended regular expression',
  'F --fixed-strings : the pattern is plain text',
  'G --basic-regexp !busybox : the pattern is a basic regular expression, as it is without this',
  'P --perl-regexp !busybox !bsd : the pattern is a Perl-compatible regular expression',
  'i --ignore-case : upper and lower case are the same',
  'y - : the old spelling of -i',
  'v --invert-match : lines that do not match',
  'w --word-regexp : matches whole words only',
  'x --line-regexp : matches whole lines only',
  'c --count : counts the matching lines of each file',
  'n --line-number : puts the line number in front of each line',
  'H --with-filename : puts the name of the file in front of each line',
  'h --no-filename : leaves out the names of files',
  'l --files-with-matches : only names of files that have a match',
  'L --files-without-match : only names of files that have none',
  'o --only-matching : prints each match alone instead of its line',
  'q --quiet --silent : prints nothing; the exit status tells',
  's --no-messages : says nothing of missing or unreadable files',
  'r --recursive : searches everything below the folders',
  'R --dereference-recursive : as -r; Sonde does not follow links on the way',
  'a --text !busybox : treats binary files as text',
  'b --byte-offset !busybox : puts the offset in bytes in front of each line',
  'z --null-data !bsd : lines end with a zero byte instead of a newline',
  'T --initial-tab !busybox !bsd : lines up the text behind the prefixes',
  'I !busybox : passes over binary files',
  'e --regexp =pattern : a pattern; may be given several times',
  'A --after-context =count : shows this many lines behind each match',
  'B --before-context =count : shows this many lines in front of each match',
  'C --context =count : shows this many lines around each match',
  'm --max-count =count : stops reading a file after this many matching lines',
  '--include =glob !busybox : searches only files with such names',
  '--exclude =glob !busybox : passes over files with such names',
  '--exclude-dir =glob !busybox : passes over folders with such names',
  '--color --colour ?{auto|always|never} - : accepted and left out: output is never coloured',
  '--binary-files ={text|without-match|binary} !busybox : what to do with binary files',
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
      const here = hereOperand(context, args.name.at, 'content');
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

/**
 * The same search for busybox, whose `grep -r` follows links and opens whatever it finds, and for OpenBSD, whose
 * `grep -r` opens named pipes.
 */
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
    userlands: ['busybox', 'openbsd'],
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
    operands: [
      { kind: 'pattern', count: 'one', help: 'what to look for', unless: ['e'] },
      {
        kind: 'path',
        count: 'some',
        help: 'files to read; none behind a pipe; with -r also folders, or none for the current one',
        piped: true,
        freeWith: ['r', 'R'],
      },
    ],
    cost: 'files',
    dearer: { r: 'tree', R: 'tree' },
    bounds: ['include'],
    adds: '-D skip, so that no device, socket or pipe is read, and -e in front of each pattern',
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
