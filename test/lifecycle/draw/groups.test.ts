import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateGroups } from '../../../src/lifecycle/draw/groups.ts';

function groups(names: readonly string[], terminal: readonly string[] = []): readonly string[] {
  const states = names.map((name) => ({ name, terminal: terminal.includes(name) }));
  return stateGroups(states).map((group) => `${group.kind} ${group.prefix} ${group.states.join(',')}`);
}

describe('groups of states', () => {
  it('are names that begin with the same word, three at least', () => {
    expect(groups(['START', 'CLIENT_A', 'CLIENT_B', 'CLIENT_C_D', 'SERVER_A', 'SERVER_B', 'END'])).toEqual([
      'prefix CLIENT_ CLIENT_A,CLIENT_B,CLIENT_C_D',
    ]);
  });

  it('look behind a word that all names have', () => {
    expect(groups(['S_RUN_A', 'S_RUN_B', 'S_RUN_C', 'S_X', 'S_Y'])).toEqual([
      'prefix S_RUN_ S_RUN_A,S_RUN_B,S_RUN_C',
    ]);
    expect(groups(['S_A', 'S_B', 'S_C', 'S_D'])).toEqual([]);
  });

  it('part words at capitals, dots and dashes too', () => {
    expect(groups(['waitForA', 'waitForB', 'waitAgain', 'done'])).toEqual([
      'prefix wait waitForA,waitForB,waitAgain',
    ]);
    expect(groups(['net.up', 'net.down', 'net.lost', 'idle'])).toEqual([
      'prefix net. net.up,net.down,net.lost',
    ]);
  });

  it('never take a whole name for a beginning', () => {
    expect(groups(['WAIT', 'WAIT_A', 'WAIT_B', 'X'])).toEqual([]);
  });

  it('are divided by the next word where they are large', () => {
    const many = ['A', 'B'].flatMap((part) =>
      Array.from({ length: 8 }, (_, index) => `RUN_${part}_${index}`),
    );
    expect(groups([...many, 'X']).map((each) => each.split(' ')[1])).toEqual(['RUN_A_', 'RUN_B_']);
  });

  it('end with the terminal states, where there are several', () => {
    expect(groups(['A', 'B', 'C'], ['B', 'C'])).toEqual(['terminal  B,C']);
    expect(groups(['A', 'B', 'C'], ['C'])).toEqual([]);
  });

  it('hold each state once at most, and names that begin as they say', () => {
    const name = fc.array(fc.constantFrom('A', 'b', 'Go', '_', '.', '7', 'é', ' '), { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.uniqueArray(
          name.map((parts) => parts.join('')),
          { maxLength: 30 },
        ),
        (names) => {
          const found = stateGroups(names.map((each) => ({ name: each, terminal: false })));
          const members = found.flatMap((group) => group.states);
          expect(new Set(members).size).toBe(members.length);
          for (const group of found) {
            expect(group.states.length).toBeGreaterThan(2);
            expect(group.states.length).toBeLessThan(names.length);
            for (const member of group.states) expect(member.startsWith(group.prefix)).toBe(true);
            expect(group.prefix).not.toBe('');
          }
        },
      ),
      { numRuns: 300, seed: 20261130 },
    );
  });
});
