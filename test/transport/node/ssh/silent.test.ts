import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, type Connection } from 'ssh2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMemoryKey } from '../../../../src/transport/node/demo/keys.ts';
import { openProber } from '../../../../src/probe/index.ts';
import type { Transport } from '../../../../src/transport/index.ts';
import { createConnector } from '../../../../src/transport/node/index.ts';
import { value } from '../../../support/channels.ts';
import { noPrompts } from '../../../support/prompts.ts';

/** A host that lets everybody in, answers keepalives, and grants nothing that is asked for, nor refuses it. */
let folder: string;
let port: number;
let server: Server;
const connections = new Set<Connection>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-silent-'));
  const key = makeMemoryKey();
  server = new Server({ hostKeys: [key.privateText] }, (connection) => {
    connections.add(connection);
    connection.on('error', () => undefined);
    connection.on('authentication', (context) => context.accept());
    connection.on('session', (accept) => {
      const session = accept();
      const silent = (): undefined => undefined;
      session.on('exec', silent);
      session.on('sftp', silent);
    });
    connection.on('tcpip', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  writeFileSync(
    join(folder, 'config'),
    `Host silent behind\n  HostName 127.0.0.1\n  Port ${port}\n  User me\n  ConnectTimeout 1\n` +
      `  UserKnownHostsFile ${join(folder, 'known')}\nHost behind\n  ProxyJump silent\n`,
  );
});

afterAll(() => {
  for (const connection of connections) connection.end();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function connect(host: string) {
  const connector = createConnector({
    sshConfigFile: join(folder, 'config'),
    trustStoreFile: join(folder, 'trust'),
  });
  const prompts = { ...noPrompts, trustHostKey: () => Promise.resolve(true) };
  return connector.connect({ kind: 'ssh', host, root: '/' }, { prompts });
}

async function withTransport(use: (transport: Transport) => Promise<void>): Promise<void> {
  const transport = value(await connect('silent'));
  try {
    await use(transport);
  } finally {
    transport.dispose();
  }
}

test('a session that is neither granted nor refused ends the wait', async () => {
  await withTransport(async (transport) => {
    expect(await openProber(transport)).toEqual({
      ok: false,
      error: { code: 'connect-timeout', host: '127.0.0.1', port, seconds: 1 },
    });
  });
});

test('so does a file subsystem', async () => {
  await withTransport(async (transport) => {
    expect(await transport.files.stat('/')).toMatchObject({ ok: false, error: { code: 'connect-timeout' } });
  });
});

test('and a jump host that does not say whether it forwards', async () => {
  expect(await connect('behind')).toMatchObject({ ok: false, error: { code: 'connect-timeout', port } });
});
