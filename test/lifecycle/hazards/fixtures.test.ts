import { describe, expect, it } from 'vitest';
import { expectations, findings, fixture, lifecycleOf, mutated, rulesOf } from '../../support/hazards.ts';

const fixtures = [
  { file: 'depot.py', states: 'Stage' },
  { file: 'press.py', states: 'Phase' },
  { file: 'ferry.py', states: 'Leg' },
  { file: 'kiln.py', states: 'Fire' },
  { file: 'relay.py', states: 'Line' },
  { file: 'post.py', states: 'Mail' },
  { file: 'tiers.py', states: 'Grade' },
] as const;

describe('what the comments of the fixtures say', () => {
  for (const { file, states } of fixtures)
    it(`holds in ${file}`, async () => {
      const text = fixture(file);
      const wanted = expectations(text);
      const lifecycle = await lifecycleOf(text, states);
      const found = findings(lifecycle);
      for (const { rule, line, severity } of wanted) {
        const here = `${String(line)} ${rule}`;
        if (severity === 'never') expect(found.filter((each) => each.startsWith(here))).toEqual([]);
        else expect(found).toContain(`${here} ${severity}`);
      }
      const unexpected = lifecycle.hazards.filter(
        (hazard) =>
          hazard.severity === 'high' &&
          !wanted.some((each) => each.rule === hazard.rule && each.line === hazard.line),
      );
      expect(unexpected.map((hazard) => `${hazard.rule} ${String(hazard.line)}`)).toEqual([]);
    });
});

interface Mutation {
  readonly what: string;
  readonly file: (typeof fixtures)[number]['file'];
  readonly changes: readonly (readonly [string, string])[];
  readonly gone?: readonly string[];
  readonly come?: readonly string[];
}

