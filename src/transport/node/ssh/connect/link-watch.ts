/** Milliseconds. */
export interface LinkLimits {
  /** Silence after which the host is asked for a sign of life while something is awaited from it. */
  readonly busy: number;
  /** The same while nothing is. */
  readonly idle: number;
  /** Silence after such a question that ends the connection; whatever is shorter is borne. */
  readonly answer: number;
  /** Between looks at the clock. */
  readonly look: number;
}

/** A stall of nine seconds is borne, a dead link noticed within twelve while somebody waits. */
export const linkLimits: LinkLimits = { busy: 3000, idle: 15_000, answer: 9000, look: 1000 };

export interface LinkWatchOptions {
  /** Sends something that the host has to answer; what it answers does not matter. */
  readonly ask: () => void;
  /** When the last byte came, by `now`. */
  readonly heard: () => number;
  /** Whether something is awaited from the host. */
  readonly busy: () => boolean;
  /** Called once, with the milliseconds of silence. */
  readonly dead: (silence: number) => void;
  readonly limits?: LinkLimits;
  /** Milliseconds of a clock that is never set. */
  readonly now?: () => number;
}

/**
 * Notices a link that carries nothing any more. Every byte that comes is a sign of life, so that a large answer on
 * a slow link is none of silence. Time in which this process itself stood still does not count.
 */
export class LinkWatch {
  readonly #options: LinkWatchOptions;
  readonly #limits: LinkLimits;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  /** When the question was sent that has no answer yet. */
  #asked: number | undefined;
  #looked: number;

  constructor(options: LinkWatchOptions) {
    this.#options = options;
    this.#limits = options.limits ?? linkLimits;
    this.#now = options.now ?? ((): number => performance.now());
    this.#looked = this.#now();
    this.#timer = setInterval(() => this.look(), this.#limits.look).unref();
  }

  /** Looks at the clock; the timer calls it. */
  look(): void {
    const { ask, busy, dead } = this.#options;
    const { answer, idle, look } = this.#limits;
    const now = this.#now();
    const stoodStill = now - this.#looked > 3 * look;
    this.#looked = now;
    const heard = this.#options.heard();
    if (this.#asked !== undefined && heard > this.#asked) this.#asked = undefined;
    if (this.#asked === undefined) {
      if (now - heard < (busy() ? this.#limits.busy : idle)) return;
      this.#asked = now;
      ask();
    } else if (stoodStill) {
      this.#asked = now;
    } else if (now - this.#asked >= answer) {
      this.end();
      dead(now - heard);
    }
  }

  /** Watches no longer. */
  end(): void {
    clearInterval(this.#timer);
  }
}
