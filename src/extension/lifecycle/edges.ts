import {
  ABSENT,
  actorsOf,
  mermaidEdgeLabel,
  type DiagramEdge,
  type Lifecycle,
  type Place,
  type StateName,
} from '../../lifecycle/index.ts';
import { transitionClass } from '../../messages/index.ts';
import { visibleLabel, type EdgeView, type SiteView } from '../../protocol/index.ts';
import type { Places } from './places.ts';

/** Sites that one edge shows. */
const SITES = 500;

/** An edge of a drawing between named states, and the lifecycle in which it was found. */
export interface NamedEdge {
  /** The id that the row gets. */
  readonly id: string;
  readonly from: StateName;
  readonly to: StateName;
  readonly edge: DiagramEdge;
  readonly lifecycle: Lifecycle;
  /** It is only in the earlier of two lifecycles that are compared. */
  readonly before: boolean;
}

/** What the web views show of an edge; `ids` are those of the states. */
export function edgeView(named: NamedEdge, ids: ReadonlyMap<StateName, string>, places: Places): EdgeView {
  const { id, from, to, edge, lifecycle, before } = named;
  places.alias(id, edge.sites, before);
  return {
    id,
    from: ids.get(from) ?? '',
    to: ids.get(to) ?? '',
    class: edge.class,
    classText: transitionClass(edge.class),
    roles: rolesOf(lifecycle, edge.sites, to),
    label: visibleLabel(edge.labels.join(', ')),
    text: mermaidEdgeLabel(edge),
    sites: edge.sites.slice(0, SITES).flatMap((site) => siteView(named, site, places) ?? []),
    change: 'same',
    changeText: '',
  };
}

/** Who writes, or removes, at the sites of an edge. */
function rolesOf(lifecycle: Lifecycle, sites: readonly Place[], to: StateName): readonly string[] {
  const at = (fact: Place): boolean =>
    sites.some((site) => site.file === fact.file && site.line === fact.line);
  const facts = to === ABSENT ? lifecycle.removals : lifecycle.writes;
  return [...new Set(facts.filter(at).map((fact) => visibleLabel(fact.role)))].sort().slice(0, 50);
}

function siteView(named: NamedEdge, site: Place, places: Places): SiteView | null {
  const row = places.row(site, named.before);
  if (row === null) return null;
  const { from, to, lifecycle } = named;
  const actors = actorsOf(lifecycle, { from, to, sites: [site] });
  const each = (of: 'role' | 'guard'): string =>
    visibleLabel([...new Set(actors.map((actor) => actor[of]))].filter((text) => text !== '').join(', '));
  return { ...row, role: each('role'), guard: each('guard') };
}
