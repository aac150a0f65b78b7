import type { ApprovedCommand } from '../command.ts';
import type { PooledChannel } from './pooled-channel.ts';

/** A shell that was started in advance and has not been used. */
interface Spare {
  readonly channel: PooledChannel;
  readonly launcher: string;
  /** What was written to it. */
  readonly preparation: string;
  /** From when on it is not used, in milliseconds of the pool's clock. */
  readonly expires: number;
}

/** Which shells a command can use: those of its launcher, prepared as it asks for. */
export type Fitting = Pick<ApprovedCommand, 'launcher' | 'preparation'>;

/** What is kept waiting for one launcher. */
export interface Wanted {
  readonly spares: number;
  /** Written to each when it has started. */
  readonly preparation: string;
  /** Milliseconds after its start for which a shell may be used. */
  readonly lifetime: number;
}

/** How many shells to keep waiting for each launcher, and those that wait. */
export class SpareShelf {
  readonly #wanted = new Map<string, Wanted>();
  #spares: Spare[] = [];

  want(launcher: string, wanted: Wanted): void {
    if (wanted.spares > 0) this.#wanted.set(launcher, wanted);
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

  /** Adds a running shell and prepares it, or ends it if none is wanted any more. It is dropped when it dies. */
  add(channel: PooledChannel, launcher: string, started: number): void {
    if (channel.over) return;
    const wanted = this.#wanted.get(launcher);
    if (wanted === undefined) {
      channel.close();
      return;
    }
    const { preparation, lifetime } = wanted;
    channel.write(preparation);
    this.#spares.push({ channel, launcher, preparation, expires: started + lifetime });
    channel.onDidClose(() => this.#drop(channel));
  }

  /** Takes the oldest shell that fits the command and may be used at `now`; each is used once. */
  take({ launcher, preparation }: Fitting, now: number): PooledChannel | undefined {
    return this.#takeWhere(
      (spare) =>
        spare.launcher === launcher &&
        (preparation === undefined || spare.preparation === preparation) &&
        now < spare.expires,
    );
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
