import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProber } from '../../../../src/probe/index.ts';
import type { FileStat, Transport } from '../../../../src/transport/index.ts';
import { createConnector } from '../../../../src/transport/node/index.ts';
import { collect, error, value } from '../../../support/channels.ts';
import { testCommand } from '../../../support/commands.ts';
import { noPrompts } from '../../../support/prompts.ts';
import { startSshd, type Sshd } from '../../../support/sshd.ts';
import { makeTestUser, type TestUser } from '../../../support/users.ts';
import { whileWritten } from '../../../support/writing.ts';

const root = process.getuid?.() === 0;
let user: TestUser | undefined;
let sshd: Sshd;
let folder: string;
let transport: Transport;

beforeAll(async () => {
  user = root ? makeTestUser() : undefined;
  sshd = await startSshd(user === undefined ? {} : { user: user.name });
  folder = mkdtempSync(join(tmpdir(), 'sonde-files-'));
  chmodSync(folder, 0o755);
  const connector = createConnector({
    sshConfigFile: sshd.sshConfigFile,
    trustStoreFile: join(folder, 'trust'),
  });
  const target = { kind: 'ssh', host: sshd.alias, root: folder } as const;
  transport = value(await connector.connect(target, { prompts: noPrompts }));
});
afterAll(async () => {
  transport.dispose();
  await sshd.stop();
  user?.remove();
  rmSync(folder, { recursive: true });
});

