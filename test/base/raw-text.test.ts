import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOfRaw, hasRawBytes, rawText } from '../../src/base/index.ts';

test('any bytes come back as they were', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect([...bytesOfRaw(rawText(bytes))]).toEqual([...bytes]);
    }),
    { numRuns: 2000 },
  );
});

test('UTF-8 is text as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const bytes = new TextEncoder().encode(text);
      expect(rawText(bytes)).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
      expect([...bytesOfRaw(rawText(bytes))]).toEqual([...bytes]);
    }),
  );
});

test.each([
  [[0x61, 0xff, 0x62], 'a\udcffb'],
  // Cut in the middle of a character, and an encoded surrogate: none of them is UTF-8.
  [[0xe2, 0x82], '\udce2\udc82'],
  [[0xed, 0xb2, 0x80], '\udced\udcb2\udc80'],
  [[0xc0, 0xaf], '\udcc0\udcaf'],
  [[0xf0, 0x9f, 0x98, 0x80, 0x80], '😀\udc80'],
])('bytes that are none stand for themselves: %j', (bytes, text) => {
  expect(rawText(Uint8Array.from(bytes))).toBe(text);
  expect(hasRawBytes(text)).toBe(true);
});

test('a pair of surrogates is a character, not a byte', () => {
  expect(hasRawBytes('\ud83d\udc80')).toBe(false);
});
