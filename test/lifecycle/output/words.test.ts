import { describe, expect, it } from 'vitest';
import type { Hazard, HazardRule, UnresolvedReason, WitnessAction } from '../../../src/lifecycle/index.ts';
import { hazardTitle, lifecycleWords, unresolved, witnessStep } from '../../../src/messages/lifecycle.ts';

const rules: Readonly<Record<HazardRule, true>> = {
  H1: true,
  H2: true,
  H3: true,
  H4: true,
  H5: true,
  H6: true,
  H7: true,
  H8: true,
  H9: true,
  H10: true,
  H11: true,
  H12: true,
  H13: true,
  H14: true,
  H15: true,
  H16: true,
  H17: true,
};
const actions: Readonly<Record<WitnessAction, true>> = {
  writes: true,
  'writes-through-setter': true,
  'keeps-old': true,
  'removes-status': true,
  'removes-companion': true,
  reads: true,
  'reads-absent-as': true,
  checks: true,
  skips: true,
  'does-not-write': true,
  waits: true,
  'nothing-else-writes': true,
  'takes-item': true,
  'can-raise': true,
  handles: true,
  ends: true,
  iterates: true,
  changes: true,
  starts: true,
};
const reasons: Readonly<Record<UnresolvedReason, true>> = {
  'base-class-not-found': true,
  'import-not-found': true,
  'unreadable-file': true,
  'value-not-known': true,
  'call-not-resolved': true,
  'not-tabulated': true,
  'depth-limit': true,
  budget: true,
  steps: true,
  files: true,
  states: true,
  nesting: true,
  ancestors: true,
  subclasses: true,
  hazards: true,
  more: true,
  'accepted-gone': true,
};

/** Answers every key with the key itself. */
const echo: Readonly<Record<string, string>> = new Proxy({}, { get: (_target, key) => `<${String(key)}>` });

const hazard = (rule: string, data: Hazard['data']): Hazard => ({
  rule: rule as HazardRule,
  severity: 'high',
  confidence: 'high',
  file: 'a.py',
  line: 1,
  data,
  witness: [],
});

describe('the sentences about lifecycles', () => {
  it('has one of its own for every rule', () => {
    const titles = Object.keys(rules).map((rule) => hazardTitle(hazard(rule, echo)));
    expect(new Set(titles).size).toBe(17);
    for (const title of titles) expect(title).not.toMatch(/\{\d\}|undefined/);
  });

  it('has one for every step', () => {
    const texts = Object.keys(actions).map((action) =>
      witnessStep({
        step: 1,
        role: 'r',
        file: 'a.py',
        line: 1,
        action: action as WitnessAction,
        data: echo,
        state: null,
      }),
    );
    expect(new Set(texts).size).toBe(Object.keys(actions).length);
    for (const text of texts) expect(text).not.toMatch(/\{\d\}|undefined/);
  });

  it('has one for every reason, which names what is open', () => {
    const texts = Object.keys(reasons).map((why) =>
      unresolved({ what: 'X.y', file: 'a.py', line: 1, why: why as UnresolvedReason }),
    );
    expect(new Set(texts).size).toBe(Object.keys(reasons).length);
    for (const text of texts) expect(text).toContain('X.y');
  });

  it('shows absence as a sign, and a missing name as a question mark', () => {
    expect(hazardTitle(hazard('H4', { reader: 'A.check', state: 'absent' }))).toContain('∅');
    expect(hazardTitle(hazard('H4', {}))).toContain('?');
  });

  it('does not fill a brace in a name with another name', () => {
    expect(hazardTitle(hazard('H2', { setter: '{1}', from: 'F', arguments: 'A', results: 'R' }))).toContain(
      '{1} does not keep F',
    );
  });

  it('never says that something cannot happen', () => {
    for (const part of ['hazards', 'transitions', 'unresolved'] as const) {
      expect(lifecycleWords.nothingFound(part, { files: 3, unresolved: 2 })).toMatch(/3 files read/);
      expect(lifecycleWords.nothingFound(part, { files: 1, unresolved: 1 })).toMatch(
        /1 file read(, 1 name unresolved)?$/,
      );
    }
  });
});
