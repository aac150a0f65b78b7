import { revealHidden } from '../../base/index.ts';

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Characters that hide or reorder text, shown as their code; line ends and tabs stay. */
export function visibleText(text: string): string {
  return revealHidden(text, 'lines', (code) =>
    code === 0x0d ? '␍' : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/**
 * Text as HTML, for element content and quoted attributes. Characters that hide or reorder text are shown as
 * their code, so that what a reader sees is what is there.
 */
export function html(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => MARKUP[character] ?? '');
}

/** An element id made of an id of the notebook; equal ids give equal element ids. */
export function anchor(id: string): string {
  return `x-${id.replace(/[^A-Za-z0-9_-]/g, (character) => `_${character.charCodeAt(0).toString(16)}`)}`;
}