describe('files over SFTP', () => {
  test('are read whole, whatever their size', async () => {
    const file = join(folder, 'bytes');
    for (const size of [0, 1, 32_768, 32_769, 1_000_000, 3_000_001]) {
      const bytes = randomBytes(size);
      writeFileSync(file, bytes);
      expect(Buffer.from(value(await transport.files.read(file))).equals(bytes)).toBe(true);
      expect(value(await transport.files.stat(file))).toMatchObject({ kind: 'file', size });
    }
  });

  test('above the limit are refused with their size, before they are opened', async () => {
    const file = join(folder, 'large');
    execFileSync('truncate', ['-s', '51000000000', file]);
    expect(error(await transport.files.read(file))).toEqual({
      code: 'file-too-large',
      path: file,
      size: 51_000_000_000,
      limit: 50_000_000,
    });
    writeFileSync(file, 'x'.repeat(100));
    expect(error(await transport.files.read(file, { limit: 99 })).code).toBe('file-too-large');
    expect(value(await transport.files.read(file, { limit: 100 })).byteLength).toBe(100);
  });

  test('of unknown size are read to their end, and not beyond the limit', async () => {
    const status = value(await transport.files.read('/proc/self/status'));
    expect(Buffer.from(status).toString()).toContain('Pid:');
    expect(error(await transport.files.read('/proc/self/status', { limit: 10 })).code).toBe('file-too-large');
  });

  test('that are missing or below a file are not found', async () => {
    writeFileSync(join(folder, 'file'), 'x');
    for (const path of [join(folder, 'none'), join(folder, 'none', 'x'), join(folder, 'file', 'x')]) {
      const expected = { code: 'file-not-found', path };
      expect(error(await transport.files.stat(path))).toEqual(expected);
      expect(error(await transport.files.lstat(path))).toEqual(expected);
      expect(error(await transport.files.read(path))).toEqual(expected);
      expect(error(await transport.files.readdir(path))).toMatchObject({ path });
      expect(error(await transport.files.realpath(path))).toEqual(expected);
    }
  });

  test.runIf(root)('that the account may not read are an error', async () => {
    const file = join(folder, 'secret');
    writeFileSync(file, 'x', { mode: 0o600 });
    mkdirSync(join(folder, 'closed'), { mode: 0o700 });
    expect(error(await transport.files.read(file))).toEqual({ code: 'file-permission', path: file });
    const inside = join(folder, 'closed', 'x');
    expect(error(await transport.files.stat(inside))).toEqual({ code: 'file-permission', path: inside });
    expect(error(await transport.files.readdir(join(folder, 'closed'))).code).toBe('file-permission');
  });

  test('of odd kinds are never opened', async () => {
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    chmodSync(fifo, 0o666);
    expect(error(await transport.files.read(fifo))).toEqual({ code: 'file-kind', path: fifo, kind: 'fifo' });
    symlinkSync('fifo', join(folder, 'to-fifo'));
    expect(error(await transport.files.read(join(folder, 'to-fifo')))).toMatchObject({ kind: 'fifo' });
    expect(error(await transport.files.read('/dev/zero'))).toMatchObject({ kind: 'device' });
    expect(error(await transport.files.read(folder))).toMatchObject({ kind: 'directory' });
    const socket = join(folder, 'socket');
    const server = createServer().listen(socket);
    await new Promise((resolve) => server.once('listening', resolve));
    expect(error(await transport.files.read(socket))).toMatchObject({ kind: 'socket' });
    server.close();
    // Nothing hangs: the subsystem answers at once.
    expect(value(await transport.files.stat(folder)).kind).toBe('directory');
  });

  test('are listed with their own kind, links followed by stat only', async () => {
    const below = join(folder, 'below');
    mkdirSync(join(below, 'sub'), { recursive: true });
    const odd = "name with spaces, 'quotes' and\na newline";
    writeFileSync(join(below, odd), 'x');
    symlinkSync('sub', join(below, 'link'));
    symlinkSync('loop', join(below, 'loop'));
    const entries = value(await transport.files.readdir(below));
    expect([...entries].sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: 'link', kind: 'symlink' },
      { name: 'loop', kind: 'symlink' },
      { name: odd, kind: 'file' },
      { name: 'sub', kind: 'directory' },
    ]);
    expect(value(await transport.files.stat(join(below, 'link'))).kind).toBe('directory');
    expect(value(await transport.files.lstat(join(below, 'link'))).kind).toBe('symlink');
    expect(value(await transport.files.realpath(join(below, 'link')))).toBe(join(below, 'sub'));
    expect(value(await transport.files.read(join(below, odd))).byteLength).toBe(1);
    expect(error(await transport.files.stat(join(below, 'loop'))).code).toMatch(/^file-(not-found|failed)$/);
  });

  test('of a large folder are all listed', async () => {
    const many = join(folder, 'many');
    mkdirSync(many);
    for (let index = 0; index < 2_000; index += 1) writeFileSync(join(many, `file-${index}`), '');
    expect(value(await transport.files.readdir(many))).toHaveLength(2_000);
  });

  test('of a folder of a hundred thousand are listed, and one more is said to be too many', async () => {
    const many = join(folder, 'hundred-thousand');
    mkdirSync(many);
    execFileSync('/bin/sh', ['-c', 'seq 1 100000 | xargs touch'], { cwd: many });
    expect(value(await transport.files.readdir(many))).toHaveLength(100_000);
    writeFileSync(join(many, 'more'), '');
    const refusal = { code: 'folder-too-large', path: many, limit: 100_000 };
    expect(error(await transport.files.readdir(many))).toEqual(refusal);
  }, 60_000);

  test('are read in slices, of any place and size, also of a file larger than memory', async () => {
    const file = join(folder, 'sliced');
    const bytes = randomBytes(3_000_001);
    writeFileSync(file, bytes);
    const places = [
      [0, 1],
      [32_767, 2],
      [70_000, 2_000_000],
      [3_000_000, 100],
      [3_000_001, 5],
      [9_000_000, 5],
      [0, 90_000_000],
    ] as const;
    for (const [at, length] of places) {
      const slice = value(await transport.files.slice(file, { at, length }));
      expect(Buffer.from(slice.bytes).equals(bytes.subarray(at, at + length))).toBe(true);
      expect(slice.after).toEqual(slice.before);
    }
    const huge = join(folder, 'huge');
    execFileSync('truncate', ['-s', '20000000000', huge]);
    appendFileSync(huge, 'the end\n');
    const end = value(await transport.files.slice(huge, { at: 20_000_000_000, length: 100 }));
    expect(Buffer.from(end.bytes).toString()).toBe('the end\n');
    expect(end.before.size).toBe(20_000_000_008);
    const status = value(await transport.files.slice('/proc/self/status', { at: 1, length: 4 }));
    expect(Buffer.from(status.bytes).toString()).toBe('ame:');
    expect(error(await transport.files.slice('/dev/zero', { at: 0, length: 1 })).code).toBe('file-kind');
  });

  test('that change while they are read are said to', async () => {
    const file = join(folder, 'changing');
    writeFileSync(file, Buffer.alloc(20_000_000, 'a'));
    const told: (readonly [number, number])[] = [];
    const onChange = (before: FileStat, after: FileStat): void => void told.push([before.size, after.size]);
    value(await transport.files.read(file, { onChange }));
    expect(told).toEqual([]);
    // Written to at every turn of the loop until the whole is there: in any case after its first status.
    const bytes = value(await whileWritten(file, () => transport.files.read(file, { onChange })));
    expect(bytes.byteLength).toBeGreaterThanOrEqual(20_000_000);
    expect(told).toHaveLength(1);
    expect(told[0]?.[1]).toBeGreaterThan(told[0]?.[0] ?? Infinity);
  });

  test('whose names are no UTF-8 are left to commands, others of their folder too', async () => {
    const below = join(folder, 'bytes-in-names');
    mkdirSync(below);
    const odd = Buffer.concat([Buffer.from(`${below}/a`), Buffer.from([0xff])]);
    writeFileSync(odd, 'content');
    symlinkSync(odd, join(below, 'link'));
    expect(error(await transport.files.readdir(below))).toEqual({ code: 'path-bytes', path: below });
    expect(error(await transport.files.realpath(join(below, 'link'))).code).toBe('path-bytes');
    expect(error(await transport.files.stat(`${below}/a\udcff`)).code).toBe('path-bytes');
    // With commands behind it nothing is lost, and SFTP goes on serving the rest.
    const prober = value(await openProber(transport));
    expect(
      value(await prober.files.readdir(below))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['a\udcff', 'link']);
    const path = value(await prober.files.realpath(join(below, 'link')));
    expect(path).toBe(`${below}/a\udcff`);
    expect(Buffer.from(value(await prober.files.read(path))).toString()).toBe('content');
    const slice = value(await prober.files.slice(path, { at: 3, length: 2 }));
    expect(Buffer.from(slice.bytes).toString()).toBe('te');
    prober.dispose();
  });

  test('have paths that are absolute and without NUL', async () => {
    expect(error(await transport.files.stat('relative'))).toMatchObject({ rule: 'not-absolute' });
    expect(error(await transport.files.stat('/a\0b'))).toMatchObject({ rule: 'nul-character' });
    expect(error(await transport.files.stat('~/x'))).toMatchObject({ rule: 'not-absolute' });
  });

  test('are asked for many at once, and an abort ends a wait', async () => {
    const file = join(folder, 'file-many');
    writeFileSync(file, 'content');
    const answers = await Promise.all(Array.from({ length: 200 }, () => transport.files.read(file)));
    for (const answer of answers) expect(Buffer.from(value(answer)).toString()).toBe('content');
    expect(error(await transport.files.read(file, { signal: AbortSignal.abort() })).code).toBe('cancelled');
    const abort = new AbortController();
    const waiting = transport.files.read(file, { signal: abort.signal });
    abort.abort();
    expect(error(await waiting).code).toBe('cancelled');
  });
});

