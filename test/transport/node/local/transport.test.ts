import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChanged, type Transport } from '../../../../src/transport/index.ts';
import { createConnector } from '../../../../src/transport/node/index.ts';
import { collect, error, untilOutput, value } from '../../../support/channels.ts';
import { testCommand } from '../../../support/commands.ts';
import { noPrompts } from '../../../support/prompts.ts';
import { eventually, processesWith } from '../../../support/processes.ts';
import { whileWritten } from '../../../support/writing.ts';

let folder: string;
let transport: Transport;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-local-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  const connector = createConnector({ trustStoreFile: join(folder, 'trust'), homeFolder: folder });
  transport = value(await connector.connect({ kind: 'local', root: folder }, { prompts: noPrompts }));
});
afterEach(() => transport.dispose());

describe('commands on this machine', () => {
  test('start in the home folder and report output and status', async () => {
    const channel = value(await transport.exec(testCommand('pwd; echo problem >&2; exit 7')));
    const answer = await collect(channel);
    expect(answer.stdout.toString()).toBe(`${folder}\n`);
    expect(answer.stderr.toString()).toBe('problem\n');
    expect(answer.end).toEqual({ kind: 'exit', status: 7 });
    expect(transport.label).toBe('local');
  });

  test('get the script on an open standard input', async () => {
    const channel = value(
      await transport.exec(testCommand('read -r l; echo "got $l"; read -r l; echo end', 'one\n')),
    );
    expect(await untilOutput(channel, 'one\n')).toBe('got one\n');
    channel.end();
    expect((await collect(channel)).stdout.toString()).toBe('end\n');
  });

  test('carry a megabyte both ways unchanged', async () => {
    const script = '0123456789abcde\n'.repeat(65_536);
    const channel = value(await transport.exec(testCommand(`head -c ${script.length}`, script)));
    const answer = await collect(channel);
    expect(answer.stdout.toString('latin1') === script).toBe(true);
  });

  test('a signal is reported by name', async () => {
    const channel = value(await transport.exec(testCommand('kill -KILL $$')));
    expect(await channel.closed).toEqual({ kind: 'signal', signal: 'KILL' });
  });

  test('close kills all that was started, and dispose too', async () => {
    for (const stop of ['close', 'dispose'] as const) {
      const mark = stop === 'close' ? '4242.5' : '4243.5';
      const channel = value(await transport.exec(testCommand(`sleep ${mark} | cat & echo up; wait`)));
      await untilOutput(channel, 'up');
      if (stop === 'close') channel.close();
      else transport.dispose();
      await channel.closed;
      await eventually(() => expect(processesWith(`sleep ${mark}`)).toEqual([]));
    }
    expect(transport.connected).toBe(false);
    expect(error(await transport.exec(testCommand('true'))).code).toBe('disconnected');
  });

  test('an aborted command is cancelled while it waits and while it runs', async () => {
    const running = new AbortController();
    const channel = value(await transport.exec(testCommand('sleep 4244.5'), { signal: running.signal }));
    running.abort();
    expect(await channel.closed).toEqual({ kind: 'lost', error: { code: 'cancelled' } });
    expect(error(await transport.exec(testCommand('true'), { signal: running.signal }))).toEqual({
      code: 'cancelled',
    });
    await eventually(() => expect(processesWith('sleep 4244.5')).toEqual([]));
  });

  test('a spare shell that was started in advance is used', async () => {
    const command = testCommand('echo "shell $$"; read -r l; echo "line $l"', 'x\n');
    transport.prepare(command, 1);
    await eventually(() => expect(processesWith('echo "shell $$"')).toHaveLength(1));
    const [pid] = processesWith('echo "shell $$"');
    await new Promise((resolve) => setImmediate(resolve));
    const answer = await collect(value(await transport.exec(command)));
    expect(answer.stdout.toString()).toBe(`shell ${String(pid)}\nline x\n`);
  });

  test('a relative root is resolved', async () => {
    const connector = createConnector({ trustStoreFile: join(folder, 'trust') });
    const here = value(await connector.connect({ kind: 'local', root: '.' }, { prompts: noPrompts }));
    expect(here.target).toEqual({ kind: 'local', root: process.cwd() });
    here.dispose();
  });
});

