import { describe, expect, it } from 'vitest';
import {
  hexLines,
  isBinary,
  markedEncoding,
  wideText,
  withoutNuls,
} from '../../../src/extension/files/bytes.ts';

const bytes = (...all: readonly number[]): Uint8Array => Uint8Array.from(all);

describe('what bytes hold', () => {
  it('is no text where there is NUL, unless a mark says that two bytes make a character', () => {
    expect(isBinary(bytes(0x61, 0, 0x62))).toBe(true);
    expect(isBinary(Buffer.from('plain'))).toBe(false);
    expect(isBinary(bytes())).toBe(false);
    expect(isBinary(Buffer.from('\uFEFFwide', 'utf16le'))).toBe(false);
    expect(isBinary(bytes(0xfe, 0xff, 0, 0x61))).toBe(false);
    expect(isBinary(bytes(0xe9, 0x20, 0xff))).toBe(false);
  });

  it('is told by its mark', () => {
    expect(markedEncoding(bytes(0xef, 0xbb, 0xbf, 0x61))).toBe('utf8bom');
    expect(markedEncoding(bytes(0xff, 0xfe))).toBe('utf16le');
    expect(markedEncoding(bytes(0xfe, 0xff))).toBe('utf16be');
    expect(markedEncoding(bytes(0x61))).toBeUndefined();
  });

  it('is read from the middle of a file in UTF-16, whole characters of it', () => {
    const little = Buffer.from('\uFEFFwide: \u00fc\u4e2d', 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const [file, encoding] of [
      [little, 'utf16le'],
      [big, 'utf16be'],
    ] as const) {
      expect(wideText(file.subarray(14, 18), 14, encoding)).toBe('\u00fc\u4e2d');
      expect(wideText(file.subarray(13, 18), 13, encoding)).toBe('\u00fc\u4e2d');
      expect(wideText(file, 0, encoding)).toBe('wide: \u00fc\u4e2d');
    }
  });

  it('is shown in rows as hexdump -C does', () => {
    const shown = hexLines(Buffer.from('0123456789abcdef\u0000\n\u007f'), 0x1000);
    expect(shown.split('\n')).toEqual([
      '0000001000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  0123456789abcdef',
      `0000001010  00 0a 7f${' '.repeat(15)}  ${' '.repeat(23)}  ...`,
      '',
    ]);
    expect(hexLines(bytes(), 0)).toBe('');
  });
});

describe('withoutNuls', () => {
  it('leaves what holds none', () => {
    const bytes = Buffer.from('plain\n');
    expect(withoutNuls(bytes)).toEqual({ bytes });
  });

  it('puts a control character in their place that is nowhere else', () => {
    const { bytes, mark } = withoutNuls(Uint8Array.of(0x61, 0, 1, 0, 0x62));
    expect(mark).toBe('\x02');
    expect([...bytes]).toEqual([0x61, 2, 1, 2, 0x62]);
  });

  it('leaves bytes that hold every such character', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(withoutNuls(all)).toEqual({ bytes: all });
  });
});
