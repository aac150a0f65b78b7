import type { LifecycleView, PanelState } from '../../protocol/index.ts';

/**
 * What the rows of a lifecycle are called, whatever their numbers are: ids count the rows of one answer, and another
 * run of the analysis may give them to others. Lines are no part of a name; rows that would be called alike are
 * numbered.
 */
export function rowNames(view: LifecycleView): ReadonlyMap<string, string> {
  const states = new Map(view.states.map((state) => [state.id, state.name]));
  const seen = new Map<string, number>();
  const unique = (name: string): string => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}\n${count}`;
  };
  const rows: readonly (readonly [id: string, name: string])[] = [
    ...view.states.map((state) => [state.id, `state\n${state.name}`] as const),
    ...view.groups.map((group) => [group.id, `group\n${group.kind}\n${group.name}`] as const),
    ...view.edges.map(
      (edge) => [edge.id, `edge\n${states.get(edge.from) ?? ''}\n${states.get(edge.to) ?? ''}`] as const,
    ),
    ...view.hazards.map(
      (hazard) => [hazard.id, `hazard\n${hazard.rule}\n${hazard.title.replace(/:\d+/g, '')}`] as const,
    ),
  ];
  return new Map(rows.map(([id, name]) => [id, unique(name)]));
}

/** The rows that a state of the panel is about, with their names. */
export function namesIn(
  { chosen, stepping, filters }: PanelState,
  names: ReadonlyMap<string, string>,
): PanelState['names'] {
  const ids = [chosen, stepping?.hazard, filters.around?.state, ...filters.unfolded];
  return [...new Set(ids)].flatMap((id) => {
    const name = names.get(id ?? '');
    return id == null || name === undefined ? [] : [{ id, name }];
  });
}

/** From an id that was kept to the row that is called so now; null where none is. */
export function rowNow(kept: PanelState['names'], view: LifecycleView): (id: string) => string | null {
  const now = new Map([...rowNames(view)].map(([id, name]) => [name, id]));
  const found = new Map(kept.map(({ id, name }) => [id, now.get(name) ?? null]));
  return (id) => found.get(id) ?? null;
}
