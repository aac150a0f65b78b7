import { toDisposable, type Disposable } from '../../base/index.ts';

/** What a full buffer asks of its source. */
export interface Flow {
  pause(): void;
  resume(): void;
}

/**
 * Hands chunks to listeners in order. While nobody listens, up to `bound` bytes are kept and then the
 * source is paused; the first listener gets what was kept, not before its registration has returned.
 */
export class ReplayBuffer {
  readonly #bound: number;
  readonly #flow: Flow;
  readonly #listeners = new Set<(chunk: Uint8Array) => void>();
  #kept: Uint8Array[] = [];
  #keptBytes = 0;
  #paused = false;
  #draining = false;
  #discarded = false;
  #whenEmpty: (() => void)[] = [];

  constructor(bound: number, flow: Flow) {
    this.#bound = bound;
    this.#flow = flow;
  }

  /** True while the source is asked to wait. */
  get paused(): boolean {
    return this.#paused;
  }

  push(chunk: Uint8Array): void {
    if (this.#discarded) return;
    if (this.#listeners.size > 0 && !this.#draining) {
      this.#deliver(chunk);
      return;
    }
    this.#kept.push(chunk);
    this.#keptBytes += chunk.byteLength;
    if (this.#keptBytes >= this.#bound && !this.#paused) {
      this.#paused = true;
      this.#flow.pause();
    }
  }

  listen(listener: (chunk: Uint8Array) => void): Disposable {
    const own = (chunk: Uint8Array): void => listener(chunk);
    this.#listeners.add(own);
    this.#drainSoon();
    return toDisposable(() => {
      this.#listeners.delete(own);
    });
  }

  /** Drops what is kept and all that follows: nobody wants it any more. */
  discard(): void {
    this.#discarded = true;
    this.#kept = [];
    this.#keptBytes = 0;
    this.#letFlow();
    this.#settle();
  }

  /** Resolves when no delivery to a listener is outstanding. */
  handedOver(): Promise<void> {
    if (!this.#draining) return Promise.resolve();
    return new Promise((resolve) => this.#whenEmpty.push(resolve));
  }

  #drainSoon(): void {
    if (this.#draining || (this.#kept.length === 0 && !this.#paused)) return;
    this.#draining = true;
    queueMicrotask(() => this.#drain());
  }

  #drain(): void {
    while (this.#listeners.size > 0) {
      const chunk = this.#kept.shift();
      if (chunk === undefined) break;
      this.#keptBytes -= chunk.byteLength;
      this.#deliver(chunk);
    }
    this.#draining = false;
    if (this.#kept.length === 0) this.#letFlow();
    this.#settle();
  }

  #letFlow(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#flow.resume();
  }

  #settle(): void {
    const waiting = this.#whenEmpty;
    this.#whenEmpty = [];
    for (const resolve of waiting) resolve();
  }

  #deliver(chunk: Uint8Array): void {
    for (const listener of [...this.#listeners]) listener(chunk);
  }
}
