import { describe, expect, test } from 'vitest';
import { lifecycleOf } from '../../support/lifecycle.ts';

/** The guard that is shown at the write of B. */
async function guard(body: string): Promise<string | undefined> {
  const lines = body
    .split('\n')
    .map((line) => `        ${line}`)
    .join('\n');
  const lifecycle = await lifecycleOf(`
A = 'a'
B = 'b'
class Job:
    def __init__(self):
        self.state = A
    def step(self, x, y):
${lines}
    def back(self):
        if self.state == B:
            self.state = A
`);
  return lifecycle.writes.find((each) => each.to.includes('B'))?.guard;
}

describe('the guard at a write', () => {
  test.each([
    ['none', 'self.state = B', ''],
    ['the branch', 'if x:\n    self.state = B', 'x'],
    ['the other branch', 'if x > 1:\n    pass\nelse:\n    self.state = B', 'not (x > 1)'],
    ['elif', 'if x:\n    pass\nelif y:\n    self.state = B', 'not x and y'],
    [
      'an early exit that asks for the status',
      'if self.state != A:\n    return\nself.state = B',
      'not (self.state != A)',
    ],
    ['an early exit that asks for something else is left out', 'if x:\n    return\nself.state = B', ''],
    [
      'an early exit in the other branch is none here',
      'if x:\n    if self.state == A:\n        return\nelse:\n    self.state = B',
      'not x',
    ],
    ['an assertion', 'assert self.state == A\nself.state = B', 'self.state == A'],
    ['while', 'while self.state == A:\n    self.state = B', 'self.state == A'],
    [
      'a handler knows nothing of its try',
      'try:\n    if self.state == A:\n        return\n    x()\nexcept OSError:\n    self.state = B',
      '',
    ],
    [
      'the else of a try does',
      'try:\n    if self.state != A:\n        return\nexcept OSError:\n    return\nelse:\n    self.state = B',
      'not (self.state != A)',
    ],
  ])('%s', async (_name, body, expected) => {
    expect(await guard(body)).toBe(expected);
  });

  test('is cut to be readable', async () => {
    const long = Array.from({ length: 30 }, (_, index) => `x.part${index}`).join(' and ');
    const shown = await guard(`if ${long}:\n    self.state = B`);
    expect(shown).toHaveLength(80);
    expect(shown?.endsWith('…')).toBe(true);
  });
});
