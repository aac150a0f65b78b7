import { ok } from '../../base/index.ts';
import { has, valuesOf, type ParsedArguments } from '../lines/arguments.ts';
import { bareCommand, fileCommand } from '../plan/build.ts';
import { checkText, emitOptions, extraOperand, missingOperand, own, text } from '../plan/emit-options.ts';
import type { PathOperand } from '../plan/plan.ts';
import type { HitShape } from '../plan/shape.ts';
import { because, command } from './define.ts';
import { GZIP_ROW } from './gzip.ts';
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

const HEAD_OPTIONS = options('n --lines =signed', 'c --bytes =size', 'q --quiet --silent', 'v --verbose');

/** Commands that print files or change what flows through a pipe. */
export const TEXT_ROWS: readonly CommandRow[] = [
  command({
    name: 'head',
    help: 'the first lines',
    example: 'head -n 40 app.py',
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
    options: HEAD_OPTIONS,
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
    options: options(
      'n --number',
      'b --number-nonblank !busybox',
      's --squeeze-blank !busybox',
      'A --show-all !bsd',
      'E --show-ends !busybox !bsd',
      'T --show-tabs !busybox !bsd',
      'v --show-nonprinting',
      'e',
      't',
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
    options: options('l --lines', 'w --words', 'c --bytes', 'm --chars', 'L --max-line-length !bsd'),
    filter: true,
    refused: because('option', '--files0-from'),
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'sort',
    help: 'sorts lines, in memory',
    example: 'cut -d: -f1 hits.txt | sort -u',
    options: options(
      'n --numeric-sort',
      'r --reverse',
      'u --unique',
      'b --ignore-leading-blanks',
      'f --ignore-case',
      'V --version-sort !bsd',
      'g --general-numeric-sort',
      'M --month-sort',
      'd --dictionary-order',
      'i --ignore-nonprinting',
      's --stable',
      'z --zero-terminated',
      'h --human-numeric-sort',
      'k --key =key',
      't --field-separator =char',
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
    options: options(
      'c --count',
      'd --repeated',
      'u --unique',
      'i --ignore-case',
      'f --skip-fields =count',
      's --skip-chars =count',
      'w --check-chars =count !bsd',
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
    options: options(
      'd --delimiter =char',
      'f --fields =list',
      'c --characters =list',
      'b --bytes =list',
      's --only-delimited',
      '--complement !busybox !bsd',
    ),
    filter: true,
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'tr',
    help: 'replaces or deletes characters',
    example: "cut -f1 names.txt | tr 'a-z' 'A-Z'",
    options: options('d --delete', 's --squeeze-repeats', 'c --complement', 'C'),
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
    options: options(
      'b --body-numbering ={a|t|n}',
      'w --number-width =width',
      's --number-separator =separator',
      'n --number-format ={ln|rn|rz}',
      'v --starting-line-number =count',
      'i --line-increment =count',
    ),
    filter: true,
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'paste',
    help: 'puts lines side by side',
    example: 'paste -sd, names.txt',
    options: options('s --serial', 'd --delimiters =separator'),
    filter: true,
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'fold',
    help: 'breaks long lines',
    example: 'fold -w 100 -s log.txt',
    options: options('w --width =small', 's --spaces', 'b --bytes'),
    filter: true,
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'column',
    help: 'lines into a table',
    example: 'cut -d: -f1,2 table.txt | column -ts:',
    options: options('t --table', 'x --fillrows', 's --separator =separator', 'c --output-width =small'),
    filter: true,
    userlands: ['gnu', 'bsd'],
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'rev',
    help: 'each line backwards',
    example: 'rev names.txt',
    filter: true,
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'tac',
    help: 'lines from last to first; of files only',
    example: 'tac CHANGES.txt',
    userlands: ['gnu', 'busybox'],
    build: fileCommand({ filter: false, least: 1, guard: 'content' }),
  }),
  ...['md5sum', 'sha1sum', 'sha256sum'].map((name) =>
    command({
      name,
      help: 'checksum of files',
      example: `${name} app.py`,
      options: options('b --binary !busybox', 't --text !busybox'),
      filter: true,
      userlands: ['gnu', 'busybox'],
      refused: because('option', '-c', '--check'),
      build: fileCommand({ filter: true, guard: 'content' }),
    }),
  ),
  command({
    name: 'cksum',
    help: 'checksum and size of files',
    example: 'cksum app.py',
    filter: true,
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'od',
    help: 'bytes of files',
    example: 'od -A d -t x1z -N 64 data.bin',
    options: options(
      'A --address-radix ={d|o|x|n}',
      't --format =word',
      'N --read-bytes =count',
      'j --skip-bytes =count',
      'v --output-duplicates',
      'c',
      'x',
      'b',
    ),
    filter: true,
    build: fileCommand({ filter: true, guard: 'content', plusIsOption: true }),
  }),
  command({
    name: 'hexdump',
    help: 'bytes of files',
    example: 'hexdump -C -n 64 data.bin',
    options: options(
      'C --canonical',
      'b --one-byte-octal',
      'c --one-byte-char',
      'd',
      'o',
      'x',
      'v --no-squeezing',
      'n --length =count',
      's --skip =count',
    ),
    filter: true,
    refused: because('option', '-f', '--format-file', '-e', '--format'),
    build: fileCommand({ filter: true, guard: 'content' }),
  }),
  command({
    name: 'strings',
    help: 'readable text in binary files',
    example: 'strings -n 8 build/app',
    options: options('a --all', 'f --print-file-name', 'n --bytes =small', 't --radix ={d|o|x}'),
    filter: true,
    refused: because('option', '-T', '--target', '-s', '--output-separator', '-d', '--data'),
    // A name that starts with @ would be read as a file of options.
    build: fileCommand({ filter: true, guard: 'content', unsafeStart: /^[-@]/ }),
  }),
  GZIP_ROW,
  command({
    name: 'pwd',
    help: 'the folder where probes start',
    example: 'pwd',
    options: options('P -', 'L -'),
    build: bareCommand,
  }),
];
