import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openLink, type Link } from './link.ts';
import { RoundTrips } from './rounds.ts';

let server: Server | undefined;
let link: Link | undefined;
let socket: Socket | undefined;

afterEach(async () => {
  socket?.destroy();
  await link?.close();
  server?.close();
});

/** A client of a server that answers each byte with one, in the given number of milliseconds. */
async function start(answerAfter: number): Promise<{ readonly rounds: RoundTrips; readonly client: Socket }> {
  const own = createServer((peer) => {
    peer.on('error', () => undefined);
    peer.on('data', (chunk: Buffer) => setTimeout(() => peer.write(chunk), answerAfter));
  });
  server = own;
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const address = own.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const rounds = new RoundTrips();
  link = await openLink(address.port, rounds);
  link.delay = 100;
  const client = connect({ port: link.port, host: '127.0.0.1', noDelay: true });
  socket = client;
  client.on('error', () => undefined);
  await new Promise((resolve) => client.once('connect', resolve));
  return { rounds, client };
}

const answer = (client: Socket): Promise<unknown> => new Promise((resolve) => client.once('data', resolve));

test('questions that wait for answers are a round each', async () => {
  const { rounds, client } = await start(0);
  for (let round = 1; round <= 3; round += 1) {
    client.write('x');
    await answer(client);
    expect(rounds.count).toBe(round);
  }
});

test('questions at once are one round', async () => {
  const { rounds, client } = await start(0);
  client.write('x');
  await new Promise((resolve) => setTimeout(resolve, 20));
  client.write('y');
  await answer(client);
  await answer(client);
  expect(rounds.count).toBe(1);
});

test('an answer does not belong to a later question that is sent before it comes', async () => {
  const { rounds, client } = await start(30);
  client.write('x');
  await new Promise((resolve) => setTimeout(resolve, 215));
  client.write('y');
  await answer(client);
  expect(rounds.count).toBe(1);
});

test('what is under way at a restart does not count', async () => {
  const { rounds, client } = await start(0);
  client.write('x');
  await answer(client);
  client.write('x');
  await new Promise((resolve) => setTimeout(resolve, 50));
  rounds.restart();
  await answer(client);
  expect(rounds.count).toBe(0);
  client.write('x');
  await answer(client);
  expect(rounds.count).toBe(1);
});
