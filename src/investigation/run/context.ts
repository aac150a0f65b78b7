import type { Clock, Result } from '../../base/index.ts';
import type { Lifecycle, LifecycleError, LifecycleWords } from '../../lifecycle/index.ts';
import type { Prober } from '../../probe/index.ts';
import type { PinFinding } from '../../source/index.ts';
import type { LifecycleQuery } from '../cells/lifecycle.ts';
import type { Pin } from '../cells/pins.ts';
import type { MaskedPin } from '../secrets/pins.ts';
import type { RunProgress } from './progress.ts';

/** What a run needs besides the notebook. Nothing here dials: targets are connected already. */
export interface RunContext {
  /** By logical name. A cell whose target is not here is not run, and its outcome says so. */
  readonly targets: ReadonlyMap<string, RunTarget>;
  readonly words: LifecycleWords;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: RunProgress) => void;
  readonly fence?: FenceAnswers;
  /** Values of the blanks `{{name}}`, over those of the front matter. */
  readonly blanks?: Readonly<Record<string, string>>;
  /** Indices of the blocks to run; all without it. */
  readonly only?: ReadonlySet<number>;
}

/** A connected target, in the few operations that a run asks of it. */
export interface RunTarget {
  readonly prober: Pick<Prober, 'run'>;
  /**
   * Starts to read files that pins of the run are in, several at once, so that the way to the host is waited for
   * only a few times. What cannot be read is told by `findPin`.
   */
  readAhead?(files: readonly string[], signal?: AbortSignal): void;
  /** Finds the region of a pin, and says how it stands to what the pin keeps. */
  findPin(pin: StoredPin, signal?: AbortSignal): Promise<PinFinding>;
  /** The region of a pin that was found, with its secrets replaced; undefined where it holds none. */
  maskPin?(file: string, finding: PinFinding, signal?: AbortSignal): Promise<MaskedPin | undefined>;
  analyse(query: LifecycleQuery, signal?: AbortSignal): Promise<Result<Lifecycle, LifecycleError>>;
  /** Commit of the root, abbreviated; undefined where there is no repository. */
  readonly commit?: string;
}

/** Answers given beforehand, and the person to ask; without one every question is answered no. */
export interface FenceAnswers {
  readonly allowOutside?: boolean;
  readonly allowSensitive?: boolean;
  /** Called at most once a target and kind in a run. */
  readonly ask?: (question: FenceQuestion) => Promise<boolean>;
}

/** A notebook comes from others: what it reads outside the root, or of keys and passwords, is asked for. */
export interface FenceQuestion {
  readonly kind: 'outside' | 'sensitive';
  /** Name of the target. */
  readonly on: string;
  /** The probe line, and the file or word in it that the question is about. */
  readonly line: string;
  readonly file: string;
}

/** A pin and the excerpt that the notebook keeps of it. */
export interface StoredPin {
  readonly pin: Pin;
  readonly excerpt?: Uint8Array;
}
