import { describe, expect, test } from 'vitest';
import { readEntries } from '../../../src/probe/files/reply.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the entries of a folder', () => {
  test('are a letter and a name each, whatever the name holds', () => {
    expect(readEntries('/d', bytes('fa\0dsub\0lno\nte\0?odd..\0'))).toEqual({
      ok: true,
      value: [
        { name: 'a', kind: 'file' },
        { name: 'sub', kind: 'directory' },
        { name: 'no\nte', kind: 'symlink' },
        { name: 'odd..', kind: 'unknown' },
      ],
    });
    expect(readEntries('/d', bytes(''))).toEqual({ ok: true, value: [] });
  });

  test('that a host makes up, and that would lead elsewhere, are none', () => {
    for (const name of ['../../etc/passwd', 'a/b', '/etc', '.', '..', '']) {
      expect(readEntries('/d', bytes(`fa\0f${name}\0`))).toEqual({
        ok: false,
        error: { code: 'file-failed', path: '/d', detail: 'a name that no file can have' },
      });
    }
  });
});
