import type { PlaceView } from '../../protocol/index.ts';
import { element, linkButton } from '../dom.ts';

/** Opens the code of a row of ours. */
export type OpenRow = (row: string) => void;

/** What stands in a cell of a table. */
export type Cell = string | Node;

/**
 * A table with a name and heads of columns. Where there is no room for its columns each row is shown as lines of its
 * own, so every cell knows its head, and the roles are said: a table that is laid out as blocks would lose them.
 */
export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly HTMLTableRowElement[],
): HTMLElement {
  for (const each of rows) {
    each.setAttribute('role', 'row');
    for (const [index, cell] of [...each.cells].entries()) {
      cell.setAttribute('role', 'cell');
      cell.dataset['head'] = heads[index] ?? '';
    }
  }
  const head = element(
    'tr',
    { attributes: { role: 'row' } },
    ...heads.map((text) => element('th', { attributes: { scope: 'col', role: 'columnheader' } }, text)),
  );
  return element(
    'table',
    { class: 'list', attributes: { 'aria-label': caption, role: 'table' } },
    element('thead', { attributes: { role: 'rowgroup' } }, head),
    element('tbody', { attributes: { role: 'rowgroup' } }, ...rows),
  );
}

/** A table in which a row means nothing without its columns: it scrolls in a frame of its own, also by keyboard. */
export function wideTable(
  caption: string,
  heads: readonly string[],
  rows: readonly HTMLTableRowElement[],
): HTMLElement {
  return element(
    'div',
    { class: 'wide', attributes: { role: 'group', 'aria-label': caption, tabindex: '0' } },
    element(
      'table',
      { attributes: { 'aria-label': caption } },
      element(
        'thead',
        {},
        element('tr', {}, ...heads.map((text) => element('th', { attributes: { scope: 'col' } }, text))),
      ),
      element('tbody', {}, ...rows),
    ),
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
