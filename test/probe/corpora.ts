import { readFileSync } from 'node:fs';
import type { Refusal, RefusalRule } from '../../src/probe/index.ts';

/** One line of a corpus, with the kind under whose heading it stands. */
export interface CorpusLine {
  readonly kind: string;
  readonly line: string;
  readonly reason: string;
}

/** A line that must be refused, for this rule and because of this piece of it. */
export interface RefusedLine extends CorpusLine {
  readonly rule: string;
  readonly because: string;
}

/** A line that must be accepted; `sent` is what a GNU host gets, where it is held. */
export interface AcceptedLine extends CorpusLine {
  readonly sent?: string;
}

interface Row {
  readonly kind: string;
  /** In brackets behind the kind. */
  readonly note: string;
  readonly columns: readonly string[];
}

/**
 * Reads a corpus beside this file. `# KIND [NOTE]` is a heading; every other row is of columns parted by tabs,
 * where a column behind `json:` is a JSON string.
 */
function readRows(name: string): readonly Row[] {
  const rows: Row[] = [];
  let heading = { kind: '', note: '' };
  for (const text of readFileSync(new URL(`corpora/${name}`, import.meta.url), 'utf8').split('\n')) {
    const [, kind, note = ''] = /^# (.*?)(?: \[(.*)\])?$/.exec(text) ?? [];
    if (kind !== undefined) heading = { kind, note };
    else if (text !== '') rows.push({ ...heading, columns: text.split('\t').map(decode) });
  }
  return rows;
}

function decode(column: string): string {
  return column.startsWith('json:') ? String(JSON.parse(column.slice('json:'.length))) : column;
}

/** The lines to refuse: line, reason, the piece that is refused; the rule stands in the heading. */
export function readRefused(): readonly RefusedLine[] {
  return readRows('refused.txt').map(({ kind, note, columns: [line = '', reason = '', because = ''] }) => ({
    kind,
    rule: note,
    line,
    reason,
    because,
  }));
}

/** The lines to accept: line, reason and, where it is held, what is sent. */
export function readAccepted(): readonly AcceptedLine[] {
  return readRows('accepted.txt').map(({ kind, columns: [line = '', reason = '', sent] }) => ({
    kind,
    line,
    reason,
    ...(sent === undefined ? {} : { sent }),
  }));
}

/** Either corpus, for those that need only the lines. */
export function readCorpus(name: 'accepted.txt' | 'refused.txt'): readonly CorpusLine[] {
  return name === 'accepted.txt' ? readAccepted() : readRefused();
}

/** What a refusal points at, in the ways in which the corpus may name it. */
export function pointsAt({ word, data }: Refusal): readonly string[] {
  const { option, found, command } = data;
  return [
    word,
    ...[option, found].filter((one) => one !== undefined),
    ...(command === word ? [command] : []),
  ];
}

/** How many lines each kind has, in the order of the file. */
export function countKinds(lines: readonly CorpusLine[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { kind } of lines) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

export type { RefusalRule };
