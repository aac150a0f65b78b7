import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJson } from '../../../src/lifecycle/json.ts';
import { lifecycleWords as words } from '../../../src/messages/lifecycle.ts';
import { exampleLifecycle as example } from '../../support/example-lifecycle.ts';
import { hostileLifecycle } from '../../support/hostile-lifecycles.ts';

describe('toJson', () => {
  const json = toJson(example, words);

  it('has the keys of the contract, in its order', () => {
    expect(Object.keys(json)).toEqual([
      'states',
      'stores',
      'setters',
      'writes',
      'removals',
      'transitions',
      'hazards',
      'roles',
      'unresolved',
      'cost',
    ]);
    const keys = (list: readonly object[]): readonly string[] => Object.keys(list[0] ?? {});
    expect(keys(json.states)).toEqual(['name', 'value', 'terminal', 'file', 'line']);
    expect(keys(json.stores)).toEqual(['name', 'owner', 'file', 'line']);
    expect(keys(json.setters)).toEqual(['name', 'file', 'line', 'table']);
    expect(keys(json.writes)).toEqual(['file', 'line', 'function', 'role', 'to', 'from', 'class', 'guard']);
    expect(keys(json.removals)).toEqual(['file', 'line', 'function', 'role', 'from', 'guard']);
    expect(keys(json.transitions)).toEqual(['from', 'to', 'class', 'sites']);
    expect(keys(json.hazards)).toEqual([
      'rule',
      'severity',
      'confidence',
      'title',
      'file',
      'line',
      'witness',
    ]);
    expect(keys(json.hazards[0]?.witness ?? [])).toEqual(['step', 'role', 'file', 'line', 'text', 'state']);
    expect(keys(json.roles)).toEqual(['name', 'kind', 'file', 'line']);
    expect(keys(json.unresolved)).toEqual(['what', 'file', 'line', 'why']);
    expect(Object.keys(json.cost)).toEqual(['files', 'bytes', 'reads', 'ms']);
  });

  it('carries every fact', () => {
    expect(json.transitions).toHaveLength(19);
    expect(json.transitions.filter((edge) => edge.class === 'interleaving')).toHaveLength(3);
    expect(json.setters[0]?.table['Failed']).toEqual({
      Failed: 'Failed',
      Bootstrapping: 'Bootstrapping',
      WaitingForInput: 'WaitingForInput',
      Transferring: 'Transferring',
      Success: 'Success',
    });
    expect(json.setters[0]?.table['absent']?.['Failed']).toBe('absent');
    expect(json.writes.find((write) => write.line === 718)?.from).toEqual([
      'Failed',
      'Bootstrapping',
      'WaitingForInput',
      'absent',
    ]);
    expect(json.hazards[0]?.witness.map((step) => step.state)).toEqual([
      'WaitingForInput',
      'Failed',
      'Transferring',
    ]);
    expect(json.unresolved[0]?.why).toContain('PluginManager');
  });

  it('is the same text whatever the order of the facts', () => {
    const shuffled = {
      ...example,
      states: [...example.states].reverse(),
      writes: [...example.writes].reverse(),
      transitions: [...example.transitions]
        .reverse()
        .map((edge) => ({ ...edge, sites: [...edge.sites].reverse() })),
      hazards: [...example.hazards].reverse(),
      roles: [...example.roles].reverse(),
    };
    expect(JSON.stringify(toJson(shuffled, words))).toBe(JSON.stringify(json));
  });

  it('loses no name, hostile ones included', () => {
    fc.assert(
      fc.property(hostileLifecycle, (lifecycle) => {
        const again = JSON.parse(JSON.stringify(toJson(lifecycle, words))) as {
          states: { name: string }[];
          setters: { table: object }[];
        };
        expect(again.states.map((state) => state.name)).toEqual(lifecycle.states.map((state) => state.name));
        expect(Object.keys(again.setters[0]?.table ?? {}).sort()).toEqual(
          [...lifecycle.states.map((state) => state.name), 'absent'].sort(),
        );
      }),
      { numRuns: 200, seed: 3 },
    );
  });
});
