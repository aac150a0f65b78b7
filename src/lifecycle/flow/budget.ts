/** Steps of one run from an entry; a step is one statement on one path. */
const STEPS = 12_000;

/** More paths than this are merged: what differs in their variables is forgotten. */
const PATHS = 400;

/** Keeps a run within bounds, whatever the code looks like. One for each entry; it counts down. */
export class Budget {
  /** Paths that are told apart at one place. */
  readonly paths: number;
  #left: number;

  constructor(steps = STEPS, paths = PATHS) {
    this.#left = steps;
    this.paths = paths;
  }

  /** For a second run of what was too much: it gets far, with few paths told apart. */
  static coarse(): Budget {
    return new Budget(STEPS * 5, 4);
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
