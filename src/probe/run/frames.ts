import { SCRIPT_START } from '../emission/launcher.ts';
import { ERROR_LIMIT } from '../emission/script.ts';
import { fromBinary, joinBytes, toBinary } from './bytes.ts';

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

/** Bytes before the begin marker that are remembered as the login's noise. */
const NOISE_LIMIT = 16_384;

/**
 * Reads the two streams of a guarded shell for one nonce. Everything before the begin marker is noise; the
 * answer is complete when the end marker has come on both streams, or stopped as a frame or a limit says.
 */
export class FrameReader {
  readonly #nonce: string;
  readonly #limit: number;
  readonly #out: OutputReader;
  #errors = '';
  #errorChunks = 0;
  #stop: Stop | undefined;

  constructor(nonce: string, limit: number) {
    this.#nonce = nonce;
    this.#limit = limit;
    this.#out = new OutputReader(nonce);
  }

  /** True once nothing more is needed. */
  get done(): boolean {
    return this.#stop !== undefined || (this.#out.ended && this.#errors.includes(`${this.#nonce}:E\n`));
  }

  /** True once the begin marker has come on either stream: the script was started. */
  get begun(): boolean {
    return this.#out.begun || this.#errors.includes(`${this.#nonce}:B\n`);
  }

  /** True if the script itself came back: something other than a shell reads it. */
  get echoed(): boolean {
    return !this.begun && this.#out.noise.includes(SCRIPT_START);
  }

  get stop(): Stop | undefined {
    return this.#stop;
  }

  /** What came before the begin marker on standard output, from its start. */
  get noise(): string {
    return this.#out.noise;
  }

  /** What came before the begin marker on standard error. */
  get complaint(): string {
    return this.#errors.split(`${this.#nonce}:B\n`)[0] ?? '';
  }

  pushOutput(chunk: Uint8Array): void {
    this.#out.push(chunk);
    if (this.#stop === undefined && this.#out.size > this.#limit) this.#stop = { kind: 'bytes' };
  }

  pushErrors(chunk: Uint8Array): void {
    if (this.#errorChunks > 4 * ERROR_LIMIT) return;
    this.#errorChunks += chunk.length;
    this.#errors += toBinary(chunk);
    this.#stop ??= this.#findStop();
  }

  stdout(): Uint8Array {
    const bytes = this.#out.bytes();
    return bytes.length > this.#limit ? bytes.subarray(0, this.#limit) : bytes;
  }

  /** Standard error without frames and without what came before the begin marker. */
  stderr(): Uint8Array {
    const begin = `${this.#nonce}:B\n`;
    const at = this.#errors.indexOf(begin);
    if (at < 0) return new Uint8Array();
    const frames = new RegExp(`${this.#nonce}:[A-Z][^\\n]*\\n`, 'g');
    return fromBinary(this.#errors.slice(at + begin.length).replaceAll(frames, ''));
  }

  /** True if standard error was cut at its limit. */
  get errorsCut(): boolean {
    return this.stderr().length >= ERROR_LIMIT;
  }

  /**
   * The status of the last stage that failed, 0 if none did; a stage that was ended by a closed pipe did not
   * fail. null if a stage's status is missing.
   */
  exit(stages: number): number | null {
    let exit = 0;
    for (let stage = 1; stage <= stages; stage += 1) {
      const status = new RegExp(`${this.#nonce}:S${stage}:([0-9]+)\\n`).exec(this.#errors)?.[1];
      if (status === undefined) return null;
      const code = Number(status);
      if (code !== 0 && code !== 141 && code !== 269) exit = code;
    }
    return exit;
  }

  #findStop(): Stop | undefined {
    const frame = (kind: string): RegExp => new RegExp(`${this.#nonce}:${kind}\\n`);
    const guard = frame('G:([0-9]+):([a-z]+):([^\\n]*)').exec(this.#errors);
    if (guard !== null) {
      const [, operand = '', reason = '', path = ''] = guard;
      return { kind: 'guard', report: { operand: Number(operand), reason, path } };
    }
    if (frame('C').test(this.#errors)) return { kind: 'root' };
    if (frame('T').test(this.#errors)) return { kind: 'time' };
    if (!frame('Q').test(this.#errors)) return undefined;
    const found = [...this.#errors.matchAll(new RegExp(`${this.#nonce}:F:([^\\n]*)\\n`, 'g'))];
    return { kind: 'filters', found: found.map((match) => match[1] ?? '') };
  }
}

/** Standard output: noise, begin marker, data, end marker. */
class OutputReader {
  readonly #begin: string;
  readonly #end: string;
  #before = '';
  #chunks: Uint8Array[] = [];
  #tail = '';
  begun = false;
  ended = false;
  /** Bytes of data so far, the end marker left out once it is whole. */
  size = 0;

  constructor(nonce: string) {
    this.#begin = `${nonce}:B\n`;
    this.#end = `${nonce}:E\n`;
  }

  get noise(): string {
    return this.#before;
  }

  push(chunk: Uint8Array): void {
    if (this.ended) return;
    if (this.begun) {
      this.#data(chunk);
      return;
    }
    const text = this.#before + toBinary(chunk);
    const at = text.indexOf(this.#begin);
    if (at < 0) {
      // The start is kept as noise, the end for a marker that came in two pieces.
      this.#before =
        text.length <= NOISE_LIMIT ? text : text.slice(0, NOISE_LIMIT / 2) + text.slice(-NOISE_LIMIT / 2);
      return;
    }
    this.#before = text.slice(0, at);
    this.begun = true;
    this.#data(fromBinary(text.slice(at + this.#begin.length)));
  }

  bytes(): Uint8Array {
    const all = joinBytes(this.#chunks);
    return this.ended ? all.subarray(0, all.length - this.#end.length) : all;
  }

  #data(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.size += chunk.length;
    this.#tail = (this.#tail + toBinary(chunk.subarray(-this.#end.length))).slice(-this.#end.length);
    if (this.#tail !== this.#end) return;
    this.ended = true;
    this.size -= this.#end.length;
  }
}
