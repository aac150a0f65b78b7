import { expect, test } from 'vitest';
import { ReplayBuffer } from '../../../src/transport/pool/replay.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

function setUp(bound = 10): { buffer: ReplayBuffer; flow: string[]; listen: () => string[] } {
  const flow: string[] = [];
  const buffer = new ReplayBuffer(bound, {
    pause: () => flow.push('pause'),
    resume: () => flow.push('resume'),
  });
  return {
    buffer,
    flow,
    listen: () => {
      const seen: string[] = [];
      buffer.listen((chunk) => seen.push(Buffer.from(chunk).toString()));
      return seen;
    },
  };
}

test('what came before the listener is replayed in order, not before its registration returned', async () => {
  const { buffer, listen } = setUp();
  buffer.push(bytes('a'));
  buffer.push(bytes('b'));
  const seen = listen();
  expect(seen).toEqual([]);
  // Data that comes while the replay is due must not overtake it.
  buffer.push(bytes('c'));
  await buffer.handedOver();
  buffer.push(bytes('d'));
  expect(seen).toEqual(['a', 'b', 'c', 'd']);
});

test('the source is paused at the bound and resumed when somebody listens', async () => {
  const { buffer, flow, listen } = setUp(4);
  buffer.push(bytes('abc'));
  expect(flow).toEqual([]);
  buffer.push(bytes('de'));
  buffer.push(bytes('f'));
  expect(flow).toEqual(['pause']);
  const seen = listen();
  await buffer.handedOver();
  expect(flow).toEqual(['pause', 'resume']);
  expect(seen.join('')).toBe('abcdef');
});

test('a listener that leaves in the middle leaves the rest for the next one', async () => {
  const { buffer, listen } = setUp();
  for (const text of ['a', 'b', 'c']) buffer.push(bytes(text));
  const first: string[] = [];
  const subscription = buffer.listen((chunk) => {
    first.push(Buffer.from(chunk).toString());
    subscription.dispose();
  });
  await buffer.handedOver();
  expect(first).toEqual(['a']);
  const second = listen();
  await buffer.handedOver();
  expect(second).toEqual(['b', 'c']);
});

test('several listeners all get what comes while they listen', () => {
  const { buffer, listen } = setUp();
  const one = listen();
  const two = listen();
  buffer.push(bytes('x'));
  expect([one, two]).toEqual([['x'], ['x']]);
});

test('what is discarded is gone, and the source may flow', async () => {
  const { buffer, flow, listen } = setUp(1);
  buffer.push(bytes('ab'));
  buffer.discard();
  buffer.push(bytes('cd'));
  const seen = listen();
  await buffer.handedOver();
  expect(seen).toEqual([]);
  expect(flow).toEqual(['pause', 'resume']);
});
