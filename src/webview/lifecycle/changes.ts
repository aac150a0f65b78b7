import type { ChangeRowView, ComparisonView, LifecycleView } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { placeLink } from './table.ts';
import type { TableActions } from './tables.ts';
import { SIGNS } from './text.ts';

/** What changed from one lifecycle to another, as a list: a sign and a word for how, and where. */
export function changeList(
  comparison: ComparisonView,
  { words }: LifecycleView,
  { open, show }: TableActions,
): HTMLElement {
  const line = (change: ChangeRowView): HTMLElement => {
    const { row } = change;
    return element(
      'li',
      { class: `change-${change.change}` },
      element('span', { class: 'sign', attributes: { 'aria-hidden': 'true' } }, SIGNS[change.change].sign),
      `${change.text} `,
      placeLink(change.place, open),
      ...(row === null || show === undefined
        ? []
        : [
            ' ',
            element(
              'button',
              {
                class: 'tool',
                attributes: { type: 'button', 'aria-label': `${words.inDiagram}: ${change.text}` },
                onClick: () => show(row),
              },
              words.inDiagram,
            ),
          ]),
    );
  };
  return element(
    'section',
    { class: 'changes' },
    element(
      'h2',
      {},
      `${words.changes} `,
      element('span', { class: 'count' }, String(comparison.changes.length)),
    ),
    element('p', {}, comparison.summary),
    element('ul', {}, ...comparison.changes.map(line)),
  );
}
