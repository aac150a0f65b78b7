import { countHigh, sayHigh } from './high.ts';
import { precision, recall, type Result, type Score } from './measure.ts';
import { verdicts } from './truth/verdicts.ts';

/** A machine with what the two baselines make of it. */
export interface Row extends Result {
  readonly any: Score;
  readonly grep: Score;
  /** Lines of the files that the machine is in. */
  readonly lines: number;
}

export interface NoRow {
  readonly title: string;
  readonly file: string;
  /** Lifecycles that were listed for it, none expected. */
  readonly found: readonly string[];
}

/** What §5 of the specification asks for. */
export const TARGETS = { precision: 0.95, recall: 1, falseHigh: 0.5 } as const;

/** The tables, in Markdown. */
export function report(rows: readonly Row[], none: readonly NoRow[], skipped: readonly string[]): string {
  const parts = [
    '# What the lifecycle engine gets right',
    'Real releases, pinned by digest (test/real/corpora.json), against truths that a person wrote down before the ' +
      'engine was run (test/evaluate/truth). Transitions are ordered pairs of different states, proved or possible. ' +
      'Precision: of those drawn, how many are right. Recall: of those that the truth asks for, how many are drawn.',
    '## Transitions, beside two baselines',
    'Any → X draws each write that the engine found from every state. Grep alone sees lines on which the store is ' +
      'assigned a state, and pairs of states in parentheses.',
    transitions(rows),
    '## Judges',
    'Truths that were written from reading the source before the engine had seen it; the first run is kept as it was, ' +
      'mended or not.',
    judged(rows),
    '## Parts',
    partsOf(rows),
    '## Hazards',
    hazards(rows),
    groups(rows)
      .map(([title, own]) => `- ${sayHigh(title, countHigh(own, verdicts))}`)
      .join('\n'),
    '## Cost',
    costs(rows),
    '## What is no lifecycle',
    table(
      ['code', 'file', 'listed'],
      none.map((each) => [each.title, each.file, each.found.length === 0 ? 'no' : each.found.join(', ')]),
    ),
    '## Targets',
    targets(rows, none),
    '## What is wrong or missing',
    faults(rows),
  ];
  if (skipped.length > 0) parts.push(`Not evaluated on this machine: ${skipped.join(', ')}.`);
  return `${parts.join('\n\n')}\n`;
}

function transitions(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.machine.title,
    String(Object.keys(row.machine.core).length),
    figure(precision(row.edges)),
    figure(recall(row.edges)),
    figure(precision(row.any)),
    figure(recall(row.any)),
    figure(precision(row.grep)),
    figure(recall(row.grep)),
  ]);
  for (const [title, own] of groups(rows)) {
    const all = (pick: (row: Row) => Score): readonly string[] => {
      const total = sum(own.map(pick));
      return [figure(precision(total)), figure(recall(total))];
    };
    const wanted = own.reduce((count, row) => count + Object.keys(row.machine.core).length, 0);
    cells.push([
      title,
      String(wanted),
      ...all((row) => row.edges),
      ...all((row) => row.any),
      ...all((row) => row.grep),
    ]);
  }
  return table(['machine', 'edges', 'precision', 'recall', 'any → X: P', 'R', 'grep: P', 'R'], cells);
}

/** Those that the engine was developed against, those that judge it, and all. */
function groups(rows: readonly Row[]): readonly (readonly [string, readonly Row[]])[] {
  const judges = rows.filter((row) => row.machine.judge !== undefined);
  const others = rows.filter((row) => row.machine.judge === undefined);
  if (judges.length === 0 || others.length === 0) return [['**all**', rows]];
  return [
    ['**developed against**', others],
    ['**judges**', judges],
    ['**all**', rows],
  ];
}

/** What the judges said the first time, beside what they say now. */
function judged(rows: readonly Row[]): string {
  return table(
    ['judge', 'first run: P', 'R', 'now: P', 'R', 'right of drawn'],
    rows.flatMap((row) => {
      const { judge, title } = row.machine;
      if (judge === undefined) return [];
      const { edges } = row;
      const now = [figure(precision(edges)), figure(recall(edges)), `${edges.right} of ${edges.claimed}`];
      return [[title, figure(judge.precision), figure(judge.recall), ...now]];
    }),
  );
}

function partsOf(rows: readonly Row[]): string {
  return table(
    [
      'machine',
      'proved right',
      'possible right',
      'interleaving',
      'writes P',
      'writes R',
      'cells',
      'roles',
      'declared',
    ],
    rows.map((row) => [
      row.machine.title,
      `${row.classes.proved.right} of ${row.classes.proved.of}`,
      `${row.classes.possible.right} of ${row.classes.possible.of}`,
      String(row.interleaving),
      row.writes.wanted === 0 ? '–' : figure(precision(row.writes)),
      row.writes.wanted === 0 ? '–' : figure(recall(row.writes)),
      row.cells.of === 0 ? '–' : `${row.cells.right} of ${row.cells.of}`,
      row.roles.wanted === 0 ? '–' : `${row.roles.found} of ${row.roles.wanted}`,
      row.declared === null
        ? '–'
        : `${row.declared.found} of ${row.declared.wanted}, ${row.declared.extra.length} extra`,
    ]),
  );
}

