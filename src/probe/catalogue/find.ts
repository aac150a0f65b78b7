import { err, ok, type Result } from '../../base/index.ts';
import type { ParsedArguments } from '../lines/arguments.ts';
import type { Word } from '../lines/words.ts';
import type { StageContext } from '../plan/context.ts';
import { checkText, own, refuseWord, text } from '../plan/emit-options.ts';
import { checkPath, hereOperand } from '../plan/paths.ts';
import type { Argument, PathOperand, StagePlan } from '../plan/plan.ts';
import type { Refusal, RefusalRule } from '../verdict.ts';
import { command } from './define.ts';
import { because } from './reasons.ts';
import { lackValue, type OptionRow, type ValueLack } from './options.ts';
import type { CommandRow } from './row.ts';
import type { Userland } from '../userland.ts';

interface Primary {
  readonly help: string;
  readonly value?: RegExp;
  /** What the value is, for sentences. */
  readonly needs?: string;
  /** Values that are often wanted. */
  readonly suggestions?: readonly string[];
  /** The value is a file whose properties are looked up. */
  readonly file?: true;
  readonly missing?: readonly Userland[];
  /** Values that some userlands lack. */
  readonly lacking?: readonly ValueLack[];
}

const NUMBER = /^[+-]?[0-9]{1,9}$/;
const TEXT = /^[^]{0,500}$/;
const TYPES = /^[bcdpflsD](?:,[bcdpflsD])*$/;
const NO_BUSYBOX = { missing: ['busybox'] } as const;
/** Directives of -printf; widths of at most three digits, so that no output is made of padding. */
const FORMAT =
  /^(?:[^%\\]|\\[abfnrtv0\\]|%%|%[-+ #0]*[0-9]{0,3}(?:\.[0-9]{1,3})?(?:[abcdDfFgGhHiklmMnpPsStuUyY]|[ACTB][@A-Za-z+%]))*$/;

/** What may stand in an expression. Whatever is not here is refused. */
const PRIMARIES: Readonly<Record<string, Primary>> = {
  '-name': { value: TEXT, needs: 'glob', help: 'names that match, without folders' },
  '-iname': { value: TEXT, needs: 'glob', help: 'the same, in upper and lower case' },
  '-path': { value: TEXT, needs: 'glob', help: 'whole paths that match' },
  '-ipath': { value: TEXT, needs: 'glob', help: 'the same, in upper and lower case' },
  '-wholename': { value: TEXT, ...NO_BUSYBOX, needs: 'glob', help: 'another name of -path' },
  '-regex': { value: TEXT, needs: 'pattern', help: 'whole paths that match a regular expression' },
  '-iregex': { value: TEXT, ...NO_BUSYBOX, needs: 'pattern', help: 'the same, in upper and lower case' },
  '-regextype': {
    value: /^[a-z-]{1,30}$/,
    missing: ['busybox', 'bsd'],
    needs: 'word',
    help: 'the kind of regular expression, such as posix-extended',
  },
  '-lname': { value: TEXT, ...NO_BUSYBOX, needs: 'glob', help: 'links whose content matches' },
  '-type': {
    value: TYPES,
    lacking: [
      { form: 'several', missing: ['busybox', 'bsd', 'openbsd'] },
      { form: 'door', missing: ['busybox', 'bsd', 'openbsd'] },
    ],
    needs: 'kind',
    suggestions: ['f', 'd', 'l'],
    help: 'files (f), folders (d), links (l) and so on',
  },
  '-maxdepth': { value: /^[0-9]{1,4}$/, needs: 'count', help: 'goes this many folders deep' },
  '-mindepth': { value: /^[0-9]{1,4}$/, needs: 'count', help: 'only below this many folders' },
  '-size': {
    value: /^[+-]?[0-9]{1,12}[bcwkMG]?$/,
    lacking: [
      { form: 'large', missing: ['busybox'] },
      { form: 'odd', missing: ['bsd', 'openbsd'] },
      { form: 'scaled', missing: ['openbsd'] },
    ],
    needs: 'size',
    help: 'of this size; + for more, - for less, such as +20k',
  },
  '-mtime': { value: NUMBER, needs: 'days', help: 'changed so many days ago; + for longer, - for less' },
  '-mmin': { value: NUMBER, needs: 'minutes', help: 'changed so many minutes ago' },
  '-atime': { value: NUMBER, needs: 'days', help: 'read so many days ago' },
  '-amin': { value: NUMBER, needs: 'minutes', help: 'read so many minutes ago' },
  '-ctime': { value: NUMBER, needs: 'days', help: 'its properties changed so many days ago' },
  '-cmin': { value: NUMBER, needs: 'minutes', help: 'its properties changed so many minutes ago' },
  '-newer': { value: TEXT, file: true, needs: 'file', help: 'changed after this file' },
  '-newermt': {
    value: /^[A-Za-z0-9 :.+/-]{1,60}$/,
    ...NO_BUSYBOX,
    needs: 'date',
    help: 'changed after this date, such as 2026-01-31',
  },
  '-newerct': {
    value: /^[A-Za-z0-9 :.+/-]{1,60}$/,
    ...NO_BUSYBOX,
    needs: 'date',
    help: 'its properties changed after this date',
  },
  '-newerat': {
    value: /^[A-Za-z0-9 :.+/-]{1,60}$/,
    ...NO_BUSYBOX,
    needs: 'date',
    help: 'read after this date',
  },
  '-samefile': { value: TEXT, file: true, needs: 'file', help: 'the same file by another name' },
  '-perm': {
    value: /^[-/]?[0-7ugoarwxst=+,-]{1,40}$/,
    lacking: [{ form: 'any', missing: ['bsd', 'openbsd'] }],
    needs: 'mode',
    help: 'with this mode; - for all of these bits, / for any',
  },
  '-user': { value: /^[\w.-]{1,64}$/, needs: 'user', help: 'owned by this user' },
  '-group': { value: /^[\w.-]{1,64}$/, needs: 'group', help: 'of this group' },
  '-inum': { value: NUMBER, needs: 'count', help: 'with this inode' },
  '-links': { value: NUMBER, needs: 'count', help: 'with this many names' },
  '-printf': {
    value: FORMAT,
    missing: ['busybox', 'bsd'],
    needs: 'format',
    help: 'prints in this form, such as "%s %p\\n"',
  },
  '-print': { help: 'prints the path, as without this' },
  '-print0': { help: 'prints the path with a zero byte behind it' },
  '-prune': { help: 'does not go into this folder' },
  '-empty': { help: 'empty files and folders' },
  '-xdev': { help: 'stays on the file system' },
  '-mount': { ...NO_BUSYBOX, help: 'another name of -xdev' },
  '-depth': { help: 'what is in a folder before the folder' },
  '-quit': { missing: ['bsd'], help: 'ends the search here' },
  '-ls': { ...NO_BUSYBOX, help: 'prints a row as ls -l does' },
  '-daystart': { missing: ['busybox', 'bsd'], help: 'days count from midnight' },
  '-readable': { missing: ['busybox', 'bsd'], help: 'that your user may read' },
  '-executable': { missing: ['busybox', 'bsd'], help: 'that your user may run or enter' },
  '-true': { ...NO_BUSYBOX, help: 'always' },
  '-false': { ...NO_BUSYBOX, help: 'never' },
  '-a': { help: 'both sides, as without this' },
  '-and': { help: 'both sides, as without this' },
  '-o': { help: 'one of both sides' },
  '-or': { help: 'one of both sides' },
  '-not': { help: 'not what follows' },
  '!': { help: 'not what follows' },
  '(': { help: 'starts a group' },
  ')': { help: 'ends a group' },
  ',': { missing: ['busybox', 'bsd'], help: 'both sides, the second one decides' },
};

const REFUSED: Readonly<Record<string, RefusalRule>> = {
  ...because('writes', '-delete', '-fprint', '-fprint0', '-fprintf', '-fls'),
  ...because('runs-programs', '-exec', '-execdir', '-ok', '-okdir'),
};

const STARTS_EXPRESSION = /^(?:-.|[(),!]$)/;

function buildFind(args: ParsedArguments, context: StageContext): Result<StagePlan, Refusal> {
  const words = [...args.operands];
  let follows = false;
  while (/^-[HLP]$/.test(words[0]?.text ?? '') && words[0]?.operand !== true) {
    follows = words.shift()?.text !== '-P';
  }
  const starts: PathOperand[] = [];
  let word = words[0];
  while (word !== undefined && (word.operand === true || !STARTS_EXPRESSION.test(word.text))) {
    const start = checkPath(word, context, {
      guard: 'metadata',
      recursive: true,
      fromRoot: true,
      unsafeStart: /^[^A-Za-z0-9_./]/,
    });
    if (!start.ok) return start;
    starts.push({ ...start.value, recursive: start.value.text !== '/' && start.value.recursive });
    words.shift();
    word = words[0];
  }
  const expression = readExpression(words, context);
  if (!expression.ok) return expression;
  if (starts.length === 0) {
    const here = hereOperand(context, args.name.at);
    if (!here.ok) return here;
    starts.push(here.value);
  }
  const fromRoot = starts.some((start) => start.text === '/');
  return ok({
    args: [
      // OpenBSD has no name for what it does without it.
      ...(follows ? ([{ kind: 'own', text: '-P', only: ['gnu', 'busybox', 'bsd'] }] as const) : []),
      ...starts.map((path): Argument => ({ kind: 'path', path })),
      ...(fromRoot ? own('-xdev') : []),
      ...expression.value,
    ],
    notes: follows ? ['links-not-followed'] : [],
  });
}

function readExpression(words: readonly Word[], context: StageContext): Result<readonly Argument[], Refusal> {
  const out: Argument[] = [];
  let depth = 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) break;
    const row =
      Object.hasOwn(PRIMARIES, word.text) && word.operand !== true ? PRIMARIES[word.text] : undefined;
    if (row === undefined || word.glob) return err(refusePrimary(word));
    depth += word.text === '(' ? 1 : word.text === ')' ? -1 : 0;
    if (depth < 0) return err(refuseWord('option', word, { option: word.text, command: 'find' }));
    const missing = FIND_ROW.options.find(({ long }) => long[0] === word.text)?.missing ?? [];
    out.push({ kind: 'text', text: word.text, ...(missing.length === 0 ? {} : { missing }) });
    if (row.value === undefined) continue;
    const value = words[index + 1];
    const argument = readValue(row, word, value, context);
    if (!argument.ok) return argument;
    out.push(argument.value);
    index += 1;
  }
  if (depth > 0) {
    const open = words.findLast((word) => word.text === '(');
    if (open !== undefined) return err(refuseWord('option', open, { option: '(', command: 'find' }));
  }
  return ok(out);
}

