import type { TextLines } from './lines.ts';
import type { LineRange } from './model.ts';

export interface Context {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** How many lines next to a region are as they were: upwards from it, and downwards. Blank lines count too. */
export function contextScore(
  lines: TextLines,
  range: { readonly first: number; readonly last: number },
  context: Context,
): number {
  return matchingAbove(lines, range.first, context.before) + matchingBelow(lines, range.last, context.after);
}

function matchingAbove(lines: TextLines, first: number, before: readonly string[]): number {
  let count = 0;
  while (count < before.length && lines.line(first - 1 - count) === before[before.length - 1 - count])
    count += 1;
  return count;
}

function matchingBelow(lines: TextLines, last: number, after: readonly string[]): number {
  let count = 0;
  while (count < after.length && lines.line(last + 1 + count) === after[count]) count += 1;
  return count;
}

/** The one candidate with the best context; null where two are equally good. */
export function bestByContext<T extends { readonly first: number; readonly last: number }>(
  lines: TextLines,
  candidates: readonly T[],
  context: Context,
): T | null {
  const scored = candidates.map((candidate) => ({
    candidate,
    score: contextScore(lines, candidate, context),
  }));
  const best = Math.max(...scored.map(({ score }) => score));
  const winners = scored.filter(({ score }) => score === best);
  return winners.length === 1 ? (winners[0]?.candidate ?? null) : null;
}

/** Lines that are looked at for a region of `height` lines between its context lines. */
function heightLimit(height: number): number {
  return Math.max(2 * height, height + 40);
}

/**
 * Regions that lie between the lines that were above and below the pin, where its own text is no longer
 * there. With only one side in the file, or none kept on the other, the region keeps its height. Context of
 * blank lines alone finds nothing.
 */
export function betweenContext(
  lines: TextLines,
  height: number,
  context: Context,
  within: LineRange,
): readonly LineRange[] {
  const above = tellTale(context.before) ? lines.occurrences(context.before, within) : [];
  const below = tellTale(context.after) ? lines.occurrences(context.after, within) : [];
  const starts = above.map((first) => first + context.before.length);
  const between = starts.flatMap((first) => {
    const next = below.find((line) => line >= first && line - first <= heightLimit(height));
    return next === undefined ? [] : [{ first, last: next - 1 }];
  });
  if (between.length > 0) return between;
  const end = within.last ?? lines.count;
  if (starts.length > 0) {
    return starts
      .filter((first) => first <= end)
      .map((first) => ({ first, last: Math.min(first + height - 1, end) }));
  }
  return below
    .filter((line) => line > within.first)
    .map((line) => ({ first: Math.max(line - height, within.first), last: line - 1 }));
}

function tellTale(context: readonly string[]): boolean {
  return context.some((line) => line.trim().length > 1);
}
