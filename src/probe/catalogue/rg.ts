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
import { because, command } from './define.ts';
import { options } from './options.ts';
import type { CommandRow } from './row.ts';

const RG_OPTIONS = options(
  'F --fixed-strings',
  'i --ignore-case',
  'S --smart-case',
  's --case-sensitive',
  'v --invert-match',
  'w --word-regexp',
  'x --line-regexp',
  'c --count',
  'n --line-number',
  'N --no-line-number',
  'H --with-filename',
  'I --no-filename',
  'l --files-with-matches',
  'o --only-matching',
  'u --unrestricted',
  'U --multiline',
  'a --text',
  'L --follow -links-not-followed',
  'q --quiet',
  'p --pretty -',
  'P --pcre2',
  '0 --null',
  '--files-without-match',
  '--hidden',
  '--no-hidden',
  '--no-ignore',
  '--no-ignore-vcs',
  '--multiline-dotall',
  '--files',
  '--type-list',
  '--count-matches',
  '--stats',
  '--trim',
  '--json',
  '--vimgrep',
  '--column',
  '--heading',
  '--no-heading',
  '--no-messages',
  '--one-file-system',
  '--glob-case-insensitive',
  'e --regexp =pattern',
  'A --after-context =count',
  'B --before-context =count',
  'C --context =count',
  'm --max-count =count',
  'M --max-columns =count',
  'd --max-depth =small',
  'j --threads =width',
  'g --glob =glob',
  '--iglob =glob',
  't --type =word',
  'T --type-not =word',
  '--sort ={none|path|modified|accessed|created}',
  '--sortr ={none|path|modified|accessed|created}',
  '--color ={auto|always|never|ansi} -',
  '--max-filesize =size',
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
    const here = hereOperand(context, args.name.at);
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

/** Keys, passwords and histories, which a search on behalf of others passes by; the last pattern decides. */
const leftOut: readonly Argument[] = [...SENSITIVE_NAMES.folders, ...SENSITIVE_NAMES.files].flatMap((name) =>
  own('-g', `!${name}`),
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
