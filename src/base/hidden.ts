/**
 * What cannot be seen, or makes what can be seen look other than it is: controls, format characters (bidirectional
 * ones, zero-width ones, tags), separators of lines and paragraphs, fillers, selectors, joiners, and lone surrogates,
 * among them those that stand for bytes (see `rawText`). Line feeds and tabs are in it too.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** Which hidden characters stay as they are: none, tabs, or tabs and the ends of lines (`\n` and `\r\n`). */
export type KeptHidden = 'none' | 'tabs' | 'lines';

/**
 * Text from elsewhere with everything hidden made visible. `show` is given the code point; a byte that is not UTF-8
 * stands as `\xff`.
 */
export function revealHidden(text: string, kept: KeptHidden, show: (code: number) => string): string {
  return text.replace(HIDDEN, (character, at: number) => {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0x09 && kept !== 'none') return character;
    if (kept === 'lines' && (code === 0x0a || (code === 0x0d && text[at + 1] === '\n'))) return character;
    return code >= 0xdc80 && code <= 0xdcff ? `\\x${(code - 0xdc00).toString(16)}` : show(code);
  });
}
