import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeUnplain,
  encodeUnplain,
  firstUnreadable,
  isPlain,
} from '../../../src/investigation/notebook/encoding.ts';
import { parseInfo, printInfo, withAttribute } from '../../../src/investigation/notebook/info.ts';
import { joinLines, mainLineEnd, placeAt, splitLines } from '../../../src/investigation/notebook/lines.ts';
import { IdSource } from '../../../src/investigation/index.ts';
import { parseText, SAMPLE } from '../sample.ts';
import { encode } from '../target.ts';

describe('text that is not plain', () => {
  test('what may stand in a block as it is', () => {
    for (const text of ['', 'a\tb\n', 'ä → 日本 😀\n', 'a\r\nb\r\n', 'back\\slash\n', 'no end', '=======\n'])
      expect(isPlain(encode(text))).toBe(true);
    for (const text of [
      '\u0000',
      'a\rb',
      'a\r',
      '\u001B[31m',
      '\u007F',
      '\u0085',
      '\u200F',
      '\u2066',
      '\u2028',
      '\uFEFFa',
      '<<<<<<< a\n',
      'x\n>>>>>>>\n',
    ])
      expect(isPlain(encode(text))).toBe(false);
    expect(isPlain(Uint8Array.of(0xc3))).toBe(false);
    expect(isPlain(Uint8Array.of(0xed, 0xa0, 0x80))).toBe(false);
  });

  test('forms', () => {
    expect(encodeUnplain(encode('a\\b\u0007\u202E\u0085\r\n\rx\t\n'))).toBe(
      'a\\\\b\\x07\\u{202E}\\u{85}\r\n\\x0Dx\t\n',
    );
    expect(encodeUnplain(Uint8Array.of(0x61, 0xff, 0xc3, 0x62))).toBe('a\\xFF\\xC3b');
    expect(encodeUnplain(encode('>>>>>>> x\n'))).toBe('\\x3E>>>>>> x\n');
    expect(decodeUnplain('\\u{1F600}\\x0a')).toEqual(encode('😀\n'));
    for (const wrong of ['\\', '\\n', '\\x1', '\\u{}', '\\u{110000}', '\\u1234'])
      expect(decodeUnplain(wrong)).toBeUndefined();
  });

  test('any bytes come back, and what is written is plain', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.string({ unit: 'binary' }).map(encode)),
        (bytes) => {
          const encoded = encodeUnplain(bytes);
          expect(decodeUnplain(encoded)).toEqual(Uint8Array.from(bytes));
          expect(isPlain(encode(encoded))).toBe(true);
        },
      ),
      { numRuns: 2000, seed: 10 },
    );
  });

  test('the first byte that is not UTF-8', () => {
    expect(firstUnreadable(encode('aä😀'))).toBe(7);
    expect(firstUnreadable(Uint8Array.of(0x61, 0xe2, 0x82))).toBe(1);
    // An overlong form of `/` and a surrogate are not UTF-8 (RFC 3629, 3).
    expect(firstUnreadable(Uint8Array.of(0xc0, 0xaf))).toBe(0);
    expect(firstUnreadable(Uint8Array.of(0x61, 0xed, 0xa0, 0x80))).toBe(1);
  });
});

describe('lines', () => {
  test('are cut and joined exactly', () => {
    expect(splitLines('a\r\nb\rc\n\n')).toEqual([
      { text: 'a', end: '\r\n' },
      { text: 'b', end: '\r' },
      { text: 'c', end: '\n' },
      { text: '', end: '\n' },
    ]);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\r', '\n', 'a') }), (text) => {
        expect(joinLines(splitLines(text))).toBe(text);
      }),
      { seed: 11 },
    );
  });

  test('places and the main line end', () => {
    expect(placeAt('ab\r\ncd\re', 5)).toEqual({ line: 2, column: 2 });
    expect(placeAt('ab\r\ncd\re', 7)).toEqual({ line: 3, column: 1 });
    expect(mainLineEnd('a\r\nb\r\nc\n')).toBe('\r\n');
    expect(mainLineEnd('a\r\nb\n')).toBe('\n');
    expect(mainLineEnd('')).toBe('\n');
  });
});

describe('info strings', () => {
  test('are read and printed', () => {
    expect(parseInfo(' probe  id=p1 on="a b" x= ')).toBeUndefined();
    const info = parseInfo('probe  id=p1\ton="a b"');
    expect(info).toEqual({
      word: 'probe',
      attributes: [
        { key: 'id', value: 'p1' },
        { key: 'on', value: 'a b' },
      ],
    });
    if (info === undefined) throw new Error('an info string');
    expect(printInfo(withAttribute(withAttribute(info, 'id', 'q'), 'enc', 'c'))).toBe(
      'probe id=q on="a b" enc=c',
    );
    expect(printInfo({ word: 'x', attributes: [{ key: 'a', value: '"`\n' }] })).toBe('x a=""');
    expect(parseInfo('x a=""')?.attributes).toEqual([{ key: 'a', value: '' }]);
  });
});

describe('ids', () => {
  test('are a letter and four characters, and never one that the notebook uses', () => {
    const ids = new IdSource(parseText(SAMPLE.replace('a7k2x', 'aaaaa').replace('of=a7k2x', 'of=aaaab')));
    const drawn = Array.from({ length: 200 }, () => ids.next());
    expect(new Set(drawn).size).toBe(200);
    for (const id of drawn) expect(id).toMatch(/^[a-z][a-z0-9]{4}$/);
    let calls = 0;
    // Draws `aaaaa`, which is taken, then `aaaab`, which an excerpt refers to, then `aaaac`.
    const counting = new IdSource(
      parseText(SAMPLE.replace('id: a7k2x', 'id: aaaaa').replace('of=a7k2x', 'of=aaaab')),
      () => {
        calls += 1;
        return calls % 5 === 0 ? calls / 5 - 1 : 0;
      },
    );
    expect(counting.next()).toBe('aaaac');
  });
});
