import type { CellChange, Changes, ComparedTransition, LifecycleComparison } from './compare.ts';
import { stateOrder } from './draw/order.ts';
import { hazardJson, setterJson, type HazardJson, type LifecycleJson } from './json.ts';
import type { Hazard, Lifecycle, LifecycleWords, Place, Unresolved } from './model.ts';

/** One of the two lifecycles that are compared. */
export interface ComparedSide {
  /** As it was named. */
  readonly target: string;
  /** The commit as it was named; null for the files as they are. */
  readonly at: string | null;
  /** The name of that commit, whole; null for the files as they are. */
  readonly commit: string | null;
  readonly lifecycle: Lifecycle;
}

/** The document of a comparison; a contract. Keys come in this order. */
export interface ComparisonJson {
  readonly before: SideJson;
  readonly after: SideJson;
  readonly same: boolean;
  readonly states: ChangesJson<LifecycleJson['states'][number]>;
  readonly stores: ChangesJson<LifecycleJson['stores'][number]>;
  readonly roles: ChangesJson<LifecycleJson['roles'][number]>;
  readonly setters: ChangesJson<LifecycleJson['setters'][number]>;
  readonly cells: readonly CellChange[];
  readonly transitions: ChangesJson<ComparedTransition>;
  readonly hazards: ChangesJson<HazardJson>;
  readonly unresolved: ChangesJson<LifecycleJson['unresolved'][number]>;
}

export interface SideJson {
  readonly target: string;
  readonly at: string | null;
  readonly commit: string | null;
  readonly cost: Lifecycle['cost'];
}

/** `what` names the keys that differ; `witness` and `title` are compared without lines. */
export interface ChangesJson<T> {
  readonly added: readonly T[];
  readonly removed: readonly T[];
  readonly changed: readonly { readonly before: T; readonly after: T; readonly what: readonly string[] }[];
}

/** The JSON form of a comparison; sentences from `words`. */
export function comparisonJson(
  compared: LifecycleComparison,
  before: ComparedSide,
  after: ComparedSide,
  words: LifecycleWords,
): ComparisonJson {
  const order = [...new Set([...stateOrder(before.lifecycle), ...stateOrder(after.lifecycle)])];
  const at = ({ file, line }: Place): Place => ({ file, line });
  return {
    before: side(before),
    after: side(after),
    same: compared.same,
    states: plain(compared.states, (each) => ({
      name: each.name,
      value: each.value,
      terminal: each.terminal,
      ...at(each),
    })),
    stores: plain(compared.stores, (each) => ({ name: each.name, owner: each.owner, ...at(each) })),
    roles: plain(compared.roles, (each) => ({ name: each.name, kind: each.kind, ...at(each) })),
    setters: plain(compared.setters, (each) => setterJson(each, order)),
    cells: compared.cells,
    transitions: plain(compared.transitions, transition),
    hazards: plain(compared.hazards, (each: Hazard) => hazardJson(each, words)),
    unresolved: plain(compared.unresolved, (each: Unresolved) => ({
      what: each.what,
      ...at(each),
      why: words.unresolved(each),
    })),
  };
}

function side({ target, at, commit, lifecycle }: ComparedSide): SideJson {
  const { files, bytes, reads, ms } = lifecycle.cost;
  return { target, at, commit, cost: { files, bytes, reads, ms } };
}

function plain<T, Json>(
  { added, removed, changed }: Changes<T, string>,
  json: (item: T) => Json,
): ChangesJson<Json> {
  return {
    added: added.map(json),
    removed: removed.map(json),
    changed: changed.map(({ before, after, what }) => ({ before: json(before), after: json(after), what })),
  };
}

function transition({ from, to, class: kind, roles, guards, sites }: ComparedTransition): ComparedTransition {
  return { from, to, class: kind, roles, guards, sites };
}
