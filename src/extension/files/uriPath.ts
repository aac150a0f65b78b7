import { bytesOfRaw, rawText } from '../../base/index.ts';

/**
 * A path on a host as the path of an address. What is not UTF-8 in a name stands as `%` and two hexadecimal digits for
 * each byte, which no address could hold otherwise; a `%` that could be taken for such a byte, or for this escape,
 * stands as `%25`. Other paths stay as they are.
 */
export function uriPathOf(path: string): string {
  return path
    .replaceAll(/%(?=25|[89A-F][0-9A-F])/g, '%25')
    .replaceAll(
      /[\u{DC80}-\u{DCFF}]/gu,
      (byte) => `%${(byte.charCodeAt(0) - 0xdc00).toString(16).toUpperCase()}`,
    );
}

/** The path on the host that an address names; the inverse of `uriPathOf`. */
export function pathOfUri(path: string): string {
  const parts = path.replaceAll(
    /%25(?=25|[89A-F][0-9A-F])|%([89A-F][0-9A-F])/g,
    (_all, digits: string | undefined) =>
      digits === undefined ? '%' : String.fromCharCode(0xdc00 + Number.parseInt(digits, 16)),
  );
  // Bytes that make a character together are that character.
  return rawText(bytesOfRaw(parts));
}
