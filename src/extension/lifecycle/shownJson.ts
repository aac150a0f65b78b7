import type { LifecycleFacts } from '../../investigation/index.ts';
import {
  compareLifecycles,
  comparisonJson,
  toJson,
  type ChangesJson,
  type Lifecycle,
  type LifecycleJson,
  type Place,
} from '../../lifecycle/index.ts';
import { lifecycleWords } from '../../messages/index.ts';
import type { PanelContent } from './content.ts';
import type { ShownEdgeName, ShownNames } from './view.ts';

/** Ids of the states and edges that the panel shows. */
export interface ShownIds {
  readonly states: readonly string[];
  readonly edges: readonly string[];
}

/**
 * The facts of what is shown as JSON text, in the shapes of the command line: states and transitions that the
 * filters leave, and the writes and removals at their sites. Of two that are compared, the differences of the states and
 * transitions that are shown; `same` tells of all of them.
 */
export function shownJson(content: PanelContent, ids: ShownIds): string {
  const document = content.compared === null ? filtered(content, ids) : compared(content, ids);
  return `${JSON.stringify(document, null, 2)}\n`;
}

function filtered({ facts, lifecycle }: PanelContent, ids: ShownIds): LifecycleJson {
  const { names } = lifecycle;
  const json = toJson(whole(facts), lifecycleWords);
  const states = shownStates(names, ids);
  const edges = new Set(shownEdges(names, ids).map((edge) => `${edge.from}\n${edge.to}\n${edge.class}`));
  const transitions = json.transitions.filter((each) => edges.has(`${each.from}\n${each.to}\n${each.class}`));
  const sites = new Set(transitions.flatMap((each) => each.sites.map(placeKey)));
  return {
    ...json,
    states: json.states.filter((state) => states.has(state.name)),
    transitions,
    writes: json.writes.filter((write) => sites.has(placeKey(write))),
    removals: json.removals.filter((removal) => sites.has(placeKey(removal))),
  };
}

function compared({ facts, on, compared: other, lifecycle }: PanelContent, ids: ShownIds): unknown {
  if (other === null) return null;
  const before = whole(other.facts);
  const after = whole(facts);
  const json = comparisonJson(
    compareLifecycles(before, after),
    { target: other.on, at: other.at, commit: other.commit, lifecycle: before },
    { target: on, at: null, commit: null, lifecycle: after },
    lifecycleWords,
  );
  const states = shownStates(lifecycle.names, ids);
  const edges = new Set(shownEdges(lifecycle.names, ids).map(({ from, to }) => `${from}\n${to}`));
  return {
    ...json,
    states: only(json.states, ({ name }) => states.has(name)),
    transitions: only(json.transitions, ({ from, to }) => edges.has(`${from}\n${to}`)),
  };
}

/** The differences of what is shown. */
function only<T>({ added, removed, changed }: ChangesJson<T>, isShown: (item: T) => boolean): ChangesJson<T> {
  return {
    added: added.filter(isShown),
    removed: removed.filter(isShown),
    changed: changed.filter((each) => isShown(each.after)),
  };
}

function shownStates({ states }: ShownNames, ids: ShownIds): ReadonlySet<string> {
  return new Set(ids.states.flatMap((id) => states.get(id) ?? []));
}

function shownEdges({ edges }: ShownNames, ids: ShownIds): readonly ShownEdgeName[] {
  return ids.edges.flatMap((id) => edges.get(id) ?? []);
}

function placeKey({ file, line }: Place): string {
  return `${line} ${file}`;
}

function whole(facts: Lifecycle | LifecycleFacts): Lifecycle {
  return 'cost' in facts ? facts : { ...facts, cost: { files: 0, bytes: 0, reads: 0, ms: 0 } };
}
