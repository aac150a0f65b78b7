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

/** A place where a region may be, and whether lines on both sides of it say so. */
export interface Gap {
  readonly first: number;
  readonly last: number;
  readonly sides: 1 | 2;
}

/**
 * Regions inside a range that lie between the lines that were above and below the pin, where its own text
 * is no longer there; those lines themselves may stand outside. With only one side in the file, or none kept on the other, the region keeps its height. Context of
 * blank lines alone finds nothing.
 */
export function betweenContext(
  lines: TextLines,
  height: number,
  context: Context,
  within: LineRange,
): readonly Gap[] {
  const end = Math.min(within.last ?? lines.count, lines.count);
  const above = tellTale(context.before) ? lines.occurrences(context.before) : [];
  const below = tellTale(context.after) ? lines.occurrences(context.after) : [];
  const starts = above
    .map((first) => first + context.before.length)
    .filter((first) => first >= within.first && first <= end + 1);
  const between = starts.flatMap((first): readonly Gap[] => {
    const next = below.find((line) => line >= first && line - first <= heightLimit(height));
    return next === undefined ? [] : [{ first, last: Math.min(next - 1, end), sides: 2 }];
  });
  if (between.length > 0) return between;
  const gaps =
    starts.length > 0
      ? starts.map((first) => ({ first, last: Math.min(first + height - 1, end) }))
      : below
          .filter((line) => line > within.first && line <= end + 1)
          .map((line) => ({ first: Math.max(line - height, within.first), last: line - 1 }));
  return gaps.filter(({ first, last }) => first <= last).map((gap) => ({ ...gap, sides: 1 }));
}

function tellTale(context: readonly string[]): boolean {
  return context.some((line) => line.trim().length > 1);
}

/** Whether at least half of a text's lines, blank ones left out, stand in a region. */
export function isAlike(lines: TextLines, gap: Gap, text: readonly string[]): boolean {
  const there = new Set(lines.lines.slice(gap.first - 1, gap.last).map((line) => line.trim()));
  const kept = text.map((line) => line.trim()).filter((line) => line.length > 1);
  return kept.filter((line) => there.has(line)).length * 2 >= kept.length;
}
