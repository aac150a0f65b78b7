import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addPin,
  changePin,
  movePin,
  parseNotebook,
  pinsOf,
  printNotebook,
  removePin,
  renameId,
  type Notebook,
  type PinPlace,
} from '../../../src/investigation/index.ts';
import { parseText, printText, SAMPLE } from '../sample.ts';
import { encode, region } from '../target.ts';

/** The id `aaaaa`. */
const zero = (): number => 0;

const TWO_LISTS = `\`\`\`probe id=p1
ls
\`\`\`

\`\`\`pins
# read first
- id: one
  file: a.py
  lines: 1-2
- id: two
  file: b.py   # the second
  symbol: B.go
  note: |
    Two lines
    of a note.
\`\`\`

\`\`\`python of=one
import a
\`\`\`

\`\`\`python of=two
import b
\`\`\`

Text.

\`\`\`pins
  - id: three
    file: c.py
    symbol: C
\`\`\`

\`\`\`python of=three
import c
\`\`\`
`;

function place(notebook: Notebook, id: string): PinPlace {
  const found = pinsOf(notebook).find((entry) => entry.pin.id === id);
  if (found === undefined) throw new Error(`no pin ${id}`);
  return found;
}

function value(result: ReturnType<typeof removePin>): Notebook {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

/** The lines that are only in the one and only in the other text. */
function difference(before: string, after: string): { gone: readonly string[]; added: readonly string[] } {
  const old = before.split('\n');
  const now = after.split('\n');
  return {
    gone: old.filter((line) => !now.includes(line)),
    added: now.filter((line) => !old.includes(line)),
  };
}

const ids = (notebook: Notebook): readonly (string | undefined)[] =>
  pinsOf(notebook).map((entry) => entry.pin.id);

describe('adding', () => {
  test('a pin goes into the list below its probe, with its excerpt behind those of the list', () => {
    const { notebook, id } = addPin(
      parseText(SAMPLE),
      { on: 'prefill', file: 'jobs/work.py', foundBy: 'p1', note: 'stops: here' },
      { below: 2, region: region('    def end(self):\n', 40), random: zero },
    );
    expect(id).toBe('aaaaa');
    const added = `- id: aaaaa
  on: prefill
  file: jobs/work.py
  lines: 40
  symbol: Jobs.set_status
  note: "stops: here"
  found-by: p1
  sha256: ${region('    def end(self):\n', 40).sha256}
  before:
    - "class Jobs:"
  after:
    - ""
    - "    def end(self):"
`;
    const excerpt = '\n```python of=aaaaa\n    def end(self):\n```\n';
    expect(printText(notebook)).toBe(
      SAMPLE.replace('  note: merges with max\n', `  note: merges with max\n${added}`).replace(
        '        self.status[key] = value\n```\n\n```claim',
        `        self.status[key] = value\n\`\`\`\n${excerpt}\n\`\`\`claim`,
      ),
    );
  });

  test('a list is made where there is none below the probe', () => {
    const notebook = parseText('```probe id=p\nls\n```\n\nText.\n\n```pins\n- file: x.py\n  lines: 1\n```\n');
    const pin = { file: 'y.py', lines: { first: 3, last: null } };
    expect(printText(addPin(notebook, pin, { below: 0, random: zero }).notebook)).toBe(
      '```probe id=p\nls\n```\n\n```pins\n- id: aaaaa\n  file: y.py\n  lines: 3-\n```\n\nText.\n\n```pins\n- file: x.py\n  lines: 1\n```\n',
    );
    expect(printText(addPin(notebook, pin, { random: zero }).notebook)).toContain(
      '- file: x.py\n  lines: 1\n- id: aaaaa\n  file: y.py\n  lines: 3-\n```\n',
    );
  });

  test('an empty notebook, one without a last newline, one with CRLF', () => {
    const pin = { file: 'y.py', symbol: 'Y' };
    const body = '```pins\n- id: aaaaa\n  file: y.py\n  symbol: Y\n```\n';
    expect(printText(addPin(parseText(''), pin, { random: zero }).notebook)).toBe(body);
    expect(printText(addPin(parseText('Text.'), pin, { random: zero }).notebook)).toBe(`Text.\n\n${body}`);
    expect(printText(addPin(parseText('A\r\n\r\nB\r\n'), pin, { random: zero }).notebook)).toBe(
      `A\r\n\r\nB\r\n\r\n${body.replaceAll('\n', '\r\n')}`,
    );
  });

  test('a list in brackets is written in lines', () => {
    const notebook = parseText('```pins\n[{id: one, file: a.py, lines: 1-2}]\n```\n');
    expect(printText(addPin(notebook, { file: 'y.py', symbol: 'Y' }, { random: zero }).notebook)).toBe(
      '```pins\n- id: one\n  file: a.py\n  lines: 1-2\n- id: aaaaa\n  file: y.py\n  symbol: Y\n```\n',
    );
  });
});

describe('changing', () => {
  test('a note changes the lines of the note only', () => {
    const notebook = parseText(TWO_LISTS);
    const noted = printText(value(changePin(notebook, place(notebook, 'two'), { note: 'One line.' })));
    expect(difference(TWO_LISTS, noted)).toEqual({
      gone: ['  note: |', '    Two lines', '    of a note.'],
      added: ['  note: One line.'],
    });
    const long = printText(value(changePin(notebook, place(notebook, 'one'), { note: 'A: b\n\nc\n' })));
    expect(difference(TWO_LISTS, long).added).toEqual(['    A: b', '    c']);
    expect(pinsOf(parseText(long))[0]?.pin.note).toBe('A: b\n\nc');
  });

  test('a field is added at its place and taken out again', () => {
    const notebook = parseText(TWO_LISTS);
    const added = value(changePin(notebook, place(notebook, 'three'), { role: 'worker', on: 'prefill' }));
    expect(printText(added)).toContain(
      '  - id: three\n    on: prefill\n    file: c.py\n    symbol: C\n    role: worker\n',
    );
    const gone = value(changePin(added, place(added, 'three'), { role: undefined, on: undefined }));
    expect(printText(gone)).toBe(TWO_LISTS);
  });

  test('any note is read back', () => {
    const notebook = parseText(TWO_LISTS);
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('- a', ' b', '#c', '', '"', '\t', ': ', '```', '---', '>>>>>>> x', '|'), {
          maxLength: 6,
        })
        .map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('one', 'two', 'three'), (note, id) => {
        fc.pre(note.trim() !== '');
        const changed = value(changePin(notebook, place(notebook, id), { note }));
        expect(pinsOf(changed).find((entry) => entry.pin.id === id)?.pin.note).toBe(note.trimEnd());
        expect(parseNotebook(printNotebook(changed)).ok).toBe(true);
        expect(ids(changed)).toEqual(['one', 'two', 'three']);
      }),
      { numRuns: 1000, seed: 6 },
    );
  });

  test('a pin that is not there is an error', () => {
    const notebook = parseText(TWO_LISTS);
    for (const wrong of [
      { block: 1, position: 2 },
      { block: 0, position: 0 },
      { block: 99, position: 0 },
    ]) {
      expect(changePin(notebook, wrong, { note: 'x' })).toEqual({
        ok: false,
        error: { code: 'no-such-pin' },
      });
      expect(removePin(notebook, wrong).ok).toBe(false);
      expect(movePin(notebook, wrong, undefined).ok).toBe(false);
    }
  });
});

