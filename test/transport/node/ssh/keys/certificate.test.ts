import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCertificate } from '../../../../../src/transport/node/ssh/keys/certificate.ts';
import { isAuthority } from '../../../../../src/transport/node/ssh/keys/judge-key.ts';
import { parseKnownHosts } from '../../../../../src/transport/node/ssh/keys/known-hosts.ts';
import { parseRevokedKeys, readRevokedKeys } from '../../../../../src/transport/node/ssh/keys/revoked.ts';
import { makeKey } from '../../../../support/sshd.ts';
import { error, value } from '../../../../support/channels.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-cert-'));
  makeKey(join(folder, 'ca'), 'ecdsa');
});
afterAll(() => rmSync(folder, { recursive: true }));

function wire(file: string): Buffer {
  return Buffer.from(readFileSync(file, 'utf8').split(' ')[1] ?? '', 'base64');
}

describe('a host certificate', () => {
  test.each(['ed25519', 'ecdsa', 'rsa'] as const)('holds the key and who signed it: %s', (type) => {
    const key = makeKey(join(folder, type), type);
    const sign = [
      '-q',
      '-s',
      join(folder, 'ca'),
      '-h',
      '-I',
      'some id',
      '-n',
      'a,b',
      '-V',
      '+1d',
      `${key}.pub`,
    ];
    execFileSync('ssh-keygen', sign);
    const certificate = readCertificate(wire(`${key}-cert.pub`));
    expect(certificate?.plain.equals(wire(`${key}.pub`))).toBe(true);
    expect(certificate?.authority.equals(wire(join(folder, 'ca.pub')))).toBe(true);
  });

  test('that is cut anywhere is none, and nothing throws', () => {
    const whole = wire(join(folder, 'rsa-cert.pub'));
    const authority = readCertificate(whole)?.authority.byteLength ?? 0;
    for (let length = 0; length < whole.byteLength; length += 1) {
      const part = readCertificate(whole.subarray(0, length));
      // Behind the authority only the signature follows, which is for `ssh` to check.
      if (part !== undefined) expect(part.authority.byteLength).toBe(authority);
    }
    expect(readCertificate(wire(join(folder, 'rsa.pub')))).toBeUndefined();
  });

  test('is of a known authority only for the hosts that it is known for', () => {
    const key = wire(join(folder, 'ca.pub'));
    const line = (names: string): string =>
      `@cert-authority ${names} ecdsa-sha2-nistp256 ${key.toString('base64')}`;
    const knows = (names: string, host: string, port = 22): boolean =>
      isAuthority({ host, port }, key, parseKnownHosts(line(names), 'f'));
    expect(knows('*.example.org', 'a.example.org')).toBe(true);
    expect(knows('*.example.org,!a.example.org', 'a.example.org')).toBe(false);
    expect(knows('box', 'box', 2222)).toBe(true);
    expect(knows('[box]:2222', 'box')).toBe(false);
    const plain = parseKnownHosts(line('box').replace('@cert-authority ', ''), 'f');
    expect(isAuthority({ host: 'box', port: 22 }, key, plain)).toBe(false);
  });
});

describe('RevokedHostKeys', () => {
  test('are read one a line, with options, comments and lines that are none between them', () => {
    const key = readFileSync(join(folder, 'rsa.pub'), 'utf8').trim();
    const text = `# of last year\n\n${key}\nnothing\nssh-rsa AAAA\nfrom="x y" ${key}\n`;
    expect(parseRevokedKeys(text, 'f').map(({ line, marker, names }) => [line, marker, names])).toEqual([
      [3, 'revoked', ['*']],
      [6, 'revoked', ['*']],
    ]);
  });

  test('are none without a file, and an error with one that cannot be read', async () => {
    const host = 'box';
    expect(value(await readRevokedKeys({ revokedHostKeysFile: undefined, host }))).toEqual([]);
    expect(error(await readRevokedKeys({ revokedHostKeysFile: join(folder, 'none'), host }))).toEqual({
      code: 'ssh-config',
      file: join(folder, 'none'),
      detail: 'RevokedHostKeys: ENOENT',
    });
  });
});
