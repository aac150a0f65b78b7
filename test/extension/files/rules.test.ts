import { describe, expect, it } from 'vitest';
import { isReadable, PathRules } from '../../../src/extension/files/rules.ts';

const target = { name: 'box', target: { kind: 'local', root: '/srv/app' } } as const;

describe('which files may be read', () => {
  it('follows the policy of probes', () => {
    expect(isReadable('/srv/app/src/a.py')).toBe(true);
    expect(isReadable("/srv/app/it's here/a b.py")).toBe(true);
    for (const path of ['/proc/self/environ', '/home/u/.ssh/id_ed25519', '/etc/shadow', '/dev/zero'])
      expect(isReadable(path), path).toBe(false);
  });

  it('keeps to the root until somebody agrees', () => {
    const rules = new PathRules(() => Promise.resolve(false));
    expect(rules.allows(target, '/srv/app/src/a.py')).toBe(true);
    expect(rules.allows(target, '/usr/lib/python3/x.py')).toBe(false);
    expect(rules.mustAsk(target, '/usr/lib/python3/x.py')).toBe(true);
    rules.allowOutside('box');
    expect(rules.allows(target, '/usr/lib/python3/x.py')).toBe(true);
    expect(rules.allows(target, '/proc/self/environ')).toBe(false);
    expect(rules.allows({ ...target, name: 'other' }, '/usr/lib/python3/x.py')).toBe(false);
  });

  it('asks once a target and kind', async () => {
    const asked: string[] = [];
    const rules = new PathRules((name, question) => {
      asked.push(`${name} ${question.kind}`);
      return Promise.resolve(name === 'box');
    });
    const outside = { kind: 'outside-root', path: '/usr/a' } as const;
    expect(await rules.ask('box', outside)).toBe(true);
    expect(await rules.ask('box', { ...outside, path: '/usr/b' })).toBe(true);
    expect(await rules.ask('two', outside)).toBe(false);
    expect(await rules.ask('box', { kind: 'sensitive-path', path: '/etc/shadow' })).toBe(true);
    expect(asked).toEqual(['box outside-root', 'two outside-root', 'box sensitive-path']);
  });
});
