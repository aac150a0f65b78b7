import { rawText, revealHidden } from '../base/index.ts';

/** How many UTF-16 units of a label are shown. */
const LABEL_LIMIT = 200;

function name(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

/** Text from elsewhere as a label of one line: what is hidden is visible, cut at 200 characters with an ellipsis. */
export function visibleLabel(value: string): string {
  const cut = value.length > LABEL_LIMIT ? `${value.slice(0, LABEL_LIMIT - 1)}…` : value;
  return revealHidden(cut, 'tabs', name);
}

/** Text from elsewhere of any number of lines: what is hidden is visible, nothing cut. */
export function visibleText(value: string): string {
  return revealHidden(value, 'lines', name);
}

/** Bytes from elsewhere as such text; each byte that is not UTF-8 is visible by its number. */
export function visibleBytes(bytes: Uint8Array): string {
  return visibleText(rawText(bytes));
}
