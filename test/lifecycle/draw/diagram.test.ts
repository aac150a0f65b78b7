import { describe, expect, it } from 'vitest';
import { diagramModel } from '../../../src/lifecycle/draw/index.ts';
import { columns, padded, visible } from '../../../src/lifecycle/draw/visible.ts';
import { sortedHazards, sortedPlaces, stateOrder } from '../../../src/lifecycle/draw/order.ts';
import { exampleLifecycle as example } from '../../support/example-lifecycle.ts';

describe('diagramModel', () => {
  it('numbers the states in the order of their declaration, absence last', () => {
    const { nodes } = diagramModel(example);
    expect(nodes.map((node) => `${node.id} ${node.label}`)).toEqual([
      's0 Failed',
      's1 Bootstrapping',
      's2 WaitingForInput',
      's3 Transferring',
      's4 Success',
      's5 ∅',
    ]);
    expect(nodes[0]?.place).toEqual({ file: 'engine/common/conn.py', line: 21 });
    expect(nodes[5]?.place).toBeNull();
    expect(nodes.filter((node) => node.terminal).map((node) => node.state)).toEqual(['Failed', 'Success']);
  });

  it('does not depend on the order of the facts', () => {
    const shuffled = {
      ...example,
      states: [...example.states].reverse(),
      transitions: [...example.transitions].reverse(),
      writes: [...example.writes].reverse(),
    };
    expect(diagramModel(shuffled, { interleaving: true })).toEqual(
      diagramModel(example, { interleaving: true }),
    );
  });

  it('labels an edge with each role and its guard, or the number of its sites', () => {
    const { edges } = diagramModel(example);
    const labels = (from: string, to: string): readonly string[] | undefined =>
      edges.find((edge) => edge.from === from && edge.to === to)?.labels;
    expect(labels('s2', 's0')).toEqual(['caller [self.aborted and not done]', 'worker [except Exception]']);
    expect(labels('s5', 's1')).toEqual(['caller']);
    const [first] = example.writes;
    const twice = {
      ...example,
      writes: [...example.writes, ...(first === undefined ? [] : [{ ...first, line: 999, guard: 'other' }])],
      transitions: [
        {
          from: 'absent',
          to: 'Bootstrapping',
          class: 'proved' as const,
          sites: [
            { file: 'engine/nixl/conn.py', line: 210 },
            { file: 'engine/nixl/conn.py', line: 999 },
          ],
        },
      ],
    };
    expect(diagramModel(twice).edges[0]?.labels).toEqual(['caller ×2']);
  });

  it('shows states that only occur in transitions, and shortens long guards', () => {
    const model = diagramModel({
      ...example,
      states: [],
      removals: [],
      writes: [
        {
          file: 'a.py',
          line: 1,
          function: 'f',
          role: 'A.run',
          from: ['x'],
          to: ['y'],
          class: 'proved',
          guard: 'g'.repeat(100),
        },
      ],
      transitions: [{ from: 'x', to: 'y', class: 'proved', sites: [{ file: 'a.py', line: 1 }] }],
    });
    expect(model.nodes.map((node) => node.state)).toEqual(['x', 'y']);
    expect(model.edges[0]?.labels).toEqual([`run [${'g'.repeat(35)}…]`]);
  });
});

describe('order', () => {
  it('sorts hazards by severity, number and place, places once each', () => {
    const hazard = (rule: 'H2' | 'H10', severity: 'high' | 'info', line: number) =>
      ({ rule, severity, confidence: 'high', file: 'a', line, data: {}, witness: [] }) as const;
    const sorted = sortedHazards([
      hazard('H10', 'high', 1),
      hazard('H2', 'info', 1),
      hazard('H2', 'high', 9),
      hazard('H2', 'high', 3),
    ]);
    expect(sorted.map((each) => `${each.rule} ${each.severity} ${String(each.line)}`)).toEqual([
      'H2 high 3',
      'H2 high 9',
      'H10 high 1',
      'H2 info 1',
    ]);
    expect(
      sortedPlaces([
        { file: 'b', line: 1 },
        { file: 'a', line: 10 },
        { file: 'a', line: 9 },
        { file: 'b', line: 1 },
      ]),
    ).toEqual([
      { file: 'a', line: 9 },
      { file: 'a', line: 10 },
      { file: 'b', line: 1 },
    ]);
  });

  it('names absence only where something is absent', () => {
    expect(stateOrder({ ...example, transitions: [], writes: [], removals: [] })).not.toContain('absent');
  });
});

describe('visible', () => {
  it('writes what cannot be seen as escapes and cuts long text', () => {
    expect(visible('a\nb\tc\r\u001b[31m\u202e\u2028\u0000')).toBe(
      'a\\nb\\tc\\r\\u{1b}[31m\\u{202e}\\u{2028}\\u{0}',
    );
    expect(visible('\ud800x')).toBe('\\u{d800}x');
    expect(visible('abcdef', 4)).toBe('abc…');
    expect(visible('👩👩👩', 3)).toBe('👩👩👩');
  });

  it('counts the columns of a terminal', () => {
    expect(columns('abc')).toBe(3);
    expect(columns('状态')).toBe(4);
    expect(columns('e\u0301')).toBe(1);
    expect(padded('状', 4)).toBe('状  ');
  });
});
