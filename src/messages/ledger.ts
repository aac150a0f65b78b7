import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { LedgerEntry } from '../probe/index.ts';
import { visible } from './quoted.ts';

/** A part of a ledger as it is shown. */
export interface LedgerView {
  /** In the order of their numbers. */
  readonly entries: readonly LedgerEntry[];
  /** How many there are in all. */
  readonly count: number;
  /** How many of the oldest are no longer held. */
  readonly released: number;
}

/** How many entries the document shows as rows, and of how many of these every byte. */
export const LEDGER_ROWS = 5000;
const WITH_BYTES = 300;

/**
 * The ledger as a document: first a table, one row for each shell that was started, then every byte that each
 * was given. Launchers that are the same stand once. Controls are visible.
 */
export function ledgerText(view: LedgerView): string {
  const t = l10n.t;
  const shown = view.entries.slice(-LEDGER_ROWS);
  const detailed = shown.slice(-WITH_BYTES);
  const launchers = [...new Set(detailed.map(({ launcher }) => launcher))];
  const rows = shown.map((entry) => [
    String(entry.number),
    new Date(entry.asked ?? entry.time).toISOString().replace('T', ' ').replace('Z', ''),
    entry.target,
    entry.exit === null ? '–' : String(entry.exit),
    String(entry.bytes),
    String(entry.ms),
    purpose(entry),
  ]);
  const head = ['#', t('time (UTC)'), t('target'), t('exit'), t('bytes'), t('ms'), t('line')];
  return [
    t('Everything that was sent to hosts for execution in this session.'),
    ...omissions(view, shown.length),
    '',
    ...table([head, ...rows]),
    '',
    t('What each login shell was given'),
    ...(detailed.length < shown.length
      ? [t('(of the last {0}; Sonde: Export Ledger… writes all)', detailed.length)]
      : []),
    '',
    ...launchers.flatMap((launcher, index) => [`L${index + 1}`, indented(launcher), '']),
    t('What was written to the standard input of each'),
    '',
    ...detailed.flatMap((entry) => [
      `#${entry.number}  L${launchers.indexOf(entry.launcher) + 1}  ${purpose(entry)}`,
      indented(entry.script === '' ? t('(nothing)') : entry.script),
      '',
    ]),
  ].join('\n');
}

/** The same as Markdown: a table, then the bytes in fences. Pieces that join to the whole. */
export function* ledgerMarkdown(view: LedgerView): Generator<string> {
  const t = l10n.t;
  yield `# ${t('Ledger')}\n\n${t('Everything that was sent to hosts for execution. It names hosts, users and files: look at it before you share it.')}\n`;
  for (const line of omissions(view, view.entries.length)) yield `\n${line}\n`;
  const head = ['#', t('time (UTC)'), t('target'), t('exit'), t('bytes'), t('ms'), t('line')];
  yield `\n| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}\n`;
  for (const entry of view.entries)
    yield `| ${[
      String(entry.number),
      new Date(entry.asked ?? entry.time).toISOString(),
      cell(entry.target),
      entry.exit === null ? '–' : String(entry.exit),
      String(entry.bytes),
      String(entry.ms),
      entry.line === undefined ? purpose(entry) : code(visible(entry.line)),
    ].join(' | ')} |\n`;
  const launchers = [...new Set(view.entries.map(({ launcher }) => launcher))];
  yield `\n## ${t('What each login shell was given')}\n`;
  for (const [index, launcher] of launchers.entries()) yield `\nL${index + 1}\n\n${fence(launcher)}\n`;
  yield `\n## ${t('What was written to the standard input of each')}\n`;
  for (const entry of view.entries)
    if (entry.script !== '')
      yield `\n#${entry.number}, L${launchers.indexOf(entry.launcher) + 1}\n\n${fence(entry.script)}\n`;
}

/** An entry as one line of JSON: the times in ISO 8601, everything else as it is. */
export function ledgerJson(entry: LedgerEntry): string {
  const { over: _over, time, asked, ...fields } = entry;
  return JSON.stringify({
    ...fields,
    time: new Date(time).toISOString(),
    ...(asked === undefined ? {} : { asked: new Date(asked).toISOString() }),
  });
}

/** The hosts and users that a ledger names, each once. */
export function ledgerHosts(entries: readonly LedgerEntry[]): readonly string[] {
  return [...new Set(entries.map(({ target }) => target))];
}

function purpose(entry: LedgerEntry): string {
  switch (entry.kind) {
    case 'handshake':
      return l10n.t('(handshake)');
    case 'waiting':
      return entry.over ? l10n.t('(started in advance, not used)') : l10n.t('(started in advance, waits)');
    case 'probe':
      return visible(entry.line ?? '');
    default:
      return unreachable(entry.kind);
  }
}

function omissions(view: LedgerView, shown: number): readonly string[] {
  const t = l10n.t;
  return [
    ...(view.released === 0
      ? []
      : [t('The first {0} entries are no longer held, because the ledger is bounded.', view.released)]),
    ...(view.count - view.released > shown
      ? [t('The last {0} of {1} are shown; Sonde: Export Ledger… writes all.', shown, view.count)]
      : []),
  ];
}

/** Columns of the same width; numbers to the right; the last column is free. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const right = [true, false, false, true, true, true, false];
  const widths = right.map((_, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
  );
  return rows.map((row) =>
    row
      .map((text, column) => {
        if (column === right.length - 1) return text;
        const width = widths[column] ?? 0;
        return right[column] === true ? text.padStart(width) : text.padEnd(width);
      })
      .join('  '),
  );
}

function indented(text: string): string {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `    ${visible(line)}`)
    .join('\n');
}

function cell(text: string): string {
  return visible(text).replaceAll(/[\\`*_{}[\]<>#|~!&]/g, '\\$&');
}

/** A code span in a table (CommonMark 0.31, 6.1; a bar inside is escaped as in GitHub's tables). */
function code(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const ticks = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${ticks}${pad}${text.replaceAll('|', '\\|')}${pad}${ticks}`;
}

function fence(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const ticks = '`'.repeat(longest + 1);
  const lines = text.replace(/\n$/, '').split('\n').map(visible).join('\n');
  return `${ticks}sh\n${lines}\n${ticks}`;
}
