import type { Hazard, Lifecycle } from '../../lifecycle/index.ts';
import type { AcceptedHazard } from '../cells/accepted.ts';

/** Stands for the symbol of a finding at the top level of a module, which has none. */
export const MODULE_SYMBOL = '<module>';

/**
 * The lifecycle with the reason on every finding that the cell calls no hazard. An entry that matches nothing any more
 * is named among what stayed open.
 */
export function acceptHazards(lifecycle: Lifecycle, accepted: readonly AcceptedHazard[]): Lifecycle {
  if (accepted.length === 0) return lifecycle;
  const hazards = lifecycle.hazards.map((hazard): Hazard => {
    const found = accepted.find((each) => matches(each, hazard));
    return found === undefined ? hazard : { ...hazard, accepted: found.reason };
  });
  const gone = accepted
    .filter((each) => !lifecycle.hazards.some((hazard) => matches(each, hazard)))
    .map(({ rule, symbol, file }) => ({
      what: `${rule} ${symbol}`,
      why: 'accepted-gone' as const,
      file: file ?? lifecycle.stores[0]?.file ?? '',
      line: 1,
    }));
  return { ...lifecycle, hazards, unresolved: [...lifecycle.unresolved, ...gone] };
}

function matches(accepted: AcceptedHazard, hazard: Hazard): boolean {
  return (
    accepted.rule === hazard.rule &&
    accepted.symbol === (hazard.symbol ?? MODULE_SYMBOL) &&
    (accepted.file === undefined || accepted.file === hazard.file)
  );
}