test('a host without SFTP says so, and commands go on', async () => {
  const bare = await startSshd({ sftp: false, alias: 'bare' });
  const connector = createConnector({
    sshConfigFile: bare.sshConfigFile,
    trustStoreFile: join(folder, 'trust'),
  });
  const other = value(
    await connector.connect({ kind: 'ssh', host: 'bare', root: '/' }, { prompts: noPrompts }),
  );
  expect(error(await other.files.stat('/'))).toMatchObject({ code: 'unsupported', what: 'sftp' });
  expect((await collect(value(await other.exec(testCommand('echo on'))))).stdout.toString()).toBe('on\n');
  other.dispose();
  await bare.stop();
});

// What a host does that lets commands through and no file transfer; a start file that prints breaks SFTP too.
test.each([
  ['ends', 'case "$SSH_ORIGINAL_COMMAND" in *sftp*) exit 1;; esac'],
  ['prints, and ends', 'case "$SSH_ORIGINAL_COMMAND" in *sftp*) echo "no files here"; exit 0;; esac'],
])('a forced command that %s where SFTP is asked for leaves files to commands', async (_name, refusal) => {
  const script = join(folder, 'forced');
  writeFileSync(script, `#!/bin/sh\n${refusal}\nexec /bin/sh -c "$SSH_ORIGINAL_COMMAND"\n`, { mode: 0o755 });
  const forced = await startSshd({
    alias: 'forced',
    forceCommand: script,
    ...(user === undefined ? {} : { user: user.name }),
  });
  const connector = createConnector({
    sshConfigFile: forced.sshConfigFile,
    trustStoreFile: join(folder, 'trust'),
  });
  const target = { kind: 'ssh', host: 'forced', root: folder } as const;
  const other = value(await connector.connect(target, { prompts: noPrompts }));
  const prober = value(await openProber(other));
  const file = join(folder, 'through-commands');
  writeFileSync(file, 'content');
  expect(Buffer.from(value(await prober.files.read(file))).toString()).toBe('content');
  const slice = value(await prober.files.slice(file, { at: 1, length: 3 }));
  expect(Buffer.from(slice.bytes).toString()).toBe('ont');
  expect(value(await prober.files.stat(folder)).kind).toBe('directory');
  prober.dispose();
  other.dispose();
  await forced.stop();
});
