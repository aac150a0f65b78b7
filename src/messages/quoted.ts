import * as l10n from '@vscode/l10n';

/** A word of the line or of a host between quotes, short and with its controls visible. */
export function quoted(text: string): string {
  const shown = visible(text);
  return l10n.t('“{0}”', shown.length > 80 ? `${shown.slice(0, 80)}…` : shown);
}

/** The end of what somebody else printed, in quotes: its last lines, at most 200 characters of them, on one line. */
export function quotedEnd(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const shown = visible(
    lines
      .filter((line) => line !== '')
      .slice(-3)
      .join(' / '),
  );
  return l10n.t('“{0}”', shown.length > 200 ? `…${shown.slice(-200)}` : shown);
}

/** Controls and invisible characters as escapes. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `\\u{${code}}`;
  });
}
