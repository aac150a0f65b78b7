import { err, ok, type Result } from '../../base/index.ts';
import type { ParsedArguments } from '../lines/arguments.ts';
import type { Word } from '../lines/words.ts';
import type { StageContext } from '../plan/context.ts';
import { checkText, own, refuseWord, text } from '../plan/emit-options.ts';
import { checkPath, hereOperand } from '../plan/paths.ts';
import type { Argument, PathOperand, StagePlan } from '../plan/plan.ts';
import type { Refusal, RefusalRule } from '../verdict.ts';
import { because, command } from './define.ts';
import type { CommandRow } from './row.ts';
import type { Userland } from '../prober.ts';

interface Primary {
  readonly value?: RegExp;
  /** The value is a file whose properties are looked up. */
  readonly file?: true;
  readonly missing?: readonly Userland[];
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
  '-name': { value: TEXT },
  '-iname': { value: TEXT },
  '-path': { value: TEXT },
  '-ipath': { value: TEXT },
  '-wholename': { value: TEXT, ...NO_BUSYBOX },
  '-regex': { value: TEXT },
  '-iregex': { value: TEXT, ...NO_BUSYBOX },
  '-regextype': { value: /^[a-z-]{1,30}$/, missing: ['busybox', 'bsd'] },
  '-lname': { value: TEXT, ...NO_BUSYBOX },
  '-type': { value: TYPES },
  '-maxdepth': { value: /^[0-9]{1,4}$/ },
  '-mindepth': { value: /^[0-9]{1,4}$/ },
  '-size': { value: /^[+-]?[0-9]{1,12}[bcwkMG]?$/ },
  '-mtime': { value: NUMBER },
  '-mmin': { value: NUMBER },
  '-atime': { value: NUMBER },
  '-amin': { value: NUMBER },
  '-ctime': { value: NUMBER },
  '-cmin': { value: NUMBER },
  '-newer': { value: TEXT, file: true },
  '-newermt': { value: /^[A-Za-z0-9 :.+/-]{1,60}$/, ...NO_BUSYBOX },
  '-newerct': { value: /^[A-Za-z0-9 :.+/-]{1,60}$/, ...NO_BUSYBOX },
  '-newerat': { value: /^[A-Za-z0-9 :.+/-]{1,60}$/, ...NO_BUSYBOX },
  '-samefile': { value: TEXT, file: true },
  '-perm': { value: /^[-/]?[0-7ugoarwxst=+,-]{1,40}$/ },
  '-user': { value: /^[\w.-]{1,64}$/ },
  '-group': { value: /^[\w.-]{1,64}$/ },
  '-inum': { value: NUMBER },
  '-links': { value: NUMBER },
  '-printf': { value: FORMAT, missing: ['busybox', 'bsd'] },
  '-print': {},
  '-print0': {},
  '-prune': {},
  '-empty': {},
  '-xdev': {},
  '-mount': {},
  '-depth': {},
  '-quit': {},
  '-ls': { ...NO_BUSYBOX },
  '-daystart': { missing: ['busybox', 'bsd'] },
  '-readable': { missing: ['busybox', 'bsd'] },
  '-executable': { ...NO_BUSYBOX },
  '-true': {},
  '-false': {},
  '-a': {},
  '-and': {},
  '-o': {},
  '-or': {},
  '-not': {},
  '!': {},
  '(': {},
  ')': {},
  ',': { missing: ['busybox', 'bsd'] },
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
      ...(follows ? own('-P') : []),
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
    out.push({
      kind: 'text',
      text: word.text,
      ...(row.missing === undefined ? {} : { missing: row.missing }),
    });
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
  return ok(text(value.text));
}

function refusePrimary(word: Word): Refusal {
  const rule = Object.hasOwn(REFUSED, word.text) ? REFUSED[word.text] : undefined;
  if (word.glob) return refuseWord('glob', word);
  return refuseWord(rule ?? 'option', word, { option: word.text, command: 'find' });
}

/** find, its tests and prints; nothing that writes, deletes or runs a program. */
export const FIND_ROW: CommandRow = command({
  name: 'find',
  help: 'files by name, kind, size or age',
  example: "find . -name '*.py' -size +20k",
  unordered: () => true,
  ownWords: true,
  build: buildFind,
});
