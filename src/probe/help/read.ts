import { findPage, type CommandPage } from './page.ts';
import type { OperandRow } from '../catalogue/operands.ts';
import type { OptionRow } from '../catalogue/options.ts';
import type { Word } from '../lines/words.ts';
import type { RefusalRule } from '../verdict.ts';
import {
  readCluster,
  readLong,
  type OptionTable,
  type ReadOption,
  type SpelledOption,
} from './read-option.ts';
import type { ScannedStage } from './scan.ts';

/** What a word of a stage is. */
export type Role =
  | { readonly kind: 'command'; readonly page?: CommandPage }
  | { readonly kind: 'cd' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'subcommand'; readonly page?: CommandPage }
  /** One word with one long option, or a cluster of letters. */
  | { readonly kind: 'options'; readonly options: readonly SpelledOption[] }
  /** An option that the command does not have, or that is refused. */
  | { readonly kind: 'unknown'; readonly spelled: string; readonly rule: RefusalRule }
  | { readonly kind: 'value'; readonly option: OptionRow; readonly spelled: string }
  /** `rows` are the operands that it may be: one, or several where only git can tell. */
  | { readonly kind: 'operand'; readonly rows: readonly OperandRow[] }
  | { readonly kind: 'dashes' };

/** The words of a stage with their roles. */
export interface Reading {
  readonly words: readonly { readonly word: Word; readonly role: Role }[];
  /** The command, or its subcommand as soon as it is known. */
  readonly page?: CommandPage;
  /** The page of the command of which a subcommand must follow. */
  readonly outer?: CommandPage;
  /** Words of a subcommand that has two, of which only the first is there. */
  readonly half?: string;
  /** The last word is an option whose value must follow. */
  readonly pending?: { readonly option: OptionRow; readonly spelled: string };
  /** A `--` was typed. */
  readonly dashes: boolean;
  /** Keys of the options that were given. */
  readonly given: ReadonlySet<string>;
  readonly operands: number;
}

/** Reads the words of a stage in the lenient way of help: what is wrong gets a role as well, and is never fatal. */
export function readStage(stage: Pick<ScannedStage, 'words' | 'cd'>): Reading {
  const [name, ...words] = stage.words;
  const reader = new Reader();
  if (name === undefined) return reader.finish();
  if (stage.cd) {
    reader.push(name, { kind: 'cd' });
    for (const word of words) reader.push(word, { kind: 'folder' });
    return reader.finish();
  }
  const page = findPage(name.text);
  reader.push(name, { kind: 'command', ...(page === undefined ? {} : { page }) });
  if (page === undefined) {
    for (const word of words) reader.push(word, { kind: 'operand', rows: [] });
    return reader.finish();
  }
  reader.page = page;
  if (page.subcommands.length > 0) reader.subcommand(page, words);
  else if (page.ownWords) reader.expression(page, words);
  else reader.getopt(page, words);
  return reader.finish();
}

class Reader {
  page: CommandPage | undefined;
  #outer: CommandPage | undefined;
  #half: string | undefined;
  #pending: Reading['pending'];
  #dashesAt: number | undefined;
  readonly #given = new Set<string>();
  readonly #words: { readonly word: Word; readonly role: Role }[] = [];
  /** Where in `#words` the operands are. */
  readonly #operands: number[] = [];

  push(word: Word, role: Role): void {
    this.#words.push({ word, role });
  }

