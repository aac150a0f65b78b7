import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTargetName, proposeName } from '../../../src/extension/targets/names.ts';
import { secretKey } from '../../../src/extension/targets/secrets.ts';

describe('names of targets', () => {
  it('are what an authority of a URI keeps', () => {
    for (const name of ['prefill', 'a', 'gpu-box-3']) expect(isTargetName(name)).toBe(true);
    for (const name of ['', 'Prefill', '3box', 'a_b', 'a.b', 'a b', '-a', 'a'.repeat(65)])
      expect(isTargetName(name)).toBe(false);
  });

  it('are proposed from a host’s, and free', () => {
    expect(proposeName('GPU_box.3', new Set())).toBe('gpu-box-3');
    expect(proposeName('10.0.0.7', new Set())).toBe('target');
    expect(proposeName('box', new Set(['box', 'box-2']))).toBe('box-3');
  });

  it('are valid whatever the host is called', () => {
    fc.assert(
      fc.property(fc.string(), (host) => {
        expect(isTargetName(proposeName(host, new Set()))).toBe(true);
      }),
    );
  });
});

describe('kept secrets', () => {
  it('have one key for one question, and one-time codes none', () => {
    expect(secretKey({ kind: 'passphrase', file: '/k' })).toBe('passphrase:/k');
    expect(secretKey({ kind: 'password', user: 'u', host: 'h' })).toBe('password:u@h');
    expect(
      secretKey({ kind: 'keyboard', user: 'u', host: 'h', prompt: 'Code:', echo: false }),
    ).toBeUndefined();
  });
});
