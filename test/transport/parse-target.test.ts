import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatTarget,
  isPlainName,
  parseTarget,
  type Container,
  type Target,
} from '../../src/transport/index.ts';

const docker = (name: string): Container => ({ engine: 'docker', name });
const podman = (name: string): Container => ({ engine: 'podman', name });

describe('parseTarget', () => {
  const good: readonly (readonly [string, Target])[] = [
    ['box:/srv/app', { kind: 'ssh', host: 'box', root: '/srv/app' }],
    ['box.example.org:/', { kind: 'ssh', host: 'box.example.org', root: '/' }],
    ['me@box:/a b/c:d', { kind: 'ssh', host: 'box', user: 'me', root: '/a b/c:d' }],
    ['ssh://box/srv', { kind: 'ssh', host: 'box', root: '/srv' }],
    ['ssh://me@box:2222/srv', { kind: 'ssh', host: 'box', user: 'me', port: 2222, root: '/srv' }],
    ['ssh://me@[::1]:22/srv', { kind: 'ssh', host: '::1', user: 'me', port: 22, root: '/srv' }],
    ['ssh://[fe80::1]/srv', { kind: 'ssh', host: 'fe80::1', root: '/srv' }],
    ['[2001:db8::7]:/srv', { kind: 'ssh', host: '2001:db8::7', root: '/srv' }],
    ['ssh://b/srv', { kind: 'ssh', host: 'b', root: '/srv' }],
    ['/srv/app', { kind: 'local', root: '/srv/app' }],
    ['./app', { kind: 'local', root: './app' }],
    ['../a:b', { kind: 'local', root: '../a:b' }],
    ['app', { kind: 'local', root: 'app' }],
    ['.', { kind: 'local', root: '.' }],
    ['src/a:b', { kind: 'local', root: 'src/a:b' }],
    ['/srv/x:/y', { kind: 'local', root: '/srv/x:/y' }],
    ['C:\\code', { kind: 'local', root: 'C:\\code' }],
    ['c:/code', { kind: 'local', root: 'c:/code' }],
    ['box/docker=web:/srv', { kind: 'ssh', host: 'box', root: '/srv', container: docker('web') }],
    ['box/podman=web-1.x_y:/', { kind: 'ssh', host: 'box', root: '/', container: podman('web-1.x_y') }],
    [
      'me@box/docker=0a1b:/a b:c',
      { kind: 'ssh', host: 'box', user: 'me', root: '/a b:c', container: docker('0a1b') },
    ],
    ['[::1]/docker=web:/srv', { kind: 'ssh', host: '::1', root: '/srv', container: docker('web') }],
    [
      'ssh://me@box:2222/docker=web:/srv',
      { kind: 'ssh', host: 'box', user: 'me', port: 2222, root: '/srv', container: docker('web') },
    ],
    ['ssh://[::1]/podman=w:/srv', { kind: 'ssh', host: '::1', root: '/srv', container: podman('w') }],
    ['docker=web:/srv', { kind: 'local', root: '/srv', container: docker('web') }],
    ['podman=web:/', { kind: 'local', root: '/', container: podman('web') }],
    // Folders that look like it.
    ['box:/docker=web:/srv', { kind: 'ssh', host: 'box', root: '/docker=web:/srv' }],
    ['ssh://box/docker=web', { kind: 'ssh', host: 'box', root: '/docker=web' }],
    ['ssh://box/./docker=web:/srv', { kind: 'ssh', host: 'box', root: '/./docker=web:/srv' }],
    ['./docker=web:/srv', { kind: 'local', root: './docker=web:/srv' }],
    ['../docker=web:/srv', { kind: 'local', root: '../docker=web:/srv' }],
    ['/docker=web:/srv', { kind: 'local', root: '/docker=web:/srv' }],
    ['C:/docker=web:/srv', { kind: 'local', root: 'C:/docker=web:/srv' }],
    ['a/b/docker=web:/srv', { kind: 'local', root: 'a/b/docker=web:/srv' }],
  ];
  test.each(good)('%s', (text, target) => {
    expect(parseTarget(text)).toEqual({ ok: true, value: target });
  });

  const bad: readonly (readonly [string, string, number])[] = [
    ['', 'empty', 0],
    ['  ', 'empty', 0],
    ['box:', 'no-root', 4],
    ['box:srv', 'root-not-absolute', 4],
    ['ssh://box', 'no-root', 9],
    ['ssh://', 'bad-host', 6],
    ['ssh:///srv', 'bad-host', 6],
    ['-oProxyCommand=x:/srv', 'bad-host', 0],
    ['ssh://-oProxyCommand=x/srv', 'bad-host', 6],
    ['ssh://-u@box/srv', 'bad-user', 6],
    ['ssh://me:secret@box/srv', 'bad-user', 6],
    ['ssh://me@b$x/srv', 'bad-host', 9],
    ['ssh://box:/srv', 'bad-port', 10],
    ['ssh://box:0/srv', 'bad-port', 10],
    ['ssh://box:65536/srv', 'bad-port', 10],
    ['ssh://box:22x/srv', 'bad-port', 10],
    ['ssh://[box]:22/srv', 'bad-host', 6],
    ['ssh://::1/srv', 'bad-host', 6],
    ['a b:/srv', 'bad-host', 0],
    ['box;rm:/srv', 'bad-host', 0],
    ['box/docker=:/srv', 'bad-container', 11],
    ['box/docker=-v:/srv', 'bad-container', 11],
    ['box/docker=a b:/srv', 'bad-container', 11],
    ['box/docker=$(x):/srv', 'bad-container', 11],
    ['box/podman=wéb:/srv', 'bad-container', 11],
    ['ssh://box:22/docker=.x:/srv', 'bad-container', 20],
    ['docker=_x:/srv', 'bad-container', 7],
    ['box/docker=web', 'no-root', 14],
    ['box/docker=web:', 'no-root', 15],
    ['box/docker=web:srv', 'root-not-absolute', 15],
    ['docker=web:srv', 'root-not-absolute', 11],
    ['docker=web', 'no-root', 10],
    ['ssh://box/docker=web:srv', 'root-not-absolute', 21],
    ['-oProxyCommand=x/docker=web:/srv', 'bad-host', 0],
    ['a b/docker=web:/srv', 'bad-host', 0],
    ['-u@box/docker=web:/srv', 'bad-user', 0],
    ['kubectl=web:/srv', 'bad-host', 0],
  ];
  test.each(bad)('%s is refused: %s', (text, reason, at) => {
    expect(parseTarget(text)).toEqual({ ok: false, error: { code: 'target-syntax', text, at, reason } });
  });

  test('never throws, and points into the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^(ssh:\/\/)?[a-z@:[\]/.0-9-]{0,20}$/)), (text) => {
        const result = parseTarget(text);
        if (!result.ok) {
          expect(result.error.at).toBeGreaterThanOrEqual(0);
          expect(result.error.at).toBeLessThanOrEqual(text.length);
        } else if (result.value.kind === 'ssh' && !result.value.host.includes(':')) {
          expect(isPlainName(result.value.host)).toBe(true);
        }
      }),
    );
  });
});

