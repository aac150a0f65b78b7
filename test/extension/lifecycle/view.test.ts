import { describe, expect, it } from 'vitest';
import { showLifecycle } from '../../../src/extension/lifecycle/view.ts';
import type { Lifecycle, Transition } from '../../../src/lifecycle/index.ts';
import { lifecycleView } from '../../../src/protocol/index.ts';

const at = (line: number): { readonly file: string; readonly line: number } => ({
  file: 'src/jobs.py',
  line,
});

function transition(
  from: string,
  to: string,
  kind: Transition['class'],
  ...lines: readonly number[]
): Transition {
  return { from, to, class: kind, sites: lines.map(at) };
}

const lifecycle: Lifecycle = {
  states: [
    { name: 'Queued', value: 0, terminal: false, ...at(3) },
    { name: 'Done', value: 'd', terminal: true, ...at(4) },
  ],
  stores: [{ name: 'status', owner: 'Jobs', ...at(8) }],
  setters: [
    {
      name: 'Jobs.set',
      ...at(9),
      table: {
        Done: { Done: 'Done', Queued: 'rejected' },
        absent: { Done: 'absent', Queued: 'Queued' },
        Queued: { Done: 'Done', Queued: 'argument-or-old' },
      },
    },
  ],
  writes: [
    {
      ...at(20),
      function: 'Jobs.work',
      role: 'work',
      to: ['Done'],
      from: ['Queued'],
      class: 'proved',
      guard: 'ok',
    },
    {
      ...at(22),
      function: 'Jobs.work',
      role: 'retry',
      to: ['Done'],
      from: ['Queued'],
      class: 'proved',
      guard: '',
    },
  ],
  removals: [{ ...at(30), function: 'Jobs.clear', role: 'caller', from: ['Done'], guard: '' }],
  transitions: [
    transition('Queued', 'Done', 'proved', 20, 22),
    transition('Done', 'absent', 'possible', 30),
    transition('Done', 'Queued', 'interleaving', 40),
  ],
  hazards: [],
  roles: [],
  unresolved: [{ what: 'helper\u202e', ...at(1), why: 'import-not-found' }],
  cost: { files: 1, bytes: 100, reads: 2, ms: 3 },
};

describe('a lifecycle for web views', () => {
  const shown = showLifecycle({ facts: lifecycle });

  it('is what the web views read', () => {
    expect(lifecycleView(JSON.parse(JSON.stringify(shown.view)), 'view')).toEqual({
      ok: true,
      value: shown.view,
    });
  });

  it('has an id for every row, and a place behind every id that can be clicked', () => {
    const { view, places } = shown;
    const [edge] = view.edges;
    expect(places.get(edge?.id ?? '')).toEqual([
      { ...at(20), before: false },
      { ...at(22), before: false },
    ]);
    for (const site of view.edges.flatMap((each) => each.sites)) expect(places.get(site.id)).toHaveLength(1);
    for (const state of view.states) if (state.place !== null) expect(places.get(state.id)).toHaveLength(1);
    expect(JSON.stringify(view)).not.toContain('"file"');
  });

  it('draws with the ids of its states, and lists what is not drawn behind', () => {
    const { view } = shown;
    const names = new Map(view.states.map((state) => [state.id, state.name]));
    expect(
      view.edges.map((edge) => `${names.get(edge.from) ?? ''}→${names.get(edge.to) ?? ''} ${edge.class}`),
    ).toEqual(['Queued→Done proved', 'Done→∅ possible', 'Done→Queued interleaving']);
    const drawn = [...view.mermaid.matchAll(/^ {2}(s\d+) --> (s\d+)/gm)].map((match) => [match[1], match[2]]);
    expect(drawn).toEqual(view.edges.slice(0, 2).map((edge) => [edge.from, edge.to]));
  });

  it('names the roles that take an edge', () => {
    expect(shown.view.edges.map((edge) => edge.roles)).toEqual([['retry', 'work'], ['caller'], []]);
  });

  it('puts the setter’s table in the order of the states, ∅ last', () => {
    const [setter] = shown.view.setters;
    expect(setter?.columns).toEqual(['Queued', 'Done']);
    expect(setter?.rows.map(({ old, cells }) => ({ old, cells }))).toEqual([
      { old: 'Queued', cells: ['argument or old', 'Done'] },
      { old: 'Done', cells: ['rejected', 'Done'] },
      { old: '∅', cells: ['Queued', '∅'] },
    ]);
  });

  it('says of each cell what it makes of a terminal state', () => {
    const setter = (table: Lifecycle['setters'][number]['table']): string[][] => {
      const setters = [{ name: 'Jobs.set', ...at(9), table }];
      const states = [...lifecycle.states, { name: 'Lost', value: 2, terminal: true, ...at(5) }];
      const [made] = showLifecycle({ facts: { ...lifecycle, states, setters } }).view.setters;
      return (made?.rows ?? []).map((row) => row.marks.map((mark) => `${mark.kind} ${mark.move}`));
    };
    const table = {
      Queued: { Queued: 'Queued', Done: 'Done', Lost: 'Done' },
      Done: { Queued: 'Queued', Done: 'Done', Lost: 'Lost' },
      Lost: { Queued: 'rejected', Done: 'argument-or-old', Lost: 'absent' },
    };
    expect(setter(table)).toEqual([
      ['kept none', 'set none', 'merged none'],
      ['set revives', 'kept none', 'set flips'],
      ['rejected none', 'unknown unsure', 'merged none'],
    ]);
  });

  it('names the role and the guard at each site of an edge', () => {
    expect(shown.view.edges[0]?.sites.map(({ text, role, guard }) => ({ text, role, guard }))).toEqual([
      { text: 'src/jobs.py:20', role: 'work', guard: 'ok' },
      { text: 'src/jobs.py:22', role: 'retry', guard: '' },
    ]);
  });

  it('finds for each step of a witness the state that it leaves, and the edge that it takes', () => {
    const step = (number: number, line: number, state: string | null) => ({
      step: number,
      role: 'work',
      action: 'writes' as const,
      data: {},
      state,
      ...at(line),
    });
    const hazards: Lifecycle['hazards'] = [
      {
        rule: 'H1',
        severity: 'high',
        confidence: 'high',
        data: {},
        ...at(40),
        witness: [step(1, 3, 'Queued'), step(2, 4, null), step(3, 20, 'Done'), step(4, 40, 'Queued')],
      },
    ];
    const { view } = showLifecycle({ facts: { ...lifecycle, hazards } });
    expect(view.hazards[0]?.steps.map(({ states, edges }) => [states, edges])).toEqual([
      // How the first state came about is not said.
      [['s0'], []],
      // Nothing is written: the state stays.
      [['s0'], []],
      [['s1'], ['e0']],
      // Another role's write in between: listed, not drawn.
      [['s0'], ['x0']],
    ]);
  });

  it('says what was read only for a result that was computed now', () => {
    const { cost: _cost, ...facts } = lifecycle;
    expect(shown.view.summary).not.toBe('');
    expect(showLifecycle({ facts }).view.summary).toBe('');
  });

  it('makes hidden characters visible', () => {
    expect(shown.view.unresolved[0]?.text).toContain('\\u{202e}');
  });
});
