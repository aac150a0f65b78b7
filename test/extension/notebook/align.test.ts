import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align, type ComparedCell } from '../../../src/extension/notebook/align.ts';

const cell = (text: string): ComparedCell => ({ role: 'prose', text });
const cells = (texts: string): readonly ComparedCell[] => texts.split('').map(cell);

/** Applies the changes to the old list, as the editor would. */
function apply(old: readonly ComparedCell[], next: readonly ComparedCell[]): readonly ComparedCell[] {
  const result = [...old];
  for (const change of [...align(old, next).changes].reverse())
    result.splice(change.start, change.end - change.start, ...next.slice(change.from, change.to));
  return result;
}

describe('comparing cells', () => {
  it('finds nothing to do in equal lists', () => {
    expect(align(cells('abc'), cells('abc'))).toEqual({
      same: [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
      changes: [],
    });
  });

  it('tells what was put in, taken out and changed', () => {
    expect(align(cells('abc'), cells('abxc')).changes).toEqual([{ start: 2, end: 2, from: 2, to: 3 }]);
    expect(align(cells('abc'), cells('ac')).changes).toEqual([{ start: 1, end: 2, from: 1, to: 1 }]);
    expect(align(cells('abc'), cells('axc')).changes).toEqual([{ start: 1, end: 2, from: 1, to: 2 }]);
  });

  it('takes a cell for the same that has an empty line behind its text in the editor only', () => {
    expect(align([cell('a'), cell('b\n')], cells('ab'))).toEqual({
      same: [
        [0, 0],
        [1, 1],
      ],
      changes: [],
    });
    expect(align([cell('a\n\nb')], [cell('a\nb')]).same).toEqual([]);
  });

  it('keeps cells of another role apart', () => {
    expect(align([cell('a')], [{ role: 'probe', text: 'a' }]).same).toEqual([]);
  });

  it('leaves cells before and behind a change where they are', () => {
    const { same } = align(cells('pqrst'), cells('pqXYst'));
    expect(same).toEqual([
      [0, 0],
      [1, 1],
      [3, 4],
      [4, 5],
    ]);
  });

  it('turns any list into any other', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c').map(cell), { maxLength: 12 });
    fc.assert(
      fc.property(list, list, (old, next) => {
        expect(apply(old, next)).toEqual(next);
      }),
    );
  });
});
