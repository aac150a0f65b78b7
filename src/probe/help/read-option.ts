import type { OptionRow } from '../catalogue/options.ts';
import type { Word } from '../lines/words.ts';
import type { RefusalRule } from '../verdict.ts';

/** One option as it stands in the line. Offsets are those of its own letters or name. */
export interface SpelledOption {
  readonly row: OptionRow;
  readonly spelled: string;
  readonly at: number;
  readonly end: number;
  /** Attached. */
  readonly value?: string;
}

/** What options are looked up in. */
export interface OptionTable {
  readonly options: readonly OptionRow[];
  readonly refused: Readonly<Record<string, RefusalRule>>;
  readonly digits?: string;
}

/** The options of one word. */
export interface ReadOption {
  readonly options: readonly SpelledOption[];
  /** The first one that has no row. */
  readonly unknown?: { readonly spelled: string; readonly rule: RefusalRule };
  /** The value of the last one must stand in the next word. */
  readonly wantsValue: boolean;
}

/** Reads `--name` or `--name=value`. */
export function readLong(word: Word, table: OptionTable): ReadOption {
  const equals = word.text.indexOf('=');
  const spelled = equals < 0 ? word.text : word.text.slice(0, equals);
  const row = table.options.find((option) => option.long.includes(spelled));
  if (row === undefined) return { options: [], unknown: unknown(spelled, table), wantsValue: false };
  const place = { at: word.at, end: word.at + word.raw.length };
  const value = equals < 0 ? {} : { value: word.text.slice(equals + 1) };
  const wantsValue = row.value !== undefined && equals < 0 && !row.optional;
  return { options: [{ row, spelled, ...place, ...value }], wantsValue };
}

/** Reads `-abc`, `-A3` or `-20`. */
export function readCluster(word: Word, table: OptionTable): ReadOption {
  const cluster = word.text.slice(1);
  const whole = { at: word.at, end: word.at + word.raw.length };
  const digits = /^[0-9]+$/.test(cluster) ? table.options.find((row) => row.key === table.digits) : undefined;
  if (digits !== undefined)
    return { options: [{ row: digits, spelled: word.text, ...whole, value: cluster }], wantsValue: false };
  // Letters have places of their own only where the word is typed as it is read.
  const plain = word.raw === word.text;
  const options: SpelledOption[] = [];
  for (let index = 0; index < cluster.length; index += 1) {
    const letter = cluster.charAt(index);
    const spelled = `-${letter}`;
    const row = table.options.find((option) => option.letter === letter);
    if (row === undefined) return { options, unknown: unknown(spelled, table), wantsValue: false };
    const at = word.at + 1 + index;
    const own = plain ? { at, end: at + 1 } : whole;
    const rest = cluster.slice(index + 1);
    if (row.value === undefined) options.push({ row, spelled, ...own });
    else if (rest === '')
      return { options: [...options, { row, spelled, ...own }], wantsValue: !row.optional };
    else {
      const end = plain ? whole.end : own.end;
      return { options: [...options, { row, spelled, at: own.at, end, value: rest }], wantsValue: false };
    }
  }
  return { options, wantsValue: false };
}

function unknown(spelled: string, table: OptionTable): NonNullable<ReadOption['unknown']> {
  const rule = Object.hasOwn(table.refused, spelled) ? table.refused[spelled] : undefined;
  return { spelled, rule: rule ?? 'option' };
}
