import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLedger, openProber, type Ledger, type Prober } from '../../../src/probe/index.ts';
import type { FileStat, Transport } from '../../../src/transport/index.ts';
import { createConnector } from '../../../src/transport/node/index.ts';
import { error, value } from '../../support/channels.ts';
import { noPrompts } from '../../support/prompts.ts';
import { startSshd, type Sshd } from '../../support/sshd.ts';
import { asUser, plainUser, type TestUser } from '../../support/users.ts';
import { whileWritten } from '../../support/writing.ts';

const root = process.getuid?.() === 0;

// ssh2 on a host without SFTP, and the system's ssh, which has none.
describe.each(['ssh2', 'openssh'] as const)('files read by commands, by %s', (kind) => {
  let user: TestUser | undefined;
  let sshd: Sshd;
  let folder: string;
  let transport: Transport;
  let prober: Prober;
  let ledger: Ledger;

  beforeAll(async () => {
    user = plainUser();
    sshd = await startSshd({ ...asUser(user), sftp: kind === 'openssh' });
    folder = mkdtempSync(join(tmpdir(), 'sonde-exec-files-'));
    chmodSync(folder, 0o755);
    const connector = createConnector({
      sshConfigFile: sshd.sshConfigFile,
      trustStoreFile: join(sshd.folder, 'trust'),
      transport: kind,
    });
    const target = { kind: 'ssh', host: sshd.alias, root: folder } as const;
    transport = value(await connector.connect(target, { prompts: noPrompts }));
    ledger = createLedger();
    prober = value(await openProber(transport, { ledger }));
  });
  afterAll(async () => {
    prober.dispose();
    transport.dispose();
    await sshd.stop();
    user?.remove();
    rmSync(folder, { recursive: true });
  });

  test('are what the transport itself does not offer', async () => {
    expect(error(await transport.files.stat('/'))).toMatchObject({ code: 'unsupported', what: 'sftp' });
    expect(value(await prober.files.stat('/')).kind).toBe('directory');
  });

  test('are read whole, whatever their size and bytes', async () => {
    const file = join(folder, 'bytes');
    for (const size of [0, 1, 65_536, 1_048_576, 1_048_577, 5_000_001]) {
      const bytes = randomBytes(size);
      writeFileSync(file, bytes);
      expect(Buffer.from(value(await prober.files.read(file))).equals(bytes)).toBe(true);
      expect(value(await prober.files.stat(file))).toMatchObject({ kind: 'file', size });
    }
  });

  test('have the time of their last change', async () => {
    const file = join(folder, 'dated');
    writeFileSync(file, 'x');
    utimesSync(file, 1_700_000_000, 1_700_000_123);
    expect(value(await prober.files.stat(file))).toEqual({
      kind: 'file',
      size: 1,
      modified: 1_700_000_123_000,
    });
  });

  test('cost one round trip when they are small', async () => {
    const file = join(folder, 'small');
    writeFileSync(file, 'x'.repeat(100_000));
    const before = ledger.entries.filter((entry) => entry.kind === 'probe').length;
    value(await prober.files.read(file));
    expect(ledger.entries.filter((entry) => entry.kind === 'probe').length - before).toBe(1);
    expect(ledger.entries.at(-1)?.line ?? ledger.entries.at(-2)?.line).toContain('files: ');
  });

  test('above the limit are refused with their size, and not sent', async () => {
    const file = join(folder, 'large');
    execFileSync('truncate', ['-s', '51000000000', file]);
    const before = ledger.entries.length;
    expect(error(await prober.files.read(file))).toEqual({
      code: 'file-too-large',
      path: file,
      size: 51_000_000_000,
      limit: 50_000_000,
    });
    expect(ledger.entries.slice(before).every((entry) => entry.bytes < 200)).toBe(true);
    writeFileSync(file, 'x'.repeat(100));
    expect(error(await prober.files.read(file, { limit: 99 })).code).toBe('file-too-large');
    expect(value(await prober.files.read(file, { limit: 100 })).byteLength).toBe(100);
  });

  test('of unknown size are read to their end, and not beyond the limit', async () => {
    expect(Buffer.from(value(await prober.files.read('/proc/self/status'))).toString()).toContain('Pid:');
    expect(error(await prober.files.read('/proc/self/status', { limit: 10 })).code).toBe('file-too-large');
  });

  test('that grow or shrink while they are read are whole up to what they had', async () => {
    const file = join(folder, 'moving');
    writeFileSync(file, Buffer.alloc(20_000_000, 'a'));
    const growing = prober.files.read(file);
    appendFileSync(file, 'more');
    expect([20_000_000, 20_000_004]).toContain(value(await growing).byteLength);
    const shrinking = prober.files.read(file);
    await new Promise((resolve) => setTimeout(resolve, 20));
    truncateSync(file, 3_000_000);
    const length = value(await shrinking).byteLength;
    expect(length).toBeGreaterThanOrEqual(3_000_000);
    expect(length).toBeLessThanOrEqual(20_000_004);
  });

  test('that are missing, below a file, or where a link leads nowhere are not found', async () => {
    writeFileSync(join(folder, 'file'), 'x');
    symlinkSync('nowhere', join(folder, 'dangling'));
    symlinkSync('loop', join(folder, 'loop'));
    const missing = ['none', 'none/x', 'file/x', 'dangling', 'loop'].map((name) => join(folder, name));
    for (const path of missing) {
      const expected = { code: 'file-not-found', path };
      expect(error(await prober.files.stat(path))).toEqual(expected);
      expect(error(await prober.files.read(path))).toEqual(expected);
      expect(error(await prober.files.readdir(path))).toEqual(expected);
      expect(error(await prober.files.realpath(path))).toEqual(expected);
    }
    expect(value(await prober.files.lstat(join(folder, 'loop'))).kind).toBe('symlink');
  });

  test.runIf(root)('that the account may not read are an error', async () => {
    writeFileSync(join(folder, 'secret'), 'x', { mode: 0o600 });
    mkdirSync(join(folder, 'closed'), { mode: 0o700 });
    writeFileSync(join(folder, 'closed', 'x'), 'x');
    const secret = join(folder, 'secret');
    expect(error(await prober.files.read(secret))).toEqual({ code: 'file-permission', path: secret });
    expect(value(await prober.files.stat(secret)).kind).toBe('file');
    for (const path of [join(folder, 'closed', 'x'), join(folder, 'closed', 'y', 'z')])
      expect(error(await prober.files.stat(path))).toEqual({ code: 'file-permission', path });
    expect(error(await prober.files.readdir(join(folder, 'closed'))).code).toBe('file-permission');
  });

  test('of odd kinds are never opened', async () => {
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    chmodSync(fifo, 0o666);
    symlinkSync('fifo', join(folder, 'to-fifo'));
    const socket = join(folder, 'socket');
    const server = createServer().listen(socket);
    await new Promise((resolve) => server.once('listening', resolve));
    const odd = [
      [fifo, 'fifo'],
      [join(folder, 'to-fifo'), 'fifo'],
      ['/dev/zero', 'device'],
      [folder, 'directory'],
      [socket, 'socket'],
    ] as const;
    for (const [path, expected] of odd) {
      expect(error(await prober.files.read(path))).toEqual({ code: 'file-kind', path, kind: expected });
      expect(value(await prober.files.stat(path)).kind).toBe(expected);
    }
    server.close();
    expect(error(await prober.files.readdir(join(folder, 'fifo')))).toMatchObject({ code: 'file-kind' });
  });

  test('have every name that there is', async () => {
    const below = join(folder, 'names');
    mkdirSync(join(below, 'sub'), { recursive: true });
    const names = [
      "with space, 'quotes' and\na newline",
      '-n',
      '--',
      '*',
      '[a]',
      '$(id)',
      '`id`',
      '\\',
      '.hidden',
      '..x',
      'é€𝄞',
      '"',
    ];
    for (const name of names) writeFileSync(join(below, name), name);
    symlinkSync('sub', join(below, 'link'));
    symlinkSync('loop', join(below, 'loop'));
    const listed = new Map(
      value(await prober.files.readdir(below)).map(({ name, kind: each }) => [name, each]),
    );
    expect(listed).toEqual(
      new Map([
        ...names.map((name) => [name, 'file'] as const),
        ['sub', 'directory'],
        ['link', 'symlink'],
        ['loop', 'symlink'],
      ]),
    );
    for (const name of names) {
      const path = join(below, name);
      expect(Buffer.from(value(await prober.files.read(path))).toString()).toBe(name);
      expect(value(await prober.files.realpath(path))).toBe(path);
    }
    expect(value(await prober.files.realpath(join(below, 'link')))).toBe(join(below, 'sub'));
    expect(value(await prober.files.stat(join(below, 'link'))).kind).toBe('directory');
  });

  test('that are no UTF-8 are named by their bytes, listed and read', async () => {
    const below = join(folder, 'bytes-in-names');
    mkdirSync(below);
    const odd = Buffer.concat([
      Buffer.from(`${below}/-a 'x%d\\n`),
      Buffer.from([0xff, 0x0a, 0xe2, 0x82, 0x0a]),
    ]);
    writeFileSync(odd, 'content');
    symlinkSync(odd, join(below, 'link'));
    writeFileSync(join(below, 'b'), 'x');
    const name = "-a 'x%d\\n\udcff\n\udce2\udc82\n";
    const names = value(await prober.files.readdir(below)).map((entry) => entry.name);
    expect(new Set(names)).toEqual(new Set([name, 'b', 'link']));
    const path = `${below}/${name}`;
    expect(value(await prober.files.realpath(join(below, 'link')))).toBe(path);
    expect(value(await prober.files.realpath(path))).toBe(path);
    expect(value(await prober.files.stat(path))).toMatchObject({ kind: 'file', size: 7 });
    expect(Buffer.from(value(await prober.files.read(path))).toString()).toBe('content');
    expect(error(await prober.files.read(`${path}\udcff`))).toMatchObject({ code: 'file-not-found' });
  });

  test('are read in slices, of any place and size, also of a file larger than memory', async () => {
    const file = join(folder, 'sliced');
    const bytes = randomBytes(5_000_001);
    writeFileSync(file, bytes);
    const places = [
      [0, 1],
      [65_535, 2],
      [70_000, 3_000_000],
      [5_000_000, 100],
      [5_000_001, 5],
      [9_000_000, 5],
      [0, 50_000_000],
    ] as const;
    for (const [at, length] of places) {
      const slice = value(await prober.files.slice(file, { at, length }));
      expect(Buffer.from(slice.bytes).equals(bytes.subarray(at, at + length))).toBe(true);
      expect(slice.after).toEqual(slice.before);
    }
    const huge = join(folder, 'huge');
    execFileSync('truncate', ['-s', '20000000000', huge]);
    appendFileSync(huge, 'the end\n');
    const end = value(await prober.files.slice(huge, { at: 20_000_000_000, length: 100 }));
    expect(Buffer.from(end.bytes).toString()).toBe('the end\n');
    expect(end.before.size).toBe(20_000_000_008);
    const start = value(await prober.files.slice(huge, { at: 0, length: 10 }));
    expect(Buffer.from(start.bytes)).toEqual(Buffer.alloc(10));
    const status = value(await prober.files.slice('/proc/self/status', { at: 1, length: 4 }));
    expect(Buffer.from(status.bytes).toString()).toBe('ame:');
    expect(error(await prober.files.slice('/dev/zero', { at: 0, length: 1 })).code).toBe('file-kind');
  });

  test('that change while they are read are said to', async () => {
    const file = join(folder, 'changing');
    writeFileSync(file, Buffer.alloc(30_000_000, 'a'));
    const told: (readonly [number, number])[] = [];
    const onChange = (before: FileStat, after: FileStat): void => void told.push([before.size, after.size]);
    value(await prober.files.read(file, { onChange }));
    expect(told).toEqual([]);
    // Written to at every turn of the loop until the whole is there: in any case between two of its parts.
    const bytes = value(await whileWritten(file, () => prober.files.read(file, { onChange })));
    expect(bytes.byteLength).toBeGreaterThanOrEqual(30_000_000);
    expect(told).toHaveLength(1);
    expect(told[0]?.[1]).toBeGreaterThan(told[0]?.[0] ?? Infinity);
  });

  test('of a large folder are all listed, of an empty one none', async () => {
    const many = join(folder, 'many');
    mkdirSync(many);
    expect(value(await prober.files.readdir(many))).toEqual([]);
    for (let index = 0; index < 3_000; index += 1) writeFileSync(join(many, `file-${index}`), '');
    expect(value(await prober.files.readdir(many))).toHaveLength(3_000);
  });

  test.runIf(kind === 'ssh2')(
    'of a folder of a hundred thousand are listed, and one more is said to be too many',
    async () => {
      const many = join(folder, 'hundred-thousand');
      mkdirSync(many);
      execFileSync('/bin/sh', ['-c', 'seq 1 100000 | xargs touch'], { cwd: many });
      expect(value(await prober.files.readdir(many))).toHaveLength(100_000);
      writeFileSync(join(many, 'more'), '');
      expect(error(await prober.files.readdir(many))).toEqual({
        code: 'folder-too-large',
        path: many,
        limit: 100_000,
      });
    },
    60_000,
  );

  test('have paths that are absolute and without NUL', async () => {
    expect(error(await prober.files.stat('relative'))).toMatchObject({ rule: 'not-absolute' });
    expect(error(await prober.files.stat('/a\0b'))).toMatchObject({ rule: 'nul-character' });
  });

  test('are read many at once, and an abort ends a wait', async () => {
    const file = join(folder, 'often');
    writeFileSync(file, 'content');
    const answers = await Promise.all(Array.from({ length: 40 }, () => prober.files.read(file)));
    for (const answer of answers) expect(Buffer.from(value(answer)).toString()).toBe('content');
    expect(error(await prober.files.read(file, { signal: AbortSignal.abort() })).code).toBe('cancelled');
  });
});
