import type { PooledChannel } from './pooled-channel.ts';

/** A shell that was started in advance and has not been used. */
interface Spare {
  readonly channel: PooledChannel;
  readonly launcher: string;
  /** When it was started, in milliseconds of the pool's clock. */
  readonly started: number;
}

/** How many shells to keep waiting for each launcher, and those that wait. */
export class SpareShelf {
  readonly #wanted = new Map<string, number>();
  #spares: Spare[] = [];

  want(launcher: string, spares: number): void {
    if (spares > 0) this.#wanted.set(launcher, spares);
    else this.#wanted.delete(launcher);
  }

  /** The launchers to start now, one entry a shell, given how many are being started. */
  missing(starting: ReadonlyMap<string, number>): string[] {
    return [...this.#wanted].flatMap(([launcher, wanted]) => {
      const lacking = wanted - this.count(launcher) - (starting.get(launcher) ?? 0);
      return Array.from({ length: Math.max(0, lacking) }, () => launcher);
    });
  }

  count(launcher: string): number {
    return this.#spares.filter((spare) => spare.launcher === launcher).length;
  }

  /** Adds a running shell; it is dropped by itself when it dies. */
  add(channel: PooledChannel, launcher: string, started: number): void {
    if (channel.over) return;
    this.#spares.push({ channel, launcher, started });
    channel.onDidClose(() => this.#drop(channel));
  }

  /** Takes the oldest shell of `launcher` that was started at or after `notBefore`; each is used once. */
  take(launcher: string, notBefore: number): PooledChannel | undefined {
    return this.#takeWhere((spare) => spare.launcher === launcher && spare.started >= notBefore);
  }

  /** Takes any shell, so that its session can become free. */
  takeAny(): PooledChannel | undefined {
    return this.#takeWhere(() => true);
  }

  /** Takes a shell that was started before `time`. */
  takeOlder(time: number): PooledChannel | undefined {
    return this.#takeWhere((spare) => spare.started < time);
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
