import type { Constant } from '../tree.ts';

/** An integer literal: decimal, `0x`, `0o`, `0b`, with underscores; Python 2's `0777` and `10L` too. */
export function readInteger(text: string): Constant {
  const plain = text.replaceAll('_', '').replace(/[lL]$/, '');
  if (/[jJ]$/.test(plain) && !/^0[xX]/.test(plain)) return { type: 'other', text };
  const octal = /^0([0-7]+)$/.exec(plain)?.[1];
  const value = octal === undefined ? Number(plain) : Number.parseInt(octal, 8);
  return Number.isSafeInteger(value) ? { type: 'integer', value } : { type: 'other', text };
}

/** A floating point literal; imaginary ones keep their text. */
export function readFloat(text: string): Constant {
  const plain = text.replaceAll('_', '');
  const value = Number(plain);
  return Number.isFinite(value) ? { type: 'float', value } : { type: 'other', text };
}

const SIMPLE: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const ESCAPE =
  /\\(\r\n|\n|\r|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|[\\'"abfnrtv])/g;

/**
 * The value of a literal's body without its quotes (Python reference, 2.5.1 "Escape sequences"). Unknown
 * escapes stay as they are; so do `\N{…}`, because character names are not here. In bytes `\u`, `\U` and
 * `\N` are no escapes.
 */
export function unescapeString(body: string, bytes: boolean): string {
  return body.replace(ESCAPE, (whole: string, escape: string) => {
    const first = escape.charAt(0);
    if (first === '\n' || first === '\r') return '';
    if (first === 'x') return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    if (first === 'u' || first === 'U') return bytes ? whole : codePoint(escape.slice(1), whole);
    if (first === 'N') return whole;
    if (first >= '0' && first <= '7') {
      const value = Number.parseInt(escape, 8);
      return String.fromCharCode(bytes ? value & 0xff : value);
    }
    return SIMPLE[escape] ?? whole;
  });
}

function codePoint(digits: string, whole: string): string {
  const value = Number.parseInt(digits, 16);
  return value <= 0x10ffff ? String.fromCodePoint(value) : whole;
}
