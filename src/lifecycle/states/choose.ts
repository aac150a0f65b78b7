import { err, ok, type Result } from '../../base/index.ts';
import type { DeclaredMachine } from '../declared/index.ts';
import type { ClassInfo, Project } from '../project/project.ts';
import type { LifecycleChoice, LifecycleError, LifecycleQuery } from '../query.ts';
import type { Candidate } from './candidates.ts';
import { entryName } from './entries.ts';

export interface Chosen {
  readonly main: Candidate;
  /** Attributes of other objects that hold the same states. */
  readonly latches: readonly Candidate[];
  /** The class that the query names, where it is one of the owner's hierarchy. */
  readonly owner: ClassInfo | null;
  /** Tables that declare the transitions of the main store. */
  readonly tables?: readonly DeclaredMachine[];
}

/**
 * The lifecycle that a query means; null where nothing fits. Of several stores of the same states the one that
 * is written most is meant if the others only keep what was read from it; otherwise, and between different
 * states, the query is ambiguous.
 */
export function choose(
  all: readonly Candidate[],
  query: LifecycleQuery,
  project: Project,
): Result<Chosen | null, LifecycleError> {
  const fitting = all.filter((each) => each.isMachine && fits(each, query, project));
  const [main, ...others] = fitting;
  if (main === undefined) return ok(null);
  const rivals = others.filter((each) => !isLatch(each, main));
  if (rivals.length > 0) {
    return err({ code: 'lifecycle-ambiguous', choices: [main, ...rivals].map(choiceOf) });
  }
  const latches = all.filter((each) => each !== main && each.group === main.group && isLatch(each, main));
  return ok({ main, latches, owner: ownerOf(main, query, project) });
}

function fits(candidate: Candidate, query: LifecycleQuery, project: Project): boolean {
  const { group, slot } = candidate;
  if (
    query.states !== undefined &&
    group.name !== query.states &&
    !group.members.some((each) => each.name === query.states)
  ) {
    return false;
  }
  if (query.store !== undefined && slot.name !== query.store && slot.name !== entryName(query.store))
    return false;
  if (query.class === undefined) return true;
  const { owner } = candidate;
  if (owner === null) return candidate.writes.some((write) => write.inside?.owner?.name === query.class);
  return ownerOf(candidate, query, project) !== null;
}

/** The named class, if it is the owner, a descendant of it, or an ancestor. */
function ownerOf(candidate: Candidate, query: LifecycleQuery, project: Project): ClassInfo | null {
  const { owner } = candidate;
  if (query.class === undefined || owner === null) return null;
  const named = project.classes.filter((each) => each.name === query.class);
  return (
    named.find((each) => project.ancestry(each).includes(owner)) ??
    (project.ancestry(owner).some((each) => named.includes(each)) ? owner : null)
  );
}

/** Holds copies: the same states, an attribute that starts as None or takes what was read, written less often. */
function isLatch(candidate: Candidate, main: Candidate): boolean {
  if (candidate.group !== main.group || candidate.slot.kind !== 'attribute') return false;
  if (candidate.writes.length >= main.writes.length) return false;
  if (main.slot.kind === 'keyed') return true;
  const startsEmpty = candidate.slotWrites.some(
    (write) => write.inside !== null && write.leaves.some((leaf) => leaf.kind === 'none'),
  );
  return startsEmpty && candidate.writes.length * 2 <= main.writes.length;
}

function choiceOf(candidate: Candidate): LifecycleChoice {
  return {
    states: candidate.group.name,
    store: candidate.slot.name,
    owner: candidate.owner?.name ?? candidate.file,
    writes: candidate.writes.length,
    file: candidate.file,
    line: candidate.line,
  };
}
