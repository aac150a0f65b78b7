import { SCRIPT_START } from '../emission/launcher.ts';
import { fromBinary, joinBytes, toBinary } from './bytes.ts';

/** Bytes before the begin marker that are remembered as the login's noise: half from its start, half from its end. */
const NOISE_LIMIT = 16_384;

/**
 * Reads standard output: noise, begin marker, data, end marker. However small the chunks are, each byte is looked
 * at a bounded number of times.
 */
export class OutputReader {
  readonly #begin: string;
  readonly #end: string;
  readonly #chunks: Uint8Array[] = [];
  #noiseStart = '';
  #noiseEnd = '';
  /** The last characters, in which a marker may have begun. */
  #tail = '';
  /** True once the begin marker has come. */
  begun = false;
  /** True once the end marker has come; what comes behind it is ignored. */
  ended = false;
  /** True if the script itself came back before the begin marker. */
  echoed = false;
  /** Bytes of data so far, the end marker left out once it is whole. */
  size = 0;

  constructor(nonce: string) {
    this.#begin = `${nonce}:B\n`;
    this.#end = `${nonce}:E\n`;
  }

  /** What came before the begin marker: all of it, or its start and its end. */
  get noise(): string {
    return this.#noiseStart + this.#noiseEnd.slice(-NOISE_LIMIT / 2);
  }

  push(chunk: Uint8Array): void {
    if (this.ended) return;
    if (this.begun) this.#data(chunk);
    else this.#before(toBinary(chunk));
  }

  /** Bytes that are data whatever follows: the last ones may turn out to be of the end marker. */
  get certain(): number {
    return this.ended ? this.size : Math.max(0, this.size - this.#end.length);
  }

  /** The data so far, without the end marker. */
  bytes(): Uint8Array {
    const all = joinBytes(this.#chunks);
    return this.ended ? all.subarray(0, all.length - this.#end.length) : all;
  }

  #before(text: string): void {
    const seen = this.#tail + text;
    const at = seen.indexOf(this.#begin);
    if (at < 0) {
      this.#keepNoise(text);
      this.echoed ||= seen.includes(SCRIPT_START);
      this.#tail = seen.slice(-this.#begin.length);
      return;
    }
    this.begun = true;
    this.echoed = false;
    const old = this.#tail.length;
    if (at >= old) this.#keepNoise(seen.slice(old, at));
    else this.#dropNoise(old - at);
    this.#tail = '';
    this.#data(fromBinary(seen.slice(at + this.#begin.length)));
  }

  #keepNoise(text: string): void {
    const room = NOISE_LIMIT / 2 - this.#noiseStart.length;
    this.#noiseStart += text.slice(0, room);
    if (text.length <= room) return;
    this.#noiseEnd += text.slice(room);
    // Cut seldom: each cut copies what stays.
    if (this.#noiseEnd.length > NOISE_LIMIT) this.#noiseEnd = this.#noiseEnd.slice(-NOISE_LIMIT / 2);
  }

  /** The last `length` characters of the noise were the begin marker's. */
  #dropNoise(length: number): void {
    const inEnd = Math.min(length, this.#noiseEnd.length);
    this.#noiseEnd = this.#noiseEnd.slice(0, this.#noiseEnd.length - inEnd);
    this.#noiseStart = this.#noiseStart.slice(0, this.#noiseStart.length - (length - inEnd));
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
