import { CallMemo } from './memo.ts';

/** Steps of one run from an entry; a step is one statement on one path. */
const STEPS = 12_000;

/** More paths than this are merged: what differs in their variables is forgotten. */
export const PATHS = 400;

/** A second run of what was too much gets far, with few paths told apart. */
const COARSE_STEPS = STEPS * 5;
const COARSE_PATHS = 4;

/**
 * What all runs of one analysis take together: steps, paths that looks at the status split off, and paths that
 * come back from calls. Exact runs, then coarse ones, then those of single functions, then the cells of setter tables.
 */
const EXACT_WORK = 150_000;
const COARSE_WORK = 100_000;
const OWN_WORK = 100_000;
const CELL_WORK = 200_000;

/** What is left of the work of one kind; counts down. */
export class Pool {
  #left: number;

  constructor(left: number) {
    this.#left = left;
  }

  take(work: number): void {
    this.#left -= work;
  }

  get empty(): boolean {
    return this.#left <= 0;
  }
}

/**
 * The work that one analysis may do, so that a thousand hard entries end as one does. Counted in steps and not in
 * time: the answer is the same on every machine.
 */
export class Allowance {
  readonly #exact = new Pool(EXACT_WORK);
  readonly #coarse = new Pool(COARSE_WORK);
  readonly #own = new Pool(OWN_WORK);
  readonly #cells = new Pool(CELL_WORK);

  /** For a run that tells every path apart; null when nothing is left for one. */
  exact(): Budget | null {
    return this.#exact.empty ? null : new Budget(this.#exact);
  }

  /** For a second run of what was too much; null when nothing is left for one. */
  coarse(): Budget | null {
    return this.#coarse.empty ? null : new Budget(this.#coarse, COARSE_STEPS, COARSE_PATHS);
  }

  /** For a last run of the function alone: what it calls is not followed, setters excepted. */
  own(): Budget | null {
    return this.#own.empty ? null : new Budget(this.#own, COARSE_STEPS, 1, false);
  }

  /** For one cell of a setter's table; without any steps when nothing is left. */
  cell(): Budget {
    return new Budget(this.#cells);
  }
}

/** Keeps a run within bounds, whatever the code looks like. One for each entry; it counts down. */
export class Budget {
  /** Paths that are told apart at one place. */
  readonly paths: number;
  /** Whether calls are followed into other functions than setters. */
  readonly follows: boolean;
  /** Calls that this run has followed already. */
  readonly memo = new CallMemo();
  readonly #pool: Pool;
  #left: number;

  constructor(pool: Pool, steps = STEPS, paths = PATHS, follows = true) {
    this.#pool = pool;
    this.#left = steps;
    this.paths = paths;
    this.follows = follows;
  }

  /** False once more was spent than there was: the run ends, and what it would have found is not known. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.work(steps);
  }

  /** Counts work within a step; false as for `spend`. */
  work(paths: number): boolean {
    this.#pool.take(paths);
    return !this.spent;
  }

  get spent(): boolean {
    return this.#left < 0 || this.#pool.empty;
  }
}
