import { describe, expect, it } from 'vitest';
import { showPins } from '../../../src/extension/notebook/pinsView.ts';
import { newInvestigation } from '../../../src/extension/notebook/template.ts';
import { pinItems, pinKey } from '../../../src/extension/pins/items.ts';
import {
  defaultTarget,
  parseNotebook,
  printNotebook,
  type Notebook,
} from '../../../src/investigation/index.ts';
import { pinsOutput } from '../../../src/protocol/index.ts';

function read(text: string): Notebook {
  const parsed = parseNotebook(new TextEncoder().encode(text));
  if (!parsed.ok) throw new Error(parsed.error.code);
  return parsed.value;
}

const notebook = read(`---
sonde: 1
targets:
  box:
---

\`\`\`pins
- id: take
  file: pool.py
  lines: 9-10
  symbol: Pool.take
  note: takes one
- file: pool.py
  lines: 40-
\`\`\`

\`\`\`python of=take
    def take(self):
        return 1
\`\`\`

\`\`\`pins
- id: give
  on: other
  file: a/b.py
  symbol: give
\`\`\`
`);

describe('pins of a notebook', () => {
  const items = pinItems(notebook, 'box');

  it('come in its order, over all lists, with place and target', () => {
    expect(items.map((item) => [pinKey(item), item.on, item.position])).toEqual([
      ['take', 'box', 0],
      [`${items[1]?.block ?? 0}.1`, 'box', 1],
      ['give', 'other', 0],
    ]);
  });

  it('bring the excerpt that the notebook keeps', () => {
    expect(new TextDecoder().decode(items[0]?.excerpt?.bytes)).toBe(
      '    def take(self):\n        return 1\n',
    );
    expect(items[2]?.excerpt).toBeUndefined();
  });

  it('are shown with their lines, and open by ids of rows', () => {
    const pins = items.map((item) => item.pin);
    const excerpts = items.flatMap((item) => item.excerpt ?? []);
    const { view, key, text } = showPins('o1', pins, excerpts, 'box');
    expect(pinsOutput(JSON.parse(JSON.stringify(view)), 'output')).toEqual({ ok: true, value: view });
    expect(view.pins.map((pin) => [pin.title, pin.place, pin.first])).toEqual([
      ['Pool.take', 'pool.py lines 9–10', 9],
      ['pool.py', 'pool.py from line 40', 40],
      ['give', 'a/b.py', 1],
    ]);
    expect(key.rows).toEqual([
      { id: 'r0', on: 'box', file: 'pool.py', first: 9, last: 10, pin: 'take' },
      { id: 'r1', on: 'box', file: 'pool.py', first: 40, last: 40 },
      { id: 'r2', on: 'other', file: 'a/b.py', first: 1, last: 1, pin: 'give' },
    ]);
    expect(text).toContain('takes one');
  });
});

describe('a new investigation', () => {
  it('is a notebook without faults, which prints as it is', () => {
    const text = newInvestigation(
      { title: 'Why: "so"?', question: 'What happens?', target: 'box' },
      () => 'p1',
    );
    const made = read(text);
    expect(made.blocks.flatMap((block) => block.marks)).toEqual([]);
    expect(new TextDecoder().decode(printNotebook(made))).toBe(text);
    expect(defaultTarget(made)).toBe('box');
    const [front] = made.blocks;
    expect(front?.content.kind === 'front-matter' && front.content.value.title).toBe('Why: "so"?');
    expect(made.blocks.at(-1)?.content).toMatchObject({
      kind: 'probe',
      value: { id: 'p1', on: ['box'], lines: [] },
    });
  });
});
