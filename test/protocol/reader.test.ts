import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { count, either, flag, list, nullable, oneOf, record, text } from '../../src/protocol/reader.ts';

describe('readers', () => {
  it('take what they name and nothing else', () => {
    expect(text(3)('abc', 'x')).toEqual({ ok: true, value: 'abc' });
    expect(text(3)('abcd', 'x').ok).toBe(false);
    expect(text(3)(3, 'x').ok).toBe(false);
    expect(count(7, 'x')).toEqual({ ok: true, value: 7 });
    for (const wrong of [-1, 1.5, Number.NaN, Infinity, 2 ** 60, '7', null])
      expect(count(wrong, 'x').ok).toBe(false);
    expect(flag(false, 'x')).toEqual({ ok: true, value: false });
    expect(flag(0, 'x').ok).toBe(false);
    expect(oneOf('a', 'b')('b', 'x')).toEqual({ ok: true, value: 'b' });
    expect(oneOf('a', 'b')('toString', 'x').ok).toBe(false);
    expect(nullable(flag)(null, 'x')).toEqual({ ok: true, value: null });
    expect(nullable(flag)(undefined, 'x').ok).toBe(false);
    expect(either(flag, count)(4, 'x')).toEqual({ ok: true, value: 4 });
  });

  it('name the place of what is wrong', () => {
    const reader = record({ rows: list(record({ id: text(5) }), 10) });
    const read = reader({ rows: [{ id: 'a' }, { id: 7 }] }, 'message');
    expect(read).toEqual({
      ok: false,
      error: { code: 'bad-message', path: 'message.rows[1].id', wanted: 'text up to 5' },
    });
  });

  it('refuse missing and further fields', () => {
    const reader = record({ a: flag });
    expect(reader({}, 'm').ok).toBe(false);
    expect(reader({ a: true, b: 1 }, 'm')).toMatchObject({ ok: false, error: { path: 'm.b' } });
    expect(reader([true], 'm').ok).toBe(false);
    expect(reader(null, 'm').ok).toBe(false);
  });

  it('read no inherited field', () => {
    const reader = record({ toString: text(10) });
    expect(reader({}, 'm').ok).toBe(false);
  });

  it('bound lists', () => {
    expect(list(flag, 2)([true, false], 'x').ok).toBe(true);
    expect(list(flag, 2)([true, false, true], 'x').ok).toBe(false);
    expect(list(flag, 2)({ length: 1, 0: true }, 'x').ok).toBe(false);
  });

  it('never throw, whatever comes', () => {
    const reader = record({ type: oneOf('a'), items: list(record({ id: text(3), n: nullable(count) }), 5) });
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(typeof reader(value, 'm').ok).toBe('boolean');
      }),
    );
  });
});
