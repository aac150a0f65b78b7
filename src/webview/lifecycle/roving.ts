/** Where something that can have the focus is drawn, in pixels of any common system. */
export interface Spot {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** A key with an arrow on it. */
export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/** Tells the direction of a key; null for any other key. */
export function directionOf(key: string): Direction | null {
  return key === 'ArrowLeft' || key === 'ArrowRight' || key === 'ArrowUp' || key === 'ArrowDown' ? key : null;
}

/** How much a pixel to the side counts against one ahead. */
const ASIDE = 2;

/** The nearest spot in a direction; what lies to the side counts as farther. Null where there is none. */
export function nearest(from: Spot, spots: readonly Spot[], direction: Direction): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    if (spot.id === from.id) continue;
    const right = spot.x - from.x;
    const down = spot.y - from.y;
    const sideways = direction === 'ArrowLeft' || direction === 'ArrowRight';
    const back = direction === 'ArrowLeft' || direction === 'ArrowUp';
    const along = sideways ? right : down;
    const ahead = back ? -along : along;
    const aside = sideways ? down : right;
    if (ahead <= 0) continue;
    const far = ahead + ASIDE * Math.abs(aside);
    if (far < least) [best, least] = [spot, far];
  }
  return best;
}

/** The item after `current` in a ring; the first where `current` is not in it, the last where it goes back. */
export function after<T>(items: readonly T[], current: T | null, step: 1 | -1): T | undefined {
  const at = current === null ? -1 : items.indexOf(current);
  if (at < 0) return step > 0 ? items[0] : items.at(-1);
  return items[(at + step + items.length) % items.length];
}
