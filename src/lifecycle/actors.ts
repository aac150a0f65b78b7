import {
  ABSENT,
  type Lifecycle,
  type Place,
  type Removal,
  type StateName,
  type Transition,
  type Write,
} from './model.ts';

/**
 * The writes and removals that make a transition: those at its sites that start from its old state, else all at its
 * sites that end in its new one. In the order of the sites.
 */
export function actorsOf(
  lifecycle: Pick<Lifecycle, 'writes' | 'removals'>,
  transition: Pick<Transition, 'from' | 'to' | 'sites'>,
): readonly (Write | Removal)[] {
  return transition.sites.flatMap((site) => {
    const here = (fact: Place & { readonly from: readonly StateName[] }): boolean =>
      fact.file === site.file && fact.line === site.line;
    const facts: readonly (Write | Removal)[] =
      transition.to === ABSENT
        ? lifecycle.removals.filter(here)
        : lifecycle.writes.filter((write) => here(write) && write.to.includes(transition.to));
    const exact = facts.filter((fact) => fact.from.includes(transition.from));
    return exact.length > 0 ? exact : facts;
  });
}