describe('removing and moving', () => {
  test('a pin goes with its excerpt, and nothing else', () => {
    const notebook = parseText(TWO_LISTS);
    expect(printText(value(removePin(notebook, place(notebook, 'one'))))).toBe(
      TWO_LISTS.replace('- id: one\n  file: a.py\n  lines: 1-2\n', '').replace(
        '```python of=one\nimport a\n```\n\n',
        '',
      ),
    );
  });

  test('whose dash stands on a line of its own goes with its dash', () => {
    const notebook = parseText(
      '```pins\n# all\n-\n  # why\n  id: one\n  file: a.py\n  symbol: A\n- id: two\n  file: b.py\n  symbol: B\n```\n',
    );
    expect(printText(value(removePin(notebook, place(notebook, 'one'))))).toBe(
      '```pins\n# all\n- id: two\n  file: b.py\n  symbol: B\n```\n',
    );
  });

  test('a list that becomes empty goes', () => {
    const notebook = parseText(TWO_LISTS);
    const removed = printText(value(removePin(notebook, place(notebook, 'three'))));
    expect(removed).toBe(TWO_LISTS.slice(0, TWO_LISTS.indexOf('\n```pins\n  - id: three')));
  });

  test('order within a list, and back', () => {
    const notebook = parseText(TWO_LISTS);
    const moved = value(movePin(notebook, place(notebook, 'two'), place(notebook, 'one')));
    expect(ids(moved)).toEqual(['two', 'one', 'three']);
    expect(difference(TWO_LISTS, printText(moved))).toEqual({ gone: [], added: [] });
    const back = value(movePin(moved, place(moved, 'one'), place(moved, 'two')));
    expect(printText(back)).toBe(TWO_LISTS);
  });

  test('from list to list, with the excerpt and the indentation of the list', () => {
    const notebook = parseText(TWO_LISTS);
    const moved = value(movePin(notebook, place(notebook, 'one'), undefined));
    expect(ids(moved)).toEqual(['two', 'three', 'one']);
    expect(printText(moved)).toContain(
      '  - id: three\n    file: c.py\n    symbol: C\n  - id: one\n    file: a.py\n    lines: 1-2\n```\n\n```python of=three\nimport c\n```\n\n```python of=one\nimport a\n```\n',
    );
  });

  test('every order can be reached', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), fc.option(fc.nat(2))), { maxLength: 8 }), (moves) => {
        let notebook = parseText(TWO_LISTS);
        let expected = ['one', 'two', 'three'];
        for (const [from, to] of moves) {
          const pins = pinsOf(notebook);
          const moving = pins[from];
          const before = to === null ? undefined : pins[to];
          if (moving === undefined) throw new Error('three pins');
          notebook = value(movePin(notebook, moving, before));
          const id = expected[from] ?? '';
          const target = to === null ? undefined : expected[to];
          if (id === target) continue;
          expected = expected.filter((other) => other !== id);
          expected.splice(target === undefined ? expected.length : expected.indexOf(target), 0, id);
          expect(ids(notebook)).toEqual(expected);
          expect(pinsOf(notebook).map((entry) => entry.excerpt)).toEqual(
            expected.map((name) => encode(`import ${name === 'one' ? 'a' : name === 'two' ? 'b' : 'c'}\n`)),
          );
          expect(notebook.blocks.flatMap((block) => block.marks)).toEqual([]);
        }
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});

