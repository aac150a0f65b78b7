import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatTarget, isPlainName, parseTarget, type Target } from '../../src/transport/index.ts';

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
    ['box/docker=web:/srv', 'container-unsupported', 4],
    ['box/podman=web-1:/srv', 'container-unsupported', 4],
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
  });
});
