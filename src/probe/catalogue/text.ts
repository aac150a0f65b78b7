import { ok } from '../../base/index.ts';
import { has, valuesOf, type ParsedArguments } from '../lines/arguments.ts';
import { bareCommand, fileCommand } from '../plan/build.ts';
import { checkText, emitOptions, extraOperand, missingOperand, own, text } from '../plan/emit-options.ts';
import type { PathOperand } from '../plan/plan.ts';
import type { HitShape } from '../plan/shape.ts';
import { BYTE_ROWS } from './bytes.ts';
import { command } from './define.ts';
import { because } from './reasons.ts';
import { GZIP_ROW } from './gzip.ts';
import { FILES, ONLY_FILES } from './operands.ts';
import { options } from './options.ts';
import type { CommandRow } from './row.ts';

/** The one file that a command was given, if it was one. */
function onlyFile(files: readonly PathOperand[]): string | undefined {
  const [first, second] = files;
  return first === undefined || second !== undefined || first.glob || first.home ? undefined : first.text;
}

function headShape(args: ParsedArguments, files: readonly PathOperand[]): HitShape | undefined {
  const file = onlyFile(files);
  if (file === undefined || has(args, 'c') || has(args, 'v')) return undefined;
  return { kind: 'sequence', file, start: 1 };
}

/** tail names its lines only where it counts from the start. */
function tailShape(args: ParsedArguments, files: readonly PathOperand[]): HitShape | undefined {
  const file = onlyFile(files);
  const from = /^\+([0-9]+)$/.exec(valuesOf(args, 'n').at(-1) ?? '')?.[1];
  if (file === undefined || from === undefined || has(args, 'c') || has(args, 'v')) return undefined;
  return { kind: 'sequence', file, start: Math.max(1, Number(from)) };
}

function catShape(args: ParsedArguments, files: readonly PathOperand[]): HitShape | undefined {
  const file = onlyFile(files);
  if (file === undefined || ['b', 's', 'A', 'E', 'T', 'v', 'e', 't'].some((key) => has(args, key)))
    return undefined;
  return has(args, 'n') ? { kind: 'counted', file } : { kind: 'sequence', file, start: 1 };
}

const HEAD_OPTIONS = options(
  'n --lines =signed !toybox(negative) !bsd(negative) !openbsd(negative) : this many lines',
  'c --bytes =size !toybox(negative) !bsd(negative) !bsd(unit) : this many bytes',
  'q --quiet --silent !bsd : never puts the name in front of a file',
  'v --verbose !bsd : always puts the name in front of a file',
);

const TAIL_OPTIONS = options(
  'n --lines =signed : this many lines',
  'c --bytes =size !bsd(unit) !openbsd(unit) : this many bytes',
  'q --quiet --silent : never puts the name in front of a file',
  'v --verbose !bsd : always puts the name in front of a file',
);