describe('renaming', () => {
  test('an id changes with everything that refers to it', () => {
    const renamed = value(renameId(parseText(SAMPLE), 'a7k2x', 'setter'));
    expect(printText(renamed)).toBe(SAMPLE.replaceAll('a7k2x', 'setter'));
    const cell = value(renameId(parseText(SAMPLE), 'l1', 'room'));
    expect(printText(cell)).toBe(SAMPLE.replaceAll('of=l1', 'of=room').replace('id=l1', 'id=room'));
    const probe = value(renameId(parseText(SAMPLE), 'p1', 'grep'));
    expect(printText(probe)).toBe(
      SAMPLE.replaceAll('of=p1', 'of=grep')
        .replace('id=p1', 'id=grep')
        .replace('[a7k2x, p1]', '[a7k2x, grep]'),
    );
  });

  test('a taken id, an unknown one and a bad one are refused', () => {
    const notebook = parseText(SAMPLE);
    expect(renameId(notebook, 'p1', 'c1')).toEqual({ ok: false, error: { code: 'id-taken' } });
    expect(renameId(notebook, 'zz', 'new')).toEqual({ ok: false, error: { code: 'no-such-cell' } });
    expect(renameId(notebook, 'p1', 'a b')).toEqual({ ok: false, error: { code: 'id-syntax' } });
  });
});
