import { describe, expect, it } from 'vitest';
import { aboutLine, aboutState, writesAt } from '../../../src/lifecycle/about.ts';
import { exampleLifecycle as example } from '../../support/example-lifecycle.ts';

const file = 'engine/nixl/conn.py';

describe('what a state takes part in', () => {
  it('is each transition into and out of it, with class, role, guard and place', () => {
    const { lines, more } = aboutState(example, 'Transferring');
    expect(more).toBe(0);
    // In: from Bootstrapping, WaitingForInput, ∅ and Failed; out: to Success, Failed and ∅.
    expect(lines).toHaveLength(7);
    expect(lines.find((line) => line.startsWith('WaitingForInput'))).toMatch(
      /^WaitingForInput +→ Transferring +proved +worker \[room in self\.infos\] +engine\/nixl\/conn\.py:718$/,
    );
    expect(lines.find((line) => line.includes('→ Failed'))).toMatch(
      /caller \[self\.aborted and not done\], worker \[except Exception\] +engine\/nixl\/conn\.py:515,893$/,
    );
    // Aligned: each arrow stands in the same column.
    expect(new Set(lines.map((line) => line.indexOf('→'))).size).toBe(1);
  });

  it('is nothing for a state that none names, and is cut where it is very long', () => {
    expect(aboutState(example, 'Paused')).toEqual({ lines: [], more: 0 });
    const many = Array.from({ length: 50 }, (_, index) => ({
      from: 'Failed',
      to: `S${String(index)}`,
      class: 'possible' as const,
      sites: [],
    }));
    const { lines, more } = aboutState({ ...example, transitions: many }, 'Failed');
    expect([lines.length, more]).toEqual([40, 10]);
  });
});

describe('what a line takes part in', () => {
  it('is the transitions of its writes, without those of other lines', () => {
    const { lines } = aboutLine(example, { file, line: 515 });
    expect(lines.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
      'Bootstrapping → Failed proved caller [self.aborted and not done]',
      'WaitingForInput → Failed proved caller [self.aborted and not done]',
      'Transferring → Failed proved caller [self.aborted and not done]',
    ]);
    expect(aboutLine(example, { file, line: 516 }).lines).toEqual([]);
    expect(aboutLine(example, { file: 'other.py', line: 515 }).lines).toEqual([]);
  });

  it('is its removals, and its writes where they make no transition', () => {
    expect(aboutLine(example, { file, line: 530 }).lines).toHaveLength(5);
    const still = { ...example, transitions: [] };
    expect(writesAt(still, { file, line: 210 })).toEqual(['∅ → Bootstrapping  proved  caller']);
    expect(writesAt(still, { file, line: 530 })[0]).toMatch(/→ ∅ {2}caller$/);
  });
});
