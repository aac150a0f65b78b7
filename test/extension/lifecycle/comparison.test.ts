import { describe, expect, it } from 'vitest';
import { shownJson } from '../../../src/extension/lifecycle/shownJson.ts';
import type { PanelContent } from '../../../src/extension/lifecycle/content.ts';
import { showLifecycle } from '../../../src/extension/lifecycle/view.ts';
import type { Lifecycle } from '../../../src/lifecycle/index.ts';
import { lifecycleView } from '../../../src/protocol/index.ts';
import { exampleLifecycle } from '../../support/example-lifecycle.ts';

const nixl = 'engine/nixl/conn.py';

/** One state gone, one new; the edge to success proved now; the failure kept by the setter; one hazard less. */
const after: Lifecycle = {
  ...exampleLifecycle,
  states: [
    ...exampleLifecycle.states.filter((state) => state.name !== 'Bootstrapping'),
    { name: 'Aborting', value: 5, terminal: false, file: 'engine/common/conn.py', line: 26 },
  ],
  writes: exampleLifecycle.writes
    .filter((write) => !write.to.includes('Bootstrapping'))
    .map((write) => ({ ...write, from: write.from.filter((name) => name !== 'Bootstrapping') })),
  removals: exampleLifecycle.removals.map((removal) => ({
    ...removal,
    from: removal.from.filter((name) => name !== 'Bootstrapping'),
  })),
  transitions: [
    ...exampleLifecycle.transitions
      .filter(({ from, to }) => from !== 'Bootstrapping' && to !== 'Bootstrapping')
      .map((each) =>
        each.from === 'WaitingForInput' && each.to === 'Success'
          ? { ...each, class: 'proved' as const }
          : each,
      ),
    { from: 'Transferring', to: 'Aborting', class: 'proved', sites: [{ file: nixl, line: 990 }] },
  ],
  setters: exampleLifecycle.setters.map((setter) => ({
    ...setter,
    table: {
      ...setter.table,
      Failed: Object.fromEntries(Object.keys(setter.table['Failed'] ?? {}).map((name) => [name, 'Failed'])),
    },
  })),
  hazards: exampleLifecycle.hazards.slice(1),
};

const shown = showLifecycle({
  facts: after,
  key: 'k',
  compared: { before: exampleLifecycle, beforeName: 'prefill at HEAD~1', afterName: 'prefill' },
});
const { view } = shown;
const name = (id: string): string => view.states.find((state) => state.id === id)?.name ?? '';

