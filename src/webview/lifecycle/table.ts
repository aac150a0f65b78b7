import type { PlaceView } from '../../protocol/index.ts';
import { element, linkButton } from '../dom.ts';

/** Opens the code of a row of ours. */
export type OpenRow = (row: string) => void;

/** What stands in a cell of a table. */
export type Cell = string | Node;

/** A table with a name and heads of columns. */
export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly HTMLTableRowElement[],
): HTMLElement {
  const head = element(
    'tr',
    {},
    ...heads.map((text) => element('th', { attributes: { scope: 'col' } }, text)),
  );
  return element(
    'table',
    { attributes: { 'aria-label': caption } },
    element('thead', {}, head),
    element('tbody', {}, ...rows),
  );
}

/** A row of plain cells. */
export function row(...cells: readonly Cell[]): HTMLTableRowElement {
  return element('tr', {}, ...cells.map((cell) => element('td', {}, cell)));
}

/** A place as a link; nothing for none. */
export function placeLink(place: PlaceView | null, open: OpenRow): Cell {
  if (place === null) return '';
  const link = linkButton('', () => open(place.id));
  // A path wraps behind its folders, not inside a name.
  for (const part of place.text.split(/(?<=\/)/)) link.append(part, document.createElement('wbr'));
  return link;
}

/** Sites one after another; one in the same file as the one before it shows its line alone. */
export function siteLinks(sites: readonly PlaceView[], open: OpenRow): readonly Cell[] {
  const file = ({ text }: PlaceView): string => text.slice(0, Math.max(0, text.lastIndexOf(':')));
  return sites.map((site, index) => {
    const before = sites[index - 1];
    if (before === undefined || file(site) === '' || file(before) !== file(site))
      return placeLink(site, open);
    const link = linkButton(site.text.slice(file(site).length), () => open(site.id), site.text);
    link.setAttribute('aria-label', site.text);
    return link;
  });
}
