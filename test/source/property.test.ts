import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createMemoryTree,
  createProgram,
  pinFromSelection,
  resolvePin,
  type PinFinding,
  type PinRegion,
} from '../../src/source/index.ts';
import { merge } from '../../src/source/program/hierarchy.ts';
import type { PythonParser } from '../../src/syntax/index.ts';
import { loadPythonParser } from '../support/python.ts';

let parser: PythonParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

const SEED = { seed: 20_261_130, numRuns: 200 };

async function pinOf(
  file: string,
  lines: readonly string[],
  first: number,
  last: number,
): Promise<PinRegion> {
  const read = await createMemoryTree({ [file]: `${lines.join('\n')}\n` }).read(file);
  if (!read.ok) throw new Error(read.error.code);
  return pinFromSelection(read.value, { first, last }, parser);
}

function find(file: string, lines: readonly string[], pin: PinRegion): Promise<PinFinding> {
  const { first, last, excerpt, sha256, before, after } = pin;
  const query = {
    file,
    lines: { first, last },
    excerpt,
    sha256,
    before,
    after,
    ...(pin.symbol === undefined ? {} : { symbol: pin.symbol }),
  };
  return resolvePin(query, { tree: createMemoryTree({ [file]: `${lines.join('\n')}\n` }), parser });
}

/** A text of different lines, a region in it, and lines to put elsewhere. */
const edits = fc
  .record({
    count: fc.integer({ min: 8, max: 60 }),
    at: fc.nat(),
    height: fc.integer({ min: 1, max: 6 }),
    insert: fc.integer({ min: 1, max: 9 }),
    where: fc.nat(),
  })
  .map(({ count, at, height, insert, where }) => {
    const lines = Array.from({ length: count }, (_, n) => `line number ${n * 7} of text`);
    const first = 1 + (at % (count - height));
    const added = Array.from({ length: insert }, (_, n) => `added ${n}`);
    return { lines, first, last: first + height - 1, added, where: where % (count + 1) };
  });

describe('a pin in a text that was edited', () => {
  it('outside its region has moved by the lines that came above it', async () => {
    await fc.assert(
      fc.asyncProperty(edits, async ({ lines, first, last, added, where }) => {
        fc.pre(where < first || where >= last);
        const pin = await pinOf('a.txt', lines, first, last);
        const edited = [...lines.slice(0, where), ...added, ...lines.slice(where)];
        const by = where < first ? added.length : 0;
        expect(await find('a.txt', edited, pin)).toMatchObject({
          kind: 'found',
          verdict: by === 0 ? 'same' : 'moved',
          by,
          first: first + by,
          last: last + by,
          sha256: pin.sha256,
        });
      }),
      SEED,
    );
  });

  it('inside its region has changed, and holds the new lines', async () => {
    await fc.assert(
      fc.asyncProperty(edits, async ({ lines, first, last, added }) => {
        fc.pre(last > first && first > 1 && last < lines.length);
        const pin = await pinOf('a.txt', lines, first, last);
        const edited = [...lines.slice(0, first), ...added, ...lines.slice(first)];
        expect(await find('a.txt', edited, pin)).toMatchObject({
          kind: 'found',
          verdict: 'changed',
          first,
          last: last + added.length,
        });
      }),
      SEED,
    );
  });

  it('without its region and its neighbours is gone', async () => {
    await fc.assert(
      fc.asyncProperty(edits, async ({ lines, first, last }) => {
        const pin = await pinOf('a.txt', lines, first, last);
        const rest = [...lines.slice(0, Math.max(first - 4, 0)), 'other', ...lines.slice(last + 3)];
        expect(await find('a.txt', rest, pin)).toEqual({ kind: 'gone' });
      }),
      SEED,
    );
  });

  it('twice over is never guessed at without a reason', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        async (copies, height) => {
          const block = Array.from({ length: height }, (_, n) => `same ${n}`);
          const lines = Array.from({ length: copies }, () => ['gap', ...block, 'gap']).flat();
          const excerpt = new TextEncoder().encode(`${block.join('\n')}\n`);
          const tree = createMemoryTree({ 'a.txt': `top\n${lines.join('\n')}\n` });
          const finding = await resolvePin({ file: 'a.txt', excerpt }, { tree, parser });
          expect(finding.kind === 'ambiguous' && finding.candidates.length).toBe(copies);
        },
      ),
      SEED,
    );
  });

  it('by symbol follows its definition, whatever stands around it', async () => {
    const definition = (n: number): readonly string[] => [
      `def f${n}(x):`,
      `    y = x + ${n}`,
      '    return y',
      '',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        fc.nat(7),
        async (order, pinned) => {
          const lines = [0, 1, 2, 3, 4, 5, 6, 7].flatMap(definition);
          const pin = await pinOf('a.py', lines, 1 + pinned * 4, 3 + pinned * 4);
          expect(pin.symbol).toBe(`f${pinned}`);
          const finding = await find('a.py', order.flatMap(definition), pin);
          const at = order.indexOf(pinned);
          if (at === -1) expect(finding.kind).toBe('gone');
          else {
            const by = (at - pinned) * 4;
            expect(finding).toMatchObject({
              kind: 'found',
              verdict: by === 0 ? 'same' : 'moved',
              by,
              first: 1 + at * 4,
              last: 3 + at * 4,
            });
          }
        },
      ),
      SEED,
    );
  });
});

