import type { OptionRow } from '../catalogue/options.ts';
import type { ValueKind } from '../catalogue/values.ts';
import type { Word } from '../lines/words.ts';
import type { Userland } from '../userland.ts';
import { allPages, type CommandPage } from './page.ts';
import { operandsAt, readStage, type Reading } from './read.ts';
import { scan, stageAt, wordAt, type ScannedStage } from './scan.ts';

/** Something that may be typed at the cursor. */
export interface Completion {
  readonly label: string;
  /** Replaces the line from `start` to `end` (0-based, UTF-16 units). */
  readonly insert: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'command' | 'subcommand' | 'option' | 'value' | 'joint';
  /** English, and data; empty where the label says it all. */
  readonly help: string;
  /** The name of the kind of value that an option wants. */
  readonly takes?: string;
  readonly missing: readonly Userland[];
}

/** A place where a path of the target may be typed. */
export interface PathSlot {
  readonly start: number;
  readonly end: number;
  /** What was typed of it up to the cursor, without quotes. */
  readonly typed: string;
  /** Only folders fit. */
  readonly folders: boolean;
  /** Folders of `cd` and `git -C` in which it is looked up, in their order. */
  readonly below: readonly string[];
}

/** What may be typed at a place. */
export interface Completions {
  readonly items: readonly Completion[];
  readonly path?: PathSlot;
}

/** Where something is put in. */
interface Place {
  readonly start: number;
  readonly end: number;
  /** The word so far, unquoted, up to the cursor. */
  readonly typed: string;
  /** The cursor is inside quotes. */
  readonly quoted: boolean;
}

const NOTHING: Completions = { items: [] };

/**
 * What may be typed at `offset` of a line, best first: commands (behind a pipe only filters), subcommands, options,
 * values that can be listed, and where a path may stand. The line may be wrong or unfinished.
 */
export function completeAt(line: string, offset: number): Completions {
  const scanned = scan(line, offset);
  if (scanned === undefined || (scanned.comment !== undefined && offset > scanned.comment)) return NOTHING;
  const { stages, open, redirection } = scanned;
  if (redirection !== undefined) return { items: joints(redirection) };
  const stage = stageAt(stages, offset);
  if (stage === undefined || (stage.stderr !== undefined && offset >= stage.stderr.at)) return NOTHING;
  const word = wordAt(stage.words, offset);
  const before = stage.words.filter((one) => one !== word && one.at < offset);
  const place = placeOf(line, word, offset);
  const reading = readStage({ words: before, cd: stage.cd && before.length > 0 });
  const below = stages.filter((one) => one.cd && one !== stage).flatMap((one) => one.words[1]?.text ?? []);
  if (before.length === 0) return place.quoted ? NOTHING : commands(stages, stage, place);
  if (stage.cd) return inCd(before, place);
  const done = argumentsOf(reading, place, below);
  return place.quoted || open?.quote === '\\' ? { ...done, items: [] } : done;
}

function placeOf(line: string, word: Word | undefined, offset: number): Place {
  if (word === undefined) return { start: offset, end: offset, typed: '', quoted: false };
  // The first half of the word, read by itself.
  const half = scan(line.slice(0, offset), offset);
  const words = half?.stages.flatMap((stage) => stage.words) ?? [];
  const typed = words.find((one) => one.at === word.at)?.text ?? '';
  const plain = line.slice(word.at, offset) === typed;
  return { start: word.at, end: word.at + word.raw.length, typed, quoted: !plain };
}

function item(
  kind: Completion['kind'],
  place: Pick<Place, 'start' | 'end'>,
  {
    label,
    insert = label,
    help = '',
  }: { readonly label: string; readonly insert?: string; readonly help?: string },
): Completion {
  return { kind, label, insert, help, start: place.start, end: place.end, missing: [] };
}

function commands(stages: readonly ScannedStage[], stage: ScannedStage, place: Place): Completions {
  const named = allPages()
    .filter((page) => !page.name.includes(' ') && (!stage.piped || page.filter))
    .map((page) => item('command', place, { label: page.name, help: page.help }));
  const first = !stage.piped && !stages.some((one) => one !== stage && one.cd);
  const cd = item('command', place, { label: 'cd', help: 'the folder in which the rest of the line runs' });
  return { items: first ? [...named, cd] : named };
}

function inCd(before: readonly Word[], place: Place): Completions {
  if (before.length === 1) return { items: [], path: { ...slot(place), folders: true, below: [] } };
  return before.length === 2 ? { items: [item('joint', place, { label: '&&' })] } : NOTHING;
}

function slot({ start, end, typed }: Place): Pick<PathSlot, 'start' | 'end' | 'typed'> {
  return { start, end, typed };
}

