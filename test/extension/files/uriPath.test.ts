import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawText } from '../../../src/base/index.ts';
import { pathOfUri, uriPathOf } from '../../../src/extension/files/uriPath.ts';

describe('paths in addresses', () => {
  it('are as they are on the host, for names of every kind of text', () => {
    for (const path of ['/a b/c', '/100%', '/%', '/%2F', '/a%20b', '/é€𝄞', "/it's", '/a\nb', '/\ufffd'])
      expect(uriPathOf(path)).toBe(path);
  });

  it('escape bytes that are no UTF-8, and what could be taken for them', () => {
    expect(uriPathOf('/a\udcff\udc80')).toBe('/a%FF%80');
    expect(uriPathOf('/a%FF')).toBe('/a%25FF');
    expect(uriPathOf('/a%25FF')).toBe('/a%2525FF');
    expect(pathOfUri('/a%FF%80')).toBe('/a\udcff\udc80');
    expect(pathOfUri('/a%25FF')).toBe('/a%FF');
    // Somebody else wrote a character as its bytes.
    expect(pathOfUri('/%C3%A9')).toBe('/é');
    expect(pathOfUri('/%2F%ff')).toBe('/%2F%ff');
  });

  it('come back as they were, whatever bytes they hold', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 4 }).map((bytes) => rawText(bytes)),
      fc.constantFrom('%', '25', '%25', 'FF', '%FF', '80', 'é', '/'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        // What bytes of two pieces make together is one character of a host's name.
        const path = rawText(Buffer.from(pieces.map(bytesAsHex).join(''), 'hex'));
        expect(pathOfUri(uriPathOf(path))).toBe(path);
        expect(uriPathOf(path)).not.toMatch(/[\u{D800}-\u{DFFF}]/u);
      }),
      { numRuns: 2000 },
    );
  });
});

function bytesAsHex(text: string): string {
  return Array.from(text)
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      return code >= 0xdc80 && code <= 0xdcff
        ? (code - 0xdc00).toString(16)
        : Buffer.from(character, 'utf8').toString('hex');
    })
    .join('');
}
