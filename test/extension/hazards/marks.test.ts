import { describe, expect, it } from 'vitest';
import { alikeCount, fileAge, goneEntry, hazardMarks } from '../../../src/extension/hazards/marks.ts';
import type { AcceptedHazard } from '../../../src/investigation/index.ts';
import type { Hazard } from '../../../src/lifecycle/index.ts';
import { ruleExplanation, ruleName } from '../../../src/messages/index.ts';
import { exampleLifecycle as example } from '../../support/example-lifecycle.ts';

const [high, table] = example.hazards;
if (high === undefined || table === undefined) throw new Error('the example has two findings');
const named: Hazard = { ...high, symbol: 'Manager.worker' };

describe('findings as marks', () => {
  it('have the severity of the finding, its place, and the witness as numbered steps with places', () => {
    const [first, second] = hazardMarks(example, () => 'now');
    expect([first?.severity, second?.severity]).toEqual(['error', 'warning']);
    expect(first).toMatchObject({ file: 'engine/nixl/conn.py', line: 718 });
    expect(first?.message).toBe(
      'Failed can be left again: Manager.worker writes Transferring without looking at the status',
    );
    expect(first?.steps).toEqual([
      {
        file: 'engine/nixl/conn.py',
        line: 700,
        text: '1. worker: finds that `room in self.infos` holds → WaitingForInput',
      },
      {
        file: 'engine/nixl/conn.py',
        line: 515,
        text: '2. caller: calls BaseManager.set_status with ? → Failed',
      },
      {
        file: 'engine/nixl/conn.py',
        line: 718,
        text: '3. worker: calls BaseManager.set_status with ? → Transferring',
      },
    ]);
    const info = hazardMarks({ hazards: [{ ...high, severity: 'info' }] }, () => 'now');
    expect(info[0]?.severity).toBe('information');
  });

  it('say so where they were not found now, or the file has changed since', () => {
    const message = (age: 'now' | 'stored' | 'changed'): string =>
      hazardMarks({ hazards: [named] }, () => age)[0]?.message ?? '';
    expect(message('stored')).toContain('as the notebook keeps it');
    expect(message('changed')).toContain('the file has changed since the analysis');
    expect(message('now')).not.toContain('(');
    // The age is that of the finding's own file.
    const asked: string[] = [];
    hazardMarks(example, (file) => {
      asked.push(file);
      return 'now';
    });
    expect(asked).toEqual(['engine/nixl/conn.py', 'engine/common/conn.py']);
  });

  it('become hints with the reason where the reader called them no hazard', () => {
    const [mark] = hazardMarks({ hazards: [{ ...named, accepted: 'one worker only' }] }, () => 'now');
    expect(mark?.severity).toBe('hint');
    expect(mark?.message).toContain('not a hazard here: one worker only');
  });

  it('name the entry that is about them alone, where it can be told', () => {
    const about = { from: 'Failed', to: 'Transferring' };
    const entry = { rule: 'H1', file: 'engine/nixl/conn.py', symbol: 'Manager.worker', about };
    const quoted = { ...named, code: 'self.set(room, Poll.Transferring)' };
    expect(hazardMarks({ hazards: [quoted] }, () => 'stored')[0]?.entry).toEqual({
      ...entry,
      code: quoted.code,
    });
    expect(hazardMarks({ hazards: [named] }, () => 'stored')[0]?.entry).toEqual(entry);
    // Without a symbol: at the top level of a module, or stored before symbols were.
    expect(hazardMarks({ hazards: [high] }, () => 'now')[0]?.entry?.symbol).toBe('<module>');
    expect(hazardMarks({ hazards: [high] }, () => 'stored')[0]?.entry).toBeNull();
  });

  it('name the entry that calls them no hazard, the closest one, also where it is about several', () => {
    const broad = { rule: 'H1', symbol: 'Manager.worker', reason: 'one worker' } as const;
    const close = { ...broad, about: { to: 'Transferring' }, reason: 'checked before' } as const;
    const hazards = [
      { ...named, accepted: 'one worker' },
      { ...named, data: { ...named.data, to: 'Success' }, accepted: 'one worker' },
    ];
    const entries = (accepted: readonly AcceptedHazard[]): readonly unknown[] =>
      hazardMarks({ hazards }, () => 'now', accepted).map((mark) => mark.entry);
    expect(entries([broad])).toEqual([broad, broad]);
    expect(entries([broad, close])).toEqual([close, broad]);
    const marks = hazardMarks({ hazards }, () => 'now', [broad]);
    expect(marks.map((mark) => alikeCount(marks, mark))).toEqual([2, 2]);
  });

  it('are counted where one entry is about several', () => {
    const marks = hazardMarks(
      {
        hazards: [
          named,
          { ...named, line: 730 },
          { ...named, file: 'b.py' },
          { ...named, rule: 'H3' },
          { ...named, data: { ...named.data, to: 'Success' } },
        ],
      },
      () => 'now',
    );
    expect(marks.map((mark) => alikeCount(marks, mark))).toEqual([2, 2, 1, 1, 1]);
  });

  it('show hidden characters of the code', () => {
    const [mark] = hazardMarks(
      { hazards: [{ ...named, data: { ...named.data, function: 'a\u202eb' } }] },
      () => 'now',
    );
    expect(mark?.message).not.toContain('\u202e');
  });
});

describe('the age of what is known of a file', () => {
  it('is changed only where both texts are at hand and differ in more than line ends', () => {
    expect(fileAge('a\r\nb\rc', 'a\nb\nc')).toBe('now');
    expect(fileAge('a\nb', 'a\n\nb')).toBe('changed');
    expect(fileAge('a', undefined)).toBe('now');
    expect(fileAge(undefined, 'a')).toBe('now');
  });
});

describe('an entry that matches nothing any more', () => {
  it('is found by what the result says about it', () => {
    const entry = { rule: 'H9', symbol: 'A.b', file: 'a.py', reason: 'r' } as const;
    expect(goneEntry('H9 A.b', [entry])).toEqual(entry);
    expect(goneEntry('H9 A.c', [entry])).toBeUndefined();
    const exact = { ...entry, about: { state: 'RUNNING' }, code: 'assert x' };
    expect(goneEntry('H9 A.b (state RUNNING, assert x)', [entry, exact])).toEqual(exact);
  });
});

describe('the explanation of a rule', () => {
  it('is there for each, with a name of its own', () => {
    const rules = Array.from({ length: 17 }, (_, index) => `H${String(index + 1)}` as Hazard['rule']);
    expect(new Set(rules.map(ruleName)).size).toBe(17);
    for (const rule of rules) {
      const page = ruleExplanation(rule);
      expect(page).toMatch(new RegExp(`^# ${rule}: \\w`));
      expect(page).toContain('Reported when ');
      expect(page).toContain('No hazard where ');
      expect(page).toContain('Not a hazard here');
    }
  });
});
