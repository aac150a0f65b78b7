import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Channel, Transport, TransportError } from '../../../../src/transport/index.ts';
import type { Result } from '../../../../src/base/index.ts';
import { createConnector } from '../../../../src/transport/node/index.ts';
import { collect, error, untilOutput, value } from '../../../support/channels.ts';
import { testCommand } from '../../../support/commands.ts';
import { openLink, type Link } from '../../../support/link.ts';
import { eventually, processesWith } from '../../../support/processes.ts';
import { noPrompts } from '../../../support/prompts.ts';
import { descendants, startSshd, type Sshd } from '../../../support/sshd.ts';
import { asUser, plainUser, type TestUser } from '../../../support/users.ts';

let user: TestUser | undefined;
let sshd: Sshd;
let link: Link;
let transport: Transport | undefined;

beforeAll(() => {
  user = plainUser();
});
afterAll(() => user?.remove());
beforeEach(async () => {
  sshd = await startSshd({ ...asUser(user), clientConfig: ['ConnectTimeout 2'] });
  link = await openLink(sshd.port);
  // The host is known under the port of the link as well.
  const known = readFileSync(sshd.knownHostsFile, 'utf8');
  writeFileSync(sshd.knownHostsFile, known.replace(`:${sshd.port}`, `:${link.port}`));
});
afterEach(async () => {
  transport?.dispose();
  transport = undefined;
  await link.close();
  await sshd.stop();
});

async function connect(): Promise<Result<Transport, TransportError>> {
  const connector = createConnector({
    sshConfigFile: sshd.sshConfigFile,
    trustStoreFile: join(sshd.folder, 'trust'),
  });
  const target = { kind: 'ssh', host: sshd.alias, port: link.port, root: '/' } as const;
  const result = await connector.connect(target, { prompts: noPrompts });
  if (result.ok) transport = result.value;
  return result;
}

/** A shell that ends its group when its standard input ends, as guarded shells do. */
async function watched(through: Transport, mark: string): Promise<Channel> {
  const command = testCommand(`exec /bin/sh -c 'sleep ${mark} & echo up; read -r l; kill -KILL 0'`);
  const channel = value(await through.exec(command));
  await untilOutput(channel, 'up');
  return channel;
}

describe('a slow link', () => {
  test('carries output and files whole, in whatever pieces they come', async () => {
    link.delay = 20;
    link.pieces = 7;
    const through = value(await connect());
    const text = 'é€𝄞\n'.repeat(200);
    const channel = value(await through.exec(testCommand(`head -c ${Buffer.byteLength(text)}`, text)));
    expect((await collect(channel)).stdout.toString()).toBe(text);
    const file = join(sshd.folder, 'sshd_config');
    const bytes = Buffer.from(value(await through.files.read(file)));
    expect(bytes.equals(readFileSync(file))).toBe(true);
  });

  test('may stall for a while, and goes on where it was', async () => {
    const through = value(await connect());
    const channel = value(
      await through.exec(testCommand('echo a; read -r l; echo b; read -r l; echo c', '\n')),
    );
    await untilOutput(channel, 'a');
    link.stall();
    channel.end();
    await new Promise((resolve) => setTimeout(resolve, 300));
    link.resume();
    expect((await collect(channel)).end).toEqual({ kind: 'exit', status: 0 });
    expect(through.connected).toBe(true);
  });
});

describe('a link that is cut', () => {
  test('while a command runs ends it here and on the host', async () => {
    const through = value(await connect());
    const channel = await watched(through, '8881.5');
    link.cut();
    expect(await channel.closed).toMatchObject({ kind: 'lost', error: { code: 'disconnected' } });
    await eventually(() => expect(through.connected).toBe(false));
    await eventually(() => expect(processesWith('sleep 8881.5')).toEqual([]));
    expect(error(await through.exec(testCommand('true'))).code).toBe('disconnected');
  });

  test('while files are read ends the reading', async () => {
    const through = value(await connect());
    value(await through.files.stat('/'));
    link.stall();
    const reading = through.files.read(join(sshd.folder, 'sshd_config'));
    const waiting = through.exec(testCommand('true'));
    link.cut();
    expect(error(await reading).code).toBe('disconnected');
    expect(error(await waiting).code).toBe('disconnected');
  });

  test('before the login is done is an error', async () => {
    link.stall();
    const connecting = connect();
    await eventually(() => expect(link.connections()).toBeGreaterThan(0));
    link.cut();
    expect(error(await connecting)).toMatchObject({ code: 'unreachable', port: link.port });
  });

  test('or stalls for ever before the login is done, and times out', async () => {
    link.stall();
    expect(error(await connect())).toMatchObject({ code: 'connect-timeout', port: link.port, seconds: 2 });
  });
});

describe('a server', () => {
  test('whose process is killed is noticed at once', async () => {
    const through = value(await connect());
    const noticed = new Promise((resolve) => through.onDidDisconnect(resolve));
    const channel = await watched(through, '8882.5');
    const ofServer = processesWith('sshd');
    for (const id of descendants(sshd.pid)) if (ofServer.includes(id)) process.kill(id, 'SIGKILL');
    expect(await noticed).toMatchObject({ code: 'disconnected' });
    expect(await channel.closed).toMatchObject({ kind: 'lost' });
    await eventually(() => expect(processesWith('sleep 8882.5')).toEqual([]));
  });

  test('that is stopped for a while loses nothing', async () => {
    const through = value(await connect());
    const channel = value(await through.exec(testCommand('head -c 3000000 /dev/zero | tr "\\0" x')));
    const ids = descendants(sshd.pid);
    for (const id of ids) stopOrGo(id, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const id of ids) stopOrGo(id, 'SIGCONT');
    const { stdout, end } = await collect(channel);
    expect(stdout.byteLength).toBe(3_000_000);
    expect(end).toEqual({ kind: 'exit', status: 0 });
  });
});

function stopOrGo(id: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(id, signal);
  } catch {
    // It ended by itself.
  }
}

test('a hundred commands at once leave nothing behind', async () => {
  const through = value(await connect());
  const command = testCommand('IFS= read -r l8883; eval "$l8883"', 'echo answer\n');
  through.prepare(command, 2);
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => collect(value(await through.exec(command)))),
  );
  expect(new Set(answers.map((answer) => answer.stdout.toString()))).toEqual(new Set(['answer\n']));
  through.dispose();
  await eventually(() => expect(processesWith('read -r l8883')).toEqual([]));
});
