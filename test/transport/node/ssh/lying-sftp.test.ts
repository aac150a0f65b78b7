import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, utils, type Connection, type FileEntry } from 'ssh2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMemoryKey } from '../../../../src/transport/node/demo/keys.ts';
import { createConnector } from '../../../../src/transport/node/index.ts';
import { value } from '../../../support/channels.ts';
import { noPrompts } from '../../../support/prompts.ts';

// A host whose folders say what no folder can.

let folder: string;
let server: Server;
const connections = new Set<Connection>();

const entry = (filename: string): FileEntry => ({
  filename,
  longname: '',
  attrs: { mode: 0o100644, uid: 0, gid: 0, size: 1, atime: 0, mtime: 0 },
});

/** What each answer about a folder holds, again and again; `once` ends behind the first. */
const folders: Readonly<Record<string, readonly string[]>> = {
  '/dots': ['.', '..'],
  '/nothing': [],
  '/once/slash': ['good', '../../etc/passwd'],
  '/once/nul': ['a\0b'],
  '/once/empty': [''],
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-lying-'));
  const key = makeMemoryKey();
  server = new Server({ hostKeys: [key.privateText] }, (connection) => {
    connections.add(connection);
    connection.on('error', () => undefined);
    connection.on('authentication', (context) => context.accept());
    connection.on('session', (accept) =>
      accept().on('sftp', (acceptSftp) => {
        const sftp = acceptSftp();
        const seen = new Map<string, number>();
        sftp.on('OPENDIR', (id, path) => sftp.handle(id, Buffer.from(path)));
        sftp.on('READDIR', (id, handle) => {
          const path = handle.toString();
          const times = seen.get(path) ?? 0;
          seen.set(path, times + 1);
          if (path.startsWith('/once/') && times > 0) sftp.status(id, utils.sftp.STATUS_CODE.EOF);
          else sftp.name(id, (folders[path] ?? []).map(entry));
        });
        sftp.on('CLOSE', (id) => sftp.status(id, utils.sftp.STATUS_CODE.OK));
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  writeFileSync(
    join(folder, 'config'),
    `Host liar\n  HostName 127.0.0.1\n  Port ${port}\n  User me\n  UserKnownHostsFile ${join(folder, 'known')}\n`,
  );
});

afterAll(() => {
  for (const connection of connections) connection.end();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(Object.keys(folders))('%s is no folder, and its list ends', async (path) => {
  const connector = createConnector({
    sshConfigFile: join(folder, 'config'),
    trustStoreFile: join(folder, 'trust'),
  });
  const prompts = { ...noPrompts, trustHostKey: () => Promise.resolve(true) };
  const transport = value(await connector.connect({ kind: 'ssh', host: 'liar', root: '/' }, { prompts }));
  try {
    const found = await transport.files.readdir(path, AbortSignal.timeout(12_000));
    expect(found).toMatchObject({
      ok: false,
      error: { code: 'file-failed', path },
    });
  } finally {
    transport.dispose();
  }
});