describe('files of this machine', () => {
  test('are read in slices, and a change while they are read is said', async () => {
    const file = join(folder, 'sliced');
    const bytes = Buffer.from(Array.from({ length: 400_000 }, (_, index) => index % 251));
    writeFileSync(file, bytes);
    for (const [at, length] of [
      [0, 1],
      [65_000, 300_000],
      [399_999, 50],
      [400_000, 1],
      [900_000, 1],
    ] as const) {
      const slice = value(await transport.files.slice(file, { at, length }));
      expect(Buffer.from(slice.bytes).equals(bytes.subarray(at, at + length))).toBe(true);
      expect(hasChanged(slice.before, slice.after)).toBe(false);
    }
    const told: number[] = [];
    const read = () =>
      transport.files.read(file, { onChange: (_before, after) => void told.push(after.size) });
    // It is opened in a later turn, and its last status asked for after eight of its answers.
    value(await whileWritten(file, read));
    expect(told).toHaveLength(1);
  });

  test('have names of any bytes', async () => {
    const below = join(folder, 'bytes-in-names');
    mkdirSync(below);
    writeFileSync(Buffer.concat([Buffer.from(`${below}/a`), Buffer.from([0xff, 0xe2, 0x82])]), 'content');
    writeFileSync(join(below, 'é'), '');
    const names = value(await transport.files.readdir(below)).map(({ name }) => name);
    expect(names.sort()).toEqual(['a\udcff\udce2\udc82', 'é']);
    const path = `${below}/a\udcff\udce2\udc82`;
    expect(value(await transport.files.realpath(path))).toBe(path);
    expect(value(await transport.files.stat(path)).size).toBe(7);
    expect(Buffer.from(value(await transport.files.read(path))).toString()).toBe('content');
  });

  test('are read whole up to the limit', async () => {
    const file = join(folder, 'some.bin');
    const bytes = Buffer.alloc(300_000, Buffer.from([0, 255, 10, 200, 7]));
    writeFileSync(file, bytes);
    expect(Buffer.from(value(await transport.files.read(file))).equals(bytes)).toBe(true);
    expect(value(await transport.files.read(file, { limit: 300_000 })).byteLength).toBe(300_000);
    expect(error(await transport.files.read(file, { limit: 299_999 }))).toEqual({
      code: 'file-too-large',
      path: file,
      size: 300_000,
      limit: 299_999,
    });
  });

  test.runIf(process.platform === 'linux')('of unknown size are read to their end', async () => {
    const status = value(await transport.files.read('/proc/self/status'));
    expect(Buffer.from(status).toString()).toContain('Pid:');
  });

  test('that are missing, folders or of odd kinds are errors, and a FIFO is never opened', async () => {
    const missing = join(folder, 'no', 'such');
    expect(error(await transport.files.stat(missing))).toEqual({ code: 'file-not-found', path: missing });
    expect(error(await transport.files.read(folder))).toMatchObject({ code: 'file-kind', kind: 'directory' });
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    expect(error(await transport.files.read(fifo))).toEqual({ code: 'file-kind', path: fifo, kind: 'fifo' });
    expect(error(await transport.files.read('/dev/zero'))).toMatchObject({ kind: 'device' });
    const socket = join(folder, 'socket');
    const server = createServer().listen(socket);
    await new Promise((resolve) => server.once('listening', resolve));
    expect(error(await transport.files.read(socket))).toMatchObject({ kind: 'socket' });
    server.close();
    expect(error(await transport.files.read('some'))).toMatchObject({ rule: 'not-absolute' });
    expect(error(await transport.files.read('/a\0b'))).toMatchObject({ rule: 'nul-character' });
  });

  test('are listed with their own kind, and links are followed by stat only', async () => {
    const below = join(folder, 'below');
    mkdirSync(join(below, 'sub'), { recursive: true });
    writeFileSync(join(below, 'a.py'), 'x');
    symlinkSync('a.py', join(below, 'link'));
    symlinkSync('loop', join(below, 'loop'));
    const entries = [...value(await transport.files.readdir(below))].sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    expect(entries).toEqual([
      { name: 'a.py', kind: 'file' },
      { name: 'link', kind: 'symlink' },
      { name: 'loop', kind: 'symlink' },
      { name: 'sub', kind: 'directory' },
    ]);
    const link = join(below, 'link');
    expect(value(await transport.files.stat(link)).kind).toBe('file');
    expect(value(await transport.files.lstat(link)).kind).toBe('symlink');
    expect(value(await transport.files.realpath(link))).toBe(join(below, 'a.py'));
    expect(error(await transport.files.stat(join(below, 'loop')))).toMatchObject({ detail: 'ELOOP' });
  });

  test.skipIf(process.getuid?.() === 0)('that may not be read are an error', async () => {
    const file = join(folder, 'secret');
    writeFileSync(file, 'x');
    chmodSync(file, 0);
    expect(error(await transport.files.read(file))).toEqual({ code: 'file-permission', path: file });
  });

  test('are not touched after an abort', async () => {
    const signal = AbortSignal.abort();
    expect(error(await transport.files.stat(folder, signal))).toEqual({ code: 'cancelled' });
  });
});
