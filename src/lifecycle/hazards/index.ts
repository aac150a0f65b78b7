import type { Analysis } from '../analysis.ts';
import { sortedHazards } from '../draw/order.ts';
import type { Hazard } from '../model.ts';
import { absentReads } from './absent.ts';
import { cleanup } from './cleanup.ts';
import { createContext, type Rule } from './context.ts';
import { merge } from './merge.ts';
import { resurrection } from './resurrection.ts';
import { silentSkip } from './skip.ts';
import { zombie } from './zombie.ts';

const rules: readonly Rule[] = [resurrection, merge, zombie, absentReads, cleanup, silentSkip];

/**
 * The findings of all rules on one analysed lifecycle, sorted by severity, rule and place. Each has a witness that
 * can be checked by reading; what no rule finds is not thereby impossible.
 */
export function findHazards(analysis: Analysis): readonly Hazard[] {
  const context = createContext(analysis);
  return sortedHazards(rules.flatMap((rule) => rule(context)));
}
