import type { LifecycleFacts } from '../../investigation/index.ts';
import {
  compareLifecycles,
  diagramModel,
  mermaidLabel,
  stateGroups,
  toMermaid,
  type DiagramNode,
  type Hazard,
  type Lifecycle,
  type LifecycleComparison,
  type StateName,
} from '../../lifecycle/index.ts';
import { lifecycleViewWords, lifecycleWords } from '../../messages/index.ts';
import {
  visibleLabel,
  visibleText,
  type EdgeView,
  type GroupView,
  type HazardView,
  type LifecycleView,
  type SetterView,
  type StateView,
} from '../../protocol/index.ts';
import { comparisonView, edgeChanges, markEdge, markState, type ComparedTo } from './comparison.ts';
import { edgeView, type NamedEdge } from './edges.ts';
import { groupViews } from './groups.ts';
import { hazardView } from './hazards.ts';
import { Places, type RowPlace } from './places.ts';
import { setterView } from './setters.ts';

/** A lifecycle as the web views show it, and what each of its row ids opens. */
export interface ShownLifecycle {
  readonly view: LifecycleView;
  /** Row id to the places behind it, at least one. Paths are relative to the root. */
  readonly places: ReadonlyMap<string, readonly RowPlace[]>;
  /** Id of a state or edge to what it stands for. */
  readonly names: ShownNames;
}

/** What the ids of states, edges and hazards stand for; a hazard of the earlier of two stands for nothing. */
export interface ShownNames {
  readonly states: ReadonlyMap<string, StateName>;
  readonly hazards: ReadonlyMap<string, Hazard>;
  readonly edges: ReadonlyMap<string, ShownEdgeName>;
}

/** What tells an edge from others. */
export interface ShownEdgeName {
  readonly from: StateName;
  readonly to: StateName;
  readonly class: string;
}

/** What is shown: a result as it was computed, or as a notebook stored it. */
export interface LifecycleSource {
  readonly facts: Lifecycle | LifecycleFacts;
  /** Diagram text of the notebook; made anew where there is none. */
  readonly mermaid?: string;
  /** Says which lifecycle it is, for what the panel remembers of it. */
  readonly key?: string;
  readonly compared?: ComparedTo;
  /** The reader can call its findings no hazard. */
  readonly judged?: boolean;
}

/** Makes what the panel and the notebook output show. Labels are cut and made visible here. */
export function showLifecycle(source: LifecycleSource): ShownLifecycle {
  const after = whole(source.facts);
  const before = source.compared === undefined ? null : whole(source.compared.before);
  const comparison = before === null ? null : compareLifecycles(before, after);
  const places = new Places();
  const nodes = nodesOf(after, before);
  const ids = new Map(nodes.map(({ id, node }) => [node.state, id]));
  const edges = namedEdges(after, before, comparison);
  const judged = source.judged ?? false;
  const made: Made = { after, before, comparison, places, nodes, ids, edges, judged };
  const states = stateViews(made);
  const edgeViews = markedEdges(made);
  const hazards = hazardViews(made);
  const setters = setterViews(made);
  const view: LifecycleView = {
    key: source.key ?? '',
    title: visibleLabel(diagramModel(after).title),
    titleText: mermaidLabel(diagramModel(after).title),
    summary:
      'cost' in source.facts ? visibleLabel(lifecycleWords.cost(after.cost, after.unresolved.length)) : '',
    mermaid: source.mermaid ?? toMermaid(after),
    states,
    groups: groups(made),
    edges: edgeViews,
    setters,
    hazards,
    unresolved: after.unresolved.map((item) => ({
      text: visibleText(lifecycleWords.unresolved(item)).slice(0, 2000),
      place: places.row(item),
    })),
    comparison:
      source.compared === undefined || comparison === null
        ? null
        : comparisonView(source.compared, { comparison, states, edges: edgeViews, setters, hazards }),
    words: lifecycleViewWords(),
  };
  const names: ShownNames = {
    states: new Map(nodes.map(({ id, node }) => [id, node.state])),
    edges: new Map(edges.map(({ id, from, to, edge }) => [id, { from, to, class: edge.class }])),
    hazards: new Map(after.hazards.map((hazard, index) => [hazards[index]?.id ?? '', hazard])),
  };
  return { view, places: places.found, names };
}

interface Made {
  readonly after: Lifecycle;
  readonly before: Lifecycle | null;
  readonly comparison: LifecycleComparison | null;
  readonly places: Places;
  readonly nodes: readonly ShownNode[];
  readonly ids: ReadonlyMap<StateName, string>;
  readonly edges: readonly NamedEdge[];
  readonly judged: boolean;
}

interface ShownNode {
  readonly id: string;
  readonly node: DiagramNode;
  /** It is only in the earlier of two. */
  readonly before: boolean;
}

const NO_COST = { files: 0, bytes: 0, reads: 0, ms: 0 } as const;

function whole(facts: Lifecycle | LifecycleFacts): Lifecycle {
  return 'cost' in facts ? facts : { ...facts, cost: NO_COST };
}

