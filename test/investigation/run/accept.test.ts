import { describe, expect, it } from 'vitest';
import { hasHazard } from '../../../src/cli/commands/find-lifecycle.ts';
import { toJson, toText } from '../../../src/lifecycle/index.ts';
import { lifecycleWords } from '../../../src/messages/index.ts';
import { acceptHazards } from '../../../src/investigation/run/accept.ts';
import { readLifecycle } from '../../../src/investigation/cells/lifecycle.ts';
import { readLifecycleResult } from '../../../src/investigation/cells/read-lifecycle-result.ts';
import { writeLifecycleResult } from '../../../src/investigation/cells/write-lifecycle-result.ts';
import { hazardsText } from '../../../src/investigation/results/hazards-text.ts';
import { fixture, lifecycleOf, traps } from '../../support/hazards.ts';

const program = traps(fixture('traps/H9.py')).find((each) => each.title === 'an assert outside any try');
const code = program?.text ?? '';
const entry = { rule: 'H9', symbol: 'Assert.drive', reason: 'a watchdog starts it again' } as const;
const info = { word: 'lifecycle', attributes: [] } as const;

describe('a finding that the user calls no hazard here', () => {
  it('is read from the cell, and faults are marked at their place', () => {
    const body = 'accepted:\n  - {rule: H9, symbol: Assert.drive, reason: a watchdog starts it again}\n';
    const read = readLifecycle(info, { body, line: 5 });
    expect(read.marks).toEqual([]);
    expect(read.value?.accepted).toEqual([entry]);
    const faulty = readLifecycle(info, {
      body: 'accepted:\n  - {rule: H99, symbol: x, reason: y}\n',
      line: 5,
    });
    expect(faulty.marks.map(({ code: mark, line }) => [mark, line])).toEqual([['field-value', 6]]);
    const bare = readLifecycle(info, { body: 'accepted:\n  - {rule: H9, symbol: x}\n', line: 1 });
    expect(bare.marks.map((mark) => mark.code)).toEqual(['field-missing']);
  });

  it('keeps its place in text and JSON with the reason, struck, and is not counted', async () => {
    const lifecycle = await lifecycleOf(code, 'Train');
    expect(lifecycle.hazards.find((each) => each.rule === 'H9')?.symbol).toBe('Assert.drive');
    const only = { ...lifecycle, hazards: lifecycle.hazards.filter((each) => each.rule === 'H9') };
    expect(hasHazard(only, 'warning')).toBe(true);
    const accepted = acceptHazards(only, [entry]);
    expect(hasHazard(accepted, 'warning')).toBe(false);
    expect(hazardsText(accepted, lifecycleWords)).toMatch(/^~~H9 warning \(\w+\)~~ /);
    expect(toText(accepted, lifecycleWords)).toContain('not a hazard here: a watchdog starts it again');
    expect(toJson(accepted, lifecycleWords).hazards[0]?.accepted).toBe('a watchdog starts it again');
    expect(toJson(only, lifecycleWords).hazards[0]).not.toHaveProperty('accepted');
  });

  it('is found again when lines have moved', async () => {
    const moved = await lifecycleOf(`\n\n\n${code}`, 'Train');
    const accepted = acceptHazards(moved, [entry]);
    expect(accepted.hazards.find((each) => each.rule === 'H9')?.accepted).toBe(entry.reason);
    expect(accepted.unresolved).toEqual(moved.unresolved);
  });

  it('is named when it matches nothing any more', async () => {
    const lifecycle = await lifecycleOf(code.replace('assert kind == "go"', 'print(kind)'), 'Train');
    const { unresolved } = acceptHazards(lifecycle, [entry]);
    const [gone] = unresolved.filter((each) => each.why === 'accepted-gone');
    expect(gone?.what).toBe('H9 Assert.drive');
    expect(gone === undefined ? '' : lifecycleWords.unresolved(gone)).toContain('not found any more');
    const elsewhere = acceptHazards(lifecycle, [{ ...entry, file: 'other.py' }]);
    expect(elsewhere.unresolved.some((each) => each.file === 'other.py')).toBe(true);
  });

  it('is stored with the result and read back', async () => {
    const { cost: _, ...facts } = acceptHazards(await lifecycleOf(code, 'Train'), [entry]);
    const body = writeLifecycleResult(facts);
    const stored = readLifecycleResult(
      { word: 'lifecycle-result', attributes: [{ key: 'of', value: 'l1' }] },
      { body, line: 1 },
    );
    expect(stored.value?.facts.hazards.find((each) => each.rule === 'H9')?.accepted).toBe(entry.reason);
    expect(stored.value === undefined ? '' : writeLifecycleResult(stored.value.facts)).toBe(body);
  });
});
