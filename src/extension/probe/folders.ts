import { onAbort, systemClock, type Clock, type Result } from '../../base/index.ts';
import type { DirectoryEntry, FileError } from '../../transport/index.ts';

/** Milliseconds for which the names of a folder are kept, so that typing does not ask for them at each key. */
const KEPT = 5000;
/** Milliseconds after which names come too late to be offered. */
const PATIENCE = 3000;

/** Lists one folder of a target; undefined where that is not allowed or does not work. */
export type ListFolder = (
  folder: string,
  signal: AbortSignal,
) => Promise<Result<readonly DirectoryEntry[], FileError> | undefined>;

interface Kept {
  readonly key: string;
  readonly at: number;
  readonly entries: readonly DirectoryEntry[];
}

/** Names of folders for completion: the last listing is kept for a moment, and nothing waits long for another. */
export class FolderNames {
  readonly #clock: Clock;
  #kept: Kept | undefined;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** The entries of a folder; empty where they cannot be had in time. `target` tells folders of two hosts apart. */
  async list(
    target: string,
    folder: string,
    read: ListFolder,
    signal: AbortSignal,
  ): Promise<readonly DirectoryEntry[]> {
    const key = `${target} ${folder}`;
    const now = this.#clock.now();
    if (this.#kept?.key === key && now - this.#kept.at < KEPT) return this.#kept.entries;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    const found = await Promise.race([read(folder, limit), aborted(limit)]);
    if (found?.ok !== true) return [];
    this.#kept = { key, at: now, entries: found.value };
    return found.value;
  }
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  await new Promise<void>((resolve) => {
    onAbort(signal, () => resolve());
  });
  return undefined;
}
