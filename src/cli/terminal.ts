const decoder = new TextDecoder('utf-8');

/** Remote bytes as text for a terminal: escapes, other controls and what cannot be seen are shown, not obeyed. */
export function printable(bytes: Uint8Array | string): string {
  const text = typeof bytes === 'string' ? bytes : decoder.decode(bytes);
  return text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
  });
}
