import type { EdgeView, Filters, GroupView, LifecycleView, StateView } from '../../protocol/index.ts';

/** A node of the drawing: a state, or a fold of several. */
export interface ShownNode {
  /** Of the state, or of the group. */
  readonly id: string;
  readonly name: string;
  /** As the diagram's text has it. */
  readonly text: string;
  readonly terminal: boolean;
  readonly states: readonly StateView[];
  readonly group: GroupView | null;
  readonly change: StateView['change'];
}

/** An edge of the drawing: one transition, or several that join the same folds. */
export interface ShownEdge {
  /** Of the transition; of the first of several. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly class: EdgeView['class'];
  readonly edges: readonly EdgeView[];
  readonly change: EdgeView['change'];
}

/** What filters leave of a lifecycle. */
export interface Shown {
  readonly nodes: readonly ShownNode[];
  readonly edges: readonly ShownEdge[];
  /** Transitions that are drawn, or hidden inside a fold. */
  readonly drawn: readonly EdgeView[];
  /** Transitions that are listed and not drawn. */
  readonly listed: readonly EdgeView[];
  /** States that are drawn, alone or in a fold, in the order of the view. */
  readonly states: readonly StateView[];
  /** State id to the fold that it is drawn in. */
  readonly folded: ReadonlyMap<string, GroupView>;
}

/** All of a lifecycle, nothing folded. */
export const NO_FILTERS: Filters = {
  withoutRoles: [],
  withoutClasses: [],
  fold: 'none',
  unfolded: [],
  around: null,
  labels: true,
  onlyChanges: false,
};

/** Above so many states those whose names begin alike are folded from the start. */
const FOLD_FROM = 25;
/** Above so many transitions their labels are left out from the start. */
const LABELS_TO = 40;

/** How a lifecycle is shown at first: large ones folded and without labels. */
export function firstFilters(view: LifecycleView): Filters {
  const fold = view.states.length > FOLD_FROM && view.groups.some((group) => group.kind === 'prefix');
  const drawn = view.edges.filter((edge) => edge.class !== 'interleaving').length;
  return { ...NO_FILTERS, fold: fold ? 'prefix' : 'none', labels: drawn <= LABELS_TO };
}

/** Whether an edge passes the filters that look at it alone. */
function passes(edge: EdgeView, filters: Filters): boolean {
  if (filters.withoutClasses.includes(edge.class)) return false;
  if (filters.onlyChanges && edge.change === 'same') return false;
  if (filters.withoutRoles.length === 0) return true;
  return edge.roles.length === 0
    ? !filters.withoutRoles.includes('')
    : edge.roles.some((role) => !filters.withoutRoles.includes(role));
}

/** Applies filters. Rows in `kept` (a witness' states and edges) are drawn whatever the filters say. */
export function shownOf(view: LifecycleView, filters: Filters, kept: ReadonlySet<string> = new Set()): Shown {
  const passing = view.edges.filter((edge) => kept.has(edge.id) || passes(edge, filters));
  const candidates = passing.filter((edge) => edge.class !== 'interleaving' || kept.has(edge.id));
  const visible = visibleStates(view, filters, candidates, kept);
  const inside = (edge: EdgeView): boolean => visible.has(edge.from) && visible.has(edge.to);
  const drawn = candidates.filter(inside);
  const states = view.states.filter((state) => visible.has(state.id));
  const folded = folds(view, filters, visible, kept);
  return {
    nodes: nodesOf(states, folded),
    edges: edgesOf(drawn, folded),
    drawn,
    listed: passing.filter((edge) => edge.class === 'interleaving' && !kept.has(edge.id) && inside(edge)),
    states,
    folded,
  };
}

/** States that something that is drawn touches; all where nothing was filtered. */
function visibleStates(
  view: LifecycleView,
  filters: Filters,
  edges: readonly EdgeView[],
  kept: ReadonlySet<string>,
): ReadonlySet<string> {
  const all = new Set(view.states.map((state) => state.id));
  const { around, onlyChanges } = filters;
  let visible = all;
  if (
    filters.withoutRoles.length > 0 ||
    filters.withoutClasses.some((each) => each !== 'interleaving') ||
    onlyChanges
  )
    visible = new Set(edges.flatMap((edge) => [edge.from, edge.to]));
  if (onlyChanges) for (const state of view.states) if (state.change !== 'same') visible.add(state.id);
  if (around !== null && all.has(around.state)) {
    const near = within(around.state, around.steps, edges);
    visible = new Set([...near].filter((id) => id === around.state || visible.has(id)));
  }
  for (const id of kept) if (all.has(id)) visible.add(id);
  for (const edge of edges) if (kept.has(edge.id)) visible.add(edge.from).add(edge.to);
  return visible;
}

/** States within so many edges, whichever way they lead. */
function within(start: string, steps: number, edges: readonly EdgeView[]): ReadonlySet<string> {
  const found = new Set([start]);
  let front = [start];
  for (let step = 0; step < steps && front.length > 0; step += 1) {
    const last = new Set(front);
    const next = edges.flatMap(({ from, to }) => [
      ...(last.has(from) ? [to] : []),
      ...(last.has(to) ? [from] : []),
    ]);
    front = [...new Set(next)].filter((id) => !found.has(id));
    for (const id of front) found.add(id);
  }
  return found;
}

/** The folds that are closed, by the states that are drawn in them; one state alone is not folded. */
function folds(
  view: LifecycleView,
  filters: Filters,
  visible: ReadonlySet<string>,
  kept: ReadonlySet<string>,
): ReadonlyMap<string, GroupView> {
  const folded = new Map<string, GroupView>();
  const open = (id: string): boolean => kept.has(id) || filters.around?.state === id;
  for (const group of view.groups) {
    if (group.kind !== filters.fold || filters.unfolded.includes(group.id)) continue;
    const members = group.states.filter((id) => visible.has(id) && !folded.has(id));
    if (members.length < 2 || members.some(open)) continue;
    for (const id of members) folded.set(id, group);
  }
  return folded;
}

function nodesOf(states: readonly StateView[], folded: ReadonlyMap<string, GroupView>): readonly ShownNode[] {
  const nodes = new Map<string, ShownNode>();
  for (const state of states) {
    const group = folded.get(state.id) ?? null;
    const id = group?.id ?? state.id;
    const known = nodes.get(id);
    const members = [...(known?.states ?? []), state];
    nodes.set(id, {
      id,
      name: group?.name ?? state.name,
      text: group?.text ?? state.text,
      terminal: members.every((each) => each.terminal),
      states: members,
      group,
      change: common(members),
    });
  }
  return [...nodes.values()];
}

function edgesOf(drawn: readonly EdgeView[], folded: ReadonlyMap<string, GroupView>): readonly ShownEdge[] {
  const merged = new Map<string, ShownEdge>();
  for (const edge of drawn) {
    const from = folded.get(edge.from)?.id ?? edge.from;
    const to = folded.get(edge.to)?.id ?? edge.to;
    const isFolded = from !== edge.from || to !== edge.to;
    // What leads from a fold into itself is not drawn.
    if (isFolded && from === to) continue;
    const key = isFolded ? `${from} ${to}` : edge.id;
    const edges = [...(merged.get(key)?.edges ?? []), edge];
    merged.set(key, {
      id: edges[0]?.id ?? edge.id,
      from,
      to,
      class: surest(edges),
      edges,
      change: common(edges),
    });
  }
  return [...merged.values()];
}

function surest(edges: readonly EdgeView[]): EdgeView['class'] {
  if (edges.some((edge) => edge.class === 'proved')) return 'proved';
  return edges.some((edge) => edge.class === 'possible') ? 'possible' : 'interleaving';
}

/** The change of all; `changed` where they differ. */
function common(rows: readonly { readonly change: StateView['change'] }[]): StateView['change'] {
  const [first, ...others] = new Set(rows.map((row) => row.change));
  return first === undefined ? 'same' : others.length === 0 ? first : 'changed';
}