/** By machine. */
function hazards(rows: readonly Row[]): string {
  return table(
    ['machine', 'expected found', 'not expected: high', 'warning', 'info', 'false high per 1,000 lines'],
    rows.map((row) => [
      row.machine.title,
      row.hazards.wanted === 0 ? '–' : `${row.hazards.found} of ${row.hazards.wanted}`,
      String(row.hazards.extra.high.length),
      String(row.hazards.extra.warning.length),
      String(row.hazards.extra.info.length),
      perThousand(row.hazards.extra.high.length, row.lines),
    ]),
  );
}

function costs(rows: readonly Row[]): string {
  return table(
    ['machine', 'lines', 'files read', 'bytes', 'reads', 'ms', 'unresolved'],
    rows.map((row) => [
      row.machine.title,
      String(row.lines),
      String(row.cost.files),
      String(row.cost.bytes),
      String(row.cost.reads),
      String(Math.round(row.cost.ms)),
      String(row.unresolved),
    ]),
  );
}

function targets(rows: readonly Row[], none: readonly NoRow[]): string {
  const known = rows.filter((row) => row.machine.judge === undefined);
  const judges = sum(rows.filter((row) => row.machine.judge !== undefined).map((row) => row.edges));
  const edges = sum(known.map((row) => row.edges));
  const exact = known.filter(
    (row) => precision(row.edges) >= TARGETS.precision && recall(row.edges) >= TARGETS.recall,
  );
  const right = rows.reduce((count, row) => count + row.cells.right, 0);
  const cells = rows.reduce((count, row) => count + row.cells.of, 0);
  const lines = rows.reduce((count, row) => count + row.lines, 0);
  const high = rows.reduce((count, row) => count + row.hazards.extra.high.length, 0);
  const listed = none.filter((each) => each.found.length > 0).length;
  return table(
    ['measure', 'target', 'reached'],
    [
      ['precision of transitions', '0.95', figure(precision(edges))],
      ['recall of transitions', '1.00', figure(recall(edges))],
      ['machines at both', String(known.length), String(exact.length)],
      ['precision of transitions, judges', '0.88', figure(precision(judges))],
      ['recall of transitions, judges', '0.95', figure(recall(judges))],
      ['cells of setter tables', 'all', `${right} of ${cells}`],
      ['false high findings per 1,000 lines', 'at most 0.5', perThousand(high, lines)],
      ['no lifecycle where there is none', String(none.length), String(none.length - listed)],
    ],
  );
}

function faults(rows: readonly Row[]): string {
  const items = rows.flatMap((row) => {
    const own = [
      ...row.edges.missing.map((each) => `missing ${each}`),
      ...row.edges.extra.map((each) => `extra ${each}${reason(row, each)}`),
      ...row.writes.missing.map((each) => `write not found ${each}`),
      ...(row.writes.wanted === 0 ? [] : row.writes.extra.map((each) => `not a write ${each}`)),
      ...row.cells.faults.map((each) => `cell ${each}`),
      ...row.roles.missing.map((each) => `role not found ${each}`),
      ...(row.roles.wanted === 0 ? [] : row.roles.extra.map((each) => `role beside the truth ${each}`)),
      ...row.hazards.missing.map((each) => `hazard not found ${each}`),
      ...row.hazards.extra.high.map((each) => `high, not expected ${each}`),
      ...(row.declared?.missing ?? []).map((each) => `not declared ${each}`),
      ...(row.declared?.extra ?? []).map((each) => `declared beside the truth ${each}`),
    ];
    return own.map((each) => `- ${row.machine.title}: ${each}`);
  });
  return items.length === 0 ? 'Nothing.' : items.join('\n');
}

function reason(row: Row, edge: string): string {
  const why = row.machine.wrong[edge];
  return why === undefined ? '' : ` (${why})`;
}

function sum(scores: readonly Score[]): Score {
  return scores.reduce(
    (total, each) => ({
      right: total.right + each.right,
      claimed: total.claimed + each.claimed,
      found: total.found + each.found,
      wanted: total.wanted + each.wanted,
      extra: [],
      missing: [],
    }),
    { right: 0, claimed: 0, found: 0, wanted: 0, extra: [], missing: [] },
  );
}

function figure(value: number): string {
  return value.toFixed(2);
}

function perThousand(count: number, lines: number): string {
  return lines === 0 ? '–' : ((count * 1000) / lines).toFixed(2);
}

/** A table of Markdown; its columns are as wide as their widest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const safe = (text: string): string => text.replaceAll('|', '\\|');
  const width = head.map((title, column) =>
    Math.max(3, safe(title).length, ...rows.map((row) => safe(row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${head.map((_, column) => safe(cells[column] ?? '').padEnd(width[column] ?? 3)).join(' | ')} |`;
  return [line(head), `| ${width.map((each) => '-'.repeat(each)).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  );
}