/** The states with the ids of the diagram's text, then those that only the earlier lifecycle has. */
function nodesOf(after: Lifecycle, before: Lifecycle | null): readonly ShownNode[] {
  const now = diagramModel(after).nodes;
  const known = new Set(now.map((node) => node.state));
  const gone = before === null ? [] : diagramModel(before).nodes.filter((node) => !known.has(node.state));
  return [...now, ...gone].map((node, index) => ({
    id: `s${index}`,
    node,
    before: index >= now.length,
  }));
}

/** Drawn edges first, with the ids of the diagram; then those of class interleaving; removed ones end both lists. */
function namedEdges(
  after: Lifecycle,
  before: Lifecycle | null,
  comparison: LifecycleComparison | null,
): readonly NamedEdge[] {
  const removed = new Set(comparison?.transitions.removed.map(({ from, to }) => `${from}\n${to}`));
  const gone =
    before === null ? [] : allEdges(before, true).filter(({ from, to }) => removed.has(`${from}\n${to}`));
  const all = [...allEdges(after, false), ...gone];
  const drawn = all.filter(({ edge }) => edge.class !== 'interleaving');
  const apart = all.filter(({ edge }) => edge.class === 'interleaving');
  return [
    ...drawn.map((edge, index) => ({ ...edge, id: `e${index}` })),
    ...apart.map((edge, index) => ({ ...edge, id: `x${index}` })),
  ];
}

function allEdges(lifecycle: Lifecycle, before: boolean): readonly NamedEdge[] {
  const model = diagramModel(lifecycle, { interleaving: true });
  const names = new Map(model.nodes.map((node) => [node.id, node.state]));
  return model.edges.map((edge) => ({
    id: edge.id,
    from: names.get(edge.from) ?? '',
    to: names.get(edge.to) ?? '',
    edge,
    lifecycle,
    before,
  }));
}

function stateViews({ after, before, comparison, places, nodes }: Made): readonly StateView[] {
  return nodes.map(({ id, node, before: gone }) => {
    const declared = (gone ? before : after)?.states.find((state) => state.name === node.state);
    if (node.place !== null) places.alias(id, [node.place], gone);
    const view: StateView = {
      id,
      name: visibleLabel(node.label),
      text: mermaidLabel(node.label),
      value: declared?.value == null ? '' : visibleLabel(String(declared.value)),
      terminal: node.terminal,
      place: places.row(node.place, gone),
      change: 'same',
      changeText: '',
    };
    return comparison === null ? view : markState(view, node.state, { comparison, gone, before, after });
  });
}

function groups({ nodes }: Made): readonly GroupView[] {
  const states = nodes.map(({ node }) => ({ name: node.state, terminal: node.terminal }));
  return groupViews(stateGroups(states), new Map(nodes.map(({ id, node }) => [node.state, id])));
}

function markedEdges({ edges, ids, places, comparison }: Made): readonly EdgeView[] {
  const changes = comparison === null ? null : edgeChanges(comparison);
  const drawn = new Set(
    edges.filter(({ edge }) => edge.class !== 'interleaving').map(({ from, to }) => `${from}\n${to}`),
  );
  return edges.map((named) => {
    const view = edgeView(named, ids, places);
    const key = `${named.from}\n${named.to}`;
    // Where a pair is drawn and listed too, the drawn edge is the one that is compared.
    if (changes === null || (view.class === 'interleaving' && drawn.has(key))) return view;
    return markEdge(view, changes.get(key));
  });
}

function hazardViews(made: Made): readonly HazardView[] {
  const { after, comparison, edges, ids, places, judged } = made;
  const added = new Set(comparison?.hazards.added);
  const changed = new Set(comparison?.hazards.changed.map((each) => each.after));
  const now = after.hazards.map((hazard, index) =>
    hazardView(hazard, index, {
      ids,
      edges,
      places,
      judged,
      change: added.has(hazard) ? 'added' : changed.has(hazard) ? 'changed' : 'same',
    }),
  );
  const gone = comparison?.hazards.removed ?? [];
  return [
    ...now,
    ...gone.map((hazard, index) =>
      hazardView(hazard, now.length + index, { ids, edges, places, judged, change: 'removed' }),
    ),
  ];
}

function setterViews({ after, comparison, nodes, places }: Made): readonly SetterView[] {
  const order = nodes.map(({ node }) => node.state);
  const states = nodes.map(({ node }) => ({
    name: node.state,
    value: null,
    terminal: node.terminal,
    file: '',
    line: 0,
  }));
  const context = { order, states, places };
  const added = new Set(comparison?.setters.added);
  const now = after.setters.map((setter) => {
    const was = comparison?.setters.changed.find((each) => each.after === setter)?.before;
    return was === undefined
      ? setterView(setter, { ...context, change: added.has(setter) ? 'added' : 'same' })
      : setterView(setter, { ...context, was, change: 'changed' });
  });
  const gone = comparison?.setters.removed ?? [];
  return [...now, ...gone.map((setter) => setterView(setter, { ...context, change: 'removed' }))];
}
