import { describe, expect, it } from 'vitest';
import { readPart } from '../../../src/extension/files/range.ts';

describe('parts of a file', () => {
  it.each([
    ['1000-2000', { kind: 'lines', first: 1000, last: 2000 }],
    [' 7 – 7 ', { kind: 'lines', first: 7, last: 7 }],
    ['5', { kind: 'lines', first: 5, last: 1004 }],
    ['-500', { kind: 'end', count: 500 }],
    ['1-100000', { kind: 'lines', first: 1, last: 100_000 }],
    ['@4096+1024', { kind: 'bytes', at: 4096, length: 1024 }],
    ['@20000000000', { kind: 'bytes', at: 20_000_000_000, length: 65_536 }],
  ])('%s', (text, part) => {
    expect(readPart(text)).toEqual(part);
  });

  it.each([
    '',
    '-',
    '0-5',
    '0',
    '9-3',
    '1-100001',
    '-0',
    '-100001',
    'a',
    '1-b',
    '1-2-3',
    '@',
    '@a',
    '@1+',
    '@1+0',
    '@1+5000001',
    '@-1',
    '1.5',
    '99999999999999999999',
  ])('none: %j', (text) => {
    expect(readPart(text)).toBeUndefined();
  });
});
