import { mermaidLabel, type StateGroup, type StateName } from '../../lifecycle/index.ts';
import { groupName } from '../../messages/index.ts';
import { visibleLabel, type GroupView } from '../../protocol/index.ts';

/** The folds of the panel; `ids` are those of the states. */
export function groupViews(
  groups: readonly StateGroup[],
  ids: ReadonlyMap<StateName, string>,
): readonly GroupView[] {
  return groups.map((group, index) => {
    const name = visibleLabel(groupName(group.kind, group.prefix, group.states.length));
    return {
      id: `g${index}`,
      kind: group.kind,
      name,
      text: mermaidLabel(name),
      states: group.states.flatMap((state) => ids.get(state) ?? []),
    };
  });
}
