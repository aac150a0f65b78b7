import type { Userland } from '../userland.ts';
import { choice, VALUE_KINDS, type ValueKind } from './values.ts';

/** What a value looks like that not every userland takes. */
export const VALUE_FORMS = {
  /** Of head: all but the last ones. */
  negative: /^-/,
  /** A number with a letter behind it. */
  unit: /[A-Za-z]$/,
  /** Units of find, by how many know them: c is known to all. */
  large: /[MG]$/,
  odd: /[bw]$/,
  scaled: /[kMG]$/,
  /** Of od: the characters beside the bytes. */
  beside: /z$/,
  /** Kinds of files of find: several of them, and doors. */
  several: /,/,
  door: /D/,
  /** Modes of find: any of these bits. */
  any: /^[/]/,
} as const satisfies Readonly<Record<string, RegExp>>;

/** Values of a form that these userlands lack. */
export interface ValueLack {
  readonly form: keyof typeof VALUE_FORMS;
  readonly missing: readonly Userland[];
}

/** One option of a command. What no row names is refused. */
export interface OptionRow {
  /** How the rest of the layer speaks of it: the letter, else the first long name without dashes. */
  readonly key: string;
  readonly letter?: string;
  /** Exact long names with their dashes; abbreviations are refused. */
  readonly long: readonly string[];
  readonly value?: ValueKind;
  /** The value may be left out, and must be attached if given. */
  readonly optional: boolean;
  /** The value may be left out, and is the next word if there is one that is no option (git's --merged). */
  readonly greedy: boolean;
  /** Accepted and not emitted: what it asks for is the default, or is not done (then `note` says so). */
  readonly dropped: boolean;
  readonly note?: string;
  /** Userlands that lack it. */
  readonly missing: readonly Userland[];
  /** Values of it that some userlands lack. */
  readonly lacking?: readonly ValueLack[];
  /** What it asks for, as one line without a full stop. */
  readonly help: string;
}

/**
 * Reads option rows from one line each, in any order of its tokens: `n` the letter, `--line-number` a long
 * name, `=count` a value, `?count` an optional one, `??count` one that
 * is left out only at the end, `={a|b}` a choice, `-` accepted and not emitted, `-NOTE`
 * the same with a note for the evidence, `!busybox` a userland without it, `!busybox(unit)` one without such values.
 * Behind ` : ` stands the line of help.
 * A token that is none of these is a bug and throws.
 */
export function options(...rows: readonly string[]): readonly OptionRow[] {
  return rows.map(parseRow);
}

/** Userlands that a row may name. */
const MARKED = ['busybox', 'bsd', 'openbsd', 'gnu', 'toybox'] as const satisfies readonly Userland[];

function isForm(name: string | undefined): name is ValueLack['form'] {
  return name !== undefined && Object.hasOwn(VALUE_FORMS, name);
}

/** Userlands that lack an option with this value, though they have the option. */
export function lackValue({ lacking = [] }: Pick<OptionRow, 'lacking'>, value: string): readonly Userland[] {
  return lacking.flatMap(({ form, missing }) => (VALUE_FORMS[form].test(value) ? missing : []));
}

function parseRow(line: string): OptionRow {
  const end = line.indexOf(' : ');
  const text = end < 0 ? line : line.slice(0, end);
  const help = end < 0 ? '' : line.slice(end + ' : '.length);
  let row: OptionRow = {
    key: '',
    long: [],
    optional: false,
    greedy: false,
    dropped: false,
    missing: [],
    help,
  };
  for (const token of text.split(' ')) row = { ...row, ...parseToken(token, row, text) };
  return { ...row, key: row.letter ?? (row.long[0] ?? '').slice(2) };
}

function parseToken(token: string, row: OptionRow, text: string): Partial<OptionRow> {
  if (/^[A-Za-z0-9]$/.test(token)) return { letter: token };
  if (token.startsWith('--')) return { long: [...row.long, token] };
  if (token.startsWith('=')) return { value: valueKind(token.slice(1), text) };
  if (token.startsWith('??')) return { value: valueKind(token.slice(2), text), greedy: true };
  if (token.startsWith('?')) return { value: valueKind(token.slice(1), text), optional: true };
  if (token === '-') return { dropped: true };
  if (token.startsWith('-')) return { dropped: true, note: token.slice(1) };
  const [, name, form] = /^!([a-z]+)(?:\(([a-z]+)\))?$/.exec(token) ?? [];
  const userland = MARKED.find((one) => one === name);
  if (userland !== undefined && form === undefined) return { missing: [...row.missing, userland] };
  if (userland !== undefined && isForm(form)) return { lacking: withLack(row.lacking ?? [], form, userland) };
  throw new Error(`option row: ${text}`);
}

/** One entry a form, with all userlands that lack it. */
function withLack(
  lacking: readonly ValueLack[],
  form: ValueLack['form'],
  userland: Userland,
): readonly ValueLack[] {
  const there = lacking.find((lack) => lack.form === form);
  return [
    ...lacking.filter((lack) => lack !== there),
    { form, missing: [...(there?.missing ?? []), userland] },
  ];
}

function valueKind(name: string, text: string): ValueKind {
  if (name.startsWith('{')) return choice(name.slice(1, -1).split('|'));
  const kind = VALUE_KINDS[name];
  if (kind === undefined) throw new Error(`option row: ${text}`);
  return kind;
}
