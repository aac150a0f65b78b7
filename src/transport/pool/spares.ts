import type { PooledChannel } from './pooled-channel.ts';

/** A shell that was started in advance and has not been used. */
interface Spare {
  readonly channel: PooledChannel;
  readonly launcher: string;
  /** From when on it is not used, in milliseconds of the pool's clock. */
  readonly expires: number;
}

/** What is kept waiting for one launcher. */
interface Wanted {
  readonly spares: number;
  /** Milliseconds after its start for which a shell may be used. */
  readonly lifetime: number;
}

/** How many shells to keep waiting for each launcher, and those that wait. */
export class SpareShelf {
  readonly #wanted = new Map<string, Wanted>();
  #spares: Spare[] = [];

  want(launcher: string, spares: number, lifetime: number): void {
    if (spares > 0) this.#wanted.set(launcher, { spares, lifetime });
    else this.#wanted.delete(launcher);
  }

  /** The launchers to start now, one entry a shell, given how many are being started. */
  missing(starting: ReadonlyMap<string, number>): string[] {
    return [...this.#wanted].flatMap(([launcher, { spares }]) => {
      const lacking = spares - this.count(launcher) - (starting.get(launcher) ?? 0);
      return Array.from({ length: Math.max(0, lacking) }, () => launcher);
    });
  }

  count(launcher: string): number {
    return this.#spares.filter((spare) => spare.launcher === launcher).length;
  }

  /** Adds a running shell; it is dropped by itself when it dies. */
  add(channel: PooledChannel, launcher: string, started: number): void {
    if (channel.over) return;
    const expires = started + (this.#wanted.get(launcher)?.lifetime ?? Number.POSITIVE_INFINITY);
    this.#spares.push({ channel, launcher, expires });
    channel.onDidClose(() => this.#drop(channel));
  }

  /** Takes the oldest shell of `launcher` that may be used at `now`; each is used once. */
  take(launcher: string, now: number): PooledChannel | undefined {
    return this.#takeWhere((spare) => spare.launcher === launcher && now < spare.expires);
  }

  /** Takes any shell, so that its session can become free. */
  takeAny(): PooledChannel | undefined {
    return this.#takeWhere(() => true);
  }

  /** Takes a shell that may not be used at `now` any more. */
  takeExpired(now: number): PooledChannel | undefined {
    return this.#takeWhere((spare) => spare.expires <= now);
  }

  /** Ends all that wait and wants none any more. */
  clear(): void {
    this.#wanted.clear();
    for (const { channel } of [...this.#spares]) channel.close();
    this.#spares = [];
  }

  #takeWhere(fits: (spare: Spare) => boolean): PooledChannel | undefined {
    const found = this.#spares.find(fits);
    if (found !== undefined) this.#drop(found.channel);
    return found?.channel;
  }

  #drop(channel: PooledChannel): void {
    this.#spares = this.#spares.filter((spare) => spare.channel !== channel);
  }
}
