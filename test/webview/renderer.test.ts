// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { FromRenderer, PinsOutput, ProbeOutput } from '../../src/protocol/index.ts';
import { pinsElement } from '../../src/webview/renderer/pins.ts';
import { probeElement } from '../../src/webview/renderer/probe.ts';

const words = {
  open: 'Open',
  pin: 'Pin',
  instead: 'Type instead:',
  line: 'Line',
  text: 'Text',
  more: 'More',
};

function probe(runs: ProbeOutput['runs']): { readonly root: HTMLElement; readonly sent: FromRenderer[] } {
  const sent: FromRenderer[] = [];
  const root = probeElement({ output: 'o1', runs, words }, (message) => sent.push(message));
  document.body.replaceChildren(root);
  return { root, sent };
}

const hits: ProbeOutput['runs'][number] = {
  line: 'grep -rn set src',
  target: 'box',
  kind: 'evidence',
  summary: '3 hits',
  groups: [
    {
      file: 'src/a.py',
      rows: [
        { id: 'r0', line: 3, text: 'x.set(1)' },
        { id: 'r1', line: 9, text: '<b>set</b>' },
      ],
    },
    { file: 'src/b.py', rows: [{ id: 'r2', line: 1, text: 'set()' }] },
  ],
  text: '',
  marks: [],
  refusal: null,
};

describe('the output of a probe', () => {
  it('groups hits by file', () => {
    const { root } = probe([hits]);
    const groups = [...root.querySelectorAll('.group')];
    expect(groups.map((group) => group.querySelector('summary')?.textContent)).toEqual([
      'src/a.py2',
      'src/b.py1',
    ]);
    expect(groups.map((group) => group.querySelectorAll('tr').length)).toEqual([2, 1]);
  });

  it('says above an output that it looks like it holds a secret, as text', () => {
    const { root } = probe([{ ...hits, marks: ['Looks like a secret: line 2 <b>(x)</b>.'] }]);
    const notes = [...root.querySelectorAll('.secret')];
    expect(notes.map((note) => note.textContent)).toEqual(['⚠ Looks like a secret: line 2 <b>(x)</b>.']);
    expect(notes[0]?.getAttribute('role')).toBe('note');
    expect(root.querySelector('.secret b')).toBeNull();
    const section = root.querySelector('section.run');
    expect([...(section?.children ?? [])].map((child) => child.className)).toEqual([
      'head',
      'secret',
      'group',
      'group',
    ]);
  });

  it('leaves out the indentation that all hits of a file share', () => {
    const rows = ['    if a:', '', '        b()', '\t', '    c()'].map((text, index) => ({
      id: `r${String(index)}`,
      line: index + 1,
      text,
    }));
    const shown = (texts: typeof rows): readonly (string | null)[] =>
      [...probe([{ ...hits, groups: [{ file: 'a.py', rows: texts }] }]).root.querySelectorAll('td.code')].map(
        (cell) => cell.textContent,
      );
    expect(shown(rows)).toEqual(['if a:', '', '    b()', '', 'c()']);
    const mixed = [
      { id: 'r0', line: 1, text: '  \tx' },
      { id: 'r1', line: 2, text: '   y' },
    ];
    expect(shown(mixed)).toEqual(['\tx', ' y']);
  });

  it('opens and pins a hit by ids of its own rows', () => {
    const { root, sent } = probe([hits]);
    root.querySelectorAll<HTMLButtonElement>('button.link')[1]?.click();
    root.querySelectorAll<HTMLButtonElement>('button.pin')[2]?.click();
    expect(sent).toEqual([
      { type: 'open', output: 'o1', row: 'r1' },
      { type: 'pin', output: 'o1', row: 'r2' },
    ]);
  });

  it('shows remote text as text', () => {
    const { root } = probe([hits, { ...hits, groups: [], text: '<script>alert(1)</script>' }]);
    expect(root.querySelector('b, script')).toBeNull();
    expect(root.querySelector('pre.text')?.textContent).toBe('<script>alert(1)</script>');
  });

  it('marks the refused word and says why', () => {
    const { root } = probe([
      {
        ...hits,
        line: 'sed -i s/a/b/ x',
        kind: 'refusal',
        groups: [],
        marks: [],
        refusal: { message: 'sed -i writes.', at: 4, length: 2 },
      },
    ]);
    expect(root.querySelector('mark')?.textContent).toBe('-i');
    expect(root.querySelector('.line')?.textContent).toBe('$ sed -i s/a/b/ x');
    expect(root.querySelector('[role=alert]')?.textContent).toBe('sed -i writes.');
  });

  it('points behind the line where something is missing', () => {
    const { root } = probe([
      {
        ...hits,
        line: 'grep',
        kind: 'refusal',
        groups: [],
        marks: [],
        refusal: { message: 'No pattern.', at: 4, length: 0 },
      },
    ]);
    expect(root.querySelector('.line')?.textContent).toBe('$ grep ');
    expect(root.querySelector('mark')?.textContent).toBe(' ');
  });
});

describe('the output of pins', () => {
  const output: PinsOutput = {
    output: 'o2',
    words,
    pins: [
      {
        id: 'r0',
        title: 'Pool.take',
        place: 'pool.py lines 9–11',
        verdict: 'moved',
        tone: 'changed',
        note: 'takes <one>',
        first: 9,
        excerpt: 'def take(self):\n    pass\n\n',
        marks: [],
      },
    ],
  };

  it('numbers the lines of the excerpt as in the file', () => {
    const root = pinsElement(output, () => undefined);
    expect(root.querySelector('.numbers')?.textContent).toBe('9\n10\n11');
    expect(root.querySelector('.code')?.textContent).toBe('def take(self):\n    pass\n');
    expect(root.querySelector('.note')?.textContent).toBe('takes <one>');
    expect(root.querySelector('.verdict')?.className).toBe('verdict changed');
  });

  it('opens a pin by its row', () => {
    const sent: FromRenderer[] = [];
    const root = pinsElement(output, (message) => sent.push(message));
    root.querySelector<HTMLButtonElement>('button.link')?.click();
    expect(sent).toEqual([{ type: 'open', output: 'o2', row: 'r0' }]);
  });
});
