import type { CallFact, Site } from '../analysis.ts';
import type { Place, StateName, WitnessAction, WitnessStep } from '../model.ts';

/** A step before it has its number. */
export type Step = Omit<WitnessStep, 'step'>;

/** One step of a witness at a place. */
export function step(
  role: string,
  place: Place,
  action: WitnessAction,
  data: Readonly<Record<string, string>>,
  state: StateName | null = null,
): Step {
  return { role, file: place.file, line: place.line, action, data, state };
}

/** The steps in their order, numbered from 1; missing ones are left out. */
export function numbered(steps: readonly (Step | null)[]): readonly WitnessStep[] {
  return steps.filter((each) => each !== null).map((each, index) => ({ step: index + 1, ...each }));
}

/** The line on which a fact stands. */
export function placeOf(fact: { readonly site: Site } | CallFact): Place {
  return { file: fact.site.file, line: fact.site.span.line };
}
