import { hazardAbout, type Hazard, type Lifecycle } from '../../lifecycle/index.ts';
import type { AcceptedAnchor, AcceptedHazard } from '../cells/accepted.ts';
import { redactText } from '../secrets/redact.ts';

/** Stands for the symbol of a finding at the top level of a module, which has none. */
export const MODULE_SYMBOL = '<module>';

/**
 * The lifecycle with the reason on every finding that the cell calls no hazard. An entry that matches nothing any more
 * is named among what stayed open.
 */
export function acceptHazards(lifecycle: Lifecycle, accepted: readonly AcceptedHazard[]): Lifecycle {
  if (accepted.length === 0) return lifecycle;
  const hazards = lifecycle.hazards.map((hazard): Hazard => {
    const found = acceptedBy(hazard, accepted);
    return found === undefined ? hazard : { ...hazard, accepted: found.reason };
  });
  const gone = accepted
    .filter((each) => !lifecycle.hazards.some((hazard) => isAbout(each, hazard)))
    .map((each) => ({
      what: acceptedName(each),
      why: 'accepted-gone' as const,
      file: each.file ?? lifecycle.stores[0]?.file ?? '',
      line: 1,
    }));
  return { ...lifecycle, hazards, unresolved: [...lifecycle.unresolved, ...gone] };
}

/** The entry that is about a finding: of several the one that says most. */
export function acceptedBy(hazard: Hazard, accepted: readonly AcceptedHazard[]): AcceptedHazard | undefined {
  const detail = ({ about, code, file }: AcceptedHazard): number =>
    (code === undefined ? 0 : 4) + (about === undefined ? 0 : 2) + (file === undefined ? 0 : 1);
  return accepted.filter((each) => isAbout(each, hazard)).sort((a, b) => detail(b) - detail(a))[0];
}

/** Whether an entry is about a finding. A finding of a result that is older than codes of lines has any. */
export function isAbout(anchor: AcceptedAnchor, hazard: Hazard): boolean {
  const { rule, symbol, file, about = {}, code } = anchor;
  return (
    rule === hazard.rule &&
    symbol === (hazard.symbol ?? MODULE_SYMBOL) &&
    (file === undefined || file === hazard.file) &&
    Object.entries(about).every(([key, value]) => hazard.data[key] === value) &&
    (code === undefined || hazard.code === undefined || code === codeOf(hazard.code))
  );
}

/** What names exactly this finding, also when its lines have moved. */
export function anchorOf(hazard: Hazard, symbol: string): AcceptedAnchor {
  const about = hazardAbout(hazard);
  return {
    rule: hazard.rule,
    file: hazard.file,
    symbol,
    ...(Object.keys(about).length === 0 ? {} : { about }),
    ...(hazard.code === undefined ? {} : { code: codeOf(hazard.code) }),
  };
}

/** An entry as it is called among what stayed open: rule, symbol, and what it says beyond them. */
export function acceptedName({ rule, symbol, about, code }: AcceptedAnchor): string {
  const more = [...Object.entries(about ?? {}).map(([key, value]) => `${key} ${value}`), code ?? ''];
  const told = more.filter((each) => each !== '').join(', ');
  return `${rule} ${symbol}${told === '' ? '' : ` (${told})`}`;
}

/** Whether two entries are about the same in the same words. */
export function isSameAnchor(one: AcceptedAnchor, other: AcceptedAnchor): boolean {
  const about = (anchor: AcceptedAnchor): string =>
    JSON.stringify(Object.entries(anchor.about ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
  return (
    one.rule === other.rule &&
    one.symbol === other.symbol &&
    one.file === other.file &&
    one.code === other.code &&
    about(one) === about(other)
  );
}

function codeOf(code: string): string {
  return redactText(code).text;
}
