import { describe, expect, it } from 'vitest';
import { expectations, findings, fixture, lifecycleOf, traps } from '../../support/hazards.ts';

/** The rule that each file is about, and the states of its programs. */
const files = [
  { file: 'H1.py', states: 'Job' },
  { file: 'H2.py', states: 'Bill' },
  { file: 'H3.py', states: 'Guest' },
  { file: 'H4.py', states: 'Call' },
  { file: 'H5.py', states: 'Parcel' },
  { file: 'H6.py', states: 'Case' },
  { file: 'H7.py', states: 'Letter' },
  { file: 'H8.py', states: 'Wire' },
  { file: 'H9.py', states: 'Train' },
  { file: 'H10.py', states: 'Seat' },
  { file: 'H11.py', states: 'Door' },
  { file: 'H12.py', states: 'Order' },
  { file: 'H13.py', states: 'Stay' },
  { file: 'H14.py', states: 'Crane' },
  { file: 'H15.py', states: 'Flight' },
  { file: 'H15-tasks.py', states: 'Errand' },
  { file: 'H16.py', states: 'Meal' },
  { file: 'H16-nobody.py', states: 'Meal' },
  { file: 'H17.py', states: 'Ticket' },
  { file: 'H17-keyed.py', states: 'Coat' },
] as const;

for (const { file, states } of files)
  describe(file, () => {
    for (const { title, text } of traps(fixture(`traps/${file}`)))
      it(title, async () => {
        const lifecycle = await lifecycleOf(text, states);
        const found = findings(lifecycle);
        const rule = file.replace(/[-.].*$/, '');
        const wanted = expectations(text);
        expect(lifecycle.writes.length).toBeGreaterThan(0);
        expect(wanted.some((each) => each.rule === rule)).toBe(true);
        for (const { rule: each, line, severity } of wanted)
          if (severity === 'never')
            expect(found.filter((item) => item.startsWith(`${line} ${each} `))).toEqual([]);
          else expect(found).toContain(`${line} ${each} ${severity}`);
        // Nothing of the rule that the comments do not speak of.
        expect(
          lifecycle.hazards.filter((hazard) => hazard.rule === rule).map((hazard) => hazard.line),
        ).toEqual(
          wanted.filter((each) => each.rule === rule && each.severity !== 'never').map((each) => each.line),
        );
      });
  });
