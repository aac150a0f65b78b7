import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../../src/base/index.ts';
import { createRunTarget, parseNotebook, runInvestigation } from '../../../../src/investigation/index.ts';
import { lifecycleWords } from '../../../../src/messages/index.ts';
import { openProber } from '../../../../src/probe/index.ts';
import { createProgram, createSourceTree } from '../../../../src/source/index.ts';
import { createPythonParser } from '../../../../src/syntax/index.ts';
import type { Transport } from '../../../../src/transport/index.ts';
import { createConnector } from '../../../../src/transport/node/index.ts';
import { demoRoot } from '../../../fixtures/demo/truth.ts';
import { error, value } from '../../../support/channels.ts';
import { eventually } from '../../../support/processes.ts';
import { noPrompts } from '../../../support/prompts.ts';
import { readSftpPackets, type SftpPacket } from '../../../support/sftp-packets.ts';
import { descendants, startSshd, type Sshd } from '../../../support/sshd.ts';
import { asUser, plainUser, type TestUser } from '../../../support/users.ts';

const require = createRequire(import.meta.url);
const sftpServer = ['/usr/lib/openssh/sftp-server', '/usr/libexec/openssh/sftp-server'].find((file) =>
  existsSync(file),
);
const READ = 1;

let user: TestUser | undefined;
let sshd: Sshd;
let folder: string;
let records: string;

