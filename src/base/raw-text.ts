/**
 * Bytes as text without loss: UTF-8 is decoded, and each byte that is not part of it becomes one of the lone
 * surrogates U+DC80 to U+DCFF, which valid UTF-8 never holds (as Python does it, PEP 383). Names of files are such
 * text everywhere inside; `bytesOfRaw` is the inverse.
 */
export function rawText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return piecewise(bytes);
  }
}

/** The bytes that `rawText` was made of; other text in UTF-8. */
export function bytesOfRaw(text: string): Uint8Array {
  const encoder = new TextEncoder();
  if (!hasRawBytes(text)) return encoder.encode(text);
  const parts: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (isRaw(code)) parts.push(code - 0xdc00);
    else for (const byte of encoder.encode(character)) parts.push(byte);
  }
  return Uint8Array.from(parts);
}

/** True if the text stands for bytes that are not UTF-8. */
export function hasRawBytes(text: string): boolean {
  return /[\u{DC80}-\u{DCFF}]/u.test(text);
}

function isRaw(code: number): boolean {
  return code >= 0xdc80 && code <= 0xdcff;
}

function piecewise(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const parts: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const plain = plainUntil(bytes, at);
    if (plain > at) {
      parts.push(decoder.decode(bytes.subarray(at, plain)));
      at = plain;
      continue;
    }
    const length = lengthOf(bytes[at] ?? 0);
    const whole = length === 0 ? undefined : tryDecode(decoder, bytes.subarray(at, at + length), length);
    parts.push(whole ?? String.fromCharCode(0xdc00 + (bytes[at] ?? 0)));
    at += whole === undefined ? 1 : length;
  }
  return parts.join('');
}

function plainUntil(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && (bytes[at] ?? 0) < 0x80) at += 1;
  return at;
}

/** How many bytes a character has that starts with this one; 0 if none does. */
function lengthOf(first: number): number {
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

function tryDecode(decoder: TextDecoder, bytes: Uint8Array, length: number): string | undefined {
  if (bytes.length < length) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
