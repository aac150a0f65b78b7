import { hasRawBytes, rawText } from '../../base/index.ts';
import { outputWords } from '../../messages/index.ts';
import { visibleText } from '../../protocol/index.ts';
import { hexLines, isBinary, SAMPLE_BYTES } from '../files/bytes.ts';

/** How much of a plain output is drawn: lines, characters, and bytes of what is no text. */
export const SHOWN_LINES = 10_000;
export const SHOWN_CHARACTERS = 400_000;
export const SHOWN_BYTES = 512;

/** An output as it is drawn, and marks that say what is left out of it. */
export interface ShownText {
  readonly text: string;
  readonly marks: readonly string[];
}

/** Bytes of a host as text: what is hidden is visible, what is no text stands as numbers, what is cut is said. */
export function shownText(bytes: Uint8Array): ShownText {
  // Names between NULs are text: a binary holds what is no UTF-8 as well.
  if (isBinary(bytes.subarray(0, SAMPLE_BYTES)) && hasRawBytes(rawText(bytes.subarray(0, SAMPLE_BYTES)))) {
    const some = bytes.subarray(0, SHOWN_BYTES);
    return { text: hexLines(some, 0), marks: [outputWords.binary(bytes.length, some.length)] };
  }
  const whole = rawText(bytes);
  const invalid = hasRawBytes(whole) ? [outputWords.invalid()] : [];
  const lines = whole.split('\n');
  // What ends the last line begins none.
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const isLong = count > SHOWN_LINES;
  const few = isLong ? lines.slice(0, SHOWN_LINES).join('\n') : whole;
  const isWide = few.length > SHOWN_CHARACTERS;
  return {
    text: visibleText(isWide ? few.slice(0, SHOWN_CHARACTERS) : few),
    marks: [
      ...invalid,
      ...(isLong && !isWide ? [outputWords.someLines(SHOWN_LINES, count)] : []),
      ...(isWide ? [outputWords.someCharacters(SHOWN_CHARACTERS)] : []),
    ],
  };
}
