import type { Expression } from '../syntax/index.ts';
import type {
  Analysis,
  CallFact,
  ClassFact,
  FunctionFact,
  FunctionId,
  Interference,
  RemovalFact,
  SetterFact,
  StoreFact,
  TerminalReason,
  WriteFact,
} from './analysis.ts';
import { edgesOf, siteClass, type Placed } from './edges/edges.ts';
import { intrusionsOf, neighbours, type RoleTime } from './edges/interference.ts';
import { removalRun, writeRun, type SiteRun } from './edges/sites.ts';
import { splitByMode, type SplitRuns } from './edges/split.ts';
import { Twins } from './edges/twins.ts';
import { companionNames, companionsOf } from './facts/companions.ts';
import type { ConditionContext } from './facts/conditions.ts';
import { loopsOf } from './facts/loops.ts';
import { readersOf } from './facts/readers.ts';
import { roleFacts } from './roles/facts.ts';
import type { Repeated } from './roles/repeated.ts';
import { circumstances, locksAround, siteOf, type Scene } from './facts/scene.ts';
import { awaitedStates, namedTerminal, terminalReasons, type TerminalEvidence } from './facts/terminal.ts';
import { codeAt } from './facts/text.ts';
import { entryOf } from './flow/entries.ts';
import type { Machine, WriteEvent } from './flow/machine.ts';
import type { Recorder } from './flow/recorder.ts';
import { ABSENT, type StateName, type Unresolved } from './model.ts';
import { CALLER } from './roles/reach.ts';
import type { Spawn } from './roles/spawns.ts';
import { setterFacts, withReads } from './setters/facts.ts';
import type { Chosen } from './states/choose.ts';
import { lastName } from './states/declared.ts';

/** A machine after its runs, with what was found around it. */
export interface Finished {
  readonly machine: Machine;
  readonly recorder: Recorder;
  readonly chosen: Chosen;
  readonly spawns: readonly Spawn[];
  /** Functions that are begun again while they may go on. */
  readonly repeated: ReadonlyMap<FunctionId, Repeated>;
  readonly roles: ReadonlyMap<FunctionId, ReadonlySet<string>>;
  readonly unresolved: readonly Unresolved[];
  /** The terminal states by the user's word; undefined where the code is to tell. */
  readonly terminal?: readonly StateName[] | undefined;
}

/** All facts about one lifecycle, from what the runs recorded. */
export function collect(finished: Finished): Analysis {
  const { machine, recorder, chosen } = finished;
  const alphabet = new Set(machine.alphabet);
  const store = mainStore(chosen);
  const names = companionNames(machine.project, statusKeys(finished), store.name);
  const conditions: ConditionContext = { tests: recorder.tests, alphabet, companionNames: names };
  const scene: Scene = { machine, recorder, store, roles: finished.roles, conditions };
  const readers = readersOf(scene);
  const setters = setterFacts(machine).map((setter) => {
    const info = machine.project.functions.get(setter.function);
    return withReads(setter, readers, info === undefined ? [] : setterLocks(scene, setter, info.node.span));
  });
  const split = splitByMode(recorder, machine, conditions);
  const placed = placeRuns(finished, scene, setters, alphabet, split);
  const order = [ABSENT, ...machine.domain.names];
  const edges = edgesOf(placed, alphabet, order);
  const roots = new Set(finished.spawns.map((spawn) => spawn.target.id));
  const loops = loopsOf(scene, readers, roots);
  const evidence = [
    ...namedTerminal(machine),
    ...latchEvidence(finished),
    ...awaitedStates(loops, alphabet, recorder.tests),
  ];
  const reasons = terminalReasons(evidence, edges, machine.domain.names);
  const writes = placed.flatMap(({ fact }) => ('arguments' in fact ? [fact] : []));
  return {
    states: chosen.main.group.members.map((member, index) => {
      const given = finished.terminal?.includes(member.name);
      const told: TerminalReason = given === true ? { kind: 'given' } : { kind: 'none' };
      const terminalReason = given === undefined ? (reasons.get(member.name) ?? told) : told;
      const terminal = terminalReason.kind !== 'left' && terminalReason.kind !== 'none';
      const { name, value, file, line } = member;
      return { name, value, index, terminal, terminalReason, file, line };
    }),
    alphabet,
    initial: initialStates(writes, machine, edges),
    stores: [store, ...chosen.latches.map(latchStore)],
    functions: functionFacts(finished),
    classes: classFacts(machine),
    setters,
    writes: [...writes, ...latchWrites(finished, scene)],
    removals: placed.flatMap(({ fact }) => ('via' in fact ? [fact] : [])),
    readers,
    companions: companionsOf(scene, names),
    roles: roleFacts(finished.machine, finished.spawns, finished.roles),
    loops,
    edges,
    modes: split.modes,
    unresolved: unresolvedItems(finished, setters),
  };
}

