import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setFieldsOfPins, setPinFields, type PinChange } from '../../../src/investigation/edit/pin-fields.ts';
import { readYaml } from '../../../src/investigation/yaml/read.ts';

type LineEnd = '\n' | '\r\n';

/** Texts that a value of a pin may be, awkward ones among them. */
const value = fc.oneof(
  fc.constantFrom('1-2', 'a b', '- x', 'null', '{', '#', "it's", 'a: b', ' lead', 'é😀', ''),
  fc.stringMatching(/^[a-z0-9-]{1,12}$/),
);
const change: fc.Arbitrary<PinChange> = fc.record(
  {
    lines: value,
    note: fc.option(value, { nil: undefined }),
    sha256: value,
    before: fc.array(value, { maxLength: 3 }),
    after: fc.array(value, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

/** One item, in the ways in which people write it. */
function item(
  at: number,
  kind: 'block' | 'commented' | 'braces' | 'folded',
  indent: string,
): readonly string[] {
  const id = `p${String(at)}`;
  switch (kind) {
    case 'block':
      return [`${indent}- id: ${id}`, `${indent}  file: a.py`, `${indent}  lines: 1-2`];
    case 'commented':
      return [
        `${indent}- id: ${id} # the first`,
        `${indent}  # why`,
        `${indent}  file: "a b.py" # a name`,
        `${indent}  note: >-`,
        `${indent}    two`,
        `${indent}    lines`,
        '',
      ];
    case 'braces':
      return [`${indent}- {id: ${id}, file: a.py, note: "x, y"}`];
    case 'folded':
      return [
        `${indent}-`,
        `${indent}  id: ${id}`,
        `${indent}  file: a.py`,
        `${indent}  before:`,
        `${indent}    - x`,
      ];
  }
}

const list = fc.record({
  kinds: fc.array(fc.constantFrom('block', 'commented', 'folded', 'braces'), { minLength: 1, maxLength: 6 }),
  indent: fc.constantFrom('', '  '),
  head: fc.constantFrom('', '# Pins', '\n'),
  ended: fc.boolean(),
  lineEnd: fc.constantFrom<LineEnd>('\n', '\r\n'),
});

function bodyOf({
  kinds,
  indent,
  head,
  ended,
  lineEnd,
}: typeof list extends fc.Arbitrary<infer T> ? T : never): string {
  const lines = [
    ...(head === '' ? [] : head.split('\n')),
    ...kinds.flatMap((kind, at) => item(at, kind, indent)),
  ];
  return lines.join(lineEnd) + (ended ? lineEnd : '');
}

describe('fields of several pins', () => {
  it('are those of one after the other, and nothing else changes', () => {
    fc.assert(
      fc.property(list, fc.array(change, { minLength: 6, maxLength: 6 }), (shape, all) => {
        const body = bodyOf(shape);
        const changes = new Map(all.slice(0, shape.kinds.length).entries());
        const together = setFieldsOfPins(body, changes, shape.lineEnd);
        let single = body;
        for (const [position, each] of changes) single = setPinFields(single, position, each, shape.lineEnd);
        expect(together).toBe(single);
        const read = readYaml(together);
        if (!read.ok || read.value?.kind !== 'list') throw new Error(together);
        const notes = read.value.items.map((each) =>
          each.kind === 'map' ? each.entries.find(({ key }) => key === 'lines')?.value : undefined,
        );
        notes.forEach((node, at) => {
          const set = changes.get(at)?.lines;
          if (typeof set === 'string') expect(node).toMatchObject({ kind: 'text', text: set });
        });
      }),
      { numRuns: 300 },
    );
  });

  it('of a thousand pins are set, each its own', () => {
    const body = Array.from({ length: 1000 }, (_, at) => item(at, 'block', '').join('\n')).join('\n');
    const changes = new Map(
      Array.from({ length: 1000 }, (_, at) => [at, { lines: `${String(at + 1)}-9` }] as const),
    );
    let at = 0;
    const expected = `${body}\n`.replaceAll('lines: 1-2', () => `lines: ${String((at += 1))}-9`);
    expect(setFieldsOfPins(body, changes, '\n')).toBe(expected);
  });
});
