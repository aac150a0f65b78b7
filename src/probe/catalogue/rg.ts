import { ok, type Result } from '../../base/index.ts';
import { has, valuesOf, type ParsedArguments } from '../lines/arguments.ts';
import type { StageContext } from '../plan/context.ts';
import {
  checkText,
  emitOptions,
  extraOperand,
  missingOperand,
  notesOf,
  own,
  text,
} from '../plan/emit-options.ts';
import { checkPaths, hereOperand } from '../plan/paths.ts';
import type { Argument, PathOperand, StagePlan } from '../plan/plan.ts';
import { leavesSecretsOut, SECRETS_LEFT_OUT, SENSITIVE_NAMES } from '../plan/sensitive.ts';
import type { Refusal } from '../verdict.ts';
import { command } from './define.ts';
import { because } from './reasons.ts';
import { options } from './options.ts';
import type { CommandRow } from './row.ts';

const RG_OPTIONS = options(
  'F --fixed-strings : the pattern is plain text',
  'i --ignore-case : upper and lower case are the same',
  'S --smart-case : ignores case where the pattern has no capital',
  's --case-sensitive : upper and lower case differ, as without this',
  'v --invert-match : lines that do not match',
  'w --word-regexp : matches whole words only',
  'x --line-regexp : matches whole lines only',
  'c --count : counts the matching lines of each file',
  'n --line-number : puts the line number in front of each line',
  'N --no-line-number : leaves out line numbers',
  'H --with-filename : names the file of each match',
  'I --no-filename : leaves out the names of files',
  'l --files-with-matches : only names of files that have a match',
  'o --only-matching : prints each match alone instead of its line',
  'u --unrestricted : searches more each time: ignored, hidden, then binary files',
  'U --multiline : a match may reach over several lines',
  'a --text : treats binary files as text',
  'L --follow -links-not-followed : accepted and left out: links are not followed',
  'q --quiet : prints nothing; the exit status tells',
  'p --pretty - : accepted and left out: output is never coloured',
  'P --pcre2 : the pattern is a Perl-compatible regular expression',
  '0 --null : a zero byte stands behind each name',
  '--files-without-match : only names of files that have no match',
  '--hidden : searches hidden files and folders too',
  '--no-hidden : passes over hidden files, as without this',
  '--no-ignore : pays no heed to .gitignore and its kind',
  '--no-ignore-vcs : pays no heed to .gitignore',
  '--multiline-dotall : with -U, a dot matches a line end too',
  '--files : names the files that would be searched; takes no pattern',
  '--type-list : names the types of -t; takes no pattern and no file',
  '--count-matches : counts the matches of each file',
  '--stats : prints figures of the search at the end',
  '--trim : leaves out blanks at the start of each line',
  '--json : prints a JSON object for each match',
  '--vimgrep : one line a match: file, line, column, text',
  '--column : shows the column of the first match',
  '--heading : names each file once, above its matches',
  '--no-heading : names the file in front of each line',
  '--no-messages : says nothing of missing or unreadable files',
  '--one-file-system : stays on the file system of each folder',
  '--glob-case-insensitive : names of -g match in upper and lower case',
  'e --regexp =pattern : a pattern; may be given several times',
  'A --after-context =count : shows this many lines behind each match',
  'B --before-context =count : shows this many lines in front of each match',
  'C --context =count : shows this many lines around each match',
  'm --max-count =count : stops reading a file after this many matching lines',
  'M --max-columns =count : leaves out lines longer than this many bytes',
  'd --max-depth =small : goes this many folders deep',
  'j --threads =width : searches with this many threads',
  'g --glob =glob : searches only such names; with ! in front passes them over',
  '--iglob =glob : as -g, in upper and lower case',
  't --type =word : searches only files of this type, such as py',
  'T --type-not =word : passes over files of this type',
  '--sort ={none|path|modified|accessed|created} : sorts the files, which makes the search slower',
  '--sortr ={none|path|modified|accessed|created} : sorts the files in reverse',
  '--color ={auto|always|never|ansi} - : accepted and left out: output is never coloured',
  '--max-filesize =size : passes over larger files',
);

