import { describe, expect, test } from 'vitest';
import {
  demoErrorMessage,
  fileErrorMessage,
  targetErrorMessage,
  systemSshLine,
  transportErrorMessage,
} from '../../src/messages/index.ts';
import type { FileError, FileKind, TargetError, TransportError } from '../../src/transport/index.ts';

const key = { host: 'box', port: 2222, keyType: 'ssh-ed25519', fingerprint: 'SHA256:abc' } as const;
const entry = { file: '/home/u/.ssh/known_hosts', line: 7 } as const;

/** Every error, with what its sentence must name: the place. */
const transportErrors: readonly (readonly [TransportError, ...string[]])[] = [
  [{ code: 'unknown-host', host: 'box' }, 'box', 'spelling'],
  [{ code: 'connection-refused', host: 'box', port: 22 }, 'box:22', 'ssh server'],
  [{ code: 'connection-refused', host: '::1', port: 22 }, '[::1]:22'],
  [{ code: 'unreachable', host: 'box', port: 22, detail: 'EHOSTUNREACH' }, 'box:22', 'EHOSTUNREACH'],
  [{ code: 'connect-timeout', host: 'box', port: 22, seconds: 20 }, 'box:22', '20', 'ConnectTimeout'],
  [{ code: 'host-key-unknown', ...key, knownTypes: [] }, 'box:2222', 'SHA256:abc', '--host-key SHA256:abc'],
  [
    { code: 'host-key-unknown', ...key, knownTypes: ['ssh-rsa'] },
    'another type (ssh-rsa)',
    '--host-key SHA256:abc',
  ],
  [{ code: 'host-key-changed', ...key, ...entry }, 'box:2222', 'known_hosts:7', 'SHA256:abc', 'has changed'],
  [{ code: 'host-key-revoked', ...key, ...entry }, 'box:2222', 'known_hosts:7', 'SHA256:abc', 'revoked'],
  [
    { code: 'authentication-failed', host: 'box', user: 'me', tried: ['agent', 'password'] },
    'box',
    'me',
    'agent, password',
  ],
  [{ code: 'authentication-failed', host: 'box', user: 'me', tried: [] }, 'nothing that the host takes'],
  [{ code: 'key-unreadable', file: '/k', reason: 'missing' }, '/k', 'IdentityFile'],
  [{ code: 'key-unreadable', file: '/k', reason: 'permission' }, '/k', 'permission'],
  [{ code: 'key-unreadable', file: '/k', reason: 'format' }, '/k', 'ssh-keygen'],
  [{ code: 'key-unreadable', file: '/k', reason: 'passphrase' }, '/k', 'ssh-add'],
  [{ code: 'ssh-config', file: '/c', line: 3, detail: 'bad option' }, '/c:3', 'bad option'],
  [{ code: 'ssh-config', file: '/c', detail: 'bad' }, '/c cannot', 'bad'],
  [{ code: 'unsupported', what: 'user-certificate', host: 'box' }, 'box', 'sonde.transport'],
  [{ code: 'unsupported', what: 'revoked-host-keys', host: 'box' }, 'box', 'RevokedHostKeys'],
  [{ code: 'unsupported', what: 'ssh-missing', host: 'box' }, 'box', 'sonde.sshPath'],
  [{ code: 'unsupported', what: 'ssh-version', host: 'box' }, 'box', 'OpenSSH 8.5'],
  [{ code: 'unsupported', what: 'ssh-windows', host: 'box' }, 'box', 'sonde.transport'],
  [{ code: 'unsupported', what: 'security-key', host: 'box' }, 'box', 'sonde.transport'],
  [{ code: 'unsupported', what: 'host-certificate', host: 'box' }, 'box', 'known_hosts'],
  [{ code: 'unsupported', what: 'host-key-algorithm', host: 'box' }, 'box', 'HostKeyAlgorithms'],
  [{ code: 'unsupported', what: 'proxy-command', host: 'box' }, 'box', 'ProxyJump'],
  [{ code: 'unsupported', what: 'sftp', host: 'box' }, 'box', 'sed -n'],
  [{ code: 'unsupported', what: 'gssapi', host: 'box' }, 'box', 'GSSAPI'],
  [{ code: 'channel-refused', host: 'box', detail: 'open failed' }, 'box', 'MaxSessions'],
  [{ code: 'disconnected', host: 'box', detail: 'closed' }, 'box', 'Connect again'],
  [{ code: 'no-shell', detail: '/bin/sh' }, '/bin/sh', 'Git for Windows'],
  [{ code: 'cancelled' }, 'Cancelled'],
];

