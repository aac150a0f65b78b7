import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, processesWith } from '../support/processes.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { makeTestUser, type TestUser } from '../support/users.ts';

const root = process.getuid?.() === 0;
let user: TestUser | undefined;
let sshd: Sshd;

beforeAll(async () => {
  user = root ? makeTestUser() : undefined;
  sshd = await startSshd(user === undefined ? {} : { user: user.name });
});
afterAll(async () => {
  await sshd.stop();
  user?.remove();
});

test('the system’s own client reaches the test server by its alias', async () => {
  const said = execFileSync('ssh', ['-F', sshd.sshConfigFile, '--', sshd.alias, 'id -un; pwd'], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  expect(said).toBe(`${sshd.user}\n${user?.home ?? process.env['HOME'] ?? ''}\n`);
  await eventually(() => expect(sshd.commandsStarted()).toBe(1));
});

test('nothing of a stopped server is left', async () => {
  const second = await startSshd({ alias: 'other', hostKeys: ['ed25519', 'rsa'] });
  expect(processesWith(second.folder)).not.toEqual([]);
  await second.stop();
  expect(processesWith(second.folder)).toEqual([]);
});

test('a port that somebody else has is told by the server’s own words, by which another is tried', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(startSshd({ port })).rejects.toThrow('Address already in use');
  taken.close();
});
