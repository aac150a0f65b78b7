import { describe, expect, test } from 'vitest';
import { edges, lifecycleOf } from '../support/lifecycle.ts';

function parcel(declared: string, asked: string): string {
  return `
${declared}
class Parcel:
    def __init__(self):
        self.state = 'packed'

    @property
    def settled(self):
        return self.state in ${asked}

    def deliver(self):
        if self.settled:
            raise ValueError
        self.state = 'delivered'

    def lose(self):
        if self.settled:
            raise ValueError
        self.state = 'lost'
`;
}

describe('texts that are looked for in a set that has a name', () => {
  test.each([
    ['a set of the module', `SETTLED = {'delivered', 'lost'}`, 'SETTLED'],
    ['a frozen set', `SETTLED = frozenset(['delivered', 'lost'])`, 'SETTLED'],
    ['the set itself', '', `{'delivered', 'lost'}`],
  ])('%s', async (_title, declared, asked) => {
    const found = await lifecycleOf(parcel(declared, asked), {});
    expect(edges(found)).toEqual(['packed>delivered proved', 'packed>lost proved']);
  });
});
