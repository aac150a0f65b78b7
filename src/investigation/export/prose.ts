import MarkdownIt from 'markdown-it';
import { html } from './escape.ts';

/** A heading of the prose, for a table of contents. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  /** Id of its element. */
  readonly id: string;
}

/**
 * Renders prose of a notebook. HTML in it is text, only pictures that are in the file are shown, links are
 * those that the Markdown parser lets pass, and headings get ids with this prefix.
 */
export function renderProse(
  markdown: string,
  prefix: string,
): { readonly html: string; readonly headings: readonly Heading[] } {
  const parser = new MarkdownIt('default', { html: false, linkify: false, typographer: false });
  const headings: Heading[] = [];
  parser.renderer.rules.image = (tokens, index) => {
    const token = tokens[index];
    const source = token?.attrGet('src') ?? '';
    const text = token?.content ?? '';
    if (source.startsWith('data:image/')) return `<img src="${html(source)}" alt="${html(text)}">`;
    return `<span class="picture">${html(text === '' ? source : `${text} (${source})`)}</span>`;
  };
  parser.renderer.rules['link_open'] = (tokens, index, options, _environment, renderer) => {
    tokens[index]?.attrSet('rel', 'noopener noreferrer');
    return renderer.renderToken(tokens, index, options);
  };
  const tokens = parser.parse(markdown, {});
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return;
    const id = `${prefix}-${headings.length + 1}`;
    token.attrSet('id', id);
    const inline = tokens[index + 1]?.children ?? [];
    const text = inline.map((child) => child.content).join('');
    headings.push({ level: Number(token.tag.slice(1)), text, id });
  });
  return { html: parser.renderer.render(tokens, parser.options, {}), headings };
}
