import { describe, expect, it } from 'vitest';
import { fixture, lifecycleOf, mutated, rulesOf, traps } from '../support/hazards.ts';
import { edges } from '../support/lifecycle.ts';

const OPEN = `    def poll(self, key):
        if self.stays[key] not in FINAL_STAYS and time.monotonic() - self.asked_at[key] > 30:
            self.stays[key] = Stay.EXPIRED
`;

/** Mutants of a program that flip one rule and leave the others as they are. */
const mutants = [
  {
    what: 'a finally removed',
    file: 'H16.py',
    states: 'Meal',
    title: 'a finally',
    from: `        try:
            self.roast()
            result = Meal.SERVED
        finally:
            self.meal = result  # never H16
`,
    to: `        self.roast()
        result = Meal.SERVED
        self.meal = result
`,
    gone: [],
    come: ['H16 warning'],
  },
  {
    what: 'a deadline check moved before the inbox',
    file: 'H13.py',
    states: 'Stay',
    title: 'the inbox before the deadline',
    from: `    def poll(self, key):
        while not self.inbox.empty():
            answer = self.inbox.get_nowait()
            if self.stays[answer.key] not in FINAL_STAYS:
                self.stays[answer.key] = Stay.GRANTED
        if self.stays[key] not in FINAL_STAYS and time.monotonic() - self.asked_at[key] > 30:
            self.stays[key] = Stay.EXPIRED  # never H13
`,
    to: `${OPEN}        while not self.inbox.empty():
            answer = self.inbox.get_nowait()
            if self.stays[answer.key] not in FINAL_STAYS:
                self.stays[answer.key] = Stay.GRANTED
`,
    gone: [],
    come: ['H13 warning'],
  },
  {
    what: 'a deadline check moved behind the inbox',
    file: 'H13.py',
    states: 'Stay',
    title: 'the deadline before the inbox',
    from: `        if time.monotonic() - self.asked_at[key] > 30:
            self.stays[key] = Stay.EXPIRED  # expect H13 warning
        while not self.inbox.empty():
            answer = self.inbox.get_nowait()
            self.stays[answer.key] = Stay.GRANTED
`,
    to: `        while not self.inbox.empty():
            answer = self.inbox.get_nowait()
            self.stays[answer.key] = Stay.GRANTED
        if time.monotonic() - self.asked_at[key] > 30:
            self.stays[key] = Stay.EXPIRED
`,
    gone: ['H13 warning'],
    come: [],
  },
] as const;

describe('a mutant flips the rule that should, and no other', () => {
  for (const { what, file, states, title, from, to, gone, come } of mutants)
    it(what, async () => {
      const text = traps(fixture(`traps/${file}`)).find((each) => each.title === title)?.text ?? '';
      const before = rulesOf(await lifecycleOf(text, states));
      const after = rulesOf(await lifecycleOf(mutated(text, from, to), states));
      expect([...before].filter((rule) => !after.has(rule))).toEqual(gone);
      expect([...after].filter((rule) => !before.has(rule))).toEqual(come);
    });
});

const TABLE = `from enum import Enum
class S(Enum):
    A = 1
    B = 2
    C = 3
ALLOWED = {S.A: {S.B}, S.B: {S.C}}
class Job:
    def __init__(self, fast: bool):
        self.fast = fast
        self.state = S.A
    def to(self, new):
        if new not in ALLOWED[self.state]:
            raise ValueError(new)
        self.state = new
    def go(self):
        self.to(S.B)
    def end(self):
        self.to(S.C)
`;

describe('a mutant of the code flips the edges that should', () => {
  it.each([
    ['nothing', '', '', ['A>B proved', 'B>C proved']],
    ['a row more', 'S.B: {S.C}}', 'S.B: {S.C}, S.C: {S.B}}', ['A>B possible', 'B>C proved', 'C>B possible']],
    ['a row less', ', S.B: {S.C}}', '}', ['A>B proved']],
    [
      'the guard dropped',
      '        if new not in ALLOWED[self.state]:\n            raise ValueError(new)\n',
      '',
      ['A>B possible', 'A>C possible', 'B>C possible', 'C>B possible'],
    ],
    // What the table allows is refused, the rest is let through; in C the lookup raises.
    ['the guard turned round', 'if new not in', 'if new in', ['A>C proved']],
  ] as const)('%s', async (_what, from, to, expected) => {
    const lifecycle = await lifecycleOf(from === '' ? TABLE : mutated(TABLE, from, to), 'S');
    expect(edges(lifecycle)).toEqual(expected);
  });
});
