const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const HIDDEN =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/** Characters that hide or reorder text, shown as their code; line ends and tabs stay. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (character) => {
    if (character === '\r') return '␍';
    return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
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