function buildRg(args: ParsedArguments, context: StageContext): Result<StagePlan, Refusal> {
  if (has(args, 'type-list')) {
    const [extra] = args.operands;
    return extra === undefined ? ok({ args: own('--no-config', '--type-list') }) : extraOperand(args, extra);
  }
  const lists = has(args, 'files');
  let patterns = valuesOf(args, 'e');
  let files = args.operands;
  if (patterns.length === 0 && !lists) {
    const [pattern, ...rest] = args.operands;
    if (pattern === undefined) return missingOperand(args, 'pattern');
    const refusal = checkText(pattern);
    if (refusal !== undefined) return { ok: false, error: refusal };
    patterns = [pattern.text];
    files = rest;
  }
  const checked = checkPaths(files, context, { guard: 'content', recursive: true });
  if (!checked.ok) return checked;
  let paths = checked.value;
  if (paths.length === 0 && (!context.piped || lists)) {
    const here = hereOperand(context, args.name.at, 'content');
    if (!here.ok) return here;
    paths = [{ ...here.value, prefix: './', text: '' }];
  }
  const flags = emitOptions(args, context, ['e', 'd']);
  const quiet = paths.length > 0 && leavesSecretsOut(context.facts);
  if (!flags.ok) return flags;
  return ok({
    args: [
      ...own('--no-config', '--color=never'),
      ...flags.value,
      // Its letter came with version 14.
      ...valuesOf(args, 'd').flatMap((depth) => text(`--max-depth=${depth}`)),
      ...(quiet ? leftOut : []),
      ...patterns.flatMap((pattern): readonly Argument[] => [...own('-e'), text(pattern)]),
      ...(paths.length === 0 ? [] : own('--')),
      ...paths.map((path): Argument => ({ kind: 'path', path })),
    ],
    notes: [...notesOf(args), ...(quiet ? [SECRETS_LEFT_OUT] : [])],
    ...shapeOf(args, paths),
  });
}

/**
 * Keys, passwords and histories, which a search on behalf of others passes by. The last pattern decides, and rg
 * reads those of --iglob behind all of -g, whatever their order.
 */
const leftOut: readonly Argument[] = [...SENSITIVE_NAMES.folders, ...SENSITIVE_NAMES.files].flatMap((name) =>
  own('--iglob', `!${name}`),
);

function shapeOf(args: ParsedArguments, paths: readonly PathOperand[]): Pick<StagePlan, 'shape'> {
  const numbered = has(args, 'n') || has(args, 'vimgrep') || has(args, 'column');
  const other = [
    'c',
    'l',
    'files',
    'files-without-match',
    'json',
    'heading',
    '0',
    'q',
    'N',
    'count-matches',
    'U',
  ];
  if (!numbered || other.some((key) => has(args, key)) || paths.length === 0) return {};
  const files = paths.some((path) => path.glob || path.home)
    ? []
    : paths.map((path) => path.prefix + path.text);
  const [first] = files;
  if (has(args, 'I')) return {};
  if (first === undefined && paths.length < 2 && paths[0]?.text !== '') return {};
  return { shape: { kind: 'located', files, column: has(args, 'vimgrep') || has(args, 'column') } };
}

/** ripgrep, without its configuration file and without anything that starts a program. */
export const RG_ROW: CommandRow = command({
  name: 'rg',
  help: 'lines that match a pattern, in a tree, fast',
  example: "rg -n 'def update' src",
  operands: [
    { kind: 'pattern', count: 'one', help: 'what to look for', unless: ['e', 'files', 'type-list'] },
    { kind: 'path', count: 'any', help: 'files or folders; none means the current folder, or the pipe' },
  ],
  cost: 'tree',
  bounds: ['d', 'g', 'iglob', 't', 'max-filesize'],
  adds: '--no-config --color=never, so that no configuration file can name a program, and -e',
  options: RG_OPTIONS,
  filter: true,
  userlands: ['ripgrep'],
  unordered: (args) => !has(args, 'sort') && !has(args, 'sortr'),
  refused: {
    ...because(
      'runs-programs',
      '--pre',
      '--pre-glob',
      '--hostname-bin',
      '-z',
      '--search-zip',
      '--hyperlink-format',
    ),
    ...because(
      'option',
      '-f',
      '--file',
      '--ignore-file',
      '--debug',
      '--trace',
      '--mmap',
      '--no-config',
      '-r',
      '--replace',
      '--engine',
      '--dfa-size-limit',
      '--regex-size-limit',
    ),
  },
  build: buildRg,
});
