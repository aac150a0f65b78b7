import { actorsOf } from './actors.ts';
import { byRank, byText, sortedHazards, sortedTransitions, stateOrder } from './draw/order.ts';
import { pairUp } from './pair-up.ts';
import type {
  Cell,
  Hazard,
  Lifecycle,
  Role,
  Setter,
  State,
  StateName,
  Store,
  Transition,
  Unresolved,
} from './model.ts';

/**
 * What differs between two lifecycles: two targets, or two commits of one. Lines that moved and files that were
 * renamed are no difference. Each list is in the order in which the lifecycle itself is shown.
 */
export interface LifecycleComparison {
  /** Nothing below differs; what stayed unresolved is not counted. */
  readonly same: boolean;
  /** Found again by name. */
  readonly states: Changes<State, 'value' | 'terminal'>;
  /** Found again by owner and name. */
  readonly stores: Changes<Store, never>;
  /** Found again by name. */
  readonly roles: Changes<Role, 'kind'>;
  /** Found again by name; their tables are compared cell by cell. */
  readonly setters: Changes<Setter, 'table'>;
  /** The cells of setters that both have. */
  readonly cells: readonly CellChange[];
  /** Found again by the two states; `interleaving` ones are among them. */
  readonly transitions: Changes<ComparedTransition, 'class' | 'role' | 'guard'>;
  /** Found again by rule, symbol and the states and maps that they name. */
  readonly hazards: Changes<Hazard, HazardChange>;
  /** What only one of the two analyses left open: a reason to doubt a difference. */
  readonly unresolved: Changes<Unresolved, never>;
}

export interface Changes<T, What extends string> {
  readonly added: readonly T[];
  readonly removed: readonly T[];
  readonly changed: readonly Change<T, What>[];
}

export interface Change<T, What extends string> {
  readonly before: T;
  readonly after: T;
  /** What differs, at least one. */
  readonly what: readonly What[];
}

/** `accepted`: called no hazard in one of the two, or for another reason. `witness`: its steps, without lines. */
export type HazardChange = 'severity' | 'confidence' | 'title' | 'witness' | 'accepted';

/** A transition with who makes it. */
export interface ComparedTransition extends Transition {
  /** Roles that make it, each once. */
  readonly roles: readonly string[];
  /** The guards of its sites, each once, without the empty one. */
  readonly guards: readonly string[];
}

/** A cell of a setter's table; null where that table has none. */
export interface CellChange {
  readonly setter: string;
  readonly old: StateName;
  readonly argument: StateName;
  readonly before: Cell | null;
  readonly after: Cell | null;
}

/** Compares two lifecycles; the answer is empty for equal ones and mirrored when they are swapped. */
export function compareLifecycles(before: Lifecycle, after: Lifecycle): LifecycleComparison {
  const setters = changes(before.setters, after.setters, (setter) => setter.name, setterChange);
  const facts = {
    states: changes(before.states, after.states, (state) => state.name, stateChange),
    stores: changes(before.stores, after.stores, (store) => `${store.owner}\n${store.name}`, nothing),
    roles: changes(before.roles, after.roles, (role) => role.name, roleChange),
    setters,
    transitions: changes(transitions(before), transitions(after), edgeKey, edgeChange),
    hazards: changes(sortedHazards(before.hazards), sortedHazards(after.hazards), hazardKey, hazardChange),
  };
  const same = Object.values(facts).every(
    ({ added, removed, changed }) => added.length + removed.length + changed.length === 0,
  );
  return {
    same,
    ...facts,
    cells: setters.changed.flatMap((change) => cells(change, [...stateOrder(before), ...stateOrder(after)])),
    unresolved: changes(before.unresolved, after.unresolved, (item) => `${item.why}\n${item.what}`, nothing),
  };
}

function changes<T extends object, What extends string>(
  before: readonly T[],
  after: readonly T[],
  key: (item: T) => string,
  differ: (before: T, after: T) => readonly What[],
): Changes<T, What> {
  const { pairs, onlyBefore, onlyAfter } = pairUp(before, after, key, [
    (a, b) => fileOf(a) === fileOf(b) && differ(a, b).length === 0,
    (a, b) => differ(a, b).length === 0,
    (a, b) => fileOf(a) === fileOf(b),
    () => true,
  ]);
  return {
    added: onlyAfter,
    removed: onlyBefore,
    changed: pairs.flatMap(([a, b]) => {
      const what = differ(a, b);
      return what.length === 0 ? [] : [{ before: a, after: b, what }];
    }),
  };
}

