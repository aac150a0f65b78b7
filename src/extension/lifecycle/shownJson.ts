import type { LifecycleFacts } from '../../investigation/index.ts';
import {
  compareLifecycles,
  comparisonJson,
  toJson,
  type Lifecycle,
  type LifecycleJson,
  type Place,
} from '../../lifecycle/index.ts';
import { lifecycleWords } from '../../messages/index.ts';
import type { PanelContent } from './content.ts';

/** Ids of the states and edges that the panel shows. */
export interface ShownIds {
  readonly states: readonly string[];
  readonly edges: readonly string[];
}

/**
 * The facts of what is shown as JSON text, in the shapes of the command line: states and transitions that the
 * filters leave, and the writes and removals at their sites. Of two that are compared, the comparison.
 */
export function shownJson(content: PanelContent, ids: ShownIds): string {
  const document = content.compared === null ? filtered(content, ids) : compared(content);
  return `${JSON.stringify(document, null, 2)}\n`;
}

function filtered({ facts, lifecycle }: PanelContent, ids: ShownIds): LifecycleJson {
  const { names } = lifecycle;
  const json = toJson(whole(facts), lifecycleWords);
  const states = new Set(ids.states.flatMap((id) => names.states.get(id) ?? []));
  const edges = new Set(
    ids.edges.flatMap((id) => {
      const edge = names.edges.get(id);
      return edge === undefined ? [] : [`${edge.from}\n${edge.to}\n${edge.class}`];
    }),
  );
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

function compared({ facts, on, compared: other }: PanelContent): unknown {
  if (other === null) return null;
  const before = whole(other.facts);
  const after = whole(facts);
  return comparisonJson(
    compareLifecycles(before, after),
    { target: other.on, at: other.at, commit: other.commit, lifecycle: before },
    { target: on, at: null, commit: null, lifecycle: after },
    lifecycleWords,
  );
}

function placeKey({ file, line }: Place): string {
  return `${line} ${file}`;
}

function whole(facts: Lifecycle | LifecycleFacts): Lifecycle {
  return 'cost' in facts ? facts : { ...facts, cost: { files: 0, bytes: 0, reads: 0, ms: 0 } };
}
