import { afterEach, afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transport } from '../../../../src/transport/index.ts';
import { createConnector } from '../../../../src/transport/node/index.ts';
import { collect, error, untilOutput, value } from '../../../support/channels.ts';
import { testCommand } from '../../../support/commands.ts';
import { eventually, processesWith } from '../../../support/processes.ts';
import { noPrompts } from '../../../support/prompts.ts';
import { startSshd, type Sshd, type SshdOptions } from '../../../support/sshd.ts';
import { asUser, plainUser, type TestUser } from '../../../support/users.ts';

let user: TestUser | undefined;
let sshd: Sshd;
const transports: Transport[] = [];
const further: Sshd[] = [];

async function connect(server: Sshd): Promise<Transport> {
  const connector = createConnector({
    sshConfigFile: server.sshConfigFile,
    trustStoreFile: `${server.folder}/trust`,
  });
  const target = { kind: 'ssh', host: server.alias, root: '/' } as const;
  const transport = value(await connector.connect(target, { prompts: noPrompts }));
  transports.push(transport);
  return transport;
}

async function another(options: SshdOptions): Promise<Sshd> {
  const server = await startSshd({ ...asUser(user), ...options });
  further.push(server);
  return server;
}

beforeAll(async () => {
  user = plainUser();
  sshd = await startSshd(asUser(user));
});
afterEach(async () => {
  for (const transport of transports.splice(0)) transport.dispose();
  for (const server of further.splice(0)) await server.stop();
});
afterAll(async () => {
  await sshd.stop();
  user?.remove();
});