/** Commands that print files or change what flows through a pipe. */
export const TEXT_ROWS: readonly CommandRow[] = [
  command({
    name: 'head',
    help: 'the first lines',
    example: 'head -n 40 app.py',
    operands: FILES,
    cost: 'files',
    options: HEAD_OPTIONS,
    digits: 'n',
    filter: true,
    build: fileCommand({
      filter: true,
      guard: 'content',
      plusIsOption: true,
      shape: headShape,
      passes: (args) => (has(args, 'c') ? undefined : 'first'),
    }),
  }),
  command({
    name: 'tail',
    help: 'the last lines; -n +N from line N on',
    example: 'tail -n +120 app.py',
    operands: FILES,
    cost: 'files',
    options: TAIL_OPTIONS,
    digits: 'n',
    filter: true,
    refused: because(
      'follow',
      '-f',
      '-F',
      '--follow',
      '--retry',
      '--pid',
      '-s',
      '--sleep-interval',
      '--max-unchanged-stats',
    ),
    build: fileCommand({
      filter: true,
      guard: 'content',
      plusIsOption: true,
      shape: tailShape,
      passes: (args) => (has(args, 'c') ? undefined : 'lines'),
    }),
  }),
  command({
    name: 'cat',
    help: 'whole files',
    example: 'cat -n setup.cfg',
    operands: FILES,
    cost: 'files',
    options: options(
      'n --number : numbers every line',
      'b --number-nonblank !busybox : numbers every line that is not empty',
      's --squeeze-blank !busybox : folds several empty lines into one',
      'A --show-all !bsd : shows tabs, line ends and controls',
      'E --show-ends !busybox !bsd : shows line ends as $',
      'T --show-tabs !busybox !bsd : shows tabs as ^I',
      'v --show-nonprinting : shows controls as ^X and M-X',
      'e : shows line ends and controls',
      't : shows tabs and controls',
    ),
    filter: true,
    build: fileCommand({
      filter: true,
      guard: 'content',
      shape: catShape,
      passes: (args) => (args.options.length === 0 ? 'first' : undefined),
    }),
  }),
  command({
    name: 'wc',
    help: 'counts lines, words, bytes',
    example: 'grep -rl TODO . | wc -l',
    operands: FILES,
    cost: 'files',
    options: options(
      'l --lines : counts lines',
      'w --words : counts words',
      'c --bytes : counts bytes',
      'm --chars : counts characters',
      'L --max-line-length !bsd : the length of the longest line',
    ),
    filter: true,
    refused: because('option', '--files0-from'),
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'sort',
    help: 'sorts lines, in memory',
    example: 'cut -d: -f1 hits.txt | sort -u',
    operands: FILES,
    cost: 'files',
    adds: '-S 64M -T /nonexistent, so that it sorts in memory and writes no file',
    options: options(
      'n --numeric-sort : by the number at the start',
      'r --reverse : from last to first',
      'u --unique : each of equal lines once',
      'b --ignore-leading-blanks : leading blanks do not count',
      'f --ignore-case : upper and lower case are the same',
      'V --version-sort : as version numbers: 1.9 before 1.10',
      'g --general-numeric-sort : by floating-point numbers',
      'M --month-sort : by names of months',
      'd --dictionary-order : only blanks, letters and digits count',
      'i --ignore-nonprinting : controls do not count',
      's --stable : equal keys keep their order',
      'z --zero-terminated : lines end with a zero byte instead of a newline',
      'h --human-numeric-sort !busybox : by sizes such as 2K and 1G',
      'k --key =key : by these fields, such as 2,2n',
      't --field-separator =char : what stands between the fields',
    ),
    filter: true,
    refused: {
      ...because('writes', '-o', '--output', '-T', '--temporary-directory'),
      ...because('runs-programs', '--compress-program'),
      ...because(
        'option',
        '-S',
        '--buffer-size',
        '-R',
        '--random-sort',
        '--random-source',
        '--files0-from',
        '-m',
        '-c',
        '-C',
        '--parallel',
        '--batch-size',
      ),
    },
    build: fileCommand({
      filter: true,
      guard: 'content',
      plusIsOption: true,
      before: own('-S', '64M', '-T', '/nonexistent'),
      passes: () => 'lines',
    }),
  }),
  command({
    name: 'uniq',
    help: 'folds equal neighbouring lines',
    example: 'sort names.txt | uniq -c',
    operands: [{ kind: 'path', count: 'one', help: 'the file to read; none behind a pipe', piped: true }],
    cost: 'files',
    options: options(
      'c --count : puts the number of occurrences in front',
      'd --repeated : only lines that occur several times',
      'u --unique : only lines that occur once',
      'i --ignore-case : upper and lower case are the same',
      'f --skip-fields =count : the first fields do not count',
      's --skip-chars =count : the first characters do not count',
      'w --check-chars =count !bsd : only this many characters count',
    ),
    filter: true,
    build: fileCommand({
      filter: true,
      guard: 'content',
      globs: false,
      most: 1,
      plusIsOption: true,
      passes: (args) => (has(args, 'c') ? undefined : 'lines'),
    }),
  }),
  command({
    name: 'cut',
    help: 'columns of lines',
    example: 'cut -d: -f1,3 table.txt',
    operands: FILES,
    cost: 'files',
    options: options(
      'd --delimiter =char : what stands between the fields; a tab without this',
      'f --fields =list : these fields, such as 1,3-5',
      'c --characters =list : these characters of each line',
      'b --bytes =list : these bytes of each line',
      's --only-delimited : leaves out lines without a delimiter',
      '--complement !busybox !bsd : everything but what was chosen',
    ),
    filter: true,
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'tr',
    help: 'replaces or deletes characters',
    example: "cut -f1 names.txt | tr 'a-z' 'A-Z'",
    operands: [
      { kind: 'set', count: 'one', help: 'the characters to replace or delete' },
      { kind: 'set', count: 'optional', help: 'what they become' },
    ],
    cost: 'files',
    options: options(
      'd --delete : deletes the characters of the set',
      's --squeeze-repeats : folds repeats of a character into one',
      'c --complement : means all characters that are not in the set',
      'C : as -c, by characters',
    ),
    filter: true,
    build: (args, context) => {
      const [first, second, third] = args.operands;
      if (first === undefined || !context.piped)
        return missingOperand(args, first === undefined ? 'set' : 'pipe');
      if (third !== undefined) return extraOperand(args, third);
      const refusal = args.operands.map(checkText).find((found) => found !== undefined);
      if (refusal !== undefined) return { ok: false, error: refusal };
      const flags = emitOptions(args, context);
      if (!flags.ok) return flags;
      const sets = second === undefined ? [first] : [first, second];
      return ok({ args: [...flags.value, ...own('--'), ...sets.map((word) => text(word.text))] });
    },
  }),
  command({
    name: 'nl',
    help: 'numbers lines',
    example: 'nl -ba app.py',
    operands: FILES,
    cost: 'files',
    options: options(
      'b --body-numbering ={a|t|n} : which lines: all, those with text, none',
      'w --number-width =width : columns of the number',
      's --number-separator =separator : what stands behind the number',
      'n --number-format ={ln|rn|rz} !busybox : left, right, or right with leading zeros',
      'v --starting-line-number =count : the first number',
      'i --line-increment =count : the step from line to line',
    ),
    filter: true,
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'paste',
    help: 'puts lines side by side',
    example: 'paste -sd, names.txt',
    operands: FILES,
    cost: 'files',
    options: options(
      's --serial : one file a line instead of side by side',
      'd --delimiters =separator : what is put between, in turn',
    ),
    filter: true,
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'fold',
    help: 'breaks long lines',
    example: 'fold -w 100 -s log.txt',
    operands: FILES,
    cost: 'files',
    options: options(
      'w --width =small : the width; 80 without this',
      's --spaces : breaks at blanks',
      'b --bytes : counts bytes instead of columns',
    ),
    filter: true,
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'column',
    help: 'lines into a table',
    example: 'cut -d: -f1,2 table.txt | column -ts:',
    operands: FILES,
    cost: 'files',
    options: options(
      't --table : finds the columns and lines them up',
      'x --fillrows : fills rows before columns',
      's --separator =separator : what stands between the columns',
      'c --output-width =small : the width of the output',
    ),
    filter: true,
    userlands: ['gnu', 'bsd'],
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'rev',
    help: 'each line backwards',
    example: 'rev names.txt',
    operands: FILES,
    cost: 'files',
    filter: true,
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'tac',
    help: 'lines from last to first; of files only',
    example: 'tac CHANGES.txt',
    operands: ONLY_FILES,
    cost: 'files',
    userlands: ['gnu', 'busybox'],
    build: fileCommand({ filter: false, least: 1, guard: 'content' }),
  }),
  ...BYTE_ROWS,
  GZIP_ROW,
  command({
    name: 'pwd',
    help: 'the folder where probes start',
    example: 'pwd',
    operands: [],
    cost: 'instant',
    options: options('P - : without links, as probes always start', 'L - : accepted and left out'),
    build: bareCommand,
  }),
];
