import { actorsOf } from '../actors.ts';
import {
  ABSENT,
  type Lifecycle,
  type Place,
  type StateName,
  type Transition,
  type TransitionClass,
} from '../model.ts';
import { sortedTransitions, stateOrder, byText } from './order.ts';
import { visible } from './visible.ts';

/** What every picture of a lifecycle draws, in the order in which each of them draws it. */
export interface DiagramModel {
  /** The stores, `Owner.name`, joined with commas; empty where there is none. */
  readonly title: string;
  /** The states and transitions as one line of text, for readers who do not see the picture. */
  readonly description: string;
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}

export interface DiagramNode {
  /** `s0`, `s1`, … in order. */
  readonly id: string;
  readonly state: StateName;
  /** The name with what cannot be seen written as escapes; `∅` for absence. */
  readonly label: string;
  readonly terminal: boolean;
  /** The declaration; null for ∅ and for values without one. */
  readonly place: Place | null;
}

export interface DiagramEdge {
  /** `e0`, `e1`, … in order. */
  readonly id: string;
  /** Ids of nodes. */
  readonly from: string;
  readonly to: string;
  readonly class: TransitionClass;
  /** Roles that take the edge, each with its guard or the number of its sites, shortened. */
  readonly labels: readonly string[];
  readonly sites: readonly Place[];
}

export interface DiagramOptions {
  /** Whether edges that need another role's write in between are drawn; by default they are not. */
  readonly interleaving?: boolean;
}

/** Nodes and edges with ids in drawing order, so that listeners can be attached by position. */
export function diagramModel(lifecycle: Lifecycle, options: DiagramOptions = {}): DiagramModel {
  const places = new Map(lifecycle.states.map((state) => [state.name, state]));
  const nodes = stateOrder(lifecycle).map((state, index): DiagramNode => {
    const declared = places.get(state);
    return {
      id: `s${String(index)}`,
      state,
      label: stateLabel(state),
      terminal: declared?.terminal ?? false,
      place: declared === undefined ? null : { file: declared.file, line: declared.line },
    };
  });
  const ids = new Map(nodes.map((node) => [node.state, node]));
  const edges: DiagramEdge[] = [];
  const lines: string[] = [];
  for (const transition of sortedTransitions(lifecycle)) {
    const from = ids.get(transition.from);
    const to = ids.get(transition.to);
    if (from === undefined || to === undefined) continue;
    if (transition.class === 'interleaving' && options.interleaving !== true) continue;
    edges.push({
      id: `e${String(edges.length)}`,
      from: from.id,
      to: to.id,
      class: transition.class,
      labels: edgeLabels(lifecycle, transition),
      sites: transition.sites,
    });
    lines.push(`${from.label} → ${to.label}${transition.class === 'proved' ? '' : ` (${transition.class})`}`);
  }
  const alone = nodes.filter((node) => edges.every((edge) => edge.from !== node.id && edge.to !== node.id));
  return {
    title: visible(lifecycle.stores.map((store) => `${store.owner}.${store.name}`).join(', ')),
    description: [...lines, ...alone.map((node) => node.label)].join(', '),
    nodes,
    edges,
  };
}

/** Never empty: an empty name is shown as quotes. */
function stateLabel(state: StateName): string {
  if (state === ABSENT) return '∅';
  return state.trim() === '' ? `'${visible(state, 60)}'` : visible(state, 60);
}

/** One label a role: its guard if all its sites share one, else how many sites it has. */
function edgeLabels(lifecycle: Lifecycle, transition: Transition): readonly string[] {
  const roles = new Map<string, { guards: Set<string>; sites: number }>();
  for (const fact of actorsOf(lifecycle, transition)) {
    const entry = roles.get(fact.role) ?? { guards: new Set<string>(), sites: 0 };
    entry.guards.add(fact.guard);
    entry.sites += 1;
    roles.set(fact.role, entry);
  }
  const labels = [...roles]
    .sort(([a], [b]) => byText(a, b))
    .map(([role, { guards, sites }]) => {
      const name = visible(role.split('.').at(-1) ?? role, 32) || '?';
      const [guard] = guards;
      if (guards.size === 1 && guard !== undefined)
        return guard === '' ? name : `${name} [${visible(guard, 36)}]`;
      return `${name} ×${String(sites)}`;
    });
  return [...labels, ...declaredLabels(lifecycle, transition)];
}

/** The events of a declared transition; a mark where the code's table does not have what the code writes. */
function declaredLabels(lifecycle: Lifecycle, { from, to }: Transition): readonly string[] {
  const tables = lifecycle.declared ?? [];
  const events = tables.flatMap((table) =>
    table.transitions
      .filter((each) => each.from === from && each.to === to)
      .flatMap((each) => (each.event === null ? [] : [visible(each.event, 32)])),
  );
  const strange = tables.some((table) =>
    table.undeclared.some((each) => each.from === from && each.to === to),
  );
  return [...new Set(events), ...(strange ? ['(undeclared)'] : [])];
}