  getopt(page: CommandPage, words: readonly Word[]): void {
    for (const word of words) {
      if (this.#takeValue(word)) continue;
      if (word.text === '--' && this.#dashesAt === undefined) {
        this.#dashesAt = this.#operands.length;
        this.push(word, { kind: 'dashes' });
      } else if (this.#dashesAt === undefined && word.text.startsWith('-') && word.text !== '-') {
        this.#options(page, word);
      } else this.#operand(word);
    }
  }

  /** Options in front, then a subcommand of one or two words, then what that has. */
  subcommand(page: CommandPage, words: readonly Word[]): void {
    let rest = words;
    for (let first = rest[0]; first?.text.startsWith('-') === true; first = rest[0]) {
      rest = rest.slice(1);
      this.#options(page, first);
      const [value] = rest;
      if (value !== undefined && this.#takeValue(value)) rest = rest.slice(1);
    }
    this.#outer = page;
    const [one, two] = rest;
    if (one === undefined) return;
    const long = two === undefined ? undefined : findPage(`${page.name} ${one.text} ${two.text}`);
    const found = long ?? findPage(`${page.name} ${one.text}`);
    const count = long === undefined ? 1 : 2;
    if (found === undefined) {
      if (page.subcommands.some(({ name }) => name.startsWith(`${one.text} `))) this.#half = one.text;
    } else this.page = found;
    for (const word of rest.slice(0, count))
      this.push(word, { kind: 'subcommand', ...(found === undefined ? {} : { page: found }) });
    if (found === undefined) {
      for (const word of rest.slice(count)) this.push(word, { kind: 'operand', rows: [] });
      return;
    }
    this.#outer = undefined;
    this.#given.clear();
    this.getopt(found, rest.slice(count));
  }

  /** Start points, then tests and actions, of which some take the next word. */
  expression(page: CommandPage, words: readonly Word[]): void {
    let started = false;
    for (const word of words) {
      if (this.#takeValue(word)) continue;
      if (!started && /^-[HLP]$/.test(word.text)) {
        this.push(word, { kind: 'operand', rows: [] });
        continue;
      }
      started ||= /^(?:-.|[(),!]$)/.test(word.text);
      if (!started) {
        this.#operand(word);
        continue;
      }
      const row = page.options.find((option) => option.long.includes(word.text));
      if (row === undefined) {
        const rule = Object.hasOwn(page.refused, word.text) ? page.refused[word.text] : undefined;
        this.push(word, { kind: 'unknown', spelled: word.text, rule: rule ?? 'option' });
        continue;
      }
      this.#given.add(row.key);
      const end = word.at + word.raw.length;
      this.push(word, { kind: 'options', options: [{ row, spelled: word.text, at: word.at, end }] });
      if (row.value !== undefined) this.#pending = { option: row, spelled: word.text };
    }
  }

  finish(): Reading {
    const rows = (this.page?.operands ?? []).filter((row) => !this.#isReplaced(row));
    for (const [ordinal, place] of this.#operands.entries()) {
      const one = this.#words[place];
      if (one !== undefined)
        this.#words[place] = {
          word: one.word,
          role: { kind: 'operand', rows: operandsAt(rows, ordinal, this.#dashesAt) },
        };
    }
    return {
      words: this.#words,
      ...(this.page === undefined ? {} : { page: this.page }),
      ...(this.#outer === undefined ? {} : { outer: this.#outer }),
      ...(this.#half === undefined ? {} : { half: this.#half }),
      ...(this.#pending === undefined ? {} : { pending: this.#pending }),
      dashes: this.#dashesAt !== undefined,
      given: this.#given,
      operands: this.#operands.length,
    };
  }

  #isReplaced(row: OperandRow): boolean {
    return row.unless?.some((key) => this.#given.has(key)) === true;
  }

  #takeValue(word: Word): boolean {
    const pending = this.#pending;
    if (pending === undefined) return false;
    this.#pending = undefined;
    if (pending.option.greedy && word.text.startsWith('-')) return false;
    this.push(word, { kind: 'value', ...pending });
    return true;
  }

  #operand(word: Word): void {
    this.#operands.push(this.#words.length);
    this.push(word, { kind: 'operand', rows: [] });
  }

  #options(table: OptionTable, word: Word): void {
    const read: ReadOption = word.text.startsWith('--') ? readLong(word, table) : readCluster(word, table);
    for (const { row } of read.options) this.#given.add(row.key);
    const { unknown } = read;
    if (unknown === undefined) this.push(word, { kind: 'options', options: read.options });
    else this.push(word, { kind: 'unknown', ...unknown });
    const last = read.options.at(-1);
    if (unknown === undefined && last !== undefined && read.wantsValue)
      this.#pending = { option: last.row, spelled: last.spelled };
  }
}

/**
 * The operands that the one of this ordinal may be. `dashes` is how many stood before a `--`, behind which there
 * are only paths.
 */
export function operandsAt(
  rows: readonly OperandRow[],
  ordinal: number,
  dashes: number | undefined,
): readonly OperandRow[] {
  const paths = rows.filter((row) => row.kind === 'path' && (row.count === 'any' || row.count === 'some'));
  if (dashes !== undefined && ordinal >= dashes && paths.length > 0 && rows.length > 1) return paths;
  let left = ordinal;
  for (const [index, row] of rows.entries()) {
    if (row.count === 'any' || row.count === 'some') {
      const rest = rows.slice(index);
      return dashes === undefined ? rest : rest.filter((one) => one.kind !== 'path' || rest.length === 1);
    }
    // Of blame, the only operand is the file and the first of two is a revision: only the user knows yet.
    if (row.count === 'optional' && left === 0) return rows.slice(index);
    if (left === 0) return [row];
    left -= 1;
  }
  return [];
}
