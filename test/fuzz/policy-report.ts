import { readRefused } from '../probe/corpora.ts';
import { missingOptions } from '../probe/coverage.ts';
import { TABLES } from './lines/catalogue-lines.ts';
import type { PolicyReport } from './policy-run.ts';

/** Every rule for which the corpus refuses a line. */
export const RULES: readonly string[] = [...new Set(readRefused().map(({ rule }) => rule))];

/** Rules that no line reaches without facts that the generator does not give. */
export const UNREACHABLE_RULES: readonly string[] = [];

/** Counts and coverage of a run, for people. */
export function describePolicy(report: PolicyReport): string {
  const { lines, accepted, compared, rules, commands, options, slowest } = report;
  const unreached = RULES.filter((rule) => !rules.has(rule));
  const missing = missingOptions(options);
  const total = TABLES.reduce((sum, table) => sum + table.options.length, 0);
  const list = (names: readonly string[]): string =>
    names.length === 0 ? 'none' : names.slice(0, 20).join(', ');
  return [
    `${lines} lines judged, ${accepted} accepted, ${compared} of them compared, ${lines - accepted} refused, no crash`,
    `${commands.size} commands, ${total - missing.length} of ${total} options in accepted lines; without: ${list(missing)}`,
    `${rules.size} rules refused; not reached: ${list(unreached)}`,
    [...rules]
      .sort(([, a], [, b]) => b - a)
      .map(([rule, n]) => `${rule} ${n}`)
      .join(', '),
    `slowest verdict: ${Math.round(slowest.ms)} ms for ${slowest.line.length} characters, ${JSON.stringify(slowest.line.slice(0, 100))}`,
  ].join('\n  ');
}