describe('two lifecycles in one view', () => {
  it('are what the web views read', () => {
    expect(lifecycleView(JSON.parse(JSON.stringify(view)), 'view')).toEqual({ ok: true, value: view });
  });

  it('hold the states of both, each with what became of it', () => {
    expect(view.states.map((state) => `${state.name} ${state.change}`)).toEqual([
      'Failed same',
      'WaitingForInput same',
      'Transferring same',
      'Success same',
      'Aborting added',
      '∅ same',
      'Bootstrapping removed',
    ]);
  });

  it('hold the transitions of both; a changed one says how it was', () => {
    const changed = view.edges.filter((edge) => edge.change !== 'same');
    const told = changed.map((edge) => `${name(edge.from)}→${name(edge.to)} ${edge.change}`);
    const gone = exampleLifecycle.transitions.filter(({ from, to }) => [from, to].includes('Bootstrapping'));
    expect(told.filter((each) => each.endsWith('removed'))).toHaveLength(gone.length);
    expect(told.filter((each) => !each.endsWith('removed'))).toEqual([
      'WaitingForInput→Success changed',
      'Transferring→Aborting added',
    ]);
    const proved = changed.find((edge) => edge.change === 'changed');
    expect(proved?.changeText).toBe('proved, was possible');
    // Ids go on: each row has its own.
    const ids = view.edges.map((edge) => edge.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('open what is gone on the target of the earlier one', () => {
    const gone = view.edges.find((edge) => edge.change === 'removed');
    const kept = view.edges.find((edge) => edge.change === 'same');
    for (const site of gone?.sites ?? [])
      expect(shown.places.get(site.id)?.map((place) => place.before)).toEqual([true]);
    for (const site of kept?.sites ?? [])
      expect(shown.places.get(site.id)?.map((place) => place.before)).toEqual([false]);
    expect(gone?.sites.length).toBeGreaterThan(0);
  });

  it('tell in a cell of a setter what it was', () => {
    const [setter] = view.setters;
    expect(setter?.change).toBe('changed');
    const failed = setter?.rows.find((row) => row.old === 'Failed');
    const was = setter?.columns.map((column, index) => `${column}: ${failed?.marks[index]?.was ?? ''}`);
    expect(was).toEqual([
      'Failed: ',
      'WaitingForInput: WaitingForInput',
      'Transferring: Transferring',
      'Success: Success',
      'Bootstrapping: Bootstrapping',
    ]);
    expect(failed?.marks.every((mark) => mark.move === 'none')).toBe(true);
  });

  it('list every change once, with the row that shows it', () => {
    const { comparison } = view;
    const kinds = comparison?.changes.map((each) => `${each.kind} ${each.change}`) ?? [];
    expect(kinds.filter((kind) => kind === 'hazard removed')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'setter changed')).toHaveLength(1);
    expect(kinds.filter((kind) => kind.startsWith('state'))).toEqual(['state added', 'state removed']);
    expect(comparison?.summary).toBe(`${kinds.length} differences from prefill at HEAD~1 to prefill.`);
    const rows = new Set([...view.states, ...view.edges, ...view.hazards].map((row) => row.id));
    for (const change of comparison?.changes ?? [])
      if (change.row !== null) expect(rows).toContain(change.row);
  });

  it('of equal ones say that nothing differs', () => {
    const same = showLifecycle({
      facts: exampleLifecycle,
      compared: { before: exampleLifecycle, beforeName: 'a', afterName: 'b' },
    }).view;
    expect(same.comparison?.changes).toEqual([]);
    expect(same.comparison?.summary).toBe('No difference between a and b.');
    expect(same.states.every((state) => state.change === 'same')).toBe(true);
  });
});

describe('the JSON of what is shown', () => {
  const lifecycle = showLifecycle({ facts: exampleLifecycle, key: 'k' });
  const content: PanelContent = {
    on: 'prefill',
    title: 'Lifecycle',
    lifecycle,
    facts: exampleLifecycle,
    query: null,
    origin: { notebook: 'file:///n.sonde.md', of: 'l1' },
    compared: null,
  };
  interface Document {
    readonly states: readonly { readonly name: string }[];
    readonly transitions: readonly { readonly from: string; readonly to: string; readonly class: string }[];
    readonly writes: readonly { readonly line: number }[];
    readonly removals: readonly unknown[];
  }
  const read = (text: string): Document => JSON.parse(text) as Document;

  it('holds states, transitions and writes that the filters leave', () => {
    const { edges, states } = lifecycle.view;
    const proved = edges.filter((edge) => edge.class === 'proved' && edge.roles.includes('listen'));
    const ends = proved.flatMap((edge) => [edge.from, edge.to]);
    const json = read(
      shownJson(content, {
        states: states.filter((state) => ends.includes(state.id)).map((state) => state.id),
        edges: proved.map((edge) => edge.id),
      }),
    );
    expect(json.transitions.map(({ from, to }) => `${from}→${to}`)).toEqual([
      'Bootstrapping→WaitingForInput',
      'absent→WaitingForInput',
    ]);
    // ∅ is no declared state.
    expect(json.states.map((state) => state.name)).toEqual(['Bootstrapping', 'WaitingForInput']);
    expect(json.writes.map((write) => write.line)).toEqual([940]);
    expect(json.removals).toEqual([]);
  });

  it('holds all of it where nothing is left out', () => {
    const { edges, states } = lifecycle.view;
    const json = read(
      shownJson(content, { states: states.map((each) => each.id), edges: edges.map((each) => each.id) }),
    );
    expect(json.transitions).toHaveLength(exampleLifecycle.transitions.length);
    expect(json.states).toHaveLength(exampleLifecycle.states.length);
  });

  it('of two lifecycles is the comparison', () => {
    const compared = {
      on: 'prefill',
      name: 'x',
      facts: exampleLifecycle,
      at: 'HEAD~1',
      commit: 'a'.repeat(40),
    };
    const json = JSON.parse(
      shownJson({ ...content, facts: after, lifecycle: shown, compared }, { states: [], edges: [] }),
    ) as { readonly before: { readonly at: string }; readonly same: boolean };
    expect(json.before.at).toBe('HEAD~1');
    expect(json.same).toBe(false);
  });
});
