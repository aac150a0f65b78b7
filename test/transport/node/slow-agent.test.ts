import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConnector } from '../../../src/transport/node/index.ts';
import { eventually } from '../../support/processes.ts';
import { noPrompts } from '../../support/prompts.ts';
import { startSshd, type Sshd } from '../../support/sshd.ts';
import { asUser, plainUser, type TestUser } from '../../support/users.ts';

/** An agent whose owner thinks before a key signs, for longer than the host may take to answer. */
const thinking = 4000;

/** SSH_AGENTC_SIGN_REQUEST of the agent's protocol. */
const signRequest = 13;

let user: TestUser | undefined;
let sshd: Sshd;
let agent: ChildProcess;
let slow: Server;
let configFile: string;
let asked = 0;

beforeAll(async () => {
  user = plainUser();
  sshd = await startSshd(asUser(user));
  const real = join(sshd.folder, 'agent');
  agent = spawn('ssh-agent', ['-D', '-a', real], { stdio: 'ignore' });
  await eventually(() => add(real));
  slow = createServer((near) => relay(near, connect(real)));
  const socket = join(sshd.folder, 'slow');
  await new Promise<void>((resolve) => slow.listen(socket, resolve));
  configFile = join(sshd.folder, 'slow-config');
  const text = readFileSync(sshd.sshConfigFile, 'utf8')
    .replace(/IdentityAgent none/, `IdentityAgent ${socket}`)
    .replace(/IdentityFile .*/, `IdentityFile ${sshd.identityFile}.pub`);
  writeFileSync(configFile, `${text}  ConnectTimeout 3\n`);
});
afterAll(async () => {
  slow.close();
  agent.kill();
  await sshd.stop();
  user?.remove();
});

function relay(near: Socket, far: Socket): void {
  near.on('data', (chunk: Buffer) => {
    const isSigning = chunk[4] === signRequest;
    asked += isSigning ? 1 : 0;
    setTimeout(() => far.write(chunk), isSigning ? thinking : 0);
  });
  far.pipe(near);
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
}

async function add(socket: string): Promise<void> {
  const child = spawn('ssh-add', ['-q', sshd.identityFile], {
    env: { ...process.env, SSH_AUTH_SOCK: socket },
    stdio: 'ignore',
  });
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
}

describe.each(['ssh2', 'openssh'] as const)('with %s', (transport) => {
  test('whoever has to allow a key to sign is waited for', async () => {
    const before = asked;
    const connector = createConnector({
      sshConfigFile: configFile,
      trustStoreFile: join(sshd.folder, 'trust'),
      homeFolder: sshd.folder,
      transport,
    });
    const target = { kind: 'ssh', host: sshd.alias, root: '/' } as const;
    const result = await connector.connect(target, { prompts: noPrompts });
    expect(asked).toBe(before + 1);
    expect(result.ok || result.error).toBe(true);
    if (result.ok) result.value.dispose();
  });
});
