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

  it('asks before the content of keys and histories, whoever asks first', async () => {
    let answer = false;
    let now = 0;
    const asked: string[] = [];
    const rules = new PathRules(
      (_name, { path }) => {
        asked.push(path);
        return Promise.resolve(answer);
      },
      { now: () => now },
    );
    expect(rules.allows(target, '/srv/app/.env')).toBe(true);
    expect(await rules.mayRead(target, '/srv/app/a.py')).toBe(true);
    expect(await rules.mayRead(target, '/proc/self/environ')).toBe(false);
    expect(await rules.mayRead(target, '/home/u/.ssh/id_rsa')).toBe(false);
    expect(asked).toEqual([]);
    expect(await rules.mayRead(target, '/srv/app/.env')).toBe(false);
    // A no stands for those that the same gesture reads next, and can be changed later.
    expect(await rules.mayRead(target, '/srv/app/.env.local')).toBe(false);
    expect(asked).toEqual(['/srv/app/.env']);
    now = 60_000;
    answer = true;
    expect(await rules.mayRead(target, '/srv/app/.env')).toBe(true);
    expect(await rules.mayRead(target, '/srv/app/.netrc')).toBe(true);
    expect(asked).toEqual(['/srv/app/.env', '/srv/app/.env']);
    // A notebook's probe is covered by it: one question a target and session.
    expect(await rules.consent('box', 'sensitive-path', () => Promise.reject(new Error('asked again')))).toBe(
      true,
    );
  });

  it('asks again where the name stands for another place', async () => {
    let place = 'box:/srv/app';
    const asked: string[] = [];
    const rules = new PathRules(
      (_name, { kind }) => {
        asked.push(`${place} ${kind}`);
        return Promise.resolve(true);
      },
      { now: () => 0 },
      () => place,
    );
    expect(await rules.mayRead(target, '/srv/app/.env')).toBe(true);
    rules.allowOutside('box');
    expect(rules.mustAsk(target, '/etc/hosts')).toBe(false);
    place = 'production:/srv/app';
    expect(rules.mustAsk(target, '/etc/hosts')).toBe(true);
    expect(await rules.mayRead(target, '/srv/app/.env')).toBe(true);
    expect(asked).toEqual(['box:/srv/app sensitive-path', 'production:/srv/app sensitive-path']);
    place = 'box:/srv/app';
    expect(rules.mustAsk(target, '/etc/hosts')).toBe(false);
  });

  it('asks one question at a time', async () => {
    let resolve: (yes: boolean) => void = () => undefined;
    let count = 0;
    const rules = new PathRules(() => {
      count += 1;
      return new Promise((settle) => {
        resolve = settle;
      });
    });
    const both = ['/srv/app/.env', '/srv/app/.netrc'].map((path) => rules.mayRead(target, path));
    await Promise.resolve();
    resolve(true);
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(count).toBe(1);
  });
});
