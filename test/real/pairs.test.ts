import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyse, type Hazard, type Lifecycle } from '../../src/lifecycle/index.ts';
import { createMemoryTree, createProgram } from '../../src/source/index.ts';
import { openCorpus, readCorpusPins } from '../support/corpus.ts';
import { loadPythonParser } from '../support/python.ts';
import { pairs, type Pair, type Side } from './pairs.ts';

const corpora = [...new Set(pairs.flatMap(({ before, after }) => [before.corpus, after.corpus]))];

/** The Python files below a folder of a release, by their paths from its root. */
function filesBelow(root: string, folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    names
      .filter((name) => name.endsWith('.py'))
      .map((name) => `${folder}/${name}`)
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
}

const tells = (hazard: Hazard, data: Pair['data']): boolean =>
  Object.entries(data).every(([key, value]) => hazard.data[key] === value);

describe('defects and their repairs in real releases', () => {
  const roots = new Map<string, string>();
  const known = new Map<string, Promise<Lifecycle>>();

  beforeAll(async () => {
    // One after the other: each unpacks thousands of files.
    for (const name of corpora) roots.set(name, await openCorpus(name));
  }, 900_000);

  async function lifecycleOf({ folder, query }: Pair, { corpus }: Side): Promise<Lifecycle> {
    const tree = createMemoryTree(filesBelow(roots.get(corpus) ?? '', folder));
    const program = createProgram({ tree, parser: await loadPythonParser() });
    const result = await analyse(query, { tree, program });
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  }

  /** Pairs that ask the same of the same release share the answer. */
  function answer(pair: Pair, side: Side): Promise<Lifecycle> {
    const key = JSON.stringify([side.corpus, pair.query]);
    const found = known.get(key) ?? lifecycleOf(pair, side);
    known.set(key, found);
    return found;
  }

  for (const pair of pairs)
    it(`${pair.rule} ${pair.symbol}: ${pair.title}`, { timeout: 300_000 }, async () => {
      const { rule, symbol, data, before, after } = pair;
      // A setter may have been mended in a class below, so its name is no condition.
      const like = ({ hazards }: Lifecycle): readonly number[] =>
        hazards
          .filter((each) => each.rule === rule && tells(each, data))
          .filter((each) => rule === 'H2' || each.symbol === symbol)
          .map(({ line }) => line);
      const first = await answer(pair, before);
      expect(like(first)).toContain(before.line);
      const finding = first.hazards.find(({ rule: own, line }) => own === rule && line === before.line);
      expect(finding?.symbol).toBe(symbol);
      const second = await answer(pair, after);
      // The machine is still found there, so that the silence is about it.
      expect(second.writes.length).toBeGreaterThan(3);
      expect(pair.left?.lines ?? []).not.toContain(after.line);
      expect(like(second)).toEqual(pair.left?.lines ?? []);
    });
});

describe('pairs.md', () => {
  const text = readFileSync(new URL('pairs.md', import.meta.url), 'utf8');
  const rows =
    text
      .split('## Tried')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| ')) ?? [];

  it('has a row for each pair, with its releases and its rule, and no other', async () => {
    const pins = await readCorpusPins();
    // One row is the head of the table.
    expect(rows.length - 1).toBe(pairs.length);
    let releases = '';
    pairs.forEach((pair, index) => {
      const [, , , versions = '', where = ''] = (rows[index + 1] ?? '').split('|').map((cell) => cell.trim());
      releases = versions === 'the same' ? releases : versions;
      const wanted = [pair.before, pair.after].map(({ corpus }) => pins.get(corpus)?.version).join(', ');
      expect([pair.title, releases, where.split(' ')[0]]).toEqual([pair.title, wanted, pair.rule]);
    });
  });
});
