import { describe, expect, it } from 'vitest';
import { fixture, lifecycleOf, mutated, rulesOf, traps } from '../../support/hazards.ts';

/** A change of one program that makes one finding and takes none away. */
const mutants = [
  {
    what: 'an initial write moved behind the start',
    file: 'H15.py',
    states: 'Flight',
    title: 'written after the thread is made, before it runs',
    from: '        self.flight = Flight.READY  # never H15\n        self.thread.start()\n',
    to: '        self.thread.start()\n        self.flight = Flight.READY\n',
    comes: ['H15 high'],
  },
  {
    what: 'a handler that writes dropped',
    file: 'H16.py',
    states: 'Meal',
    title: 'a handler that writes',
    from: '        except Exception:\n            self.meal = Meal.BURNT\n',
    to: '        except Exception:\n            pass\n',
    comes: ['H16 warning'],
  },
  {
    what: 'a flag no longer turned with the status',
    file: 'H17.py',
    states: 'Ticket',
    title: 'both are written together',
    from: '        self.closed = True\n        self.ticket = Ticket.VOID\n',
    to: '        self.ticket = Ticket.VOID\n',
    comes: ['H17 warning'],
  },
  {
    what: 'a deadline dropped from a wait',
    file: 'H5.py',
    states: 'Parcel',
    title: 'the wait has a deadline',
    from: ' and time.monotonic() < deadline',
    to: '',
    comes: ['H5 warning'],
  },
  {
    what: 'min for max in one of two setters, which takes the end back as well',
    file: 'H14.py',
    states: 'Crane',
    title: 'both keep the greatest',
    from: 'max(self.cranes.get(number, Crane.DOWN), crane)  # never H14',
    to: 'min(self.cranes.get(number, Crane.UP), crane)',
    comes: ['H1 high', 'H2 high', 'H14 info'],
  },
  {
    what: 'a helper called before the inbox is emptied',
    file: 'H13.py',
    states: 'Stay',
    title: 'the poll empties the inbox, then calls the helper',
    from: '    def poll(self, key):\n        while not',
    to: '    def poll(self, key):\n        self.expire(key)\n        while not',
    comes: ['H13 warning'],
  },
] as const;

describe('a mutant flips exactly the rule that should', () => {
  for (const { what, file, states, title, from, to, comes } of mutants)
    it(what, async () => {
      const text = traps(fixture(`traps/${file}`)).find((each) => each.title === title)?.text ?? '';
      const before = rulesOf(await lifecycleOf(text, states));
      const after = rulesOf(await lifecycleOf(mutated(text, from, to), states));
      expect([...before].filter((rule) => !after.has(rule))).toEqual([]);
      expect([...after].filter((rule) => !before.has(rule))).toEqual(comes);
    });
});
