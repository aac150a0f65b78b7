import { err, ok, systemClock, type Result } from '../base/index.ts';
import { assemble } from './assemble.ts';
import { withinStates } from './bounds.ts';
import { collect } from './collect.ts';
import {
  declaredChoice,
  declaredLifecycle,
  declaredMachines,
  declaredOf,
  fittingDeclared,
  linkDeclared,
  type Linked,
} from './declared/index.ts';
import { Allowance } from './flow/budget.ts';
import { buildMachine, type MachineParts } from './flow/build.ts';
import { runEntries } from './flow/entries.ts';
import type { Machine } from './flow/machine.ts';
import { Recorder } from './flow/recorder.ts';
import { startsOf } from './flow/starts.ts';
import { load } from './load.ts';
import type { Lifecycle, StateName, Unresolved, Write } from './model.ts';
import type { ClassInfo, FunctionInfo, Project } from './project/project.ts';
import { Types } from './project/types.ts';
import type { LifecycleContext, LifecycleError, LifecycleQuery } from './query.ts';
import { Begins } from './roles/begins.ts';
import { CALLER, callGraph, rolesOf } from './roles/reach.ts';
import { repeatedStarts } from './roles/repeated.ts';
import { findSpawns } from './roles/spawns.ts';
import { candidates, type Candidate } from './states/candidates.ts';
import { choose, type Chosen } from './states/choose.ts';
import { stateName } from './states/group.ts';
import { survey, type SlotWrite, type Survey } from './states/survey.ts';

/** Classes that the store's owner is taken for, one after the other. */
const PERSPECTIVES = 6;

/**
 * The lifecycle of one status. Reads the files that the query leads to, on demand, and nothing else; names no
 * project. An answer without states means that nothing was found in the files that `cost` counts.
 */
export async function analyse(
  query: LifecycleQuery,
  context: LifecycleContext,
): Promise<Result<Lifecycle, LifecycleError>> {
  const clock = context.clock ?? systemClock;
  const start = clock.now();
  const before = context.tree.cost.reads;
  const loaded = await load(query, context);
  if (!loaded.ok) return loaded;
  const { project } = loaded.value;
  const types = new Types(project);
  const found = survey(project, types);
  const all = candidates(project, found);
  const linked = linkDeclared(declaredMachines(project), all, project);
  const tables = fittingDeclared(linked, query, project);
  const chosen = choose(all, throughTable(all, tables, query), project);
  if (!chosen.ok) return chosen;
  const cost = (): Lifecycle['cost'] => ({
    files: loaded.value.files,
    bytes: loaded.value.bytes,
    reads: context.tree.cost.reads - before,
    ms: clock.now() - start,
  });
  if (chosen.value === null) {
    const alone = tables.filter((each) => each.store === null).map((each) => each.machine);
    const [machine] = alone;
    if (alone.length > 1)
      return err({
        code: 'lifecycle-ambiguous',
        choices: alone.map((each) => declaredChoice(each, project)),
      });
    const told = machine === undefined ? {} : declaredLifecycle(machine);
    return ok({ ...NOTHING, ...told, unresolved: loaded.value.unresolved, cost: cost() });
  }
  const members = chosen.value.main.group.members.map((each) => each.name);
  const strange = (query.terminal ?? []).filter((name) => !members.includes(name));
  if (strange.length > 0) return err({ code: 'lifecycle-unknown-state', names: strange, states: members });
  const { main } = chosen.value;
  const bounded = withinStates(main);
  const unresolved = [...loaded.value.unresolved, ...bounded.open];
  const own = linked.filter((each) => each.store === main).map((each) => each.machine);
  const analysis = analyseChosen(
    project,
    types,
    found,
    { ...chosen.value, main: bounded.main, tables: own },
    unresolved,
    query.terminal,
  );
  const lifecycle = assemble(analysis, project, cost());
  const declared = own.map((machine) => declaredOf(machine, lifecycle.transitions));
  const writes = [...defaultWrites(main), ...lifecycle.writes].sort((a, b) =>
    a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1,
  );
  return ok({ ...lifecycle, writes, ...(declared.length === 0 ? {} : { declared }), cost: cost() });
}

/** The default in the body of a class is the first write to the attributes of its objects. */
function defaultWrites(main: Candidate): readonly Write[] {
  if (main.slot.kind !== 'attribute') return [];
  const names = (leaf: SlotWrite['leaves'][number]): readonly StateName[] =>
    leaf.kind === 'member' ? [leaf.member.name] : leaf.kind === 'literal' ? [stateName(leaf.value)] : [];
  return main.writes
    .filter((write) => write.inside === null && write.initial)
    .map((write): Write => ({
      file: write.file,
      line: write.span.line,
      function: write.slot.receiver?.name ?? '',
      role: CALLER,
      to: write.leaves.flatMap(names),
      from: [],
      class: 'proved',
      guard: '',
    }));
}