beforeAll(async () => {
  if (sftpServer === undefined)
    throw new Error('sftp-server is missing: apt-get install openssh-sftp-server');
  user = plainUser();
  folder = mkdtempSync(join(tmpdir(), 'sonde-sftp-'));
  chmodSync(folder, 0o755);
  records = join(folder, 'records');
  mkdirSync(records);
  chmodSync(records, 0o777);
  const recorder = join(folder, 'recorder');
  // What the client sends is copied on its way to the real server.
  writeFileSync(recorder, `#!/bin/sh\numask 022\ntee '${records}'/$$ | exec ${sftpServer}\n`, {
    mode: 0o755,
  });
  sshd = await startSshd({
    ...asUser(user),
    sftp: false,
    config: [`Subsystem sftp ${recorder}`],
    clientConfig: ['ConnectTimeout 2'],
  });
});
afterAll(async () => {
  await sshd.stop();
  user?.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function connect(root: string): Promise<Transport> {
  const connector = createConnector({
    sshConfigFile: sshd.sshConfigFile,
    trustStoreFile: join(folder, 'trust'),
  });
  return value(await connector.connect({ kind: 'ssh', host: sshd.alias, root }, { prompts: noPrompts }));
}

/** The same once the recorders have ended. */
async function finished(): Promise<readonly SftpPacket[]> {
  await eventually(() => {
    expect(descendants(sshd.pid).filter((id) => ['tee', 'sftp-server'].includes(commandOf(id)))).toEqual([]);
  });
  return recorded();
}

/** Every packet of every session so far, in the order of each. */
function recorded(): readonly SftpPacket[] {
  return readdirSync(records).flatMap((name) => readSftpPackets(readFileSync(join(records, name))));
}

const READING = [
  'init',
  'open',
  'close',
  'read',
  'lstat',
  'stat',
  'opendir',
  'readdir',
  'realpath',
  'readlink',
  // Asked once a session by ssh2: how much one request may carry.
  'extended limits@openssh.com',
];

/** Only reading, every open for reading alone and without attributes; the names that occurred. */
function expectOnlyReading(packets: readonly SftpPacket[]): readonly string[] {
  const names = [...new Set(packets.map(({ name }) => name))].sort();
  expect(names.filter((name) => !READING.includes(name))).toEqual([]);
  for (const { open } of packets)
    if (open !== undefined) expect(open).toEqual({ flags: READ, attributes: 0 });
  return names;
}

test('the parser tells writing from reading', () => {
  const packet = (type: number, ...parts: readonly (number | string)[]): Buffer => {
    const body = Buffer.concat([
      Buffer.from([type, 0, 0, 0, 7]),
      ...parts.map((part) => {
        const number = Buffer.alloc(4);
        number.writeUInt32BE(typeof part === 'number' ? part : part.length);
        return typeof part === 'number' ? number : Buffer.concat([number, Buffer.from(part)]);
      }),
    ]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([length, body]);
  };
  const all = Buffer.concat([packet(3, '/a', 0x1a, 0), packet(13, '/b'), packet(17, '/c'), packet(99, '')]);
  expect(readSftpPackets(all)).toEqual([
    { name: 'open', path: '/a', open: { flags: 0x1a, attributes: 0 } },
    { name: 'remove' },
    { name: 'stat', path: '/c' },
    { name: 'type 99' },
  ]);
  expect(() => readSftpPackets(all.subarray(0, 9))).toThrow(/cut/);
  expect(() => expectOnlyReading(readSftpPackets(all))).toThrow();
});

test('a whole investigation only reads', async () => {
  const root = join(folder, 'demo');
  cpSync(demoRoot, root, { recursive: true });
  const transport = await connect(root);
  const prober = value(await openProber(transport));
  const parser = await createPythonParser({
    runtime: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammar: readFileSync(require.resolve('tree-sitter-python/tree-sitter-python.wasm')),
  });
  const tree = createSourceTree({ transport, prober, root });
  const target = await createRunTarget({ prober, parser, tree, program: createProgram({ tree, parser }) });
  const guide = new URL('../../../../guides/demo/demo.sonde.md', import.meta.url);
  const run = await runInvestigation(value(parseNotebook(readFileSync(guide))), {
    targets: new Map([['prefill', target]]),
    words: lifecycleWords,
    clock: systemClock,
  });
  expect(run.probes.length).toBeGreaterThan(15);
  prober.dispose();
  transport.dispose();
  const packets = await finished();
  expect(expectOnlyReading(packets)).toEqual(expect.arrayContaining(['open', 'read', 'realpath', 'stat']));
  expect(packets.filter(({ path }) => path?.endsWith('.py') === true).length).toBeGreaterThan(3);
});

test('files of every kind are looked at, and only regular ones opened', async () => {
  const root = join(folder, 'kinds');
  mkdirSync(join(root, 'sub'), { recursive: true });
  writeFileSync(join(root, 'plain'), 'text');
  writeFileSync(join(root, 'empty'), '');
  writeFileSync(join(root, 'huge'), '');
  truncateSync(join(root, 'huge'), 5_000_000_000);
  writeFileSync(join(root, 'closed'), 'x', { mode: 0 });
  execFileSync('mkfifo', ['-m', '666', join(root, 'fifo')]);
  symlinkSync('plain', join(root, 'link'));
  symlinkSync('fifo', join(root, 'to-fifo'));
  symlinkSync('/dev/zero', join(root, 'to-zero'));
  symlinkSync('loop', join(root, 'loop'));
  symlinkSync('gone', join(root, 'dangling'));
  const socket = createServer().listen(join(root, 'socket'));
  await new Promise((resolve) => socket.once('listening', resolve));
  const transport = await connect(root);
  const { files } = transport;
  for (const name of [
    'plain',
    'empty',
    'huge',
    'closed',
    'fifo',
    'link',
    'to-fifo',
    'to-zero',
    'loop',
    'dangling',
    'socket',
    'sub',
    'missing',
    'plain/below',
  ]) {
    const path = join(root, name);
    const answers = await Promise.all([
      files.stat(path),
      files.lstat(path),
      files.realpath(path),
      files.read(path, { limit: 1000 }),
      files.readdir(path),
    ]);
    // Everything is answered, and nothing hangs.
    expect(answers).toHaveLength(5);
  }
  expect(Buffer.from(value(await files.read(join(root, 'link')))).toString()).toBe('text');
  expect(error(await files.read(join(root, 'to-fifo')))).toMatchObject({ code: 'file-kind', kind: 'fifo' });
  expect(error(await files.read(join(root, 'huge')))).toMatchObject({ code: 'file-too-large' });
  expect(value(await files.readdir(root)).length).toBe(12);
  transport.dispose();
  socket.close();
  const packets = await finished();
  expectOnlyReading(packets);
  const opened = packets.filter(({ name, path }) => name === 'open' && path?.startsWith(root) === true);
  expect([...new Set(opened.map(({ path }) => path?.slice(root.length + 1)))].sort()).toEqual([
    'closed',
    'empty',
    'link',
    'plain',
  ]);
});

test('a server that stops in the middle of a request ends that one in time, and others go on', async () => {
  const root = join(folder, 'silent');
  mkdirSync(root);
  writeFileSync(join(root, 'a'), 'text');
  const transport = await connect(root);
  expect(value(await transport.files.stat(root)).kind).toBe('directory');
  const servers = descendants(sshd.pid).filter((id) => commandOf(id).includes('sftp-server'));
  expect(servers).toHaveLength(1);
  for (const id of servers) process.kill(id, 'SIGSTOP');
  const stuck = transport.files.stat(join(root, 'a'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  // Behind it in the same session; it is asked again in a new one.
  const behind = transport.files.read(join(root, 'a'));
  expect(error(await stuck)).toEqual({ code: 'file-timeout', path: join(root, 'a'), seconds: 2 });
  expect(Buffer.from(value(await behind)).toString()).toBe('text');
  expect(value(await transport.files.readdir(root))).toEqual([{ name: 'a', kind: 'file' }]);
  for (const id of servers) process.kill(id, 'SIGKILL');
  expect(value(await transport.files.lstat(join(root, 'a'))).size).toBe(4);
  transport.dispose();
});

function commandOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/comm`, 'utf8');
  } catch {
    return '';
  }
}
