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
  test.each([
    ['filters', `${N}:F:${'x'.repeat(1000)}\n`],
    ['statuses', `${N}:S123456789:0\n`],
    ['frames that nobody knows', `${N}:Z${'x'.repeat(1000)}\n`],
  ])('more %s than any host of ours reports', (_, frame) => {
    const frames = new FrameReader(N, 1000);
    frames.pushErrors(bytes(`${N}:B\n`));
    const many = bytes(frame.repeat(Math.ceil(10_000 / frame.length)));
    let sent = 0;
    while (frames.stop === undefined && sent < 10_000_000) {
      frames.pushErrors(many);
      sent += many.byteLength;
    }
    expect(frames.stop).toEqual({ kind: 'bytes' });
    expect(sent).toBeLessThan(1_000_000);
  });

  test('more bytes than the limit', () => {
    const frames = read([`${N}:B\n1234567890${'x'.repeat(64)}`], [], 10);
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

  test('one byte more than the limit, once it is sure that it is none of the end marker', () => {
    const frames = read([`${N}:B\n12345678901`], [ERR], 10);
    expect(frames.done).toBe(false);
    frames.pushOutput(bytes(`${N}:E\n`));
    expect(frames.stop).toEqual({ kind: 'bytes' });
    expect(text(frames.stdout())).toBe('1234567890');
  });

  test('exactly the limit is whole wherever the end marker is cut in two', () => {
    const marker = `${N}:E\n`;
    for (let cut = 0; cut <= marker.length; cut += 1) {
      const frames = read([`${N}:B\n1234567890${marker.slice(0, cut)}`, marker.slice(cut)], [ERR], 10);
      expect([cut, frames.stop, text(frames.stdout())]).toEqual([cut, undefined, '1234567890']);
    }
  });

  test('errors without end, where the host does not limit them', () => {
    const frames = read([`${N}:B\n`], [`${N}:B\n`]);
    for (let index = 0; index < 300; index += 1) frames.pushErrors(bytes('e'.repeat(1000)));
    expect(frames.stop).toEqual({ kind: 'bytes' });
    expect(frames.errorsCut).toBe(true);
    expect(frames.stderr().length).toBe(262_144);
  });

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

test('noise and marker cut anywhere: the noise is what came before the marker', () => {
  const noise = `Welcome\n${'n'.repeat(20)}\n`;
  const all = `${noise}${N}:B\nok${N}:E\n`;
  for (let first = 0; first <= all.length; first += 1) {
    for (const second of [first, Math.min(all.length, first + 7)]) {
      const frames = read([all.slice(0, first), all.slice(first, second), all.slice(second)], [ERR]);
      expect([frames.noise, text(frames.stdout()), frames.done]).toEqual([noise, 'ok', true]);
    }
  }
});

test('endless noise on standard error does not hide the begin marker', () => {
  const frames = new FrameReader(N, 10);
  for (let index = 0; index < 100; index += 1) frames.pushErrors(bytes('x'.repeat(10_000)));
  frames.pushErrors(bytes(`\n${N}:B\nok`));
  expect(frames.begun).toBe(true);
  expect(text(frames.stderr())).toBe('ok');
});

test('frames of other texts that hold the nonce are none', () => {
  // A login shell that shows what it is given prints the whole script, nonces and all.
  const script = `echo ${N}:B; echo ${N}:B >&2; false || { echo ${N}:C >&2; exit 98; }; echo ${N}:E >&2\n`;
  const frames = read([`+ ${script}`], [`+ ${script}`]);
  expect([frames.begun, frames.done]).toEqual([false, false]);
  frames.pushErrors(bytes(`${N}:B\noops\n${N}:S1:0\n${N}:E\n`));
  frames.pushOutput(bytes(`${N}:B\nok${N}:E\n`));
  expect([frames.stop, frames.done, text(frames.stdout()), text(frames.stderr())]).toEqual([
    undefined,
    true,
    'ok',
    'oops\n',
  ]);
});

describe('chunks of one byte cost no more than their number', () => {
  const one = Array.from({ length: 20_000 }, (_, index) => bytes(index % 50 === 49 ? '\n' : 'x'));
  const perChunk = (task: (frames: FrameReader, chunk: Uint8Array) => void, begun: boolean): number => {
    const frames = begun ? read([`${N}:B\n`], [`${N}:B\n`], 100_000) : read([], [], 100_000);
    const touched = charactersTouched(() => {
      for (const chunk of one) {
        task(frames, chunk);
        // What the exchange asks after each chunk.
        expect([frames.done, frames.echoed]).toEqual([false, false]);
      }
    });
    return touched / one.length;
  };

  test.each([
    ['errors', true, (frames: FrameReader, chunk: Uint8Array) => frames.pushErrors(chunk)],
    ['output', true, (frames: FrameReader, chunk: Uint8Array) => frames.pushOutput(chunk)],
    ['noise on standard error', false, (frames: FrameReader, chunk: Uint8Array) => frames.pushErrors(chunk)],
    ['noise on standard output', false, (frames: FrameReader, chunk: Uint8Array) => frames.pushOutput(chunk)],
  ])('%s', (_name, begun, push) => {
    // A marker is 35 characters long; a search in all that came so far would touch thousands.
    expect(perChunk(push, begun)).toBeLessThan(300);
  });

  test('a long frame', () => {
    const touched = charactersTouched(() => {
      const frames = read([], [`${N}:B\n`, `${N}:G:1:fifo:`]);
      for (const chunk of one) if (chunk[0] !== 10) frames.pushErrors(chunk);
      frames.pushErrors(bytes('\n'));
      expect(frames.stop).toMatchObject({ kind: 'guard', report: { path: 'x'.repeat(19_600) } });
    });
    expect(touched / one.length).toBeLessThan(300);
  });
});

/** Characters that searches in strings and copies of them went through while `task` ran. */
function charactersTouched(task: () => void): number {
  let touched = 0;
  const wrap = (
    owner: object,
    name: string,
    subject: (self: unknown, first: unknown) => unknown,
  ): (() => void) => {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== 'function') throw new Error(name);
    const define = (value: unknown): unknown =>
      Object.defineProperty(owner, name, { value, configurable: true, writable: true });
    define(function (this: unknown, ...args: readonly unknown[]): unknown {
      const text = subject(this, args[0]);
      if (typeof text === 'string') touched += text.length;
      const result: unknown = Reflect.apply(original, this, args);
      return result;
    });
    return () => define(original);
  };
  const restores = [
    ...['indexOf', 'lastIndexOf', 'includes', 'slice', 'split', 'replaceAll'].map((name) =>
      wrap(String.prototype, name, (self) => self),
    ),
    wrap(RegExp.prototype, 'exec', (_self, first) => first),
  ];
  try {
    task();
  } finally {
    for (const restore of restores) restore();
  }
  return touched;
}

test('nonces are 128 bits and new', () => {
  const nonces = Array.from({ length: 100 }, newNonce);
  expect(new Set(nonces).size).toBe(100);
  expect(nonces.every((nonce) => /^[0-9a-f]{32}$/.test(nonce))).toBe(true);
});
