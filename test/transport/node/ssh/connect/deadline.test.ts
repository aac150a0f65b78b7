import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadline } from '../../../../../src/transport/node/ssh/connect/deadline.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('it passes when nothing happens in time, and runs anew with each answer', () => {
  let passed = 0;
  const deadline = new Deadline(10, () => (passed += 1));
  vi.advanceTimersByTime(9_000);
  deadline.restart();
  vi.advanceTimersByTime(9_000);
  expect(passed).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(passed).toBe(1);
});

test('it does not run while a person is asked, even by two questions', async () => {
  let passed = 0;
  const deadline = new Deadline(10, () => (passed += 1));
  let answerFirst: (text: string) => void = () => undefined;
  let answerSecond: (text: string) => void = () => undefined;
  const first = deadline.outside(() => new Promise<string>((resolve) => (answerFirst = resolve)));
  const second = deadline.outside(() => new Promise<string>((resolve) => (answerSecond = resolve)));
  vi.advanceTimersByTime(3_600_000);
  answerFirst('a');
  expect(await first).toBe('a');
  vi.advanceTimersByTime(3_600_000);
  answerSecond('b');
  await second;
  expect(passed).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(passed).toBe(1);
});

test('it never passes after its end', () => {
  let passed = 0;
  const deadline = new Deadline(10, () => (passed += 1));
  deadline.end();
  deadline.restart();
  vi.advanceTimersByTime(60_000);
  expect(passed).toBe(0);
});
