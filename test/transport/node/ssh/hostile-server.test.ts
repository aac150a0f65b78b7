import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Server, type Connection, type ServerChannel } from 'ssh2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMemoryKey } from '../../../../src/transport/node/demo/keys.ts';
import type { HostKeyQuestion } from '../../../../src/transport/index.ts';
import { createConnector } from '../../../../src/transport/node/index.ts';
import { resolveHost } from '../../../../src/transport/node/ssh/config/resolve.ts';
import { openForwarded } from '../../../../src/transport/node/ssh/connect/socket.ts';
import { collect, value } from '../../../support/channels.ts';
import { testCommand } from '../../../support/commands.ts';
import { noPrompts } from '../../../support/prompts.ts';
import { startSshd } from '../../../support/sshd.ts';
import { asUser, plainUser } from '../../../support/users.ts';

/** A host that lets everybody in, forwards to nowhere, and sends more than anybody asked for. */
let folder: string;
let server: Server;
let forwards: (() => void) | undefined;
const connections = new Set<Connection>();
const flooding = { bytes: 0 };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-hostile-'));
  const key = makeMemoryKey();
  server = new Server({ hostKeys: [key.privateText] }, (connection) => {
    connections.add(connection);
    connection.on('error', () => undefined);
    connection.on('authentication', (context) => context.accept());
    connection.on('session', (accept) => {
      const session = accept();
      session.on('exec', (take, _refuse, { command }) => flood(take(), connection, command === 'errors'));
      session.on('subsystem', (take) => openFiles(take(), connection));
    });
    connection.on('tcpip', () => forwards?.());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  writeFileSync(
    join(folder, 'config'),
    `Host hostile behind\n  HostName 127.0.0.1\n  Port ${port}\n  User me\n  ConnectTimeout 600\n` +
      `  UserKnownHostsFile ${join(folder, 'known')}\nHost behind\n  ProxyJump hostile\n`,
  );
});

afterAll(() => {
  for (const connection of connections) connection.end();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What ends when the client asks for the limits of an SFTP session. */
let ending: 'session' | 'connection' = 'session';

/** An SFTP server that offers to tell its limits (OpenSSH's PROTOCOL, 4.8), and ends when it is asked for them. */
function openFiles(channel: ServerChannel, connection: Connection): void {
  let requests = 0;
  channel.on('data', () => {
    requests += 1;
    if (requests === 1) {
      const texts = ['limits@openssh.com', '1'].map((text) =>
        Buffer.from(`\0\0\0${String.fromCharCode(text.length)}${text}`),
      );
      const packet = Buffer.concat([Buffer.from([2, 0, 0, 0, 3]), ...texts]);
      channel.write(Buffer.concat([Buffer.from([0, 0, 0, packet.byteLength]), packet]));
    } else if (ending === 'session') channel.close();
    else connection.end();
  });
}

/** Sends as if the client's window had no end, as fast as the socket takes it, up to a bound of its own. */
function flood(channel: ServerChannel, connection: Connection, onErrors: boolean): void {
  const block = Buffer.alloc(32_000, 120);
  const output = onErrors ? channel.stderr : channel;
  let over = false;
  connection.on('close', () => (over = true));
  flooding.bytes = 0;
  const more = (): void => {
    if (over || flooding.bytes > 100_000_000) return;
    // The window is the server's to keep: ssh2 counts it here.
    Reflect.set(Reflect.get(channel, 'outgoing') ?? {}, 'window', 10_000_000);
    flooding.bytes += block.byteLength;
    output.write(block, () => setImmediate(more));
  };
  more();
}

function connect(host: string, signal?: AbortSignal) {
  const connector = createConnector({
    sshConfigFile: join(folder, 'config'),
    trustStoreFile: join(folder, 'trust'),
    transport: 'ssh2',
  });
  const prompts = { ...noPrompts, trustHostKey: () => Promise.resolve(true) };
  const target = { kind: 'ssh', host, root: '/' } as const;
  return connector.connect(target, { prompts, ...(signal === undefined ? {} : { signal }) });
}

test.each(['output', 'errors'])(
  'a host that sends without end to a shell that nobody reads (%s) loses the connection',
  async (launcher) => {
    const transport = value(await connect('hostile'));
    const ended = new Promise((resolve) => transport.onDidDisconnect(resolve));
    transport.prepare(testCommand(launcher), 1);
    expect(await ended).toMatchObject({ code: 'disconnected', detail: 'sent more than it may' });
    expect(flooding.bytes).toBeLessThan(100_000_000);
    transport.dispose();
  },
);

test.each(['session', 'connection'] as const)(
  'files of a host whose %s ends while it opens the way to them are not waited for',
  async (what) => {
    ending = what;
    const transport = value(await connect('hostile'));
    expect(await transport.files.stat('/')).toMatchObject({ ok: false, error: { code: 'disconnected' } });
    transport.dispose();
  },
);

test('an attempt is given up at once while a jump host does not say whether it forwards', async () => {
  const controller = new AbortController();
  forwards = () => controller.abort();
  expect(await connect('behind', controller.signal)).toEqual({ ok: false, error: { code: 'cancelled' } });
});

test('a jump host that is gone when it is to forward is unreachable', async () => {
  const options = { configFile: join(folder, 'config'), homeFolder: folder, environment: process.env };
  const settings = value(await resolveHost({ host: 'behind' }, options));
  expect(await openForwarded(new Client(), settings, undefined)).toMatchObject({
    ok: false,
    error: { code: 'unreachable', host: '127.0.0.1', port: settings.port },
  });
});

test('a key that was just accepted is not asked about again when keys are exchanged anew', async () => {
  const user = plainUser();
  const sshd = await startSshd({ ...asUser(user), known: false, config: ['RekeyLimit 20K'] });
  const asked: HostKeyQuestion[] = [];
  const trustStoreFile = join(sshd.folder, 'trust');
  const connector = createConnector({
    sshConfigFile: sshd.sshConfigFile,
    trustStoreFile,
    transport: 'ssh2',
  });
  const transport = value(
    await connector.connect(
      { kind: 'ssh', host: sshd.alias, root: '/' },
      {
        prompts: {
          ...noPrompts,
          trustHostKey: (question) => {
            asked.push(question);
            return Promise.resolve(asked.length === 1);
          },
        },
      },
    ),
  );
  for (let round = 0; round < 5; round += 1) {
    const channel = value(await transport.exec(testCommand('head -c 50000 /dev/zero')));
    expect((await collect(channel)).stdout).toHaveLength(50_000);
  }
  expect(asked).toHaveLength(1);
  expect(readFileSync(trustStoreFile, 'utf8').trim().split('\n')).toHaveLength(1);
  transport.dispose();
  await sshd.stop();
  user?.remove();
});
