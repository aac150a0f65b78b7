/** Steps of one run from an entry; a step is one statement on one path. */
const STEPS = 12_000;

/** Keeps a run within bounds, whatever the code looks like. One for each entry; it counts down. */
export class Budget {
  #left: number;

  constructor(steps = STEPS) {
    this.#left = steps;
  }

  /** False once more was spent than there was: the run ends, and what it would have found is not known. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }

  get spent(): boolean {
    return this.#left < 0;
  }
}
