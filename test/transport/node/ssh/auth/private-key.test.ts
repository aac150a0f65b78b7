import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readKeyFile } from '../../../../../src/transport/node/ssh/auth/private-key.ts';
import { makeKey } from '../../../../support/sshd.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-keys-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a key of ssh-keygen shows its public half, with and without passphrase', () => {
  for (const type of ['ed25519', 'ecdsa', 'rsa'] as const)
    for (const passphrase of ['', 'secret']) {
      const file = makeKey(join(folder, `${type}-${passphrase}`), type, passphrase);
      const shown = readFileSync(`${file}.pub`, 'utf8').split(' ')[1];
      const facts = readKeyFile(readFileSync(file, 'utf8'));
      expect(facts?.encrypted).toBe(passphrase !== '');
      expect(facts?.publicKey?.toString('base64')).toBe(shown);
    }
});

test('a PEM key shows whether it is encrypted, and no public half', () => {
  const file = makeKey(join(folder, 'pem'), 'rsa');
  execFileSync('ssh-keygen', ['-q', '-p', '-m', 'PEM', '-P', '', '-N', '', '-f', file]);
  expect(readKeyFile(readFileSync(file, 'utf8'))).toEqual({ encrypted: false });
  execFileSync('ssh-keygen', ['-q', '-p', '-m', 'PEM', '-P', '', '-N', 'secret', '-f', file]);
  expect(readKeyFile(readFileSync(file, 'utf8'))).toEqual({ encrypted: true });
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' },
  });
  expect(readKeyFile(privateKey)).toEqual({ encrypted: true });
});

test('other texts are no key, and none makes it throw', () => {
  expect(readKeyFile('')).toBeUndefined();
  expect(readKeyFile('ssh-ed25519 AAAA me')).toBeUndefined();
  const armour = (body: string): string =>
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${body}\n-----END OPENSSH PRIVATE KEY-----\n`;
  expect(readKeyFile(armour('AAAA'))).toBeUndefined();
  const text = readFileSync(join(folder, 'ed25519-'), 'utf8');
  const bytes = Buffer.from(text.replaceAll(/-----.*-----|\s/g, ''), 'base64');
  fc.assert(
    fc.property(fc.nat(bytes.byteLength), fc.nat(255), fc.boolean(), (at, byte, cut) => {
      const changed = Buffer.from(cut ? bytes.subarray(0, at) : bytes);
      if (at < changed.byteLength) changed[at] = byte;
      readKeyFile(armour(changed.toString('base64')));
    }),
  );
});
