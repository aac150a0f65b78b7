import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeMemoryKey } from '../../../../src/transport/node/demo/keys.ts';
import { writeServeFiles } from '../../../../src/transport/node/demo/serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'sonde-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keys = { hostKey: makeMemoryKey(), clientKey: makeMemoryKey() };

test('nothing is written through links that wait under the names of a port', () => {
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'precious\n');
  const planted = ['sonde-demo-2222.key', 'sonde-demo-2222.known_hosts'];
  for (const name of planted) symlinkSync(victim, join(folder, name));
  const serving = writeServeFiles({ folder, port: 2222, ...keys });
  expect(readFileSync(victim, 'utf8')).toBe('precious\n');
  expect(readFileSync(serving.knownHostsFile, 'utf8')).toMatch(/^\[127\.0\.0\.1\]:2222 ssh-ed25519 /);
  serving.dispose();
  expect(readdirSync(folder).sort()).toEqual([...planted, 'victim'].sort());
});

test('the files are for their owner only and go with what serves', () => {
  const serving = writeServeFiles({ folder, port: 2223, ...keys });
  const own = dirname(serving.identityFile);
  expect([own, serving.identityFile, serving.knownHostsFile].map((file) => statSync(file).mode & 0o777)).toEqual([
    0o700, 0o600, 0o600,
  ]);
  expect(readFileSync(serving.identityFile, 'utf8')).toBe(keys.clientKey.privateText);
  serving.dispose();
  expect(existsSync(own)).toBe(false);
});
