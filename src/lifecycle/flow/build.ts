import type { FunctionId } from '../analysis.ts';
import type { DeclaredMachine } from '../declared/index.ts';
import { ABSENT, type StateName } from '../model.ts';
import type { ClassInfo, Project } from '../project/project.ts';
import type { Types } from '../project/types.ts';
import type { Begins } from '../roles/begins.ts';
import { settersOf } from '../setters/setters.ts';
import type { Candidate } from '../states/candidates.ts';
import { isPlainEnum } from '../states/declared.ts';
import { Domain } from '../states/domain.ts';
import { returnedThrough } from '../states/leaves.ts';
import type { SlotWrite, Survey } from '../states/survey.ts';
import { Allowance } from './budget.ts';
import { chosenByState } from './by-state.ts';
import { lockNames } from './locks.ts';
import type { Machine, Observer } from './machine.ts';
import { Relevance } from './relevance.ts';

/** What stays the same for every perspective on one candidate. */
export interface MachineParts {
  readonly project: Project;
  readonly types: Types;
  readonly survey: Survey;
  readonly candidate: Candidate;
  /** Other attributes that the same states are kept in. */
  readonly latches: readonly string[];
  /** Tables that declare the transitions of the store. */
  readonly tables: readonly DeclaredMachine[];
  readonly begins: Begins;
}

/** Puts together what the flow needs to know. */
export function buildMachine(
  parts: MachineParts,
  perspective: ClassInfo | null,
  observer: Observer,
): Machine {
  const { project, types, survey, candidate, latches, begins } = parts;
  const stateClass = project.classes.find((each) => each.id === candidate.group.id) ?? null;
  const domain = new Domain(candidate.group, stateClass !== null && isPlainEnum(stateClass, project));
  const setters = settersOf(candidate, survey);
  const attributes = new Set([candidate.slot.name, ...latches]);
  const predicates = stateClass === null ? [] : [...stateClass.methods.values()].map((each) => each.id);
  const roots = new Set([...setters.keys(), ...predicates, ...returning(candidate)]);
  return {
    project,
    types,
    domain,
    stateClass,
    store: {
      kind: candidate.slot.kind,
      name: candidate.slot.name,
      owner: candidate.owner,
      global: candidate.slot.global,
    },
    alphabet: alphabetOf(candidate, domain),
    blank: defaultOf(candidate, domain) ?? ABSENT,
    setters,
    relevance: new Relevance(project, domain, attributes, roots, survey.keywords, begins),
    perspective,
    latchNames: new Set(latches),
    lockNames: lockNames(project),
    dispatch: dispatchOf(parts, domain),
    starts: new Map(),
    begins,
    observer,
    allowance: new Allowance(),
  };
}

/** Functions that return what is stored. */
function returning({ writes }: Candidate): readonly FunctionId[] {
  return writes.flatMap(({ leaves }) => leaves.flatMap((leaf) => returnedThrough(leaf)?.id ?? []));
}

/** The states in which a table or a name that is put together with the state calls its handlers. */
function dispatchOf(
  { tables, candidate, project }: MachineParts,
  domain: Domain,
): ReadonlyMap<FunctionId, ReadonlySet<StateName>> {
  const found = new Map<FunctionId, Set<StateName>>();
  for (const [id, states] of chosenByState(candidate, domain, project)) found.set(id, new Set(states));
  for (const { from, handler } of tables.flatMap((table) => table.moves)) {
    const state = domain.ofMember(from) ?? (from.value === null ? null : domain.ofValue(from.value));
    if (handler?.info == null || state === null) continue;
    found.set(handler.info.id, (found.get(handler.info.id) ?? new Set()).add(state));
  }
  return found;
}

/** Every value that some site writes, initial ones included, in the order of the states; ∅ first. */
function alphabetOf(candidate: Candidate, domain: Domain): readonly StateName[] {
  const written = new Set(candidate.writes.flatMap((write) => statesOf(write, domain)));
  const names = domain.names.filter((name) => written.has(name));
  return canBeAbsent(candidate, domain) ? [ABSENT, ...names] : names;
}

/**
 * Entries of a dictionary come and go; an attribute is ∅ where it is set to None, or starts with nothing but None.
 * One that a method other than the constructor sets first is not ∅ to those who look at it later.
 */
function canBeAbsent(candidate: Candidate, domain: Domain): boolean {
  if (candidate.slot.kind === 'keyed') return true;
  const initial = candidate.slotWrites.filter((write) => write.initial);
  const setsNone = candidate.slotWrites.some((write) => write.leaves.some((leaf) => leaf.kind === 'none'));
  const setsState = initial.some((write) => statesOf(write, domain).length > 0);
  return (
    setsNone ||
    (initial.length > 0 &&
      !setsState &&
      initial.every((write) => write.leaves.every((leaf) => leaf.kind === 'none')))
  );
}

/** The default in the body of the class. */
function defaultOf(candidate: Candidate, domain: Domain): StateName | null {
  const inBody = candidate.slotWrites.filter((write) => write.inside === null && write.initial);
  return inBody.flatMap((write) => statesOf(write, domain))[0] ?? null;
}

export function statesOf(write: SlotWrite, domain: Domain): readonly StateName[] {
  return write.leaves.flatMap((leaf) => {
    if (leaf.kind === 'member') return domain.ofMember(leaf.member) ?? [];
    return leaf.kind === 'literal' ? (domain.ofAnyValue(leaf.value) ?? []) : [];
  });
}