/** A query that names a table means the store of the table, unless a store has that name. */
function throughTable(
  all: readonly Candidate[],
  tables: readonly Linked[],
  query: LifecycleQuery,
): LifecycleQuery {
  const store = tables.length === 1 ? tables[0]?.store : undefined;
  if (query.store === undefined || store == null) return query;
  if (all.some((each) => each.isMachine && each.slot.name === query.store)) return query;
  const { class: _named, ...rest } = query;
  return { ...rest, store: store.slot.name, ...(store.owner === null ? {} : { class: store.owner.name }) };
}

const NOTHING: Omit<Lifecycle, 'unresolved' | 'cost'> = {
  states: [],
  stores: [],
  setters: [],
  writes: [],
  removals: [],
  transitions: [],
  hazards: [],
  roles: [],
};

/** Runs the machine of one candidate from every class that its owner can be, and collects the facts. */
export function analyseChosen(
  project: Project,
  types: Types,
  found: Survey,
  chosen: Chosen,
  unresolved: readonly Unresolved[],
  terminal?: readonly StateName[],
): ReturnType<typeof collect> {
  const latches = [...new Set(chosen.latches.map((each) => each.slot.name))];
  const { main, tables = [] } = chosen;
  const spawns = findSpawns(project, types);
  const begins = new Begins(spawns);
  const parts: MachineParts = { project, types, survey: found, candidate: main, latches, tables, begins };
  const all = perspectives(chosen, project);
  const [first = null, ...others] = all.slice(0, PERSPECTIVES);
  const left = all.slice(PERSPECTIVES);
  const before = new Recorder();
  const whole = buildMachine(parts, first, before);
  const graph = callGraph(whole);
  const roles = rolesOf(whole, graph, spawns);
  const repeated = repeatedStarts(whole, spawns);
  const runAll = (machine: Machine, recorder: Recorder): void => {
    // A helper that is called and handed over is met by others than those that call it.
    const entered = (info: FunctionInfo): boolean => recorder.entered(info) && !recorder.isHanded(info);
    const top = chosen.main.owner;
    const inHierarchy = (info: FunctionInfo): boolean =>
      top !== null && info.owner !== null && project.ancestry(info.owner).includes(top);
    for (const perspective of [first, ...others]) {
      // Methods of the owner are run for each class that inherits them.
      const own = perspective === first ? machine : { ...machine, perspective };
      const line = perspective === null ? [] : project.ancestry(perspective);
      const inherits = (info: FunctionInfo): boolean =>
        others.length === 0 || (info.owner !== null && line.includes(info.owner));
      runEntries(own, graph, spawns, roles, entered, inherits);
    }
    if (others.length > 0) {
      const covered = new Set(
        [first, ...others].flatMap((each) => (each === null ? [] : project.ancestry(each))),
      );
      // Everybody else meets any of them, so is run once with all overrides in sight; and so are subclasses beyond.
      runEntries(
        { ...machine, perspective: null },
        graph,
        spawns,
        roles,
        entered,
        (info) => !inHierarchy(info) || (info.owner !== null && !covered.has(info.owner)),
      );
    }
  };
  runAll(whole, before);
  // Helpers that are only handed over start in what a first run has seen.
  const starts = startsOf(whole, before, spawns, repeated);
  const recorder = starts.size === 0 ? before : new Recorder();
  const machine = { ...whole, starts, observer: recorder };
  if (starts.size > 0) runAll({ ...machine, allowance: new Allowance() }, recorder);
  for (const cut of project.cut) recorder.unresolved(cut.name, cut.file, cut.node.nameSpan, 'ancestors');
  const [next = null] = left;
  if (next !== null) recorder.unresolved(String(left.length), next.file, next.node.nameSpan, 'subclasses');
  return collect({ machine, recorder, chosen, spawns, repeated, roles, unresolved, terminal });
}

/** The classes at the ends of the owner's hierarchy, below the class that the query names. */
function perspectives(chosen: Chosen, project: Project): readonly (ClassInfo | null)[] {
  const top = chosen.owner ?? chosen.main.owner;
  if (top === null) return [null];
  const ends = project.ends(top);
  return ends.length === 0 ? [top] : ends;
}
