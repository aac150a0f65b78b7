/** Controls, bidirectional marks, line and paragraph separators, joiners, lone surrogates, the byte-order mark. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** How the commonest of them is written. */
const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Text of the code under study, safe to print: what cannot be seen or could reorder the line is written as an
 * escape (`\n`, `\u{202e}`), and what is longer than `limit` code points ends in `…`.
 */
export function visible(text: string, limit = 200): string {
  const points = Array.from(text);
  const cut = points.length > limit ? `${points.slice(0, Math.max(0, limit - 1)).join('')}…` : text;
  return cut.replace(unseen, (character) => {
    const known = short[character];
    return known ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Scripts whose characters take two columns in a terminal. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\uff01-\uff60]/u;
const zero = /\p{Mn}|\p{Me}/u;

/** Terminal columns that `text` takes. */
export function columns(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character < '\u0300') width += 1;
    else if (!zero.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}

/** `text` followed by spaces up to `width` columns. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns(text)));
}
