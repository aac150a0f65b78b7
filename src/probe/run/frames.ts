import { ERROR_LIMIT } from '../emission/script.ts';
import { ErrorReader } from './error-reader.ts';
import { OutputReader } from './output-reader.ts';

/** What the guard refused, as it reports it. */
export interface GuardReport {
  /** The operand's number; see `operandsOf`. */
  readonly operand: number;
  readonly reason: string;
  /** As the guard saw it: with wildcards, the file that matched. */
  readonly path: string;
}

/** Why a probe ended without its end markers. */
export type Stop =
  | { readonly kind: 'bytes' }
  | { readonly kind: 'time' }
  | { readonly kind: 'root' }
  | { readonly kind: 'guard'; readonly report: GuardReport }
  | { readonly kind: 'filters'; readonly found: readonly string[] };

/** Bytes of standard error at which the probe is stopped: the host's own limit did not hold. */
const ERROR_STOP = 4 * ERROR_LIMIT;

/**
 * Reads the two streams of a guarded shell for one nonce. Everything before the begin marker is noise; the
 * answer is complete when the end marker has come on both streams, or stopped as a frame or a limit says.
 */
export class FrameReader {
  readonly #limit: number;
  readonly #out: OutputReader;
  readonly #errors: ErrorReader;
  readonly #statuses = new Map<number, number>();
  readonly #filters: string[] = [];
  #errorsEnded = false;
  #stop: Stop | undefined;

  constructor(nonce: string, limit: number) {
    this.#limit = limit;
    this.#out = new OutputReader(nonce);
    this.#errors = new ErrorReader(nonce, ERROR_STOP, (frame) => this.#read(frame));
  }

  /** True once nothing more is needed. */
  get done(): boolean {
    return this.#stop !== undefined || (this.#out.ended && this.#errorsEnded);
  }

  /** True once the begin marker has come on either stream: the script was started. */
  get begun(): boolean {
    return this.#out.begun || this.#errors.begun;
  }

  /** True if the script itself came back: something other than a shell reads it. */
  get echoed(): boolean {
    return !this.begun && this.#out.echoed;
  }

  get stop(): Stop | undefined {
    return this.#stop;
  }

  /** What came before the begin marker on standard output: all of it, or its start and its end. */
  get noise(): string {
    return this.#out.noise;
  }

  /** What came before the begin marker on standard error: all of it, or its start and its end. */
  get complaint(): string {
    return this.#errors.noise;
  }

  pushOutput(chunk: Uint8Array): void {
    this.#out.push(chunk);
    if (this.#out.certain > this.#limit) this.#stop ??= { kind: 'bytes' };
  }

  pushErrors(chunk: Uint8Array): void {
    if (this.#stop !== undefined) return;
    this.#errors.push(chunk);
    const { size, framed } = this.#errors;
    // Frames are kept as well, and a host may forge as many as it likes: no script of ours reports so much.
    if (size >= ERROR_STOP || framed >= ERROR_STOP) this.#stop ??= { kind: 'bytes' };
  }

  stdout(): Uint8Array {
    const bytes = this.#out.bytes();
    return bytes.length > this.#limit ? bytes.subarray(0, this.#limit) : bytes;
  }

  /** Standard error without frames and without what came before the begin marker. */
  stderr(): Uint8Array {
    return this.#errors.bytes();
  }

  /** True if standard error was cut at its limit. */
  get errorsCut(): boolean {
    return this.#errors.size >= ERROR_LIMIT;
  }

  /**
   * The status of the last stage that failed, 0 if none did; a stage that was ended by a closed pipe did not
   * fail. null if a stage's status is missing.
   */
  exit(stages: number): number | null {
    let exit = 0;
    for (let stage = 1; stage <= stages; stage += 1) {
      const status = this.#statuses.get(stage);
      if (status === undefined) return null;
      if (status !== 0 && !CLOSED_PIPE.includes(status)) exit = status;
    }
    return exit;
  }

  /** One frame of standard error; the letters are explained at `probeScript`. */
  #read(frame: string): void {
    const [, kind = '', rest = ''] = /^([A-Z])(.*)$/s.exec(frame) ?? [];
    switch (kind) {
      case 'E':
        this.#errorsEnded ||= rest === '';
        return;
      case 'S': {
        const [, stage, status] = /^([0-9]+):([0-9]+)$/.exec(rest) ?? [];
        if (stage !== undefined) this.#statuses.set(Number(stage), Number(status));
        return;
      }
      case 'F':
        this.#filters.push(rest.slice(1));
        return;
      case 'G': {
        const [, operand = '', reason = '', path = ''] = /^:([0-9]+):([a-z]+):(.*)$/s.exec(rest) ?? [];
        if (reason !== '')
          this.#stop ??= { kind: 'guard', report: { operand: Number(operand), reason, path } };
        return;
      }
      case 'C':
        this.#stop ??= { kind: 'root' };
        return;
      case 'T':
        this.#stop ??= { kind: 'time' };
        return;
      case 'Q':
        this.#stop ??= { kind: 'filters', found: this.#filters };
        return;
      default:
        return;
    }
  }
}

/** Statuses of a stage that was ended by SIGPIPE: 128 + 13, and 256 + 13 under some shells. */
const CLOSED_PIPE: readonly number[] = [141, 269];
