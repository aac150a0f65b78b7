import type { HighVerdict } from './machine.ts';
import type { Row } from './report.ts';

/** How a reader judged the findings of high severity of some machines. */
export interface HighCount {
  readonly found: number;
  readonly right: number;
  /** Defensible, if something holds that the code does not say. */
  readonly assumption: number;
  readonly wrong: number;
  /** Reported, and read by nobody yet. */
  readonly unread: readonly string[];
  readonly lines: number;
}

/** What a truth lists among its hazards is right; the others are judged one by one. */
export function countHigh(rows: readonly Row[], verdicts: readonly HighVerdict[]): HighCount {
  const extra = rows.flatMap((row) =>
    row.hazards.extra.high.map((finding) => ({ title: row.machine.title, finding })),
  );
  const judged = extra.map(({ title, finding }) => ({
    name: `${title} ${finding}`,
    verdict: verdicts.find((each) => each.title === title && `${each.rule} ${each.at}` === finding)?.verdict,
  }));
  const count = (verdict: HighVerdict['verdict']): number =>
    judged.filter((each) => each.verdict === verdict).length;
  const known = rows.reduce((sum, row) => sum + row.hazards.knownHigh, 0);
  return {
    found: known + extra.length,
    right: known + count('right'),
    assumption: count('assumption'),
    wrong: count('wrong'),
    unread: judged.filter((each) => each.verdict === undefined).map((each) => each.name),
    lines: rows.reduce((sum, row) => sum + row.lines, 0),
  };
}

/** One line for a report. */
export function sayHigh(group: string, count: HighCount): string {
  const wrong = count.lines === 0 ? '–' : ((count.wrong * 1000) / count.lines).toFixed(2);
  const rest = [
    ...(count.assumption === 0 ? [] : [`${count.assumption} defensible with an outside assumption`]),
    ...(count.unread.length === 0 ? [] : [`not judged yet: ${count.unread.join(', ')}`]),
  ];
  const head = `${group}: high findings right ${count.right} of ${count.found}, wrong ${wrong} per 1,000 lines (${count.wrong} in ${count.lines})`;
  return `${[head, ...rest].join('; ')}.`;
}
