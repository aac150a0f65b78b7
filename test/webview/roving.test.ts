import { describe, expect, it } from 'vitest';
import { after, directionOf, nearest, type Spot } from '../../src/webview/lifecycle/roving.ts';

/**
 * a   b
 *   c
 * d     e
 */
const spots: readonly Spot[] = [
  { id: 'a', x: 0, y: 0 },
  { id: 'b', x: 100, y: 0 },
  { id: 'c', x: 60, y: 60 },
  { id: 'd', x: 0, y: 120 },
  { id: 'e', x: 160, y: 120 },
];
const at = (id: string): Spot => spots.find((spot) => spot.id === id) ?? { id, x: 0, y: 0 };
const go = (id: string, direction: Parameters<typeof nearest>[2]): string | undefined =>
  nearest(at(id), spots, direction)?.id;

describe('arrow keys', () => {
  it('lead to the nearest in their direction, straight ahead before aside', () => {
    expect(go('a', 'ArrowRight')).toBe('b');
    expect(go('a', 'ArrowDown')).toBe('d');
    expect(go('b', 'ArrowDown')).toBe('c');
    expect(go('c', 'ArrowUp')).toBe('b');
    expect(go('e', 'ArrowLeft')).toBe('d');
    expect(go('d', 'ArrowUp')).toBe('a');
  });

  it('lead nowhere at the edge', () => {
    expect(go('a', 'ArrowUp')).toBeUndefined();
    expect(go('a', 'ArrowLeft')).toBeUndefined();
    expect(go('e', 'ArrowRight')).toBeUndefined();
    expect(go('e', 'ArrowDown')).toBeUndefined();
  });

  it('are the four, and nothing else', () => {
    expect(directionOf('ArrowUp')).toBe('ArrowUp');
    for (const key of ['Up', 'a', 'Enter', 'PageUp', '']) expect(directionOf(key)).toBeNull();
  });
});

describe('a ring', () => {
  it('goes on from its end, and begins where nothing was chosen', () => {
    expect(after(['a', 'b', 'c'], 'a', 1)).toBe('b');
    expect(after(['a', 'b', 'c'], 'c', 1)).toBe('a');
    expect(after(['a', 'b', 'c'], 'a', -1)).toBe('c');
    expect(after(['a', 'b', 'c'], null, 1)).toBe('a');
    expect(after(['a', 'b', 'c'], 'x', -1)).toBe('c');
    expect(after([], 'a', 1)).toBeUndefined();
  });
});
