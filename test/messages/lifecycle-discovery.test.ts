import { describe, expect, it } from 'vitest';
import type { LifecycleListing } from '../../src/lifecycle/index.ts';
import { discoveryWords } from '../../src/messages/index.ts';

const listing: LifecycleListing = {
  states: 'Phase',
  store: 'phases',
  owner: 'Desk',
  members: ['WAITING', 'DONE'],
  file: 'a/job.py',
  line: 14,
  writes: 4,
  reads: 2,
  kind: 'constants',
};

describe('a row of the list of lifecycles', () => {
  it('shows the class of the states, or the first states where no class holds them', () => {
    expect(discoveryWords.name(listing)).toBe('Phase · phases');
    const literals = { ...listing, states: null, members: ['new', 'open', 'shut', 'gone'] };
    expect(discoveryWords.name(literals)).toBe('new, open, shut, … · phases');
    expect(discoveryWords.name({ ...literals, members: [] })).toBe('phases');
  });

  it('tells who holds the store, what the states are, and where', () => {
    expect(discoveryWords.told(listing)).toEqual([
      'Desk.phases',
      'Phase, constants',
      '2 states: WAITING, DONE',
      '4 writes, 2 reads',
      'a/job.py:14',
    ]);
    const global = { ...listing, owner: null, states: null, kind: 'literals' } as const;
    expect(discoveryWords.told(global).slice(0, 2)).toEqual(['phases', 'literals']);
    const many = { ...listing, members: Array.from({ length: 60 }, (_, index) => `S${String(index)}`) };
    expect(discoveryWords.told(many)[2]).toMatch(/^60 states: S0, .*S23, …$/);
  });
});
