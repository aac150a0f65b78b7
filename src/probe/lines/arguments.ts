import { err, ok, type Result } from '../../base/index.ts';
import type { OptionRow } from '../catalogue/options.ts';
import type { Refusal, RefusalRule } from '../verdict.ts';
import type { Word } from './words.ts';

/** An option as it was given. `word` is the word that names it. */
export interface GivenOption {
  readonly row: OptionRow;
  readonly value?: string;
  readonly word: Word;
  /** The word that holds the value; `word` itself if it is attached. */
  readonly valueWord?: Word;
}

/** The words of a command, told apart. */
export interface ParsedArguments {
  readonly name: Word;
  readonly options: readonly GivenOption[];
  readonly operands: readonly Word[];
  /** How many operands stood before a `--`; undefined if there was none. */
  readonly beforeDashes?: number;
}

/** What the argument parser needs of a command. */
export interface OptionTable {
  readonly name: string;
  readonly options: readonly OptionRow[];
  readonly refused: Readonly<Record<string, RefusalRule>>;
  readonly digits?: string;
}

/** True if the option with this key was given. */
export function has(args: ParsedArguments, key: string): boolean {
  return args.options.some((option) => option.row.key === key);
}

/** The values of all options with this key, in order. */
export function valuesOf(args: ParsedArguments, key: string): readonly string[] {
  return args.options.flatMap((option) =>
    option.row.key === key && option.value !== undefined ? [option.value] : [],
  );
}

/**
 * Reads words as GNU getopt does (options anywhere before `--`, clusters letter by letter, values attached
 * or in the next word), except that long names must be exact and every option must have a row.
 */
export function parseArguments(
  name: Word,
  words: readonly Word[],
  table: OptionTable,
): Result<ParsedArguments, Refusal> {
  const options: GivenOption[] = [];
  const operands: Word[] = [];
  let beforeDashes: number | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) break;
    const isOption = word.text.startsWith('-') && word.text !== '-' && word.operand !== true;
    if (beforeDashes !== undefined || !isOption) {
      operands.push(word);
    } else if (word.text === '--') {
      beforeDashes = operands.length;
    } else {
      const given = word.text.startsWith('--')
        ? parseLong(word, words[index + 1], table)
        : parseCluster(word, words[index + 1], table);
      if (!given.ok) return given;
      options.push(...given.value);
      if (given.value.at(-1)?.valueWord === words[index + 1] && words[index + 1] !== undefined) index += 1;
    }
  }
  return ok({ name, options, operands, ...(beforeDashes === undefined ? {} : { beforeDashes }) });
}

type Given = Result<readonly GivenOption[], Refusal>;

function parseLong(word: Word, next: Word | undefined, table: OptionTable): Given {
  const equals = word.text.indexOf('=');
  const spelled = equals < 0 ? word.text : word.text.slice(0, equals);
  const row = table.options.find((option) => option.long.includes(spelled));
  if (row === undefined) return err(refuseOption(word, spelled, table));
  const attached = equals < 0 ? undefined : word.text.slice(equals + 1);
  if (row.value === undefined) {
    if (attached !== undefined)
      return err(refusal('option-value', word, { option: spelled, command: table.name, needs: 'none' }));
    return word.glob ? err(refusal('glob', word)) : ok([{ row, word }]);
  }
  const isAlone = row.optional || (row.greedy && (next === undefined || next.text.startsWith('-')));
  if (attached === undefined && isAlone) return ok([{ row, word }]);
  return withValue(row, spelled, word, attached, next, table);
}

function parseCluster(word: Word, next: Word | undefined, table: OptionTable): Given {
  const cluster = word.text.slice(1);
  const digits = /^[0-9]+$/.test(cluster) ? table.options.find((row) => row.key === table.digits) : undefined;
  if (digits !== undefined) return withValue(digits, word.text, word, cluster, undefined, table);
  const given: GivenOption[] = [];
  for (let index = 0; index < cluster.length; index += 1) {
    const letter = cluster.charAt(index);
    const row = table.options.find((option) => option.letter === letter);
    // `-5f` as a whole is an old spelling, and no option is called 5.
    if (row === undefined)
      return err(refuseOption(word, /[0-9]/.test(letter) ? word.text : `-${letter}`, table));
    if (row.value === undefined) {
      given.push({ row, word });
      continue;
    }
    const rest = cluster.slice(index + 1);
    if (rest === '' && row.optional) return ok([...given, { row, word }]);
    const valued = withValue(row, `-${letter}`, word, rest === '' ? undefined : rest, next, table);
    return valued.ok ? ok([...given, ...valued.value]) : valued;
  }
  return word.glob ? err(refusal('glob', word)) : ok(given);
}

function withValue(
  row: OptionRow,
  spelled: string,
  word: Word,
  attached: string | undefined,
  next: Word | undefined,
  table: OptionTable,
): Given {
  const data = { option: spelled, command: table.name, needs: row.value?.name ?? '' };
  const valueWord = attached === undefined ? next : word;
  const value = attached ?? next?.text;
  if (value === undefined || valueWord === undefined)
    return err({ ...refusal('option-value', word, data), data });
  const wildcardFits = row.value?.wildcard === true && attached !== undefined && word.text.startsWith('--');
  if (valueWord.glob && !wildcardFits) return err(refusal('glob', valueWord, data));
  if (valueWord.home && row.value?.file === undefined && attached === undefined)
    return err(refusal('tilde', valueWord, data));
  if (row.value?.pattern.test(value) !== true)
    return err(refusal('option-value', valueWord, { ...data, value }));
  return ok([{ row, value, word, valueWord }]);
}

function refusal(rule: RefusalRule, word: Word, data: Readonly<Record<string, string>> = {}): Refusal {
  return { rule, word: word.raw, at: word.at, data };
}

/** Why an option without a row is refused: known to be harmful, an abbreviation, or unknown. */
function refuseOption(word: Word, spelled: string, table: OptionTable): Refusal {
  const data = { option: spelled, command: table.name };
  const rule = Object.hasOwn(table.refused, spelled) ? table.refused[spelled] : undefined;
  if (rule !== undefined) return refusal(rule, word, data);
  if (spelled.length > 2 && spelled.startsWith('--')) {
    const known = [...table.options.flatMap((row) => row.long), ...Object.keys(table.refused)];
    const full = known.filter((name) => name.startsWith(spelled));
    if (full.length > 0) return refusal('abbreviated-option', word, { ...data, full: full.join(' ') });
  }
  return refusal('option', word, data);
}
