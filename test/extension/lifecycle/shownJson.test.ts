import { describe, expect, it } from 'vitest';
import { comparedWith, foundContent, type PanelContent } from '../../../src/extension/lifecycle/content.ts';
import { shownJson, type ShownIds } from '../../../src/extension/lifecycle/shownJson.ts';
import type { Lifecycle } from '../../../src/lifecycle/index.ts';
import { exampleLifecycle } from '../../support/example-lifecycle.ts';

/** The example without its surest transition and with another one made surer. */
const [first, second, ...rest] = exampleLifecycle.transitions;
if (first === undefined || second === undefined) throw new Error('the example has transitions');
const later: Lifecycle = {
  ...exampleLifecycle,
  transitions: [{ ...second, class: second.class === 'proved' ? 'possible' : 'proved' }, ...rest],
};
const query = { states: 'Poll', files: [], terminal: [] };
const alone = foundContent('box', later, query);
const content = comparedWith(alone, {
  on: 'box',
  name: 'box at HEAD~1',
  facts: exampleLifecycle,
  at: 'HEAD~1',
  commit: 'abc',
});

function all({ lifecycle }: PanelContent): ShownIds {
  const { states, edges } = lifecycle.view;
  return { states: states.map(({ id }) => id), edges: edges.map(({ id }) => id) };
}

interface Read {
  readonly same: boolean;
  readonly states: Record<'added' | 'removed' | 'changed', readonly unknown[]>;
  readonly transitions: {
    readonly added: readonly { readonly from: string; readonly to: string }[];
    readonly removed: readonly { readonly from: string; readonly to: string }[];
    readonly changed: readonly { readonly after: { readonly from: string; readonly to: string } }[];
  };
}

function read(ids: ShownIds): Read {
  return JSON.parse(shownJson(content, ids)) as Read;
}

describe('the JSON of a comparison', () => {
  it('has every difference where nothing is filtered', () => {
    const { transitions } = read(all(content));
    expect(transitions.removed.map(({ from, to }) => [from, to])).toEqual([[first.from, first.to]]);
    expect(transitions.changed.map(({ after }) => [after.from, after.to])).toEqual([
      [second.from, second.to],
    ]);
  });

  it('leaves out what the filters of the panel leave out', () => {
    const ids = all(content);
    const names = content.lifecycle.names.edges;
    const gone = ids.edges.filter(
      (id) => names.get(id)?.from !== first.from || names.get(id)?.to !== first.to,
    );
    const { transitions, same } = read({ ...ids, edges: gone });
    expect(transitions.removed).toEqual([]);
    expect(transitions.changed).toHaveLength(1);
    expect(read({ states: [], edges: [] }).transitions.changed).toEqual([]);
    // That nothing of it is shown does not make the two the same.
    expect([same, read({ states: [], edges: [] }).same]).toEqual([false, false]);
  });

  it('says which two it is about', () => {
    expect(JSON.parse(shownJson(content, all(content)))).toMatchObject({
      before: { target: 'box', at: 'HEAD~1', commit: 'abc' },
      after: { target: 'box', at: null },
    });
  });
});
