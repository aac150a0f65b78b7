import { describe, expect, it } from 'vitest';
import type { Hazard, Lifecycle } from '../../src/lifecycle/index.ts';
import { spots, truth } from '../fixtures/demo/truth.ts';
import { measure, printMeasure } from './measure.ts';

const nothing: Lifecycle = {
  states: [],
  stores: [],
  setters: [],
  writes: [],
  removals: [],
  transitions: [],
  hazards: [],
  roles: [],
  unresolved: [],
  cost: { files: 0, bytes: 0, reads: 0, ms: 0 },
};

/** A result that says exactly what the truth says. */
const perfect: Lifecycle = {
  ...nothing,
  setters: truth.setters.map(({ name, at, table }) => ({ name, ...at, table })),
  writes: truth.writes.map(({ at, function: name, role, to, from }) => ({
    ...at,
    function: name,
    role,
    to,
    from,
    class: 'possible',
    guard: '',
  })),
  removals: truth.removals.map(({ at, function: name, role, from }) => ({
    ...at,
    function: name,
    role,
    from,
    guard: '',
  })),
  transitions: truth.transitions
    .filter((row) => row.verdict !== 'wrong')
    .map(({ from, to, sites, verdict }) => ({
      from,
      to,
      sites,
      class: verdict === 'interleaving' ? 'interleaving' : 'possible',
    })),
  roles: truth.roles.map(({ name, kind, defined }) => ({ name, kind, ...defined })),
  hazards: truth.hazards.flatMap(({ rule, severity, at: [first], witness }): readonly Hazard[] =>
    first === undefined
      ? []
      : [
          {
            rule,
            severity,
            confidence: 'high',
            ...first,
            data: {},
            witness: witness.map((step, index) => ({ ...step, step: index + 1, action: 'writes', data: {} })),
          },
        ],
  ),
};

describe('measure', () => {
  it('finds no fault in what the truth itself says', () => {
    const { falseHigh, ...shares } = measure(perfect, truth);
    expect(falseHigh).toEqual([]);
    for (const share of Object.values(shares)) expect(share).toMatchObject({ faults: [], right: share.of });
    expect(shares.core.of).toBe(13);
    expect(shares.cells.of).toBe(30);
  });

  it('misses everything in an empty result', () => {
    const { core, cells, writes, hazards, drawn } = measure(nothing, truth);
    expect([core.right, cells.right, writes.right, hazards.right, drawn.of]).toEqual([0, 0, 0, 0, 0]);
    expect(hazards.faults).toContain('H6 G3 abort before the entry exists');
  });

  it('counts an edge that stands in no list, and one that the truth calls wrong', () => {
    const [first] = perfect.transitions;
    const extra = ['Transferring', 'Bootstrapping'].map((from) => ({
      ...first,
      from,
      to: from === 'Transferring' ? 'WaitingForInput' : 'Success',
      class: 'possible' as const,
      sites: [],
    }));
    const { drawn } = measure({ ...perfect, transitions: [...perfect.transitions, ...extra] }, truth);
    expect(drawn.faults).toEqual(['Bootstrapping → Success', 'Transferring → WaitingForInput']);
  });

  it('does not let the third class stand for a core edge', () => {
    const transitions = perfect.transitions.map((row) => ({ ...row, class: 'interleaving' as const }));
    expect(measure({ ...perfect, transitions }, truth).core.right).toBe(0);
  });

  it('names a wrong cell, a wrong role and a write that is none', () => {
    const setters = perfect.setters.map((setter) => ({
      ...setter,
      table: { ...setter.table, Failed: { ...setter.table['Failed'], Success: 'Failed' } },
    }));
    const [first, ...rest] = perfect.writes;
    const writes = [
      ...(first === undefined
        ? []
        : [
            { ...first, role: 'nobody' },
            { ...first, line: 1 },
          ]),
      ...rest,
    ];
    const result = measure({ ...perfect, setters, writes }, truth);
    expect(result.cells.faults).toEqual([
      'CommonKVManager.update_status Failed Success: Success, but is Failed',
    ]);
    expect(result.writes.right).toBe(truth.writes.length - 1);
    expect(result.writes.faults.some((fault) => fault.startsWith('not a write: '))).toBe(true);
  });

  it('wants the witness in its order, and calls a high finding elsewhere false', () => {
    const backwards = perfect.hazards.map((hazard) => ({
      ...hazard,
      witness: [...hazard.witness].reverse(),
    }));
    const elsewhere: Hazard = {
      rule: 'H7',
      severity: 'high',
      confidence: 'low',
      ...spots.workerFailedContinue,
      data: {},
      witness: [],
    };
    const result = measure({ ...perfect, hazards: [...backwards, elsewhere] }, truth);
    expect(result.hazards.faults).toContain('H7 G2 silent skip');
    expect(result.falseHigh).toEqual([
      `H7 ${spots.workerFailedContinue.file}:${spots.workerFailedContinue.line}`,
    ]);
  });

  it('looks for the rules that it was asked for', () => {
    const { hazards } = measure(nothing, truth, new Set(['H4']));
    expect(hazards).toEqual({ right: 0, of: 1, faults: ['H4 G4 absent reads as waiting'] });
  });

  it('prints a line for each part and each fault', () => {
    const text = printMeasure(measure(nothing, truth));
    expect(text).toContain('core       0 of 13');
    expect(text).toContain('  absent → Bootstrapping');
    expect(text).toContain('false high 0');
  });
});
