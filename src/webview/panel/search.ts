import type { EdgeView, StateView } from '../../protocol/index.ts';
import type { Shown } from '../lifecycle/shown.ts';

/** Ids of drawn states, folds and edges that hold a text in their names, roles, guards or places; in drawing order. */
export function search(shown: Shown, text: string): readonly string[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const holds = (...texts: readonly string[]): boolean =>
    texts.some((each) => each.toLowerCase().includes(wanted));
  const state = (each: StateView): boolean => holds(each.name, each.value, each.place?.text ?? '');
  const edge = (each: EdgeView): boolean =>
    holds(...each.roles, ...each.sites.flatMap((site) => [site.text, site.guard]));
  return [
    ...shown.nodes.filter((node) => holds(node.name) || node.states.some(state)).map((node) => node.id),
    ...shown.edges.filter((each) => each.edges.some(edge)).map((each) => each.id),
  ];
}

/** The id under which a state or transition is drawn: its own, its fold's, or that of a joined edge; null for none. */
export function drawnId(shown: Shown, id: string): string | null {
  const node = shown.nodes.find((each) => each.id === id || each.states.some((state) => state.id === id));
  if (node !== undefined) return node.id;
  return shown.edges.find((each) => each.edges.some((edge) => edge.id === id))?.id ?? null;
}