function fileOf(item: { readonly file?: unknown }): unknown {
  return item.file;
}

function nothing(): readonly never[] {
  return [];
}

/** The names of the aspects that differ. */
function differing<What extends string>(aspects: Readonly<Record<What, boolean>>): readonly What[];
function differing(aspects: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.entries(aspects).flatMap(([what, differs]) => (differs ? [what] : []));
}

function stateChange(before: State, after: State): readonly ('value' | 'terminal')[] {
  return differing({ value: before.value !== after.value, terminal: before.terminal !== after.terminal });
}

function roleChange(before: Role, after: Role): readonly 'kind'[] {
  return differing({ kind: before.kind !== after.kind });
}

function setterChange(before: Setter, after: Setter): readonly 'table'[] {
  return cells({ before, after }, []).length === 0 ? [] : ['table'];
}

function cells(
  { before, after }: { readonly before: Setter; readonly after: Setter },
  states: readonly StateName[],
): readonly CellChange[] {
  const rank = byRank([...new Set(states)]);
  const olds = [...new Set([...Object.keys(before.table), ...Object.keys(after.table)])].sort(rank);
  return olds.flatMap((old) => {
    const row = before.table[old] ?? {};
    const now = after.table[old] ?? {};
    return [...new Set([...Object.keys(row), ...Object.keys(now)])]
      .sort(rank)
      .filter((argument) => row[argument] !== now[argument])
      .map((argument) => ({
        setter: after.name,
        old,
        argument,
        before: row[argument] ?? null,
        after: now[argument] ?? null,
      }));
  });
}

/** One for each pair of states, of its surest class. */
function transitions(lifecycle: Lifecycle): readonly ComparedTransition[] {
  const edges = new Map<string, Transition>();
  for (const edge of sortedTransitions(lifecycle)) {
    const known = edges.get(edgeKey(edge));
    edges.set(
      edgeKey(edge),
      known === undefined ? edge : { ...known, sites: [...known.sites, ...edge.sites] },
    );
  }
  return [...edges.values()].map((edge) => {
    const actors = actorsOf(lifecycle, edge);
    const each = (of: 'role' | 'guard'): readonly string[] =>
      [...new Set(actors.map((actor) => actor[of]))].filter((text) => text !== '').sort(byText);
    return { ...edge, roles: each('role'), guards: each('guard') };
  });
}

function edgeKey({ from, to }: Transition): string {
  return `${from}\n${to}`;
}

function edgeChange(
  before: ComparedTransition,
  after: ComparedTransition,
): readonly ('class' | 'role' | 'guard')[] {
  return differing({
    class: before.class !== after.class,
    role: !equal(before.roles, after.roles),
    guard: !equal(before.guards, after.guards),
  });
}

function equal(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((text, index) => text === after[index]);
}

/** What a finding is about; the rest of its data can change while it stays the same finding. */
const ABOUT = ['from', 'to', 'state', 'stuck', 'map', 'gate', 'flag', 'latch', 'iterated', 'setter'];

/** The states, maps and flags that a finding is about; what stays when lines move and sentences change. */
export function hazardAbout({ data }: Pick<Hazard, 'data'>): Readonly<Record<string, string>> {
  return Object.fromEntries(ABOUT.flatMap((key) => (data[key] === undefined ? [] : [[key, data[key]]])));
}

function hazardKey({ rule, symbol, data }: Hazard): string {
  return [rule, symbol ?? '', ...ABOUT.map((key) => data[key] ?? '')].join('\n');
}

function hazardChange(before: Hazard, after: Hazard): readonly HazardChange[] {
  return differing({
    severity: before.severity !== after.severity,
    confidence: before.confidence !== after.confidence,
    title: dataText(before.data) !== dataText(after.data),
    witness: witnessText(before) !== witnessText(after),
    accepted: before.accepted !== after.accepted,
  });
}

function witnessText({ witness }: Hazard): string {
  return witness
    .map(({ role, action, state, data }) => [role, action, state ?? '', dataText(data)].join('\t'))
    .join('\n');
}

/** The data without the lines of places (`a.py:3`) in it. */
function dataText(data: Readonly<Record<string, string>>): string {
  return Object.entries(data)
    .sort(([a], [b]) => byText(a, b))
    .map(([key, value]) => `${key}=${value.replace(/(\.pyi?):\d+/g, '$1')}`)
    .join('\t');
}