const mutations: readonly Mutation[] = [
  {
    what: 'the pop moved into the branch that writes',
    file: 'depot.py',
    changes: [
      ['                self.routes.pop(key, None)  # expect H6 high\n', ''],
      [
        '                if key in self.stages:\n',
        '                if key in self.stages:\n                    self.routes.pop(key, None)\n',
      ],
    ],
    gone: ['H5 warning', 'H6 high', 'H7 high'],
    come: ['H7 warning'],
  },
  {
    what: 'the pop asks for its own entry first, which changes nothing',
    file: 'depot.py',
    changes: [
      [
        '                self.routes.pop(key, None)  # expect H6 high\n',
        '                if key in self.routes:\n                    del self.routes[key]\n',
      ],
    ],
  },
  {
    what: 'the write without its guard, which the setter drops for an unknown key all the same',
    file: 'depot.py',
    changes: [
      [
        '                if key in self.stages:\n                    self.move(key, Stage.LOST)\n',
        '                self.move(key, Stage.LOST)\n',
      ],
    ],
    gone: ['H6 high'],
    come: ['H6 warning'],
  },
  {
    what: 'the write without its guard, and a setter that stores it',
    file: 'depot.py',
    changes: [
      [
        '                if key in self.stages:\n                    self.move(key, Stage.LOST)\n',
        '                self.move(key, Stage.LOST)\n',
      ],
      ['            if stage == Stage.LOST:\n                return\n            self', '            self'],
    ],
    gone: ['H5 warning', 'H6 high', 'H7 high'],
    come: ['H3 info', 'H7 warning'],
  },
  {
    what: 'a setter that keeps the loss',
    file: 'depot.py',
    changes: [
      [
        '        if stage == Stage.LOST:\n            self',
        '        if known == Stage.LOST:\n            return\n        if stage == Stage.LOST:\n            self',
      ],
    ],
    gone: ['H1 high', 'H2 high'],
    come: [],
  },
  {
    what: 'min for max',
    file: 'relay.py',
    changes: [['else max(known, line)', 'else min(known, line)']],
    gone: ['H2 info'],
    come: ['H2 warning'],
  },
  {
    what: 'the letter without a box kept for later',
    file: 'post.py',
    changes: [
      [
        '                return  # expect H7 warning\n',
        '                self.later.append(letter)\n                return\n',
      ],
    ],
    gone: ['H7 warning'],
  },
  {
    what: 'max in both tables',
    file: 'tiers.py',
    changes: [['min(self.grades', 'max(self.grades']],
    gone: ['H1 high', 'H14 info', 'H2 high'],
  },
  {
    what: 'the skipped item put back',
    file: 'depot.py',
    changes: [
      [
        '                continue  # expect H7 high\n',
        '                self.parcels.put(parcel)\n                continue\n',
      ],
    ],
    gone: ['H5 warning', 'H7 high'],
  },
  {
    what: 'the skipped item given an end',
    file: 'depot.py',
    changes: [
      [
        '                continue  # expect H7 high\n',
        '                self.move(key, Stage.LOST)\n                continue\n',
      ],
    ],
    gone: ['H5 warning', 'H7 high'],
  },
  {
    what: 'the reader raises for an entry that is not there',
    file: 'depot.py',
    changes: [['self.stages.get(key, Stage.READY)', 'self.stages[key]']],
    gone: ['H4 warning'],
  },
  {
    what: 'no lock',
    file: 'press.py',
    changes: [
      [
        '        with self.lock:\n            if self.phases[number] in FINAL:\n                return\n            self.phases[number] = Phase.JAMMED\n',
        '        if self.phases[number] in FINAL:\n            return\n        if True:\n            self.phases[number] = Phase.JAMMED\n',
      ],
    ],
    come: ['H1 high', 'H1 warning', 'H8 warning'],
  },
  {
    what: 'the check after the wait dropped',
    file: 'press.py',
    changes: [
      ['                if self.phases[number] is not Phase.PRINTING:\n                    continue\n', ''],
    ],
    come: ['H1 warning'],
  },
  {
    what: 'the retry list dropped',
    file: 'press.py',
    changes: [['                    self.undone.append(order)\n', '']],
    come: [],
  },
  {
    what: 'the check repeated after the await',
    file: 'ferry.py',
    changes: [
      [
        '        booking.leg = Leg.SAILED',
        '        if booking.ended():\n            return\n        booking.leg = Leg.SAILED',
      ],
    ],
    gone: ['H1 warning', 'H8 warning'],
  },
  {
    what: 'the assert replaced by a test',
    file: 'kiln.py',
    changes: [
      [
        '            assert kind == "clay", kind\n',
        '            if kind != "clay":\n                continue\n',
      ],
    ],
    gone: ['H9 warning'],
  },
  {
    what: 'the set copied before it is looked through',
    file: 'kiln.py',
    changes: [['for mark in self.shelf if', 'for mark in list(self.shelf) if']],
    gone: ['H12 warning', 'H8 high'],
  },
  {
    what: 'the latch looked at',
    file: 'relay.py',
    changes: [
      [
        '        if line == Line.TALKING:\n',
        '        if self.verdict is not None:\n            return self.verdict\n        if line == Line.TALKING:\n',
      ],
    ],
    gone: ['H10 warning'],
  },
  {
    what: 'the override left to its base',
    file: 'relay.py',
    changes: [['        if self.lines.get(number) == Line.FAILED:\n            return\n', '']],
    gone: ['H11 info'],
  },
];

describe('a change of the code flips the rules that should', () => {
  for (const { what, file, changes, gone = [], come = [] } of mutations)
    it(`${file}: ${what}`, async () => {
      const states = fixtures.find((each) => each.file === file)?.states ?? '';
      const text = fixture(file);
      const before = rulesOf(await lifecycleOf(text, states));
      const changed = changes.reduce((result, [from, to]) => mutated(result, from, to), text);
      const after = rulesOf(await lifecycleOf(changed, states));
      expect([...before].filter((rule) => !after.has(rule)).sort()).toEqual([...gone].sort());
      expect([...after].filter((rule) => !before.has(rule)).sort()).toEqual([...come].sort());
    });
});
