import { onAbort } from '../../base/index.ts';

/** A fixed number of places, given out in the order of asking. */
export class Slots {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** True once a place is taken; false when `signal` aborted first, and nothing is taken. */
  async take(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted === true) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise<boolean>((resolve) => {
      const granted = (): void => {
        withdrawal.dispose();
        resolve(true);
      };
      const withdrawal = onAbort(signal, () => {
        this.#waiting = this.#waiting.filter((other) => other !== granted);
        resolve(false);
      });
      this.#waiting.push(granted);
    });
  }

  /** Gives a place back; the next in line has it at once. */
  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
