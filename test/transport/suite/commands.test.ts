import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transport } from '../../../src/transport/index.ts';
import { collect, error, untilOutput, value } from '../../support/channels.ts';
import { testCommand } from '../../support/commands.ts';
import { eventually, processesWith } from '../../support/processes.ts';
import type { Sshd } from '../../support/sshd.ts';
import { Bench, kinds } from './kinds.ts';

describe.each(kinds)('commands by %s', (kind) => {
  let bench: Bench;
  let sshd: Sshd | undefined;
  let transport: Transport;
  /** A text that no other way's processes hold. */
  const mark = { ssh2: '71', openssh: '72', local: '73' }[kind];

  beforeAll(async () => {
    bench = new Bench(kind);
    sshd = kind === 'local' ? undefined : await bench.server();
    transport = await bench.connect(sshd);
  });
  afterAll(() => bench.remove());

  /** A shell that watches its standard input, as guarded shells do. */
  const watched = (seconds: string): ReturnType<typeof testCommand> =>
    testCommand(
      `exec /bin/sh -c 'trap "kill -KILL 0" PIPE; sleep ${mark}${seconds} & echo up; read -r l; kill -KILL 0'`,
    );

  test('report output and status, and say where they ran', async () => {
    expect(transport.label).toBe(sshd === undefined ? 'local' : `${sshd.user}@127.0.0.1:${sshd.port}`);
    expect(transport.connected).toBe(true);
    const answer = await collect(value(await transport.exec(testCommand('echo out; echo err >&2; exit 7'))));
    expect(answer.stdout.toString()).toBe('out\n');
    expect(answer.stderr.toString()).toBe('err\n');
    expect(answer.end).toEqual({ kind: 'exit', status: 7 });
  });

  test('report no status of their own making', async () => {
    for (const status of [0, 1, 127, 254]) {
      const channel = value(await transport.exec(testCommand(`exit ${status}`)));
      expect(await channel.closed).toEqual({ kind: 'exit', status });
    }
  });

  test('get the script on a standard input that stays open until its end', async () => {
    const channel = value(
      await transport.exec(testCommand('read -r l; echo "got $l"; read -r l; echo end', 'one\n')),
    );
    expect(await untilOutput(channel, 'one\n')).toBe('got one\n');
    await new Promise((resolve) => setTimeout(resolve, 50));
    channel.end();
    expect((await collect(channel)).stdout.toString()).toBe('end\n');
  });

  test('carry a megabyte both ways unchanged', async () => {
    const script = '0123456789abcde\n'.repeat(65_536);
    const channel = value(await transport.exec(testCommand(`head -c ${script.length}`, script)));
    expect((await collect(channel)).stdout.toString('latin1') === script).toBe(true);
  });

  test('carry every byte', async () => {
    const octal = Array.from({ length: 256 }, (_, byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
    const answer = await collect(
      value(await transport.exec(testCommand(`printf '${octal}'; printf '${octal}' >&2`))),
    );
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    expect(answer.stdout.equals(all)).toBe(true);
    expect(answer.stderr.equals(all)).toBe(true);
  });

  test('lose nothing of what is written last', async () => {
    for (let round = 0; round < 10; round += 1) {
      const command = testCommand('head -c 800000 /dev/zero; echo end; echo last >&2');
      const answer = await collect(value(await transport.exec(command)));
      expect(answer.stdout.byteLength).toBe(800_004);
      expect(answer.stderr.toString()).toBe('last\n');
    }
  });

  test('hold output back that nobody listens to, and hand it over later', async () => {
    const channel = value(await transport.exec(testCommand('head -c 8000000 /dev/zero; echo end')));
    channel.onStderr(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const answer = await collect(channel);
    expect(answer.stdout.byteLength).toBe(8_000_004);
    expect(answer.end).toEqual({ kind: 'exit', status: 0 });
  });

  test('run at most four at once, the others in turn', async () => {
    const first = await Promise.all(
      [1, 2, 3, 4].map(async () => value(await transport.exec(watched('51.5')))),
    );
    await Promise.all(first.map((channel) => untilOutput(channel, 'up')));
    let isFifth = false;
    const waiting = transport.exec(watched('51.5')).then((result) => {
      isFifth = true;
      return value(result);
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isFifth).toBe(false);
    // `sleep` itself and the shell that started it.
    expect(processesWith(`sleep ${mark}51.5`).length).toBeLessThanOrEqual(8 + (kind === 'openssh' ? 8 : 4));
    first[0]?.end();
    const fifth = await waiting;
    await untilOutput(fifth, 'up');
    for (const channel of [...first, fifth]) channel.close();
    await Promise.all([...first, fifth].map((channel) => channel.closed));
    await eventually(() => expect(processesWith(`sleep ${mark}51.5`)).toEqual([]));
  });

  test('end on the host when they are closed, ended or cancelled', async () => {
    const abort = new AbortController();
    const closed = value(await transport.exec(watched('61.5')));
    const ended = value(await transport.exec(watched('61.5')));
    const cancelled = value(await transport.exec(watched('61.5'), { signal: abort.signal }));
    await Promise.all([closed, ended, cancelled].map((channel) => untilOutput(channel, 'up')));
    closed.close();
    ended.end();
    abort.abort();
    expect(await cancelled.closed).toEqual({ kind: 'lost', error: { code: 'cancelled' } });
    await Promise.all([closed.closed, ended.closed]);
    await eventually(() => expect(processesWith(`sleep ${mark}61.5`)).toEqual([]));
  });

  test('that were cancelled before they began are not begun', async () => {
    const signal = AbortSignal.abort();
    expect(error(await transport.exec(testCommand('true'), { signal }))).toEqual({ code: 'cancelled' });
    const running = await Promise.all(
      [1, 2, 3, 4].map(async () => value(await transport.exec(watched('62.5')))),
    );
    const abort = new AbortController();
    const waiting = transport.exec(testCommand('true'), { signal: abort.signal });
    abort.abort();
    expect(error(await waiting)).toEqual({ code: 'cancelled' });
    for (const channel of running) channel.close();
  });

  test('that are cancelled by the dozen leave nothing behind', async () => {
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const abort = new AbortController();
        const opening = transport.exec(watched('63.5'), { signal: abort.signal });
        setTimeout(() => abort.abort(), (index % 8) * 7);
        const channel = await opening;
        if (channel.ok) await channel.value.closed;
      }),
    );
    await eventually(() => expect(processesWith(`sleep ${mark}63.5`)).toEqual([]));
    expect((await collect(value(await transport.exec(testCommand('echo on'))))).stdout.toString()).toBe(
      'on\n',
    );
  });

  test('run two hundred in a row, whole', async () => {
    const command = testCommand('IFS= read -r l; eval "$l"', 'echo answer\n');
    transport.prepare(command, 2);
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => collect(value(await transport.exec(command)))),
    );
    expect(new Set(answers.map((answer) => answer.stdout.toString()))).toEqual(new Set(['answer\n']));
    transport.prepare(command, 0);
  });

  describe('with shells started in advance', () => {
    const command = testCommand(`: ${mark}; echo "shell $$"; read -r l; echo "line $l"`, 'x\n');

    test('use each once and fill up again', async () => {
      const own = await bench.connect(sshd);
      own.prepare(command, 2);
      const seen = new Set<string>();
      for (let used = 0; used < 4; used += 1) {
        await eventually(() => expect(processesWith(`: ${mark}; echo "shell`).length).toBeGreaterThan(0));
        await new Promise((resolve) => setTimeout(resolve, 100));
        const answer = (await collect(value(await own.exec(command)))).stdout.toString();
        expect(answer).toMatch(/^shell \d+\nline x\n$/);
        seen.add(answer);
      }
      expect(seen.size).toBe(4);
      own.dispose();
      await eventually(() => expect(processesWith(`: ${mark}; echo "shell`)).toEqual([]));
    });
  });

  test('end with the transport, and everything after says so', async () => {
    const own = await bench.connect(sshd);
    let told = 0;
    own.onDidDisconnect(() => (told += 1));
    const channel = value(await own.exec(watched('64.5')));
    await untilOutput(channel, 'up');
    own.dispose();
    own.dispose();
    expect(own.connected).toBe(false);
    expect(await channel.closed).toMatchObject({ kind: 'lost', error: { code: 'disconnected' } });
    expect(error(await own.exec(testCommand('true'))).code).toBe('disconnected');
    expect(told).toBe(0);
    await eventually(() => expect(processesWith(`sleep ${mark}64.5`)).toEqual([]));
  });
});