function argumentsOf(reading: Reading, place: Place, below: readonly string[]): Completions {
  const { pending, outer, page, half } = reading;
  if (pending !== undefined) return values(pending.option.value, place, below, reading);
  if (outer !== undefined) return subcommands(outer, half, place);
  if (page === undefined) return NOTHING;
  const attached = /^(--[A-Za-z0-9][\w-]*)=/.exec(place.typed);
  if (attached !== null && !reading.dashes) {
    const row = page.options.find((option) => option.long.includes(attached[1] ?? ''));
    const start = place.start + attached[0].length;
    const typed = place.typed.slice(attached[0].length);
    return values(row?.value, { ...place, start, typed }, below, reading);
  }
  const isOption = place.typed.startsWith('-');
  const options =
    reading.dashes || (place.typed !== '' && !isOption) ? [] : optionItems(page, reading, place);
  const rows = operandsAt(
    page.operands.filter((row) => row.unless?.some((key) => reading.given.has(key)) !== true),
    reading.operands,
    reading.dashes ? 0 : undefined,
  );
  const revisions = rows.some((row) => row.kind === 'revision')
    ? ['HEAD', 'HEAD~1'].map((label) => item('value', place, { label }))
    : [];
  const folder = gitFolder(reading);
  const takesPath = rows.some((row) => row.kind === 'path') && !isOption && !inExpression(page, reading);
  return {
    items: [
      ...(isOption ? [] : revisions),
      ...options,
      ...(/^(?:2.*)?$/.test(place.typed) ? joints(place) : []),
    ],
    ...(takesPath ? { path: { ...slot(place), folders: false, below: [...below, ...folder] } } : {}),
  };
}

/** Behind the first test, find takes no more start points. */
function inExpression(page: CommandPage, reading: Reading): boolean {
  return page.ownWords && reading.given.size > 0;
}

/** The folder of `git -C`. */
function gitFolder(reading: Reading): readonly string[] {
  return reading.words.flatMap(({ word, role }) =>
    role.kind === 'value' && role.option.key === 'C' && role.option.value?.file !== undefined
      ? [word.text]
      : [],
  );
}

function values(
  kind: ValueKind | undefined,
  place: Place,
  below: readonly string[],
  reading: Reading,
): Completions {
  if (kind?.file !== undefined) {
    const folders = (reading.page?.subcommands.length ?? 0) > 0;
    return { items: [], path: { ...slot(place), folders, below } };
  }
  const fitting = [...(kind?.choices ?? []), ...(kind?.suggestions ?? [])];
  return { items: fitting.map((label) => item('value', place, { label })) };
}

function subcommands(outer: CommandPage, half: string | undefined, place: Place): Completions {
  if (half !== undefined) {
    const seconds = outer.subcommands.filter(({ name }) => name.startsWith(`${half} `));
    return {
      items: seconds.map(({ name, help }) =>
        item('subcommand', place, { label: name.slice(half.length + 1), help }),
      ),
    };
  }
  return {
    items: [
      ...outer.subcommands.map(({ name, help }) => item('subcommand', place, { label: name, help })),
      ...outer.options.filter(isOffered).flatMap((row) => spellings(row, place)),
    ],
  };
}

function optionItems(page: CommandPage, reading: Reading, place: Place): readonly Completion[] {
  const free = page.options.filter(
    (row) => isOffered(row) && (row.value !== undefined || page.ownWords || !reading.given.has(row.key)),
  );
  return [...cluster(page, place), ...free.flatMap((row) => spellings(row, place))];
}

/** What does nothing is not offered; `--list` is left out when it is sent, but says what the names behind it are. */
function isOffered(row: OptionRow): boolean {
  return !row.dropped || row.long.includes('--list');
}

/** `-rn` itself, so that it stays what it is where it is done, and the letters that may be added to it. */
function cluster(page: CommandPage, place: Place): readonly Completion[] {
  if (page.ownWords || !/^-[A-Za-z0-9]+$/.test(place.typed)) return [];
  const letters = Array.from(place.typed.slice(1));
  const rows = letters.map((letter) => page.options.find((row) => row.letter === letter));
  if (!rows.every((row) => row !== undefined && row.value === undefined)) return [];
  const asIs = letters.length < 2 ? [] : [item('option', place, { label: place.typed, help: helpOf(rows) })];
  const more = page.options
    .filter((row) => row.letter !== undefined && isOffered(row) && !rows.includes(row))
    .map((row) => ({
      ...item('option', place, { label: `${place.typed}${row.letter ?? ''}`, help: row.help }),
      ...takes(row),
    }));
  return [...asIs, ...more];
}

function helpOf(rows: readonly (OptionRow | undefined)[]): string {
  return rows.flatMap((row) => row?.help ?? []).join('; ');
}

function spellings(row: OptionRow, place: Place): readonly Completion[] {
  const short = row.letter === undefined ? [] : [{ label: `-${row.letter}`, insert: `-${row.letter}` }];
  const needs = row.value !== undefined && !row.optional && !row.greedy;
  const long = row.long.map((name) => ({ label: name, insert: quoteLong(name, needs) }));
  return [...short, ...long].map((one) => ({
    ...item('option', place, { ...one, help: row.help }),
    ...takes(row),
  }));
}

/** `--name=` where a value must follow; the parentheses of find are quoted. */
function quoteLong(name: string, needs: boolean): string {
  if (name === '(' || name === ')') return `\\${name}`;
  return needs && name.startsWith('--') ? `${name}=` : name;
}

function takes(row: OptionRow): Pick<Completion, 'takes' | 'missing'> {
  return { missing: row.missing, ...(row.value === undefined ? {} : { takes: row.value.name }) };
}

function joints(place: Pick<Place, 'start' | 'end'>): readonly Completion[] {
  return [
    item('joint', place, { label: '2>/dev/null', help: 'leaves out errors' }),
    item('joint', place, { label: '2>&1', help: 'errors stand among the output' }),
  ];
}
