import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toText } from '../../../src/lifecycle/text.ts';
import { lifecycleWords as words } from '../../../src/messages/lifecycle.ts';
import { exampleLifecycle as example } from '../../support/example-lifecycle.ts';
import { hostileLifecycle } from '../../support/hostile-lifecycles.ts';

/** The lines of the part below `heading`, without their indentation. */
function part(text: string, heading: string): readonly string[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(heading)) + 1;
  const end = lines.findIndex((line, index) => index >= start && /^\S/.test(line));
  return lines
    .slice(start, end)
    .map((line) => line.slice(2))
    .filter((line) => line !== '');
}

describe('toText', () => {
  const text = toText(example, words);

  it('prints each setter as a grid with a row an old state and a column an argument', () => {
    expect(part(text, 'Setters')).toEqual([
      'BaseManager.set_status  engine/common/conn.py:90',
      '                   │  Failed  Bootstrapping    WaitingForInput  Transferring  Success',
      '  Failed           │  Failed  Bootstrapping    WaitingForInput  Transferring  Success',
      '  Bootstrapping    │  Failed  Bootstrapping    WaitingForInput  Transferring  Success',
      '  WaitingForInput  │  Failed  WaitingForInput  WaitingForInput  Transferring  Success',
      '  Transferring     │  Failed  Transferring     Transferring     Transferring  Success',
      '  Success          │  Failed  Success          Success          Success       Success',
      '  ∅                │  ∅       Bootstrapping    WaitingForInput  Transferring  Success',
    ]);
  });

  it('lists every transition by state, with class and sites', () => {
    const lines = part(text, 'Transitions');
    expect(lines).toHaveLength(example.transitions.length);
    expect(lines.slice(0, 5)).toEqual([
      'Failed           → WaitingForInput  possible      engine/nixl/conn.py:940',
      '                 → Transferring     interleaving  engine/nixl/conn.py:718',
      '                 → Success          interleaving  engine/nixl/conn.py:868',
      '                 → ∅                proved        engine/nixl/conn.py:530',
      'Bootstrapping    → Failed           proved        engine/nixl/conn.py:515',
    ]);
    expect(lines).toContain('WaitingForInput  → Failed           proved        engine/nixl/conn.py:515,893');
  });

  it('can be read back, edge for edge, from a list that is aligned in wide and combining characters too', () => {
    // Columns as UAX 11 has them: 4, 6, 4 (halfwidth kana), 3 (combining), 2 (one emoji), 2 (a flag), 1, 1.
    const names = ['状態', '실패중', 'ｱｲｳｴ', 'e\u0301te\u0301', '🚀', '🇩🇪', '™', 'ß', '→ x  y'];
    const states = names.map((name, line) => ({ name, value: null, terminal: false, file: 'a.py', line }));
    const transitions = names.flatMap((from, index) =>
      names.slice(index).flatMap((to, at) =>
        from === to
          ? []
          : [
              {
                from,
                to,
                class: at % 2 === 0 ? ('proved' as const) : ('possible' as const),
                sites: [{ file: 'a.py', line: index * 20 + at }],
              },
            ],
      ),
    );
    const lines = part(
      toText({ ...example, states, transitions, writes: [], removals: [] }, words),
      'Transitions',
    );
    expect(lines).toHaveLength(transitions.length);
    const widths = [4, 6, 4, 3, 2, 2, 1, 1, 6];
    const widest = Math.max(...widths);
    const pad = (name: string): string => name + ' '.repeat(widest - (widths[names.indexOf(name)] ?? 0));
    let before = '';
    const expected = transitions.map(({ from, to, class: kind, sites }) => {
      const first = from === before ? ' '.repeat(widest) : pad(from);
      before = from;
      return `${first}  → ${pad(to)}  ${kind.padEnd(8)}  a.py:${String(sites[0]?.line)}`;
    });
    expect(lines).toEqual(expected);
  });

  it('numbers the steps of a witness as role@file:line, text, state', () => {
    const lines = part(text, 'Hazards');
    expect(lines[0]).toMatch(/^H1 high \(high\) {2}engine\/nixl\/conn\.py:718 {2}Failed can be left again/);
    expect(lines[1]).toMatch(
      /^ {2}1\. {2}worker@engine\/nixl\/conn\.py:700 {2}finds that `room in self\.infos` holds +WaitingForInput$/,
    );
    expect(lines[3]).toMatch(/^ {2}3\. {2}worker@engine\/nixl\/conn\.py:718 .* Transferring$/);
    expect(lines[4]).toMatch(/^H2 warning/);
  });

  it('lists states, stores, roles, writes, removals and what stayed open', () => {
    expect(part(text, 'States')[0]).toBe('Failed           0  terminal  engine/common/conn.py:21');
    expect(part(text, 'Stores')).toEqual(['BaseManager.status_of  engine/common/conn.py:61']);
    expect(part(text, 'Roles')[1]).toBe('worker  thread  engine/nixl/conn.py:320');
    expect(part(text, 'Writes')).toHaveLength(example.writes.length);
    expect(part(text, 'Removals')[0]).toContain('→ ∅');
    expect(part(text, 'Unresolved')[0]).toContain('the base class PluginManager was not found');
    expect(text.endsWith('2 files read (80 KB, 3 reads of the host, 120 ms); 1 name unresolved\n')).toBe(
      true,
    );
  });

  it('says how far was looked where nothing was found', () => {
    const empty = {
      ...example,
      states: [],
      stores: [],
      setters: [],
      writes: [],
      removals: [],
      transitions: [],
      hazards: [],
      roles: [],
      unresolved: [],
    };
    const printed = toText(empty, words);
    expect(part(printed, 'Hazards')).toEqual(['no path found in 2 files read, 0 names unresolved']);
    expect(part(printed, 'Transitions')).toEqual(['none found in 2 files read, 0 names unresolved']);
    expect(printed).not.toMatch(/cannot|never|impossible/i);
  });

  it('sends no control or bidirectional mark to the terminal', () => {
    fc.assert(
      fc.property(hostileLifecycle, (lifecycle) => {
        const printed = toText(lifecycle, words);
        expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
        expect(printed.split('\n').every((line) => line === line.trimEnd())).toBe(true);
      }),
      { numRuns: 200, seed: 5 },
    );
  });
});