function readValue(
  row: Primary,
  word: Word,
  value: Word | undefined,
  context: StageContext,
): Result<Argument, Refusal> {
  const data = { option: word.text, command: 'find' };
  if (value === undefined) return err(refuseWord('option-value', word, { ...data, needs: 'text' }));
  if (row.file === true) {
    const path = checkPath(value, context, { guard: 'metadata', globs: false });
    return path.ok ? ok({ kind: 'path', path: path.value }) : path;
  }
  const refusal = checkText(value);
  if (refusal !== undefined) return err(refusal);
  if (row.value?.test(value.text) !== true) {
    const rule = word.text === '-printf' ? 'format' : 'option-value';
    return err(refuseWord(rule, value, { ...data, needs: 'text', value: value.text, format: value.text }));
  }
  const missing = lackValue(row, value.text);
  return ok(
    missing.length === 0
      ? text(value.text)
      : { kind: 'text', text: value.text, missing, named: `${word.text} ${value.text}` },
  );
}

function refusePrimary(word: Word): Refusal {
  const rule = Object.hasOwn(REFUSED, word.text) ? REFUSED[word.text] : undefined;
  if (word.glob) return refuseWord('glob', word);
  return refuseWord(rule ?? 'option', word, { option: word.text, command: 'find' });
}

