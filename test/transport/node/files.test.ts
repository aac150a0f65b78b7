import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ok } from '../../../src/base/index.ts';
import { checkPath, readWhole } from '../../../src/transport/node/files.ts';
import { error, value } from '../../support/channels.ts';

/** A file that answers at most `packet` bytes a request. */
function source(bytes: Buffer, packet: number) {
  const requests: number[] = [];
  return {
    requests,
    readAt: (position: number, length: number) => {
      requests.push(position);
      return Promise.resolve(ok(bytes.subarray(position, position + Math.min(length, packet))));
    },
  };
}

describe('reading a whole file', () => {
  test('gives its bytes, whatever packets the host answers with', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(200_000), fc.integer({ min: 1_000, max: 40_000 }), async (size, packet) => {
        const bytes = Buffer.alloc(size);
        for (let index = 0; index < size; index += 997) bytes[index] = index % 251;
        const { readAt } = source(bytes, packet);
        const result = await readWhole({ path: '/f', size, limit: size, readAt });
        expect(Buffer.from(value(result)).equals(bytes)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test('asks for no more than its size says', async () => {
    const { requests, readAt } = source(Buffer.alloc(40_000), 32_768);
    await readWhole({ path: '/f', size: 40_000, limit: 50_000, readAt });
    expect(requests).toEqual([0, 32_768]);
  });

  test('ends where the file ends, when it shrank or its size is not known', async () => {
    const { readAt } = source(Buffer.alloc(1_000), 32_768);
    expect(value(await readWhole({ path: '/f', size: 90_000, limit: 90_000, readAt })).byteLength).toBe(
      1_000,
    );
    expect(value(await readWhole({ path: '/f', size: 0, limit: 90_000, readAt })).byteLength).toBe(1_000);
  });

  test('stops above the limit, also where the size is not known', async () => {
    const { readAt, requests } = source(Buffer.alloc(1_000_000), 32_768);
    const known = await readWhole({ path: '/f', size: 1_000_000, limit: 10, readAt });
    expect(error(known)).toEqual({ code: 'file-too-large', path: '/f', size: 1_000_000, limit: 10 });
    expect(requests).toEqual([]);
    const unknown = await readWhole({ path: '/f', size: 0, limit: 40_000, readAt });
    expect(error(unknown)).toMatchObject({ code: 'file-too-large', limit: 40_000 });
    expect(requests.length).toBeLessThan(4);
  });

  test('is cancelled between requests', async () => {
    const { readAt } = source(Buffer.alloc(10), 10);
    const signal = AbortSignal.abort();
    expect(error(await readWhole({ path: '/f', size: 10, limit: 10, signal, readAt })).code).toBe(
      'cancelled',
    );
  });
});

test('paths must be absolute and without NUL', () => {
  const absolute = (path: string): boolean => path.startsWith('/');
  expect(checkPath('/a b\n', absolute)).toBeUndefined();
  expect(checkPath('a', absolute)).toMatchObject({ rule: 'not-absolute' });
  expect(checkPath('/a\0', absolute)).toMatchObject({ rule: 'nul-character' });
});
