/** Words that every POSIX shell reads as themselves. */
const PLAIN = /^[A-Za-z0-9_./:@%+,-][A-Za-z0-9_./:=@%+,-]*$/;

/**
 * The one way in which text becomes a word of a script: inside single quotes, a newline through `$n` (the
 * guarded shell sets it), since a script is one line. Words of harmless characters stay as they are.
 */
export function quote(text: string): string {
  if (PLAIN.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''").replaceAll('\n', `'"$n"'`)}'`;
}

/**
 * Text as one word for any login shell: bash, dash, zsh, fish, tcsh, mksh and busybox read it alike. The
 * three characters on which fish and csh differ stand behind a backslash, outside the quotes. Only for our own
 * constants; control characters are a bug and throw.
 */
export function quoteForLogin(text: string): string {
  if (/[\u0000-\u001f\u007f]/.test(text)) throw new Error('control character in a launcher');
  return text.replaceAll(
    /([^'\\!]+)|(['\\!])/g,
    (_all, plain: string | undefined, special: string | undefined) =>
      plain === undefined ? `\\${special ?? ''}` : `'${plain}'`,
  );
}
