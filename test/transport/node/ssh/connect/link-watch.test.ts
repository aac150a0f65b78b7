import { afterEach, expect, test } from 'vitest';
import { linkLimits, LinkWatch } from '../../../../../src/transport/node/ssh/connect/link-watch.ts';

/** A watch whose clock is set by the test: one look a second. */
class Bench {
  now = 0;
  heard = 0;
  busy = false;
  asked: number[] = [];
  dead: number[] = [];
  readonly watch = new LinkWatch({
    ask: () => this.asked.push(this.now),
    heard: () => this.heard,
    busy: () => this.busy,
    dead: (silence) => this.dead.push(silence),
    now: () => this.now,
    limits: { ...linkLimits, look: 1000 },
  });

  pass(seconds: number): void {
    for (let second = 0; second < seconds; second += 1) {
      this.now += 1000;
      this.watch.look();
    }
  }
}

let bench = new Bench();
afterEach(() => {
  bench.watch.end();
  bench = new Bench();
});

test('a silent host is asked after three seconds while something is awaited, and given up nine later', () => {
  bench.busy = true;
  bench.pass(11);
  expect(bench.asked).toEqual([3000]);
  expect(bench.dead).toEqual([]);
  bench.pass(1);
  expect(bench.dead).toEqual([12_000]);
});

test('nothing is asked for fifteen seconds while nothing is awaited', () => {
  bench.pass(14);
  expect(bench.asked).toEqual([]);
  bench.pass(10);
  expect([bench.asked, bench.dead]).toEqual([[15_000], [24_000]]);
});

test('any byte is a sign of life', () => {
  bench.busy = true;
  for (let round = 0; round < 20; round += 1) {
    bench.pass(8);
    bench.heard = bench.now;
  }
  expect(bench.dead).toEqual([]);
});

test('a probe on a connection that was idle has the link asked at once', () => {
  bench.pass(10);
  bench.busy = true;
  bench.pass(1);
  expect(bench.asked).toEqual([11_000]);
});

test('time in which this process stood still does not count', () => {
  bench.busy = true;
  bench.pass(4);
  bench.now += 60_000;
  bench.watch.look();
  expect(bench.dead).toEqual([]);
  bench.pass(9);
  expect(bench.dead).toHaveLength(1);
});
