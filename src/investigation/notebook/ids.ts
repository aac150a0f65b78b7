import { ownIds } from './check.ts';
import type { Notebook } from './model.ts';

/** A whole number from 0 to below `limit`. */
export type Random = (limit: number) => number;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CHARACTERS = `${LETTERS}0123456789`;

/** Numbers from the platform's own generator. */
export const systemRandom: Random = (limit) => {
  const value = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return value % limit;
};

/** Draws ids that are unique in a notebook: a letter and four characters. */
export class IdSource {
  readonly #taken: Set<string>;
  readonly #random: Random;

  constructor(notebook: Notebook, random: Random = systemRandom) {
    this.#taken = new Set(usedIds(notebook));
    this.#random = random;
  }

  next(): string {
    for (;;) {
      let id = LETTERS.charAt(this.#random(LETTERS.length));
      while (id.length < 5) id += CHARACTERS.charAt(this.#random(CHARACTERS.length));
      if (this.#taken.has(id)) continue;
      this.#taken.add(id);
      return id;
    }
  }
}

/** Every id that is given or referred to. */
function usedIds(notebook: Notebook): readonly string[] {
  return notebook.blocks.flatMap((block) => {
    const content = block.content;
    const own = ownIds(block).map((entry) => entry.id);
    return 'value' in content && typeof content.value === 'object' && 'of' in content.value
      ? [...own, content.value.of ?? '']
      : own;
  });
}
