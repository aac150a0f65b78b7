import { describe, expect, test } from 'vitest';
import { agree, sameSide, sideText, type Demand } from '../../../src/lifecycle/edges/modes.ts';
import { toJson, toText } from '../../../src/lifecycle/index.ts';
import { lifecycleWords } from '../../../src/messages/index.ts';
import { lifecycleOf } from '../../support/lifecycle.ts';

const demand = (one: readonly string[], none: readonly string[] = []): Demand => ({
  one: new Set(one),
  none: new Set(none),
});

describe('sides', () => {
  test.each([
    ['the same value', demand(['a']), demand(['a']), true],
    ['two values', demand(['a']), demand(['b']), false],
    ['a value and its exclusion', demand(['a']), demand([], ['a']), false],
    ['a value and the exclusion of another', demand(['a']), demand([], ['b']), true],
    ['one of several', demand(['a', 'b']), demand([], ['a']), true],
    ['two exclusions', demand([], ['a']), demand([], ['b']), true],
  ])('%s', (_name, a, b, expected) => {
    expect([agree(a, b), agree(b, a)]).toEqual([expected, expected]);
  });

  test('a place that says nothing of a flag is on either side', () => {
    const one = new Map([['client', demand(['true'])]]);
    expect(sameSide(one, new Map())).toBe(true);
    expect(sameSide(one, new Map([['client', demand(['false'])]]))).toBe(false);
    expect(sameSide(one, new Map([['other', demand(['false'])]]))).toBe(true);
    expect([sideText(demand(['a'])), sideText(demand([], ['a'])), sideText(undefined)]).toEqual([
      'a',
      'not a',
      '',
    ]);
  });
});

const PEER = `from enum import Enum
class S(Enum):
    A = 1
    B = 2
    C = 3
class Peer:
    def __init__(self, client: bool):
        self.client = client
        self.state = S.A
    def dial(self):
        if self.client:
            self.state = S.B
    def accept(self):
        if not self.client:
            self.state = S.C
    def over(self):
        return self.state == S.C
`;

describe('a class that runs as either side says so', () => {
  test('in text and JSON, with what is written on which', async () => {
    const lifecycle = await lifecycleOf(PEER);
    expect(toJson(lifecycle, lifecycleWords).modes).toEqual([
      {
        name: 'client',
        owner: 'Peer',
        file: 'module.py',
        line: 8,
        sides: [
          { side: 'false', writes: ['C'] },
          { side: 'true', writes: ['B'] },
          { side: null, writes: ['A'] },
        ],
      },
    ]);
    const text = toText(lifecycle, lifecycleWords);
    expect(text).toContain('Peer.client  module.py:8\n');
    expect(text).toMatch(/ {2}false {2}C\n {2}true {3}B\n {2}\? {6}A\n/);
  });

  test('one that runs as one side alone has no such part', async () => {
    const lifecycle = await lifecycleOf(PEER.replace('if not self.client', 'if self.client'));
    expect(lifecycle.modes).toBeUndefined();
    expect('modes' in toJson(lifecycle, lifecycleWords)).toBe(false);
  });

  test('a flag that somebody else sets splits nothing', async () => {
    const lifecycle = await lifecycleOf(`${PEER}def turn(peer):\n    peer.client = False\n`);
    expect(lifecycle.modes).toBeUndefined();
    expect(lifecycle.transitions.map((each) => `${each.from}>${each.to}`)).toContain('B>C');
  });
});