const kinds: readonly FileKind[] = ['file', 'directory', 'symlink', 'fifo', 'socket', 'device', 'unknown'];

const fileErrors: readonly (readonly [FileError, ...string[]])[] = [
  [{ code: 'file-not-found', path: '/a' }, '/a', 'Check the path'],
  [{ code: 'file-permission', path: '/a' }, '/a', 'read permission'],
  [{ code: 'file-too-large', path: '/a', size: 9, limit: 5 }, '/a', '9', '5', 'sed -n'],
  [{ code: 'file-refused', path: 'a', rule: 'not-absolute' }, 'a', 'not-absolute'],
  [{ code: 'file-failed', path: '/a', detail: 'EIO' }, '/a', 'EIO'],
  [{ code: 'disconnected', host: 'box', detail: 'closed' }, 'box'],
  ...kinds.map((kind) => [{ code: 'file-kind', path: '/a', kind }, '/a', 'regular files'] as const),
];

const reasons: readonly TargetError['reason'][] = [
  'empty',
  'bad-host',
  'bad-user',
  'bad-port',
  'root-not-absolute',
  'no-root',
  'bad-container',
];

describe('every error has one sentence with a place and one with a way out', () => {
  test.each(transportErrors.map(([error, ...parts]) => ({ error, parts })))(
    '$error.code',
    ({ error, parts }) => {
      const message = transportErrorMessage(error);
      for (const part of parts) expect(message).toContain(part);
      complete(message);
    },
  );

  test.each(fileErrors.map(([error, ...parts]) => ({ error, parts })))('$error.code', ({ error, parts }) => {
    const message = fileErrorMessage(error);
    for (const part of parts) expect(message).toContain(part);
    complete(message);
  });

  test.each(reasons)('target: %s', (reason) => {
    const message = targetErrorMessage({ code: 'target-syntax', text: 'box:x', at: 4, reason });
    if (reason !== 'empty') expect(message).toContain('"box:x", column 5');
    complete(message);
  });

  test('of the demo', () => {
    const files = demoErrorMessage({ code: 'demo-files', folder: '/p', detail: 'ENOENT' });
    expect(files).toContain('/p');
    const port = demoErrorMessage({ code: 'demo-port', detail: 'EADDRNOTAVAIL' });
    expect(port).toContain('127.0.0.1');
    const shell = demoErrorMessage({ code: 'no-shell', detail: '/bin/sh' });
    expect(shell).toContain('stored evidence');
    for (const message of [files, port, shell]) complete(message);
  });
});

test('no two kinds of file are named alike', () => {
  const names = kinds.map((kind) => fileErrorMessage({ code: 'file-kind', path: '/a', kind }));
  expect(new Set(names).size).toBe(kinds.length);
});

test('what a host or a path says stays on the line and shows its controls', () => {
  const message = transportErrorMessage({
    code: 'disconnected',
    host: 'box',
    detail: 'bye\n\u001b[31mred\u202eevil',
  });
  expect(message).toContain('bye\\u{000A}\\u{001B}[31mred\\u{202E}evil');
  expect(fileErrorMessage({ code: 'file-not-found', path: '/a\nb' })).toContain('/a\\u{000A}b');
});

/** Two sentences at least, and no placeholder left. */
function complete(message: string): void {
  expect(message).toMatch(/^[^\n]+\.$/);
  expect(message.split(/[.!] [A-Z]/).length).toBeGreaterThanOrEqual(2);
  expect(message).not.toMatch(/\{\d\}|undefined/);
}

test('why the system’s ssh is used is one sentence with the target and the cause', () => {
  const causes = [
    'user-certificate',
    'security-key',
    'gssapi',
    'host-certificate',
    'host-key-algorithm',
    'revoked-host-keys',
    'proxy-command',
  ];
  const lines = causes.map((what) => systemSshLine('me@box:22', { code: 'unsupported', what, host: 'box' }));
  expect(new Set(lines).size).toBe(causes.length);
  for (const [index, line] of lines.entries()) {
    expect(line).toMatch(/^me@box:22 is reached by the system’s ssh, .*: .+\.$/);
    expect(line).not.toContain(causes[index]);
  }
});
