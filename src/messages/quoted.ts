import * as l10n from '@vscode/l10n';
import { revealHidden } from '../base/index.ts';

/** A word of the line or of a host between quotes, short and with its controls visible. */
export function quoted(text: string): string {
  const shown = visible(text);
  return l10n.t('“{0}”', shown.length > 80 ? `${shown.slice(0, 80)}…` : shown);
}

/** The end of what somebody else printed, in quotes, on one line: its last lines, at most 200 characters of them. */
export function quotedEnd(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const shown = visible(
    lines
      .filter((line) => line !== '')
      .slice(-3)
      .join(' / '),
  );
  // A long line may begin with what it is about, and end with it.
  return l10n.t('“{0}”', shown.length > 200 ? `${shown.slice(0, 100)}…${shown.slice(-100)}` : shown);
}

/** What is hidden in a text as escapes. */
export function visible(text: string): string {
  return revealHidden(text, 'none', (code) => `\\u{${code.toString(16).toUpperCase().padStart(4, '0')}}`);
}

/** A whole sentence, whatever of others' stands in it; its own line ends stay. */
export function visibleSentence(text: string): string {
  return revealHidden(text, 'lines', (code) => `\\u{${code.toString(16).toUpperCase().padStart(4, '0')}}`);
}
