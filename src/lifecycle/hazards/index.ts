import type { Analysis } from '../analysis.ts';
import { sortedHazards } from '../draw/order.ts';
import type { Hazard, Place } from '../model.ts';
import { absentReads } from './absent.ts';
import { cleanup } from './cleanup.ts';
import { createContext, type Rule } from './context.ts';
import { merge } from './merge.ts';
import { disagree } from './disagree.ts';
import { deadline } from './deadline.ts';
import { late } from './late.ts';
import { standIn } from './standin.ts';
import { unprotected } from './unprotected.ts';
import { flip } from './flip.ts';
import { fragile } from './fragile.ts';
import { latch } from './latch.ts';
import { layered } from './layered.ts';
import { shared } from './shared.ts';
import { stuck } from './stuck.ts';
import { resurrection } from './resurrection.ts';
import { silentSkip } from './skip.ts';
import { zombie } from './zombie.ts';

const rules: readonly Rule[] = [
  resurrection,
  merge,
  zombie,
  absentReads,
  stuck,
  cleanup,
  silentSkip,
  shared,
  fragile,
  latch,
  layered,
  flip,
  deadline,
  disagree,
  late,
  unprotected,
  standIn,
];

/**
 * The findings of all rules on one analysed lifecycle, sorted by severity, rule and place. Each has a witness that
 * can be checked by reading; what no rule finds is not thereby impossible.
 */
export function findHazards(analysis: Analysis): readonly Hazard[] {
  const context = createContext(analysis);
  const found = sortedHazards(rules.flatMap((rule) => rule(context)));
  return found.filter(isFirst).map((hazard) => {
    const symbol = symbolAt(analysis, hazard);
    return symbol === undefined ? hazard : { ...hazard, symbol };
  });
}

/** Several roles that come the same way make one finding: the first one, with its witness. */
function isFirst(hazard: Hazard, index: number, all: readonly Hazard[]): boolean {
  const same = ({ rule, severity, file, line, data }: Hazard): string =>
    JSON.stringify([rule, severity, file, line, data]);
  return all.findIndex((each) => same(each) === same(hazard)) === index;
}

/** The innermost function, else class, around a line. */
function symbolAt(analysis: Analysis, { file, line }: Place): string | undefined {
  const functions = [...analysis.functions.values()].map(({ node, path, file: own }) => ({
    node,
    path,
    file: own,
  }));
  const classes = analysis.classes.map(({ node, name, file: own }) => ({ node, path: name, file: own }));
  return [...classes, ...functions]
    .filter(({ node, file: own }) => own === file && node.span.line <= line && line <= node.span.endLine)
    .sort((a, b) => b.node.span.start - a.node.span.start)[0]?.path;
}