describe('commands over ssh', () => {
  test('report output and status, and say where they ran', async () => {
    const transport = await connect(sshd);
    expect(transport.label).toBe(`${sshd.user}@127.0.0.1:${sshd.port}`);
    const answer = await collect(value(await transport.exec(testCommand('echo out; echo err >&2; exit 7'))));
    expect(answer.stdout.toString()).toBe('out\n');
    expect(answer.stderr.toString()).toBe('err\n');
    expect(answer.end).toEqual({ kind: 'exit', status: 7 });
  });

  test('carry a megabyte both ways unchanged', async () => {
    const transport = await connect(sshd);
    const script = '0123456789abcde\n'.repeat(65_536);
    const channel = value(await transport.exec(testCommand(`head -c ${script.length}`, script)));
    expect((await collect(channel)).stdout.toString('latin1') === script).toBe(true);
  });

  test('end with the signal that killed them', async () => {
    const transport = await connect(sshd);
    expect(await value(await transport.exec(testCommand('kill -KILL $$'))).closed).toEqual({
      kind: 'signal',
      signal: 'KILL',
    });
  });

  test('hold output back that nobody listens to, and hand it over later', async () => {
    const transport = await connect(sshd);
    const channel = value(await transport.exec(testCommand('head -c 8000000 /dev/zero; echo end')));
    const stderr: Uint8Array[] = [];
    channel.onStderr((chunk) => stderr.push(chunk));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const answer = await collect(channel);
    expect(answer.stdout.byteLength).toBe(8_000_004);
    expect(answer.end).toEqual({ kind: 'exit', status: 0 });
  });

  test('run at most four at once, the others in turn', async () => {
    const transport = await connect(sshd);
    const started = sshd.commandsStarted();
    const command = testCommand('echo up; read -r l', '');
    const first = await Promise.all([1, 2, 3, 4].map(async () => value(await transport.exec(command))));
    await Promise.all(first.map((channel) => untilOutput(channel, 'up')));
    let fifth = false;
    const waiting = transport.exec(command).then((result) => {
      fifth = true;
      return value(result);
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(fifth).toBe(false);
    expect(sshd.commandsStarted() - started).toBe(4);
    first[0]?.end();
    await untilOutput(await waiting, 'up');
  });

  test('end on the host when they are closed or cancelled', async () => {
    const transport = await connect(sshd);
    // A shell that watches its standard input, as guarded shells do.
    const watched = (mark: string): ReturnType<typeof testCommand> =>
      testCommand(`exec /bin/sh -c 'sleep ${mark} & echo up; read -r l; kill -KILL 0'`);
    const abort = new AbortController();
    const closed = value(await transport.exec(watched('5551.5')));
    const cancelled = value(await transport.exec(watched('5552.5'), { signal: abort.signal }));
    await Promise.all([untilOutput(closed, 'up'), untilOutput(cancelled, 'up')]);
    closed.close();
    abort.abort();
    expect(await cancelled.closed).toEqual({ kind: 'lost', error: { code: 'cancelled' } });
    await closed.closed;
    await eventually(() => expect(processesWith('sleep 555')).toEqual([]));
  });
});

describe('shells started in advance', () => {
  const command = testCommand('echo READY; read -r l; echo "got $l"', 'line\n');

  test('are used once each and filled up again', async () => {
    const server = await another({});
    const transport = await connect(server);
    transport.prepare(command, 2);
    await eventually(() => expect(server.commandsStarted()).toBe(2));
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (let used = 1; used <= 3; used += 1) {
      const channel = value(await transport.exec(command));
      expect((await collect(channel)).stdout.toString()).toBe('READY\ngot line\n');
      await eventually(() => expect(server.commandsStarted()).toBe(2 + used));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });

  test('that died are not used', async () => {
    const server = await another({});
    const transport = await connect(server);
    const dying = testCommand('echo "$$"; read -r l; echo "got $l"', 'line\n');
    let closed = 0;
    transport.onDidSend(({ kind }) => (closed += kind === 'closed' ? 1 : 0));
    transport.prepare(dying, 1);
    await eventually(() => expect(processesWith('echo "$$"; read -r l')).toHaveLength(1));
    for (const id of processesWith('echo "$$"; read -r l')) process.kill(id, 'SIGKILL');
    await eventually(() => expect(closed).toBe(1));
    const answer = await collect(value(await transport.exec(dying)));
    expect(answer.stdout.toString()).toMatch(/^\d+\ngot line\n$/);
  });

  test('and files share the only session of a host that grants one', async () => {
    const server = await another({ maxSessions: 1 });
    const transport = await connect(server);
    transport.prepare(command, 2);
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        [1, 2, 3].map(async () => collect(value(await transport.exec(command)))),
      );
      for (const answer of answers) expect(answer.stdout.toString()).toBe('READY\ngot line\n');
      expect(value(await transport.files.stat('/etc/passwd')).kind).toBe('file');
      expect(value(await transport.files.read('/etc/passwd')).byteLength).toBeGreaterThan(0);
    }
    const other = await collect(value(await transport.exec(testCommand('echo other'))));
    expect(other.stdout.toString()).toBe('other\n');
  });

  test('use all of the sessions that a host grants, and no more', async () => {
    const server = await another({ maxSessions: 3 });
    const transport = await connect(server);
    transport.prepare(command, 2);
    const answers = await Promise.all(
      Array.from({ length: 40 }, async () => collect(value(await transport.exec(command)))),
    );
    expect(new Set(answers.map((answer) => answer.stdout.toString()))).toEqual(
      new Set(['READY\ngot line\n']),
    );
  });
});

describe('the end of a connection', () => {
  test('is noticed, and everything after it says so', async () => {
    const server = await another({});
    const transport = await connect(server);
    const channel = value(await transport.exec(testCommand('echo up; read -r l')));
    await untilOutput(channel, 'up');
    const noticed = new Promise((resolve) => transport.onDidDisconnect(resolve));
    await server.stop();
    expect(await noticed).toMatchObject({ code: 'disconnected', host: '127.0.0.1' });
    expect(transport.connected).toBe(false);
    expect(await channel.closed).toMatchObject({ kind: 'lost', error: { code: 'disconnected' } });
    expect(error(await transport.exec(testCommand('true'))).code).toBe('disconnected');
    expect(error(await transport.files.stat('/')).code).toBe('disconnected');
  });

  test('by dispose ends the shells on the host', async () => {
    const server = await another({});
    const transport = await connect(server);
    transport.prepare(testCommand('echo READY 6661; read -r l'), 2);
    await eventually(() => expect(processesWith('echo READY 6661')).toHaveLength(2));
    transport.dispose();
    transport.dispose();
    await eventually(() => expect(processesWith('echo READY 6661')).toEqual([]));
    expect(transport.connected).toBe(false);
  });
});
