import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withStandIns } from '../../src/webview/lifecycle/entities.ts';

describe('escapes of diagram text', () => {
  it('are laid out as one character each and come back as the character that they mean', () => {
    const labels = withStandIns('state "a#35;b#58;c#35;" as s0');
    expect(labels.text).toBe('state "a\uE000b\uE001c\uE000" as s0');
    expect(labels.restore('a\uE000b\uE001c\uE000')).toBe('a#b:c#');
  });

  it('take characters beyond the basic plane', () => {
    const labels = withStandIns('#128640;');
    expect(labels.restore(labels.text)).toBe('🚀');
  });

  it('leave what names no character', () => {
    expect(withStandIns('#9999999;').text).toBe('#9999999;');
    expect(withStandIns('#x41; # 35; &#;').text).toBe('#x41; # 35; &#;');
  });

  it('keep a private-use character of the text apart from stand-ins', () => {
    const labels = withStandIns('\uE000#65;');
    expect(labels.restore(labels.text)).toBe('\uE000A');
  });

  it('give every label back, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (label) => {
        const escaped = Array.from(label, (character) => `#${character.codePointAt(0) ?? 0};`).join('');
        const labels = withStandIns(escaped);
        expect(labels.restore(labels.text)).toBe(label);
      }),
    );
  });
});
