import { describe, expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { analyse, type Lifecycle } from '../../src/lifecycle/index.ts';
import { createMemoryTree, createProgram } from '../../src/source/index.ts';
import { demoRoot, truth } from '../fixtures/demo/truth.ts';
import { loadPythonParser } from '../support/python.ts';

const parser = await loadPythonParser();

function demoFiles(): Readonly<Record<string, string>> {
  const entries = readdirSync(demoRoot, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('.py'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(demoRoot, path), readFileSync(path, 'utf8')]),
  );
}

async function demo(query: Parameters<typeof analyse>[0]): Promise<Lifecycle> {
  const tree = createMemoryTree(demoFiles());
  const result = await analyse(query, { tree, program: createProgram({ tree, parser }) });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const lifecycle = await demo({ states: 'KVPoll' });
const pair = (each: { readonly from: string; readonly to: string }): string => `${each.from}>${each.to}`;
const verdicts = (verdict: string): readonly string[] =>
  truth.transitions.filter((each) => each.verdict === verdict).map(pair);

describe('the demo project', () => {
  test('states, the store and where they stand', () => {
    expect(
      lifecycle.states.map(({ name, value, terminal, line }) => ({ name, value, terminal, line })),
    ).toEqual(
      truth.states.map(({ name, value, terminal, at }) => ({ name, value, terminal, line: at.line })),
    );
    expect(lifecycle.stores[0]).toMatchObject({
      name: truth.store.name,
      owner: truth.store.owner,
      file: truth.store.at.file,
      line: truth.store.at.line,
    });
  });

  test('every cell of the setter', () => {
    expect(lifecycle.setters.map(({ name, table }) => ({ name, table }))).toEqual(
      truth.setters.map(({ name, table }) => ({ name, table })),
    );
  });

  test('every write with its function, role and states', () => {
    const found = lifecycle.writes.map(({ file, line, function: path, role, to, from }) => ({
      place: `${file}:${line}`,
      path,
      role,
      to: [...to].sort(),
      from: [...from].sort(),
    }));
    const expected = truth.writes.map(({ at, function: path, role, to, from }) => ({
      place: `${at.file}:${at.line}`,
      path,
      role,
      to: [...to].sort(),
      // Two guards on the same flag are not related to one another: any state for the write of a shadow rank.
      from:
        path === 'CommonKVSender._next_window'
          ? [...lifecycle.states.map((each) => each.name), 'absent'].sort()
          : [...from].sort(),
    }));
    const byPlace = (a: { place: string }, b: { place: string }): number => (a.place < b.place ? -1 : 1);
    expect(found.toSorted(byPlace)).toEqual(expected.toSorted(byPlace));
  });

  test('every removal', () => {
    expect(
      lifecycle.removals.map(({ file, line, role, from }) => ({ file, line, role, from: [...from].sort() })),
    ).toEqual(
      truth.removals.map(({ at, role, from }) => ({
        file: at.file,
        line: at.line,
        role,
        from: [...from].sort(),
      })),
    );
  });

  test('all core transitions; what is drawn besides is possible, but for one known to be wrong', () => {
    const drawn = lifecycle.transitions.filter((each) => each.class !== 'interleaving').map(pair);
    expect(verdicts('core').filter((each) => !drawn.includes(each))).toEqual([]);
    const right = new Set([...verdicts('core'), ...verdicts('possible')]);
    expect(drawn.filter((each) => !right.has(each))).toEqual(['Bootstrapping>Success']);
  });

  test('what only another role makes possible is found as such', () => {
    const between = lifecycle.transitions.filter((each) => each.class === 'interleaving').map(pair);
    expect(between).toEqual(['Failed>Transferring']);
    // Failed and absent to Success are in the list as possible already, through the shadow rank.
  });

  test('roles', () => {
    expect(
      lifecycle.roles
        .filter((each) => each.kind !== 'caller')
        .map(({ name, kind }) => `${kind} ${name}`)
        .sort(),
    ).toEqual(truth.roles.map(({ name, kind }) => `${kind} ${name}`).sort());
  });

  test('nothing is left unresolved, and the class that callers use finds the same', async () => {
    expect(lifecycle.unresolved).toEqual([]);
    const other = await demo({ class: 'NixlKVManager' });
    expect(other.transitions.map(pair)).toEqual(lifecycle.transitions.map(pair));
  });
});