function mainStore(chosen: Chosen): StoreFact {
  const { slot, owner, file, line } = chosen.main;
  return { kind: slot.kind, name: slot.name, owner: owner?.name ?? file, file, line, use: 'main' };
}

function latchStore(candidate: Chosen['main']): StoreFact {
  const { slot, owner, file, line } = candidate;
  return { kind: slot.kind, name: slot.name, owner: owner?.name ?? file, file, line, use: 'latch' };
}

/** Texts of the keys that the status is used with, by function. */
function statusKeys({ recorder, machine }: Finished): ReadonlyMap<FunctionId, ReadonlySet<string>> {
  const keys = new Map<FunctionId, Set<string>>();
  const note = (id: FunctionId, file: string, key: Expression | null): void => {
    if (key === null) return;
    keys.set(id, (keys.get(id) ?? new Set()).add(codeAt(machine.project, file, key.span)));
  };
  for (const { inside, events } of [...recorder.writes, ...recorder.removals]) {
    for (const event of events) note(inside.id, inside.file, event.key);
  }
  return keys;
}

function setterLocks(
  scene: Scene,
  setter: SetterFact,
  span: Parameters<typeof locksAround>[2],
): readonly string[] {
  const info = scene.machine.project.functions.get(setter.function);
  if (info === undefined) return [];
  const last = info.node.body.at(-1);
  return locksAround(scene, info, last?.kind === 'with' ? (last.body[0]?.span ?? span) : span);
}

