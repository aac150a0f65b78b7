import { describe, expect, it } from 'vitest';
import { lifecycleOf } from '../../support/lifecycle.ts';

/** A door whose caller says that SHUT is an end, whatever the code does next. */
const door = (body: string): string => `
import enum


class Door(enum.Enum):
    OPEN = "open"
    AJAR = "ajar"
    SHUT = "shut"
    LOCKED = "locked"


class House:
    def __init__(self):
        self.door = Door.OPEN

    def push(self):
        self.door = Door.AJAR

    def lock(self):
        if self.door is not Door.SHUT:
            self.door = Door.LOCKED

${body}`;

const found = async (body: string): Promise<readonly string[]> => {
  const lifecycle = await lifecycleOf(door(body), { states: 'Door', terminal: ['SHUT'] });
  return lifecycle.hazards
    .filter(({ rule, data }) => rule === 'H1' && data['from'] === 'SHUT')
    .map(({ symbol, data }) => `${symbol ?? ''} ${data['to'] ?? ''}`)
    .filter((text) => !text.startsWith('House.push'));
};

describe('an end by the user’s word that is left', () => {
  it('is found where the same run wrote it before', async () => {
    const body =
      '    def close(self):\n        self.door = Door.SHUT\n        self.ring()\n        self.door = Door.AJAR\n';
    expect(await found(body)).toEqual(['House.close AJAR']);
  });

  it('is found where a helper wrote it before', async () => {
    const body =
      '    def close(self):\n        self._shut()\n        self.door = Door.AJAR\n\n' +
      '    def _shut(self):\n        self.door = Door.SHUT\n';
    expect(await found(body)).toEqual(['House.close AJAR']);
  });

  it('is meant where a guard asks for it', async () => {
    const body =
      '    def close(self):\n        self.door = Door.SHUT\n\n' +
      '    def air(self):\n        if self.door is Door.SHUT:\n            self.door = Door.AJAR\n';
    expect(await found(body)).toEqual([]);
  });

  it('is meant in a restart', async () => {
    const body =
      '    def close(self):\n        self.door = Door.SHUT\n\n' +
      '    def reset(self):\n        self.door = Door.OPEN\n';
    expect(await found(body)).toEqual([]);
  });
});
