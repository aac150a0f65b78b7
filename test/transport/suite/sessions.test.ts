import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Channel, Transport } from '../../../src/transport/index.ts';
import { collect, error, untilOutput, value } from '../../support/channels.ts';
import { testCommand } from '../../support/commands.ts';
import { openLink, type Link } from '../../support/link.ts';
import { eventually, processesWith } from '../../support/processes.ts';
import { descendants, type Sshd } from '../../support/sshd.ts';
import { Bench, remoteKinds } from './kinds.ts';

describe.each(remoteKinds)('sessions on a host, by %s', (kind) => {
  let bench: Bench;
  /** A text that no other way's processes hold. */
  const mark = { ssh2: '81', openssh: '82' }[kind];
  const command = testCommand('echo READY; read -r l; echo "got $l"', 'line\n');

  beforeAll(() => {
    bench = new Bench(kind);
  });
  afterEach(() => bench.reset());
  afterAll(() => bench.remove());

  /** A shell that ends its group when its standard input ends, as guarded shells do. */
  async function watched(through: Transport, seconds: string): Promise<Channel> {
    const script = `exec /bin/sh -c 'trap "kill -KILL 0" PIPE; sleep ${mark}${seconds} & echo up; read -r l; kill -KILL 0'`;
    const channel = value(await through.exec(testCommand(script)));
    await untilOutput(channel, 'up');
    return channel;
  }

  test('are enough when there is only one, with shells started in advance', async () => {
    const transport = await bench.connect(await bench.server({ maxSessions: 1 }));
    transport.prepare(command, 2);
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        [1, 2, 3, 4, 5].map(async () => collect(value(await transport.exec(command)))),
      );
      for (const answer of answers) {
        expect(answer.stdout.toString()).toBe('READY\ngot line\n');
        expect(answer.stderr.toString()).toBe('');
      }
    }
    const other = await collect(value(await transport.exec(testCommand('echo other'))));
    expect(other.stdout.toString()).toBe('other\n');
  });

  test('are cancelled with nothing left where there is only one', async () => {
    const transport = await bench.connect(await bench.server({ maxSessions: 1 }));
    for (let round = 0; round < 5; round += 1) {
      const channel = await watched(transport, '11.5');
      channel.close();
      await channel.closed;
    }
    expect((await collect(value(await transport.exec(command)))).stdout.toString()).toBe('READY\ngot line\n');
    await eventually(() => expect(processesWith(`sleep ${mark}11.5`)).toEqual([]));
  });

  test('are all used and no more, where a host grants three', async () => {
    const transport = await bench.connect(await bench.server({ maxSessions: 3 }));
    transport.prepare(command, 2);
    const answers = await Promise.all(
      Array.from({ length: 40 }, async () => collect(value(await transport.exec(command)))),
    );
    expect(new Set(answers.map((answer) => answer.stdout.toString()))).toEqual(
      new Set(['READY\ngot line\n']),
    );
  });

  test('end with the server, and everything after it says so', async () => {
    const server = await bench.server();
    const transport = await bench.connect(server);
    const channel = await watched(transport, '12.5');
    const noticed = new Promise((resolve) => transport.onDidDisconnect(resolve));
    await server.stop();
    expect(await noticed).toMatchObject({ code: 'disconnected', host: '127.0.0.1' });
    expect(transport.connected).toBe(false);
    expect(await channel.closed).toMatchObject({ kind: 'lost', error: { code: 'disconnected' } });
    expect(error(await transport.exec(testCommand('true'))).code).toBe('disconnected');
    await eventually(() => expect(processesWith(`sleep ${mark}12.5`)).toEqual([]));
  });

  test('end with the server’s process for this connection', async () => {
    const server = await bench.server();
    const transport = await bench.connect(server);
    const noticed = new Promise((resolve) => transport.onDidDisconnect(resolve));
    const channel = await watched(transport, '13.5');
    const ofServer = processesWith('sshd');
    for (const id of descendants(server.pid)) if (ofServer.includes(id)) send(id, 'SIGKILL');
    expect(await noticed).toMatchObject({ code: 'disconnected' });
    expect(await channel.closed).toMatchObject({ kind: 'lost' });
    await eventually(() => expect(processesWith(`sleep ${mark}13.5`)).toEqual([]));
  });

  test('lose nothing while the server is stopped for a moment', async () => {
    const server = await bench.server();
    const transport = await bench.connect(server);
    const channel = value(await transport.exec(testCommand('head -c 3000000 /dev/zero | tr "\\0" x')));
    const ids = descendants(server.pid);
    for (const id of ids) send(id, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const id of ids) send(id, 'SIGCONT');
    const { stdout, end } = await collect(channel);
    expect(stdout.byteLength).toBe(3_000_000);
    expect(end).toEqual({ kind: 'exit', status: 0 });
  });

  describe('over a link', () => {
    let server: Sshd;
    let link: Link;

    async function linked(): Promise<Transport> {
      server = await bench.server({ clientConfig: ['ConnectTimeout 2'] });
      link = await openLink(server.port);
      // The host is known under the port of the link as well.
      const known = readFileSync(server.knownHostsFile, 'utf8');
      writeFileSync(server.knownHostsFile, known + known.replaceAll(`:${server.port}`, `:${link.port}`));
      return bench.connect(server, link.port);
    }
    afterEach(() => link.close());

    test('that is slow carry everything whole, in whatever pieces it comes', async () => {
      const transport = await linked();
      link.delay = 20;
      link.pieces = 7;
      const text = 'é€𝄞\n'.repeat(200);
      const channel = value(await transport.exec(testCommand(`head -c ${Buffer.byteLength(text)}`, text)));
      expect((await collect(channel)).stdout.toString()).toBe(text);
    });

    test('that stalls go on where they were', async () => {
      const transport = await linked();
      const channel = value(
        await transport.exec(testCommand('echo a; read -r l; echo b; read -r l; echo c', '\n')),
      );
      await untilOutput(channel, 'a');
      link.stall();
      channel.end();
      await new Promise((resolve) => setTimeout(resolve, 300));
      link.resume();
      expect((await collect(channel)).end).toEqual({ kind: 'exit', status: 0 });
      expect(transport.connected).toBe(true);
    });

    test('that is cut end here and on the host', async () => {
      const transport = await linked();
      const channel = await watched(transport, '14.5');
      link.cut();
      expect(await channel.closed).toMatchObject({ kind: 'lost', error: { code: 'disconnected' } });
      await eventually(() => expect(transport.connected).toBe(false));
      await eventually(() => expect(processesWith(`sleep ${mark}14.5`)).toEqual([]));
      expect(error(await transport.exec(testCommand('true'))).code).toBe('disconnected');
    });
  });
});

function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It ended by itself.
  }
}