function placeRuns(
  finished: Finished,
  scene: Scene,
  setters: readonly SetterFact[],
  alphabet: ReadonlySet<StateName>,
  split: SplitRuns,
): readonly Placed[] {
  const { machine } = finished;
  const keyed = machine.store.kind === 'keyed';
  const bySetter = new Map(setters.map((setter) => [setter.function, setter]));
  const setterOf = (event: WriteEvent | undefined): SetterFact | null =>
    event?.setter == null ? null : (bySetter.get(event.setter.id) ?? null);
  const stored = new Map<SiteRun, readonly WriteEvent[]>();
  const writes = split.writes.map((gathered) => {
    const run = writeRun(gathered, setterOf(gathered.events[0]), alphabet, keyed);
    stored.set(run, gathered.events);
    return run;
  });
  const ways = new Map<SiteRun, RemovalFact['via']>();
  const removals = split.removals.map((gathered) => {
    const run = removalRun(gathered, alphabet);
    ways.set(run, gathered.events[0]?.via ?? 'pop');
    return run;
  });
  const runs = [...writes, ...removals];
  const times = new Map(roleTimes(finished).map((role) => [role.name, role.time]));
  const others = neighbours(runs, times);
  const twins = new Twins(runs, finished.repeated);
  const intrusions = new Map(
    runs.map((run) => [run, [...intrusionsOf(run, others(run), times), ...twins.intrusions(run)]]),
  );
  const facts = new Map<SiteRun, WriteFact | RemovalFact>();
  const pending = new Map<SiteRun, Interference[]>();
  for (const run of runs) {
    const { inside, node, role, events } = run.gathered;
    const own = circumstances(scene, inside, node, {
      key: events[0]?.key ?? null,
      roles: [role],
      locks: run.locks,
    });
    if (run.kind === 'removal') {
      const via = ways.get(run) ?? 'pop';
      facts.set(run, { ...own, store: scene.store, via, from: run.from });
      continue;
    }
    const between = intrusions.get(run) ?? [];
    const interference: Interference[] = [];
    pending.set(run, interference);
    const written = stored.get(run) ?? [];
    facts.set(run, {
      ...own,
      store: scene.store,
      arguments: new Set(written.flatMap((event) => event.argument ?? [])),
      setter: setterOf(written[0]),
      from: run.from,
      fromInterleaved: new Set([...run.from, ...between.map((each) => each.after)]),
      interference,
      pinned: run.pinned,
      initial: run.initial,
      to: new Set(written.flatMap((event) => event.after ?? [])),
      path: pathOf(written),
      class: siteClass(run, between),
    });
  }
  // The facts of a pair that interferes with each other name one another: filled when all exist.
  for (const [run, list] of pending) {
    for (const each of intrusions.get(run) ?? []) {
      const by = facts.get(each.by);
      const { before, after, twin = false } = each;
      if (by !== undefined) list.push({ role: each.by.role, by, before, after, twin });
    }
  }
  return runs.flatMap((run) => {
    const fact = facts.get(run);
    return fact === undefined ? [] : [{ run, fact, intrusions: intrusions.get(run) ?? [] }];
  });
}

function pathOf(events: readonly WriteEvent[]): WriteFact['path'] {
  const paths = new Set(events.map((event) => event.path));
  if (paths.has('normal')) return 'normal';
  return paths.has('finally') ? 'finally' : 'handler';
}

function roleTimes({ spawns, machine }: Finished): readonly RoleTime[] {
  const roles: RoleTime[] = [{ name: CALLER, time: 'cooperative' }];
  for (const spawn of spawns) {
    if (!machine.relevance.function(spawn.target)) continue;
    roles.push({
      name: spawn.target.name,
      time: isPreemptive(spawn, machine) ? 'preemptive' : 'cooperative',
    });
  }
  return roles;
}

/**
 * Threads run at any time; callbacks and timers do unless the file belongs to an event loop, or a coroutine hands
 * them over.
 */
function isPreemptive(spawn: Spawn, machine: Machine): boolean {
  if (spawn.kind === 'thread' || spawn.kind === 'executor') return true;
  if (spawn.kind === 'task' || spawn.target.node.async || spawn.inside?.node.async === true) return false;
  const body = machine.project.modules.get(spawn.file)?.module.body ?? [];
  return body.some(
    (statement) =>
      statement.kind === 'import' &&
      [statement.module ?? '', ...statement.names.map((each) => each.name)].some((name) =>
        name.startsWith('threading'),
      ),
  );
}

/** What constructors write, or the default of the attribute; without those, what comes out of ∅. */
function initialStates(
  writes: readonly WriteFact[],
  machine: Machine,
  edges: Analysis['edges'],
): ReadonlySet<StateName> {
  const written = writes.filter((write) => write.initial).flatMap((write) => [...write.to]);
  const fromStart = machine.blank === ABSENT ? [] : [machine.blank];
  const own = new Set([...written, ...fromStart].filter((state) => state !== ABSENT));
  if (own.size > 0) return own;
  return new Set(
    edges.flatMap((edge) => (edge.from === ABSENT && edge.class !== 'interleaving' ? [edge.to] : [])),
  );
}

/** Attributes that keep a verdict: the few states that they are given are the ones that end it. */
function latchEvidence({ recorder, machine }: Finished): readonly TerminalEvidence[] {
  const states = new Set(recorder.latches.flatMap((each) => [...each.states]));
  const first = recorder.latches[0];
  if (first === undefined || states.size * 2 > machine.alphabet.length) return [];
  return [
    {
      kind: 'readers',
      name: lastName(first.node),
      states,
      file: first.inside.file,
      line: first.node.span.line,
    },
  ];
}