/** The words of an expression as rows of options, for help and completion. */
const EXPRESSION_ROWS: readonly OptionRow[] = Object.entries(PRIMARIES).map(([word, row]) => ({
  key: word.replace(/^-/, ''),
  long: [word],
  ...(row.value === undefined
    ? {}
    : {
        value: {
          name: row.needs ?? 'text',
          pattern: row.value,
          ...(row.suggestions === undefined ? {} : { suggestions: row.suggestions }),
          ...(row.file === true ? { file: 'metadata' as const } : {}),
        },
      }),
  optional: false,
  greedy: false,
  dropped: false,
  missing: row.missing ?? [],
  ...(row.lacking === undefined ? {} : { lacking: row.lacking }),
  help: row.help,
}));

/** find, its tests and prints; nothing that writes, deletes or runs a program. */
export const FIND_ROW: CommandRow = command({
  name: 'find',
  help: 'files by name, kind, size or age',
  example: "find . -name '*.py' -size +20k",
  options: EXPRESSION_ROWS,
  operands: [{ kind: 'path', count: 'any', help: 'where to start; none means the current folder' }],
  cost: 'tree',
  bounds: ['maxdepth', 'quit'],
  adds: '-xdev where it starts at /, and -P where links would be followed',
  refused: REFUSED,
  unordered: () => true,
  ownWords: true,
  build: buildFind,
});
