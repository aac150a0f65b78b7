import { fromBinary, toBinary } from './bytes.ts';

/** A frame may hold a path; what is longer is none of ours. */
const FRAME_LIMIT = 65_536;

/** Characters before the begin marker that are remembered: half from the start, half from the end. */
const NOISE_LIMIT = 16_384;

/**
 * Reads standard error: noise, the frame `B`, then errors with frames among them. A frame is `NONCE:`, what it
 * says, and a newline; it may stand in the middle of a line. However small the chunks are, each byte is looked at
 * a bounded number of times.
 */
export class ErrorReader {
  readonly #mark: string;
  readonly #limit: number;
  readonly #onFrame: (frame: string) => void;
  readonly #errors: string[] = [];
  #noiseStart = '';
  #noiseEnd = '';
  /** What may be the start of a mark. */
  #carry = '';
  /** What has come of a frame; undefined outside of one. */
  #frame: string[] | undefined;
  #frameSize = 0;
  /** True once the begin marker has come. */
  begun = false;
  /** Bytes of errors so far, frames left out. */
  size = 0;
  /** Bytes of frames that were kept so far behind the begin marker, with their marks. */
  framed = 0;

  /**
   * `onFrame` is told each frame behind the begin marker, without mark and newline. `limit`: bytes of errors that
   * are kept.
   */
  constructor(nonce: string, limit: number, onFrame: (frame: string) => void) {
    this.#mark = `${nonce}:`;
    this.#limit = limit;
    this.#onFrame = onFrame;
  }

  /** What came before the begin marker: all of it, or its start and its end. */
  get noise(): string {
    const noise = this.#noiseStart + this.#noiseEnd.slice(-NOISE_LIMIT / 2);
    return this.begun ? noise : noise + this.#carry;
  }

  push(chunk: Uint8Array): void {
    let text = this.#carry + toBinary(chunk);
    this.#carry = '';
    while (text !== '')
      text = this.#frame === undefined ? this.#outside(text) : this.#inside(this.#frame, text);
  }

  /** The errors so far, frames and noise left out. */
  bytes(): Uint8Array {
    return fromBinary((this.#errors.join('') + (this.begun ? this.#carry : '')).slice(0, this.#limit));
  }

  /** Reads up to a mark; returns what is behind it. */
  #outside(text: string): string {
    const at = text.indexOf(this.#mark);
    if (at >= 0) {
      this.#keep(text.slice(0, at));
      this.#frame = [];
      this.#frameSize = 0;
      if (this.begun) this.framed += this.#mark.length;
      return text.slice(at + this.#mark.length);
    }
    const whole = Math.max(0, text.length - this.#mark.length + 1);
    this.#keep(text.slice(0, whole));
    this.#carry = text.slice(whole);
    return '';
  }

  /** Reads up to the end of a frame; returns what is behind it. */
  #inside(frame: string[], text: string): string {
    const at = text.indexOf('\n');
    const part = at < 0 ? text : text.slice(0, at);
    this.#frameSize += part.length;
    if (this.#frameSize <= FRAME_LIMIT) {
      frame.push(part);
      if (this.begun) this.framed += part.length;
    }
    if (at < 0) return '';
    this.#frame = undefined;
    const said = frame.join('');
    if (this.begun) this.#onFrame(said);
    else if (said === 'B') this.begun = true;
    return text.slice(at + 1);
  }

  #keep(text: string): void {
    if (text === '') return;
    if (!this.begun) {
      const room = NOISE_LIMIT / 2 - this.#noiseStart.length;
      this.#noiseStart += text.slice(0, room);
      this.#noiseEnd += text.slice(room);
      // Cut seldom: each cut copies what stays.
      if (this.#noiseEnd.length > NOISE_LIMIT) this.#noiseEnd = this.#noiseEnd.slice(-NOISE_LIMIT / 2);
      return;
    }
    const room = this.#limit - this.size;
    this.size += text.length;
    if (room > 0) this.#errors.push(text.slice(0, room));
  }
}
