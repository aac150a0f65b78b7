import { expect, test } from 'vitest';
import { Slots } from '../../../src/transport/pool/slots.ts';

test('places are given out in the order of asking', async () => {
  const slots = new Slots(1);
  const order: number[] = [];
  expect(await slots.take()).toBe(true);
  const waiting = [1, 2, 3].map(async (number) => {
    await slots.take();
    order.push(number);
    slots.give();
  });
  await Promise.resolve();
  expect(order).toEqual([]);
  slots.give();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
});

test('who gives up takes nothing', async () => {
  const slots = new Slots(1);
  await slots.take();
  const abort = new AbortController();
  const waiting = slots.take(abort.signal);
  abort.abort();
  expect(await waiting).toBe(false);
  slots.give();
  expect(await slots.take(AbortSignal.abort())).toBe(false);
  expect(await slots.take()).toBe(true);
});
