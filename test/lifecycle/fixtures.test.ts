import { describe, expect, test } from 'vitest';
import type { LifecycleQuery } from '../../src/lifecycle/index.ts';
import { loadPythonParser } from '../support/python.ts';
import { edges, fixture, lifecycleOf, marks, removals, writes } from '../support/lifecycle.ts';
import { renamed } from '../support/rename.ts';

const parser = await loadPythonParser();

const fixtures: readonly { readonly file: string; readonly query: LifecycleQuery }[] = [
  { file: 'rooms.py', query: { states: 'Phase', store: 'phases' } },
  { file: 'future.py', query: { store: '_stage' } },
  { file: 'process.py', query: { states: 'Life' } },
  { file: 'download.py', query: { states: 'Status' } },
];

describe.each(fixtures)('$file', ({ file, query }) => {
  const text = fixture(file);
  const truth = marks(text);

  test('writes, with the states before and after', async () => {
    const lifecycle = await lifecycleOf({ [file]: text }, query);
    expect(writes(lifecycle)).toEqual(truth.writes);
    expect(removals(lifecycle)).toEqual(truth.removals);
  });

  test('transitions with their class, none besides', async () => {
    const lifecycle = await lifecycleOf({ [file]: text }, query);
    expect(edges(lifecycle)).toEqual(truth.edges);
  });

  test('another name for every identifier changes names and nothing else', async () => {
    const before = await lifecycleOf({ [file]: text }, query);
    const other = renamed(text, parser.parse(text));
    const change = (name: string): string => other.names.get(name) ?? name;
    const after = await lifecycleOf(
      { [file]: other.text },
      {
        ...(query.states === undefined ? {} : { states: change(query.states) }),
        ...(query.store === undefined ? {} : { store: change(query.store) }),
      },
    );
    expect(edges(after)).toEqual(
      before.transitions.map((each) => `${change(each.from)}>${change(each.to)} ${each.class}`).sort(),
    );
    const cells = (lifecycle: typeof after, rename: (name: string) => string): readonly string[] =>
      lifecycle.setters.flatMap((setter) =>
        Object.entries(setter.table).flatMap(([old, row]) =>
          Object.entries(row).map(([argument, cell]) => `${rename(old)} ${rename(argument)} ${rename(cell)}`),
        ),
      );
    expect(cells(after, (name) => name).toSorted()).toEqual(cells(before, change).toSorted());
  });
});
