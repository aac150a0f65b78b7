import { utils } from 'ssh2';
import { describe, expect, it } from 'vitest';
import { makeMemoryKey } from '../../../../src/transport/node/demo/keys.ts';

/** The next key of ssh2's generator that is, or is not, read by ssh2's parser. */
function next(readable: boolean): string {
  for (;;) {
    const text = utils.generateKeyPairSync('ed25519').private;
    if (!(utils.parseKey(text) instanceof Error) === readable) return text;
  }
}

describe('a key in memory', () => {
  it('is made again where the generator wrote one that nobody can read', () => {
    const good = next(true);
    const made = [next(false), next(false), good, next(true)].values();
    expect(makeMemoryKey(() => made.next().value ?? '').privateText).toBe(good);
  });

  it('has its public half in wire format', () => {
    const length = 4 + 'ssh-ed25519'.length + 4 + 32;
    expect(makeMemoryKey().publicKey).toHaveLength(length);
  });

  it('is given up after several that nobody can read', () => {
    let made = 0;
    const bad = (): string => {
      made++;
      return 'no key';
    };
    expect(() => makeMemoryKey(bad)).toThrow('Unsupported key format');
    expect(made).toBe(8);
  });
});
