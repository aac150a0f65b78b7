import { middle } from './badges.ts';
import { after, directionOf, nearest, type Direction, type Spot } from './roving.ts';

/** A state, fold or edge that can have the focus. */
export interface RoverItem {
  readonly id: string;
  readonly kind: 'state' | 'edge';
  readonly element: SVGElement;
  /** Ids of the states that an edge joins; null for states. */
  readonly from: string | null;
  readonly to: string | null;
  /** What Enter does; null for nothing. */
  readonly act: (() => void) | null;
}

/** Moves the focus through a picture: one item is a stop of Tab, keys go on from there. */
export class Rover {
  readonly #items: readonly RoverItem[];
  #current: RoverItem | undefined;

  /** The first stop of Tab is the item called `first`, where there is one. */
  constructor(root: SVGElement, items: readonly RoverItem[], first: string | null = null) {
    this.#items = items;
    for (const item of items) {
      item.element.setAttribute('tabindex', '-1');
      item.element.addEventListener('focus', () => this.#choose(item));
    }
    this.#choose(items.find((item) => item.id === first) ?? items[0]);
    root.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** False where there is no such item. */
  focus(id: string): boolean {
    const item = this.#items.find((each) => each.id === id);
    item?.element.focus({ preventScroll: true });
    return item !== undefined;
  }

  /** The one of some parts that can have the focus. */
  element(parts: readonly SVGElement[]): SVGElement | undefined {
    return parts.find((part) => this.#items.some((item) => item.element === part));
  }

  #choose(item: RoverItem | undefined): void {
    this.#current?.element.setAttribute('tabindex', '-1');
    item?.element.setAttribute('tabindex', '0');
    this.#current = item;
  }

  #onKey(event: KeyboardEvent): void {
    const current = this.#items.find((item) => item.element === event.target);
    if (current === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Enter' || event.key === ' ') current.act?.();
    else {
      const next = this.#next(current, event.key);
      if (next === null) return;
      next?.element.focus({ preventScroll: true });
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Null where the key has no meaning here; undefined where it leads nowhere. */
  #next(current: RoverItem, key: string): RoverItem | undefined | null {
    const direction = directionOf(key);
    if (direction !== null) return this.#towards(current, direction);
    const states = this.#items.filter((item) => item.kind === 'state');
    switch (key.toLowerCase()) {
      case 'home':
        return states[0];
      case 'end':
        return states.at(-1);
      case 'o':
        return this.#along(current, 'from');
      case 'i':
        return this.#along(current, 'to');
      default:
        return null;
    }
  }

  /** The next edge that leaves the state, or enters it; from an edge, the next one with the same end. */
  #along(current: RoverItem, end: 'from' | 'to'): RoverItem | undefined {
    const state = current.kind === 'state' ? current.id : current[end];
    const edges = this.#items.filter((item) => item.kind === 'edge' && item[end] === state);
    return after(edges, current.kind === 'edge' ? current : null, 1);
  }

  #towards(current: RoverItem, direction: Direction): RoverItem | undefined {
    if (current.kind === 'edge') {
      const end = direction === 'ArrowRight' || direction === 'ArrowDown' ? current.to : current.from;
      return this.#items.find((item) => item.id === end);
    }
    const spots = this.#items.filter((item) => item.kind === 'state').map(spot);
    const next = nearest(spot(current), spots, direction);
    return this.#items.find((item) => item.id === next?.id);
  }
}

function spot({ id, element }: RoverItem): Spot {
  const box = element.getBoundingClientRect();
  return { id, ...(middle(element) ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 }) };
}
