import {
  acceptedBy,
  acceptedName,
  anchorOf,
  isAbout,
  MODULE_SYMBOL,
  type AcceptedAnchor,
  type AcceptedHazard,
  type LifecycleFacts,
} from '../../investigation/index.ts';
import type { Hazard, Place, WitnessStep } from '../../lifecycle/index.ts';
import { hazardNote, lifecycleWords, setterCell } from '../../messages/index.ts';
import { visibleLabel, visibleText } from '../../protocol/index.ts';

/**
 * How a lifecycle relates to the code as it is. `now`: it was analysed over a connection of this session, and the file
 * is as it was then. `stored`: the notebook keeps it from another time. `changed`: the file has changed since.
 */
export type Age = 'now' | 'stored' | 'changed';

/** How a file relates to what was analysed in this session; one of which the text is not at hand counts as unchanged. */
export function fileAge(analysed: string | undefined, now: string | undefined): Age {
  if (analysed === undefined || now === undefined) return 'now';
  // The editor makes line ends uniform.
  const uniform = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
  return uniform(analysed) === uniform(now) ? 'now' : 'changed';
}

/** A finding at its place, in words. */
export interface HazardMark extends Place {
  readonly hazard: Hazard;
  readonly message: string;
  /** What the reader called no hazard is a hint. */
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  /** The numbered steps of the witness. */
  readonly steps: readonly MarkStep[];
  /**
   * What names it in the cell's list of accepted findings: the entry that is about it, else one that would be about it
   * alone; null where the stored result is older than symbols, so that it cannot be told.
   */
  readonly entry: AcceptedAnchor | null;
}

export interface MarkStep extends Place {
  readonly text: string;
}

/**
 * The findings of a lifecycle as marks; `age` says how fresh what is known of a file is, and `accepted` is the list of
 * the cell that asked for it.
 */
export function hazardMarks(
  facts: Pick<LifecycleFacts, 'hazards'>,
  age: (file: string) => Age,
  accepted: readonly AcceptedHazard[] = [],
): readonly HazardMark[] {
  return facts.hazards.map((hazard) => {
    const fresh = age(hazard.file);
    return {
      hazard,
      file: hazard.file,
      line: hazard.line,
      message: hazardNote(visibleText(lifecycleWords.hazardTitle(hazard)), fresh),
      severity: hazard.accepted === undefined ? SEVERITY[hazard.severity] : 'hint',
      steps: hazard.witness.map((step) => ({
        file: step.file,
        line: step.line,
        text: stepText(step),
      })),
      entry: entryFor(hazard, fresh, accepted),
    };
  });
}

/** What names a finding in the list of its cell. */
export function entryFor(
  hazard: Hazard,
  age: Age,
  accepted: readonly AcceptedHazard[],
): AcceptedAnchor | null {
  const known = hazard.accepted === undefined ? undefined : acceptedBy(hazard, accepted);
  if (known !== undefined) return known;
  const symbol = hazard.symbol ?? (age === 'stored' ? undefined : MODULE_SYMBOL);
  return symbol === undefined ? null : anchorOf(hazard, symbol);
}

/** `2. worker: calls set with Done → Done`; the state after it is not said twice. */
function stepText(step: WitnessStep): string {
  const text = `${String(step.step)}. ${step.role}: ${lifecycleWords.witnessStep(step)}`;
  const state = step.state === null ? '' : setterCell(step.state);
  return visibleLabel(state === '' || text.endsWith(` ${state}`) ? text : `${text} → ${state}`);
}

const SEVERITY = { high: 'error', warning: 'warning', info: 'information' } as const;

/** How many findings the same entry would cover, this one included. */
export function alikeCount(marks: readonly HazardMark[], { entry }: HazardMark): number {
  if (entry === null) return 1;
  return Math.max(1, marks.filter(({ hazard }) => isAbout(entry, hazard)).length);
}

/** The entry of the cell's list that an `accepted-gone` is about. */
export function goneEntry(what: string, accepted: readonly AcceptedHazard[]): AcceptedAnchor | undefined {
  return accepted.find((each) => acceptedName(each) === what);
}
