import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleLabel, visibleText } from '../../src/protocol/index.ts';

const HIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/;

describe('text from elsewhere', () => {
  it('shows what could not be seen', () => {
    expect(visibleLabel('a\u202eb')).toBe('a\\u{202e}b');
    expect(visibleLabel('a\nb')).toBe('a\\u{a}b');
    expect(visibleText('a\nb\u0000')).toBe('a\nb\\u{0}');
    expect(visibleText('a\r\nb\rc')).toBe('a\r\nb\\u{d}c');
    expect(visibleText('tab\tstays')).toBe('tab\tstays');
  });

  it('cuts labels at 200 characters', () => {
    expect(visibleLabel('x'.repeat(200))).toBe('x'.repeat(200));
    expect(visibleLabel('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
  });

  it('leaves nothing hidden', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(visibleLabel(value)).not.toMatch(HIDDEN);
        expect(visibleText(value)).not.toMatch(HIDDEN);
      }),
    );
  });
});
