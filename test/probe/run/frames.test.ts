import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameReader } from '../../../src/probe/run/frames.ts';
import { newNonce } from '../../../src/probe/run/nonce.ts';

const N = '0123456789abcdef0123456789abcdef';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

function read(out: readonly string[], errors: readonly string[], limit = 1000): FrameReader {
  const frames = new FrameReader(N, limit);
  for (const chunk of out) frames.pushOutput(bytes(chunk));
  for (const chunk of errors) frames.pushErrors(bytes(chunk));
  return frames;
}

const OUT = `noise\nRP-42-OK\n${N}:B\nhello\n${N}:E\n`;
const ERR = `noise\n${N}:B\noops\n${N}:S1:0\n${N}:E\n`;

describe('a whole answer', () => {
  test('data and errors without frames and noise', () => {
    const frames = read([OUT], [ERR]);
    expect(frames.done).toBe(true);
    expect(text(frames.stdout())).toBe('hello\n');
    expect(text(frames.stderr())).toBe('oops\n');
    expect(frames.exit(1)).toBe(0);
    expect(frames.noise).toBe('noise\nRP-42-OK\n');
    expect(frames.stop).toBeUndefined();
  });

  test('however it is cut into chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(OUT.length), { maxLength: 8 }), (cuts) => {
        const sorted = [0, ...[...cuts].sort((a, b) => a - b), OUT.length];
        const chunks = sorted.slice(1).map((end, index) => OUT.slice(sorted[index], end));
        const frames = read(chunks, [ERR]);
        expect(frames.done).toBe(true);
        expect(text(frames.stdout())).toBe('hello\n');
      }),
      { numRuns: 500, seed: 5 },
    );
  });

  test('it needs both end markers', () => {
    expect(read([OUT], [`${N}:B\n`]).done).toBe(false);
    expect(read([`${N}:B\nhello\n`], [ERR]).done).toBe(false);
    expect(read([], []).begun).toBe(false);
    expect(read([`${N}:B`], []).begun).toBe(false);
    expect(read([], [`${N}:B\n`]).begun).toBe(true);
  });

  test('output without a last newline, empty output, output that looks like a frame', () => {
    expect(text(read([`${N}:B\nx${N}:E\n`], [ERR]).stdout())).toBe('x');
    expect(text(read([`${N}:B\n${N}:E\n`], [ERR]).stdout())).toBe('');
    const other = `${'f'.repeat(32)}:E\n`;
    expect(text(read([`${N}:B\n${other}${N}:E\n`], [ERR]).stdout())).toBe(other);
  });

  test('any bytes', () => {
    const all = Uint8Array.from({ length: 256 }, (_, index) => index);
    const frames = new FrameReader(N, 1000);
    frames.pushOutput(bytes(`${N}:B\n`));
    frames.pushOutput(all);
    frames.pushOutput(bytes(`${N}:E\n`));
    frames.pushErrors(bytes(`${N}:B\n`));
    frames.pushErrors(all);
    frames.pushErrors(bytes(`${N}:E\n`));
    expect(frames.stdout()).toEqual(all);
    expect(frames.stderr()).toEqual(all);
  });

  test('a status in the middle of a line of errors', () => {
    const frames = read([OUT], [`${N}:B\nha${N}:S1:2\nlf\n${N}:E\n`]);
    expect(text(frames.stderr())).toBe('half\n');
    expect(frames.exit(1)).toBe(2);
  });
});

describe('the exit status', () => {
  const status = (...codes: readonly number[]): number | null =>
    read(
      [OUT],
      [`${N}:B\n${codes.map((code, index) => `${N}:S${index + 1}:${code}\n`).join('')}${N}:E\n`],
    ).exit(codes.length);

  test('is that of the last stage that failed, a closed pipe not counted', () => {
    expect(status(0, 0)).toBe(0);
    expect(status(1, 0)).toBe(1);
    expect(status(1, 2)).toBe(2);
    expect(status(2, 1, 0)).toBe(1);
    expect(status(141, 0)).toBe(0);
    expect(status(269, 0)).toBe(0);
    expect(status(141, 1)).toBe(1);
  });

  test('is unknown while a stage is missing', () => {
    expect(read([OUT], [ERR]).exit(2)).toBeNull();
  });
});

describe('stops', () => {
  test('more bytes than the limit', () => {
    const frames = read([`${N}:B\n12345678901`], [], 10);
    expect(frames.stop).toEqual({ kind: 'bytes' });
    expect(frames.done).toBe(true);
    expect(text(frames.stdout())).toBe('1234567890');
  });

  test.each([10, 11])(
    'exactly the limit is whole, with the marker in the same chunk or not (%i)',
    (limit) => {
      expect(read([`${N}:B\n1234567890${N}:E\n`], [ERR], limit).stop).toBe(
        limit >= 10 ? undefined : { kind: 'bytes' },
      );
    },
  );

  test.each([
    ['C', { kind: 'root' }],
    ['T', { kind: 'time' }],
    ['G:2:fifo:a b', { kind: 'guard', report: { operand: 2, reason: 'fifo', path: 'a b' } }],
    ['Q', { kind: 'filters', found: [] }],
    [
      `F:local\tfilter.x.clean\n${N}:F:global\tfilter.y.process\n${N}:Q`,
      { kind: 'filters', found: ['local\tfilter.x.clean', 'global\tfilter.y.process'] },
    ],
  ])('%s', (frame, expected) => {
    const frames = read([`${N}:B\n`], [`${N}:B\n${N}:${frame}\n`]);
    expect(frames.stop).toEqual(expected);
    expect(frames.done).toBe(true);
  });

  test('a frame of another nonce is none', () => {
    expect(read([], [`${'0'.repeat(32)}:T\n`]).stop).toBeUndefined();
  });
});

test('noise without end is bounded', () => {
  const frames = new FrameReader(N, 10);
  for (let index = 0; index < 100; index += 1) frames.pushOutput(bytes('x'.repeat(10_000)));
  expect(frames.noise.length).toBeLessThanOrEqual(16_384);
  frames.pushOutput(bytes(`${N}:B\nok${N}:E\n`));
  expect(text(frames.stdout())).toBe('ok');
});

test('nonces are 128 bits and new', () => {
  const nonces = Array.from({ length: 100 }, newNonce);
  expect(new Set(nonces).size).toBe(100);
  expect(nonces.every((nonce) => /^[0-9a-f]{32}$/.test(nonce))).toBe(true);
});
