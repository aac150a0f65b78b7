import { err, onAbort, type Result } from '../../base/index.ts';
import type { TransportError } from '../errors.ts';

/** Milliseconds between tries after refusals: sshd frees a closed session's slot a moment late. */
const retryDelays = [5, 10, 20, 40, 80, 160, 320, 640] as const;

/** Sessions granted without a refusal until one more than the known limit is tried, at first and at most. */
const CALM = 64;
const MOST_CALM = 1024;

export interface GateOptions {
  /** Who grants the sessions, for errors. */
  readonly host: string;
  /** The most sessions that this side wants open at once. */
  readonly limit: number;
  /** Ends something idle that holds a session; it is freed later. False if there is nothing to end. */
  readonly makeRoom: () => boolean;
}

/**
 * Opens sessions on a host that grants an unknown number at once (sshd's MaxSessions). A refusal that is
 * repeated while others are open lowers the known limit to these, never below one; whoever finds no room
 * waits until a session is freed. A moment of trouble is not kept for good: after many sessions without a refusal one
 * more is tried, where somebody would wait or a shell is wanted in advance; each time in vain the next try is later.
 */
export class SessionGate {
  readonly #options: GateOptions;
  #open = 0;
  /** Of the open ones, those that the host does not end though it was asked to. */
  #stuck = 0;
  #limit: number;
  /** Sessions granted since the last refusal, and how many are asked for until one more is tried. */
  #calm = 0;
  #patience = CALM;
  #waiting: (() => void)[] = [];
  /** Those who wait, and those who were woken and have not looked yet: both come first. */
  #patient = 0;
  #makingRoom = false;
  #ended: TransportError | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#limit = options.limit;
  }

  /** Sessions that the host is known to grant at once. */
  get limit(): number {
    return this.#limit;
  }

  /** True while somebody waits for a session. */
  get crowded(): boolean {
    return this.#patient > 0;
  }

  /**
   * Waits for room and opens a session by `attempt`, again after refusals. On success the session is held
   * until `free`. `instead` is asked before each wait; what it returns is taken without a session.
   */
  async open<T>(
    attempt: () => Promise<Result<T, TransportError>>,
    signal?: AbortSignal,
    instead: () => Result<T, TransportError> | undefined = () => undefined,
  ): Promise<Result<T, TransportError>> {
    let refusals = 0;
    for (;;) {
      const stop = this.#stopped(signal) ?? instead();
      if (stop !== undefined) return stop;
      const trying = !this.#take();
      if (trying && !this.#takeMore()) {
        if (this.#stuck >= this.#open)
          return err({
            code: 'channel-refused',
            host: this.#options.host,
            detail: 'sessions that do not end',
          });
        const change = this.#change(signal);
        this.#askForRoom();
        this.#patient += 1;
        await change;
        this.#patient -= 1;
        refusals = 0;
        continue;
      }
      const result = await this.#asked(attempt, trying);
      if (result.ok) return result;
      if (trying && result.error.code === 'channel-refused') continue;
      const delay = retryDelays[refusals];
      if (result.error.code !== 'channel-refused' || delay === undefined) return result;
      refusals += 1;
      if (refusals > 1) this.#learn();
      await pause(delay);
    }
  }

  /** As `open`, but gives up where `open` would wait: for what is wanted only if it costs nobody anything. */
  async tryOpen<T>(attempt: () => Promise<Result<T, TransportError>>): Promise<Result<T, TransportError>> {
    for (let refusals = 0; ; refusals += 1) {
      if (this.#ended !== undefined) return err(this.#ended);
      const trying = !this.crowded && !this.#take();
      if (this.crowded || (trying && !this.#takeMore()))
        return err({ code: 'channel-refused', host: this.#options.host, detail: 'no free session' });
      const result = await this.#asked(attempt, trying);
      if (result.ok || trying) return result;
      const delay = retryDelays[refusals];
      if (result.error.code !== 'channel-refused' || delay === undefined) return result;
      // Beside others it is the limit; where nothing is open the host has yet to free a session that was closed.
      if (refusals > 0 && this.#open > 0) {
        this.#learn();
        return result;
      }
      await pause(delay);
    }
  }

  /** A session that is held is not expected to end: nobody waits for it alone. */
  stick(): void {
    this.#stuck += 1;
    this.wake();
  }

  /** Gives the place of a session back that has ended, after all if it was `stuck`. */
  free(stuck = false): void {
    this.#open -= 1;
    if (stuck) this.#stuck -= 1;
    this.#makingRoom = false;
    this.wake();
  }

  /** Lets those who wait look again. */
  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }

  /** All who wait, now and later, get `error`. */
  end(error: TransportError): void {
    this.#ended ??= error;
    this.wake();
  }

  #stopped(signal: AbortSignal | undefined): Result<never, TransportError> | undefined {
    if (this.#ended !== undefined) return err(this.#ended);
    return signal?.aborted === true ? err({ code: 'cancelled' }) : undefined;
  }

  #take(): boolean {
    if (this.#open >= this.#limit) return false;
    this.#open += 1;
    return true;
  }

  /** One session beyond the known limit, where none was refused for long. */
  #takeMore(): boolean {
    const isKnown = this.#limit >= this.#options.limit || this.#open !== this.#limit;
    if (isKnown || this.#calm < this.#patience) return false;
    this.#calm = 0;
    this.#open += 1;
    return true;
  }

  /** Asks the host for a session that was taken; `trying`: beyond the known limit. Frees what was not granted. */
  async #asked<T>(
    attempt: () => Promise<Result<T, TransportError>>,
    trying: boolean,
  ): Promise<Result<T, TransportError>> {
    const result = await attempt();
    if (result.ok) {
      this.#calm += 1;
      if (!trying) return result;
      this.#limit = Math.min(this.#limit + 1, this.#options.limit);
      this.#patience = CALM;
      this.wake();
      return result;
    }
    if (result.error.code === 'channel-refused') {
      this.#calm = 0;
      if (trying) this.#patience = Math.min(this.#patience * 2, MOST_CALM);
    }
    this.free();
    return result;
  }

  #learn(): void {
    if (this.#open > 0) this.#limit = Math.min(this.#limit, this.#open);
  }

  #askForRoom(): void {
    if (this.#makingRoom) return;
    // Set before, because a session may be freed at once.
    this.#makingRoom = true;
    if (!this.#options.makeRoom()) this.#makingRoom = false;
  }

  #change(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const resume = (): void => {
        withdrawal.dispose();
        resolve();
      };
      const withdrawal = onAbort(signal, () => {
        this.#waiting = this.#waiting.filter((other) => other !== resume);
        resolve();
      });
      this.#waiting.push(resume);
    });
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
