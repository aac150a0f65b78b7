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

/**
 * Characters that take two columns: East Asian Wide and Fullwidth (Unicode Standard Annex 11: what is ambiguous there is narrow), and emoji. A flag is
 * two letters of one column each; halfwidth kana and Hangul take one.
 */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u3247\u3250-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d8f}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|(?![\u{1f1e6}-\u{1f1ff}])\p{Emoji_Presentation}/u;
/** Marks on the character before them, and the vowels and finals that join a Hangul syllable. */
const zero = /[\p{Mn}\p{Me}\u1160-\u11ff]/u;

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
