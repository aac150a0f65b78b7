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

/** Control characters; TAB is none to any shell inside quotes. */
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/** True if `quoteForLogin` can keep the text. */
export function canPassLogin(text: string): boolean {
  return !CONTROL.test(text);
}

/**
 * Text as one word for any login shell: bash, dash, zsh, fish, tcsh, mksh and busybox read it alike. The
 * three characters on which fish and csh differ stand behind a backslash, outside the quotes. Control characters
 * other than TAB are a bug and throw.
 */
export function quoteForLogin(text: string): string {
  if (!canPassLogin(text)) throw new Error('control character in a command for a login shell');
  return text.replaceAll(
    /([^'\\!]+)|(['\\!])/g,
    (_all, plain: string | undefined, special: string | undefined) =>
      plain === undefined ? `\\${special ?? ''}` : `'${plain}'`,
  );
}
