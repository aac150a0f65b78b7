import { rawText, revealHidden } from '../base/index.ts';

/** Remote bytes as text for a terminal: escapes, other controls and what cannot be seen are shown, not obeyed. */
export function printable(bytes: Uint8Array | string): string {
  const text = typeof bytes === 'string' ? bytes : rawText(bytes);
  return revealHidden(text, 'lines', (code) =>
    code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`,
  );
}
