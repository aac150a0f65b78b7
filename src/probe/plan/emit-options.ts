import { err, ok, type Result } from '../../base/index.ts';
import { lackValue } from '../catalogue/options.ts';
import type { GivenOption, ParsedArguments } from '../lines/arguments.ts';
import type { Refusal, RefusalRule } from '../verdict.ts';
import type { Word } from '../lines/words.ts';
import type { StageContext } from './context.ts';
import { checkPath } from './paths.ts';
import type { Argument } from './plan.ts';

/** A text argument from the line. */
export function text(value: string): Argument {
  return { kind: 'text', text: value };
}

/** Arguments of ours that every userland gets. */
export function own(...values: readonly string[]): readonly Argument[] {
  return values.map((value) => ({ kind: 'own', text: value }));
}

/**
 * The given options in canonical spelling and typed order: by letter where there is one, values in a word of
 * their own behind a letter and behind `=` after a long name. `except` are keys that the caller places.
 */
export function emitOptions(
  args: ParsedArguments,
  context: StageContext,
  except: readonly string[] = [],
): Result<readonly Argument[], Refusal> {
  const out: Argument[] = [];
  for (const option of args.options) {
    if (option.row.dropped || except.includes(option.row.key)) continue;
    const emitted = emitOption(option, context);
    if (!emitted.ok) return emitted;
    out.push(...emitted.value);
  }
  return ok(out);
}

function emitOption(option: GivenOption, context: StageContext): Result<readonly Argument[], Refusal> {
  const { row, value } = option;
  const missing = row.missing.length === 0 ? {} : { missing: row.missing };
  const flag = row.letter === undefined ? (row.long[0] ?? '') : `-${row.letter}`;
  if (value === undefined) return ok([{ kind: 'text', text: flag, ...missing }]);
  if (row.value?.file !== undefined) {
    const word = fileWord(option, value);
    const path = checkPath(word, context, { guard: row.value.file, globs: false });
    if (!path.ok) return path;
    return ok([
      { kind: 'text', text: flag, ...missing },
      { kind: 'path', path: path.value },
    ]);
  }
  const attached = row.letter === undefined ? '=' : row.optional ? '' : undefined;
  const lacking = lackValue(row, value);
  const named = lacking.length === 0 ? {} : { named: `${flag}${attached ?? ' '}${value}` };
  if (attached === undefined)
    return ok([
      { kind: 'text', text: flag, ...missing },
      { kind: 'text', text: value, ...named, ...(lacking.length === 0 ? {} : { missing: lacking }) },
    ]);
  const without = [...row.missing, ...lacking];
  const whole = `${flag}${attached}${value}`;
  return ok([{ kind: 'text', text: whole, ...named, ...(without.length === 0 ? {} : { missing: without }) }]);
}

/** The word of a value that names a file; an attached one becomes a word of its own. */
function fileWord(option: GivenOption, value: string): Word {
  const { valueWord, word } = option;
  if (valueWord !== undefined && valueWord !== word) return valueWord;
  return {
    text: value,
    raw: word.raw,
    at: word.at,
    parts: [{ text: value, quoted: true }],
    glob: false,
    home: false,
  };
}

/** The notes of accepted options that are not done. */
export function notesOf(args: ParsedArguments): readonly string[] {
  return [...new Set(args.options.flatMap((option) => option.row.note ?? []))];
}

/** A refusal at a word of the line. */
export function refuseWord(
  rule: RefusalRule,
  word: Word,
  data: Readonly<Record<string, string>> = {},
): Refusal {
  return { rule, word: word.raw, at: word.at, data };
}

/** The refusal for a command that lacks an operand; it stands at the command's name. */
export function missingOperand(args: ParsedArguments, needs: string): Result<never, Refusal> {
  const { name } = args;
  return err({ rule: 'missing-operand', word: name.raw, at: name.at, data: { command: name.text, needs } });
}

/** The refusal for one operand too many. */
export function extraOperand(args: ParsedArguments, word: Word): Result<never, Refusal> {
  return err(refuseWord('extra-operand', word, { command: args.name.text, operand: word.text }));
}

/** A word that is text and not a file: wildcards and `~/` would be expanded by a shell. */
export function checkText(word: Word): Refusal | undefined {
  if (word.glob) return refuseWord('glob', word);
  if (word.home) return refuseWord('tilde', word);
  return undefined;
}