describe('formatTarget', () => {
  const name = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,10}$/);
  const host = fc.oneof(name, fc.constantFrom('::1', 'fe80::1', '2001:db8::7'));
  const root = fc.string().map((text) => `/${text}`);
  const ssh = fc
    .record(
      {
        kind: fc.constant('ssh' as const),
        host,
        user: name,
        port: fc.integer({ min: 1, max: 65_535 }),
        root,
        container: fc.record({
          engine: fc.constantFrom('docker' as const, 'podman' as const),
          name: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,10}$/),
        }),
      },
      { requiredKeys: ['kind', 'host', 'root'] },
    )
    .map((target): Target => target);

  test('is read back as the same ssh target', () => {
    fc.assert(
      fc.property(ssh, (target) => {
        expect(parseTarget(formatTarget(target))).toEqual({ ok: true, value: target });
      }),
    );
  });

  test('is read back as the same local folder, dotted where it looks like a host', () => {
    expect(formatTarget({ kind: 'local', root: '/srv' })).toBe('/srv');
    expect(formatTarget({ kind: 'local', root: 'box:/srv' })).toBe('./box:/srv');
    expect(formatTarget({ kind: 'local', root: 'C:\\code' })).toBe('C:\\code');
    expect(formatTarget({ kind: 'local', root: 'docker=web' })).toBe('./docker=web');
    expect(formatTarget({ kind: 'local', root: 'docker=web:/srv' })).toBe('./docker=web:/srv');
  });

  test('a container stands behind its host; a folder of such a name is dotted', () => {
    const container = docker('web');
    expect(formatTarget({ kind: 'local', root: '/srv', container })).toBe('docker=web:/srv');
    expect(formatTarget({ kind: 'ssh', host: 'box', root: '/srv', container })).toBe('box/docker=web:/srv');
    expect(formatTarget({ kind: 'ssh', host: '::1', port: 22, root: '/srv', container })).toBe(
      'ssh://[::1]:22/docker=web:/srv',
    );
    const folder = { kind: 'ssh', host: 'box', port: 22, root: '/docker=web:/srv' } as const;
    expect(formatTarget(folder)).toBe('ssh://box:22/./docker=web:/srv');
    expect(parseTarget('ssh://box:22/./docker=web:/srv')).toMatchObject({
      value: { root: '/./docker=web:/srv' },
    });
  });
});
