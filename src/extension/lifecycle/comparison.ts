import type { LifecycleFacts } from '../../investigation/index.ts';
import type { Lifecycle, LifecycleComparison, State, StateName } from '../../lifecycle/index.ts';
import { changeWords } from '../../messages/index.ts';
import {
  visibleLabel,
  visibleText,
  type ChangeRowView,
  type ComparisonView,
  type EdgeView,
  type HazardView,
  type SetterView,
  type StateView,
} from '../../protocol/index.ts';

/** What a lifecycle is compared with, and how the two are called. */
export interface ComparedTo {
  readonly before: Lifecycle | LifecycleFacts;
  readonly beforeName: string;
  readonly afterName: string;
}

interface StateContext {
  readonly comparison: LifecycleComparison;
  /** It is only in the earlier one. */
  readonly gone: boolean;
  readonly before: Lifecycle | null;
  readonly after: Lifecycle;
}

/** Says at a state what became of it. */
export function markState(view: StateView, name: StateName, context: StateContext): StateView {
  const { comparison, gone, before, after } = context;
  if (gone || comparison.states.removed.some((state) => state.name === name))
    return { ...view, change: 'removed', changeText: changeWords.removed() };
  if (comparison.states.added.some((state) => state.name === name) || isNewlyUsed(name, before, after))
    return { ...view, change: 'added', changeText: changeWords.added() };
  const changed = comparison.states.changed.find((each) => each.after.name === name);
  if (changed === undefined) return view;
  return { ...view, change: 'changed', changeText: text(stateText(changed.before, changed.after)) };
}

/** A state that is declared nowhere, such as ∅, is there where a transition has it. */
function isNewlyUsed(name: StateName, before: Lifecycle | null, after: Lifecycle): boolean {
  const declared = (lifecycle: Lifecycle): boolean => lifecycle.states.some((state) => state.name === name);
  const used = (lifecycle: Lifecycle): boolean =>
    lifecycle.transitions.some(({ from, to }) => from === name || to === name);
  if (before === null || declared(before) || declared(after)) return false;
  return used(after) && !used(before);
}

function stateText(before: State, after: State): string {
  const parts = [];
  if (before.value !== after.value)
    parts.push(changeWords.value(String(before.value ?? ''), String(after.value ?? '')));
  if (before.terminal !== after.terminal) parts.push(changeWords.terminal(after.terminal));
  return parts.join(', ');
}

/** How an edge differs. */
export interface EdgeChange {
  readonly change: 'added' | 'removed' | 'changed';
  readonly text: string;
}

/** The changes of edges, by `FROM\nTO`. */
export function edgeChanges({ transitions }: LifecycleComparison): ReadonlyMap<string, EdgeChange> {
  const found = new Map<string, EdgeChange>();
  for (const { from, to } of transitions.added)
    found.set(`${from}\n${to}`, { change: 'added', text: changeWords.added() });
  for (const { from, to } of transitions.removed)
    found.set(`${from}\n${to}`, { change: 'removed', text: changeWords.removed() });
  for (const { before, after, what } of transitions.changed) {
    const parts = what.map((each) => {
      switch (each) {
        case 'class':
          return changeWords.class(before.class, after.class);
        case 'role':
          return changeWords.roles(before.roles.join(', '), after.roles.join(', '));
        case 'guard':
          return changeWords.guards(before.guards.join('; '), after.guards.join('; '));
      }
    });
    found.set(`${after.from}\n${after.to}`, { change: 'changed', text: parts.join('; ') });
  }
  return found;
}

/** Says at an edge what became of it. */
export function markEdge(view: EdgeView, change: EdgeChange | undefined): EdgeView {
  return change === undefined ? view : { ...view, change: change.change, changeText: text(change.text) };
}

interface Marked {
  readonly comparison: LifecycleComparison;
  readonly states: readonly StateView[];
  readonly edges: readonly EdgeView[];
  readonly setters: readonly SetterView[];
  readonly hazards: readonly HazardView[];
}

/** The list of all that changed: states, transitions, setters, hazards. */
export function comparisonView(compared: ComparedTo, marked: Marked): ComparisonView {
  const { states, edges, setters, hazards } = marked;
  const names = new Map(states.map((state) => [state.id, state.name]));
  const changes: readonly ChangeRowView[] = [
    ...states
      .filter(differs)
      .map((state) =>
        changeRow('state', state, changeWords.state(state.name, state.changeText), state.id, state.place),
      ),
    ...edges.filter(differs).map((edge) => {
      const ends = `${names.get(edge.from) ?? ''} → ${names.get(edge.to) ?? ''}`;
      return changeRow(
        'edge',
        edge,
        changeWords.edge(ends, edge.classText, edge.changeText),
        edge.id,
        edge.sites[0] ?? null,
      );
    }),
    ...setters
      .filter(differs)
      .map((setter) =>
        changeRow(
          'setter',
          setter,
          changeWords.setter(setter.name, setter.change, cellsChanged(setter)),
          null,
          setter.place,
        ),
      ),
    ...hazards
      .filter(differs)
      .map((hazard) =>
        changeRow(
          'hazard',
          hazard,
          changeWords.hazard(hazard.rule, hazard.title, hazard.change),
          hazard.id,
          hazard.place,
        ),
      ),
  ];
  return {
    before: visibleLabel(compared.beforeName),
    after: visibleLabel(compared.afterName),
    summary: visibleLabel(changeWords.summary(compared.beforeName, compared.afterName, changes.length)),
    changes,
  };
}

function differs({ change }: Pick<StateView, 'change'>): boolean {
  return change !== 'same';
}

function cellsChanged(setter: SetterView): number {
  return setter.rows.flatMap((row) => row.marks).filter((mark) => mark.was !== '').length;
}

function changeRow(
  kind: ChangeRowView['kind'],
  { change }: Pick<StateView, 'change'>,
  sentence: string,
  row: string | null,
  place: ChangeRowView['place'],
): ChangeRowView {
  return {
    kind,
    change,
    text: text(sentence),
    row,
    place: place === null ? null : { id: place.id, text: place.text },
  };
}

function text(sentence: string): string {
  return visibleText(sentence).slice(0, 2000);
}
