import { stagesOf } from './text.ts';

/** Runs another command on what it is given, or on what another one prints. */
const HANDS =
  /(?:^|[\s|])(?:-exec|-execdir|-ok|-okdir|xargs)\s|\$\((?:find|git|ls)\s|`(?:find|git|ls)\s|\bwhile\s.*\bread\s/;
const LISTS = /^(?:cd\s+\S+\s+&&\s+)?(?:find\s|git\s+(?:diff|log|ls-files)\b)/;

/**
 * What the lines to type instead of another one do not do, as data for its sentence: `lists` where they only list
 * the files that it would have read, `instead` the folder that stands for the whole machine, `filters` where
 * filters of names have become filters of lines.
 */
export function leftOut(line: string, lines: readonly string[]): Readonly<Record<string, string>> {
  const hands = HANDS.test(line);
  const lists = hands && lines.every((one) => LISTS.test(one) && !/\s-ls\b/.test(one));
  const isWhole = /\s\/(?=[\s);|`]|$)/.test(line) && lines.some((one) => /\s\.(?=\s|$)/.test(one));
  const stages = stagesOf(line);
  const run = stages.findIndex((stage) => /^xargs\s/.test(stage));
  const between = stages.slice(1, Math.max(1, run));
  const [only = '', ...more] = lines;
  const filters =
    more.length === 0 && !lists && /^(?:git\s+)?[ef]?grep\s/.test(only)
      ? between.filter((stage) => only.includes(` | ${stage}`))
      : [];
  return {
    ...(lists ? { lists: 'true' } : {}),
    ...(isWhole ? { instead: '.' } : {}),
    ...(filters.length === 0 ? {} : { filters: filters.join(' | ') }),
  };
}