/** Classes that each choose bases among those before them, as indices. */
const hierarchies = fc
  .array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 2, maxLength: 9 })
  .map((choices) =>
    choices.map((bases, index) => (index === 0 ? [] : [...new Set(bases.map((base) => base % index))])),
  );

describe('the order of bases', () => {
  it("is Python's own, or is said not to exist where Python refuses the class", async () => {
    const samples = fc.sample(hierarchies, { seed: SEED.seed, numRuns: 120 });
    const source = (bases: readonly (readonly number[])[]): string =>
      bases
        .map((each, index) => `class C${index}(${each.map((base) => `C${base}`).join(', ')}): pass`)
        .join('\n');
    const script = [
      'import json, sys',
      'for text in json.load(sys.stdin):',
      '    space, out = {}, []',
      '    for line in text.split("\\n"):',
      '        try:',
      '            exec(line, space)',
      '            name = line[6:line.index("(")]',
      '            out.append([c.__name__ for c in space[name].__mro__ if c is not object])',
      '        except (TypeError, NameError):',
      '            out.append(None)',
      '    print(json.dumps(out))',
    ].join('\n');
    const output = execFileSync('python3', ['-c', script], {
      input: JSON.stringify(samples.map(source)),
      encoding: 'utf8',
    });
    const answers = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as readonly (readonly string[] | null)[]);
    let compared = 0;
    let refused = 0;
    for (const [index, bases] of samples.entries()) {
      const program = createProgram({ tree: createMemoryTree({ 'a.py': source(bases) }), parser });
      const file = await program.file('a.py');
      if (!file.ok) throw new Error(file.error.code);
      for (const [at, expected] of (answers[index] ?? []).entries()) {
        const symbol = program.symbol(file.value, `C${at}`);
        if (symbol?.kind !== 'class') throw new Error(`no class C${at}`);
        const hierarchy = await program.hierarchy(symbol);
        if (expected === null) {
          expect(hierarchy.problem).toBe('inconsistent');
          refused += 1;
        } else {
          expect(hierarchy).toMatchObject({ problem: null, missing: [] });
          expect(hierarchy.order.map((each) => each.name)).toEqual(expected);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(300);
    expect(refused).toBeGreaterThan(5);
  });

  it('keeps every list, and has every class once', () => {
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(fc.nat(6), { maxLength: 5 }), { maxLength: 5 }), (lists) => {
        const order = merge(lists);
        if (order === null) return;
        expect(new Set(order)).toEqual(new Set(lists.flat()));
        expect(order.length).toBe(new Set(order).size);
        for (const list of lists) expect(order.filter((each) => list.includes(each))).toEqual(list);
      }),
      SEED,
    );
  });
});
