import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact, redactFile, secretMark } from '../../../src/investigation/index.ts';
import { decode, encode } from '../target.ts';

// Made up for these tests; in the published form of such keys, and good for nothing.
const TOKEN = 'ghp_' + '4f9Xq2Lm7Rt0Vb3Kc8Zd5Hs1Nw6Pj0YuAe2G';
const KEY = [
  '-----BEGIN OPENSSH PRIVATE KEY-----',
  'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW',
  'QyNTUxOQAAACB0aGlzIGlzIG5vdCBhIHJlYWwga2V5IGF0IGFsbCwgb25seSBhIHRlc3Q=',
  '-----END OPENSSH PRIVATE KEY-----',
];

describe('redact', () => {
  test('leaves bytes without secrets as they are', () => {
    const bytes = encode('status = 1\npassword = None\n');
    expect(redact(bytes)).toEqual({ bytes, found: [] });
    expect(redact(bytes).bytes).toBe(bytes);
  });

  test('replaces a token and nothing else', () => {
    const { bytes, found } = redact(encode(`a = 1\ntoken = "${TOKEN}"  # höher\nb = 2\n`));
    expect(decode(bytes)).toBe('a = 1\ntoken = "‹secret: service-token›"  # höher\nb = 2\n');
    expect(found).toEqual([{ kind: 'service-token', line: 2 }]);
  });

  test('keeps the lines of a key', () => {
    const { bytes, found } = redact(encode(`x\n${KEY.join('\n')}\ny\n`));
    const mark = secretMark('private-key');
    expect(decode(bytes)).toBe(`x\n${mark}\n${mark}\n${mark}\n${mark}\ny\n`);
    expect(found).toEqual([{ kind: 'private-key', line: 2 }]);
  });

  test('keeps bytes that are not UTF-8, and Windows line ends', () => {
    const before = Uint8Array.of(0xff, 0xe4, 0x0d, 0x0a);
    const { bytes } = redact(Uint8Array.of(...before, ...encode(`k: ${TOKEN}\r\n`)));
    expect(bytes.subarray(0, 4)).toEqual(before);
    expect(decode(bytes.subarray(4))).toBe('k: ‹secret: service-token›\r\n');
  });

  test('is the same when it is done twice, and the marks are no secrets', () => {
    const once = redact(encode(`password: "${TOKEN}"\n${KEY.join('\n')}\n`)).bytes;
    expect(redact(once)).toEqual({ bytes: once, found: [] });
  });

  test('never changes the number of lines, whatever stands around', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        TOKEN,
        KEY.join('\n'),
        KEY.slice(1).join('\r\n'),
        `"password": "${TOKEN}"`,
        '\n',
        '\r\n',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join(' ');
        const { bytes, found } = redact(encode(text));
        expect(decode(bytes).split('\n')).toHaveLength(text.split('\n').length);
        expect(found.every(({ line }) => line <= text.split('\n').length)).toBe(true);
        expect(decode(bytes)).not.toContain(TOKEN);
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  test('a file keeps its digest and size, and gets other text', () => {
    const bytes = encode(`t = "${TOKEN}"\n`);
    const file = { path: 'a.py', text: decode(bytes), bytes, sha256: 'aa', size: bytes.length };
    const made = redactFile(file);
    expect(made.file).toMatchObject({ path: 'a.py', sha256: 'aa', size: bytes.length });
    expect(made.file.text).toBe('t = "‹secret: service-token›"\n');
  });
});
