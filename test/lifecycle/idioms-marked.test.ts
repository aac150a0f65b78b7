import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listLifecycles, type LifecycleQuery } from '../../src/lifecycle/index.ts';
import { createMemoryTree, createProgram } from '../../src/source/index.ts';
import { edges, lifecycleOf, marks, removals, writes } from '../support/lifecycle.ts';
import { loadPythonParser } from '../support/python.ts';

/**
 * One program of a file in test/fixtures/idioms, or, where no search by lines leads to it, in unsearched. It starts with `# %% title`, and may ask for one store (`#? name`).
 * `#>`, `#-` and `#=` are the marks of test/support/lifecycle.ts, and all of them are written down; `#! none` says
 * that no lifecycle is to be found.
 */
interface Idiom {
  readonly title: string;
  readonly text: string;
  readonly query: LifecycleQuery;
  readonly none: boolean;
}

const folders = ['idioms', 'unsearched'].map((name) => new URL(`../fixtures/${name}/`, import.meta.url));
const files = folders.flatMap((folder) =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.py') ? [new URL(name, folder)] : [])),
);
const parser = await loadPythonParser();

function idioms(file: URL): readonly Idiom[] {
  const parts = readFileSync(file, 'utf8')
    .split(/^# %% /m)
    .slice(1);
  return parts.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    const text = lines.join('\n');
    const store = /^#\? (.*)$/m.exec(text)?.[1];
    return { title, text, query: store === undefined ? {} : { store }, none: /^#! none/m.test(text) };
  });
}

describe.each(files.map((file) => [file.pathname.split('/').slice(-2).join('/'), file] as const))(
  '%s',
  (_name, file) => {
    const all = idioms(file);
    test.each(all.filter((each) => !each.none).map((each) => [each.title, each] as const))(
      '%s',
      async (_title, { text, query }) => {
        const lifecycle = await lifecycleOf(text, query);
        const truth = marks(text);
        expect(edges(lifecycle)).toEqual(truth.edges);
        expect(writes(lifecycle)).toEqual(truth.writes);
        expect(removals(lifecycle)).toEqual(truth.removals);
      },
    );
    test.each(all.filter((each) => each.none).map((each) => [each.title, each] as const))(
      '%s: no lifecycle',
      async (_title, { text }) => {
        const tree = createMemoryTree({ 'module.py': text });
        const program = createProgram({ tree, parser });
        const listed = await listLifecycles({ files: ['module.py'] }, { tree, program });
        expect(listed).toEqual({ ok: true, value: [] });
      },
    );
  },
);
