import { describe, expect, it } from 'vitest';
import type { EdgeView, Filters, LifecycleView, StateView } from '../../src/protocol/index.ts';
import { firstFilters, NO_FILTERS, shownOf, type Shown } from '../../src/webview/lifecycle/shown.ts';
import { sampleView } from '../protocol/sample.ts';

const state = (id: string, name: string, terminal = false): StateView => ({
  id,
  name,
  text: name,
  value: '',
  terminal,
  place: null,
  change: 'same',
  changeText: '',
});

const edge = (
  id: string,
  [from, to]: readonly [string, string],
  kind: EdgeView['class'],
  ...roles: readonly string[]
): EdgeView => ({
  id,
  from,
  to,
  class: kind,
  classText: kind,
  roles,
  label: roles.join(', '),
  text: roles.join(', '),
  sites: [],
  change: 'same',
  changeText: '',
});

/** Idle → run.A → run.B → run.C → Done, a shortcut Idle → Done, and a way back that another role must open. */
const view: LifecycleView = {
  ...sampleView(),
  states: [
    state('s0', 'Idle'),
    state('s1', 'run.A'),
    state('s2', 'run.B'),
    state('s3', 'run.C'),
    state('s4', 'Done', true),
  ],
  groups: [{ id: 'g0', kind: 'prefix', name: 'run.… (3)', text: 'run.… (3)', states: ['s1', 's2', 's3'] }],
  edges: [
    edge('e0', ['s0', 's1'], 'proved', 'caller'),
    edge('e1', ['s1', 's2'], 'proved', 'worker'),
    edge('e2', ['s2', 's3'], 'possible', 'worker'),
    edge('e3', ['s3', 's4'], 'proved', 'worker', 'timer'),
    edge('e4', ['s0', 's4'], 'possible'),
    edge('x0', ['s4', 's2'], 'interleaving', 'worker'),
  ],
  hazards: [],
};

const shown = (filters: Partial<Filters>, kept: readonly string[] = []): Shown =>
  shownOf(view, { ...NO_FILTERS, ...filters }, new Set(kept));
const nodes = ({ nodes: all }: Shown): string => all.map((node) => node.id).join(' ');
const edges = ({ edges: all }: Shown): string => all.map((each) => each.id).join(' ');
const listed = ({ listed: all }: Shown): string => all.map((each) => each.id).join(' ');

describe('what filters leave', () => {
  it('is all of it without filters; what needs another role is listed only', () => {
    const all = shown({});
    expect(nodes(all)).toBe('s0 s1 s2 s3 s4');
    expect(edges(all)).toBe('e0 e1 e2 e3 e4');
    expect(listed(all)).toBe('x0');
  });

  it('is taken by a role that is left in; who is unknown has a box of its own', () => {
    const one = shown({ withoutRoles: ['worker', 'caller'] });
    expect(edges(one)).toBe('e3 e4');
    expect(nodes(one)).toBe('s0 s3 s4');
    expect(listed(one)).toBe('');
    expect(edges(shown({ withoutRoles: ['worker', 'caller', ''] }))).toBe('e3');
  });

  it('is as sure as is asked for', () => {
    expect(edges(shown({ withoutClasses: ['possible'] }))).toBe('e0 e1 e3');
    expect(edges(shown({ withoutClasses: ['proved'] }))).toBe('e2 e4');
    const without = shown({ withoutClasses: ['interleaving'] });
    expect(listed(without)).toBe('');
    expect(nodes(without)).toBe('s0 s1 s2 s3 s4');
  });

  it('lies around a state, so many transitions away, whichever way they lead', () => {
    expect(nodes(shown({ around: { state: 's1', steps: 1 } }))).toBe('s0 s1 s2');
    expect(nodes(shown({ around: { state: 's1', steps: 2 } }))).toBe('s0 s1 s2 s3 s4');
    expect(nodes(shown({ around: { state: 's1', steps: 2 }, withoutRoles: [''] }))).toBe('s0 s1 s2 s3');
    // Transitions between what is shown stay.
    expect(edges(shown({ around: { state: 's4', steps: 1 } }))).toBe('e3 e4');
  });

  it('is changed, and joins what is not', () => {
    const changed: LifecycleView = {
      ...view,
      edges: view.edges.map((each) => (each.id === 'e2' ? { ...each, change: 'added' } : each)),
      states: view.states.map((each) => (each.id === 's4' ? { ...each, change: 'changed' } : each)),
    };
    const only = shownOf(changed, { ...NO_FILTERS, onlyChanges: true });
    expect(nodes(only)).toBe('s2 s3 s4');
    expect(edges(only)).toBe('e2');
  });

  it('holds the witness whatever the filters say', () => {
    const kept = shown({ withoutRoles: ['worker', 'caller', 'timer', ''] }, ['x0', 's1']);
    expect(edges(kept)).toBe('x0');
    expect(nodes(kept)).toBe('s1 s2 s4');
    expect(listed(kept)).toBe('');
  });
});

describe('a fold', () => {
  it('stands for its states, and joins the transitions to them', () => {
    const folded = shown({ fold: 'prefix' });
    expect(nodes(folded)).toBe('s0 g0 s4');
    expect(folded.edges.map(({ from, to }) => `${from}>${to}`)).toEqual(['s0>g0', 'g0>s4', 's0>s4']);
    // What leads from one of its states to another is inside, and still counted.
    expect(folded.drawn).toHaveLength(5);
    expect(folded.states).toHaveLength(5);
  });

  it('is as sure as the surest of its transitions', () => {
    const two: LifecycleView = {
      ...view,
      edges: [
        edge('e0', ['s0', 's1'], 'possible', 'a'),
        edge('e1', ['s0', 's2'], 'proved', 'b'),
        edge('e2', ['s0', 's3'], 'possible', 'c'),
      ],
    };
    const [joined] = shownOf(two, { ...NO_FILTERS, fold: 'prefix' }).edges;
    expect(joined?.class).toBe('proved');
    expect(joined?.edges.map((each) => each.id)).toEqual(['e0', 'e1', 'e2']);
  });

  it('opens for the reader, for a witness, and for the state that all is around', () => {
    expect(nodes(shown({ fold: 'prefix', unfolded: ['g0'] }))).toBe('s0 s1 s2 s3 s4');
    expect(nodes(shown({ fold: 'prefix' }, ['s2']))).toBe('s0 s1 s2 s3 s4');
    expect(nodes(shown({ fold: 'prefix', around: { state: 's2', steps: 1 } }))).toBe('s1 s2 s3');
  });

  it('is not made of one state', () => {
    expect(nodes(shown({ fold: 'prefix', withoutRoles: ['worker', 'timer'] }))).toBe('s0 s1 s4');
  });
});

describe('a large lifecycle', () => {
  it('is folded and without labels from the start; a small one is not', () => {
    expect(firstFilters(view)).toEqual(NO_FILTERS);
    const states = Array.from({ length: 26 }, (_, index) => state(`s${index}`, `run.${index}`));
    const many = Array.from({ length: 41 }, (_, index) => edge(`e${index}`, ['s0', 's1'], 'proved'));
    expect(firstFilters({ ...view, states, edges: many })).toEqual({
      ...NO_FILTERS,
      fold: 'prefix',
      labels: false,
    });
    expect(firstFilters({ ...view, states, groups: [] }).fold).toBe('none');
  });
});
