import { describe, expect, it } from 'vitest';
import { findRows, newOutputId, writeOutputKey } from '../../../src/extension/notebook/rows.ts';

const rows = [
  { id: 'r0', on: 'box', file: 'a.py', first: 3, last: 3 },
  { id: 'r1', on: 'box', file: 'b.py', first: 7, last: 9 },
  { id: 'r1', on: 'box', file: 'c.py', first: 1, last: 1 },
];

describe('rows of an output', () => {
  it('are found by the ids that a message carries', () => {
    const metadata = writeOutputKey({ output: 'o1', probe: 'p1', rows });
    expect(findRows(metadata, 'o1', 'r0')).toEqual({ probe: 'p1', rows: [rows[0]] });
    expect(findRows(metadata, 'o1', 'r1')?.rows).toHaveLength(2);
    expect(findRows(metadata, 'o1', 'r9')?.rows).toEqual([]);
  });

  it('are those of this output only', () => {
    const metadata = writeOutputKey({ output: 'o1', probe: '', rows });
    expect(findRows(metadata, 'o2', 'r0')).toBeUndefined();
    expect(findRows(undefined, 'o1', 'r0')).toBeUndefined();
    expect(findRows({ sonde: { output: 'o1' } }, 'o1', 'r0')).toBeUndefined();
    expect(findRows({ sonde: null }, 'o1', 'r0')).toBeUndefined();
  });

  it('have an id of their output that fits into a message', () => {
    const ids = new Set(Array.from({ length: 200 }, () => newOutputId()));
    expect(ids.size).toBe(200);
    for (const id of ids) expect(id.length).toBeLessThanOrEqual(40);
  });
});