function latchWrites({ recorder, chosen }: Finished, scene: Scene): readonly WriteFact[] {
  return recorder.latches.flatMap(({ node, inside, states }): readonly WriteFact[] => {
    const latch = chosen.latches.find((each) => each.slot.name === lastName(node));
    if (latch === undefined || node.kind !== 'attribute') return [];
    return [
      {
        ...circumstances(scene, inside, node, { key: node.value }),
        store: latchStore(latch),
        arguments: states,
        setter: null,
        from: new Set(),
        fromInterleaved: new Set(),
        interference: [],
        pinned: null,
        initial: false,
        to: states,
        path: 'normal',
        class: 'possible',
      },
    ];
  });
}

function functionFacts({
  machine,
  recorder,
  spawns,
  roles,
}: Finished): ReadonlyMap<FunctionId, FunctionFact> {
  const spawned = new Set(spawns.map((spawn) => spawn.target.id));
  const calls = new Map<FunctionId, CallFact[]>();
  for (const record of recorder.calls) {
    if (record.node.kind !== 'call') continue;
    const list = calls.get(record.inside.id) ?? [];
    calls.set(record.inside.id, list);
    list.push({
      node: record.node,
      site: siteOf(record.inside, record.node.span),
      targets: [...record.targets].map((target) => target.id),
      byName: record.byName,
    });
  }
  const facts = new Map<FunctionId, FunctionFact>();
  for (const info of machine.project.functions.values()) {
    facts.set(info.id, {
      id: info.id,
      file: info.file,
      module: info.source.module,
      name: info.name,
      path: info.path,
      node: info.node,
      className: info.owner?.name ?? null,
      parent: info.parent?.id ?? null,
      entry: entryOf(info, spawned),
      roles: [...(roles.get(info.id) ?? [CALLER])],
      calls: (calls.get(info.id) ?? []).sort((a, b) => a.node.span.start - b.node.span.start),
      heldByCallers: recorder.heldAtEntry(info),
    });
  }
  return facts;
}

function classFacts({ project }: Machine): readonly ClassFact[] {
  return project.classes.map((info) => ({
    name: info.name,
    file: info.file,
    node: info.node,
    ancestry: project.ancestry(info).map((each) => each.name),
    isThread: project
      .ancestry(info)
      .some((each) => each.node.bases.some((base) => lastName(base) === 'Thread')),
  }));
}

function unresolvedItems(
  { recorder, unresolved, machine }: Finished,
  setters: readonly SetterFact[],
): readonly Unresolved[] {
  const items = [...unresolved.filter((item) => concerns(item, machine)), ...recorder.unresolvedItems];
  for (const { inside, node, events } of recorder.writes) {
    if (!events.some((event) => event.after === null && event.before.origin !== 'initial')) continue;
    const what = codeAt(machine.project, inside.file, node.span);
    items.push({ what, file: inside.file, line: node.span.line, why: 'value-not-known' });
  }
  for (const setter of setters) {
    const open = [...setter.composed.values()].some((row) => [...row.values()].includes('argument-or-old'));
    const info = machine.project.functions.get(setter.function);
    if (open && info !== undefined) {
      items.push({ what: setter.name, file: info.file, line: info.node.nameSpan.line, why: 'not-tabulated' });
    }
  }
  return items;
}

/** A base class that is missing matters only for classes that have to do with the status. */
function concerns(item: Unresolved, { project, relevance }: Machine): boolean {
  if (item.why !== 'base-class-not-found') return true;
  const own = project.classes.find(
    ({ file, node }) => file === item.file && node.span.line <= item.line && item.line <= node.span.endLine,
  );
  return own === undefined || [...own.methods.values()].some((method) => relevance.function(method));
}
