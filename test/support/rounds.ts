import type { LinkObserver } from './link.ts';

/**
 * Counts round trips on a link, by cause and not by time: what the client sends after it has seen the answer of
 * round n belongs to round n + 1, and what the server sends belongs to the last round that has reached it. What
 * goes on beside (shells that are started in advance) does not count, as long as the link's delay is longer than
 * the server takes to answer.
 */
export class RoundTrips implements LinkObserver {
  /** The highest round whose answer the client, or whose question the server, has been given. */
  #reached = { up: 0, down: 0 };
  #epoch = 0;

  /** Round trips that what the client has been given until now took, since the last restart. */
  get count(): number {
    return this.#reached.down;
  }

  /** Begins to count at zero; what is under way does not count any more. */
  restart(): void {
    this.#epoch += EPOCH;
    this.#reached = { up: 0, down: 0 };
  }

  taken(direction: 'up' | 'down'): number {
    return this.#epoch + (direction === 'up' ? this.#reached.down + 1 : this.#reached.up);
  }

  given(direction: 'up' | 'down', mark: number): void {
    const round = mark - this.#epoch;
    if (round > this.#reached[direction]) this.#reached[direction] = round;
  }
}

/** More rounds than any test has between two restarts. */
const EPOCH = 1_000_000;
