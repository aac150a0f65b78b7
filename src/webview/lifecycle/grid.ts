import type { LifecycleView, MarkView, SetterView } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { fill } from './fill.ts';
import { placeLink, wideTable, type OpenRow } from './table.ts';
import { SIGNS } from './text.ts';

/** Signs of cells that move a terminal state, so that colour is not all that tells them. */
const MOVES = { revives: '⚠', flips: '⇄', unsure: '?' } as const;

/** A setter's table as a grid; cells in which a terminal state does not stay stand out by sign, frame and words. */
export function setterTable(setter: SetterView, view: LifecycleView, open: OpenRow): HTMLElement {
  const { words } = view;
  const rows = setter.rows.map((each) => {
    const head = element('th', { attributes: { scope: 'row' } }, each.old);
    if (each.terminal) head.append(element('span', { class: 'terminal-mark' }, ` ${words.terminal}`));
    const made = element('tr', each.terminal ? { class: 'terminal' } : {}, head);
    for (const [index, text] of each.cells.entries())
      made.append(cell(text, each.old, each.marks[index], view));
    return made;
  });
  const moves = setter.rows.some((each) => each.marks.some((mark) => mark.move !== 'none'));
  return element(
    'div',
    { class: 'setter' },
    element('h3', {}, `${SIGNS[setter.change].sign}${setter.name} `, placeLink(setter.place, open)),
    wideTable(setter.name, [`${words.old} \\ ${words.argument}`, ...setter.columns], rows),
    ...(moves
      ? [element('p', { class: 'legend' }, fill(words.gridLegend, MOVES.revives, MOVES.flips, MOVES.unsure))]
      : []),
  );
}

function cell(text: string, old: string, mark: MarkView | undefined, { words }: LifecycleView): HTMLElement {
  const kind = mark?.kind ?? 'set';
  const move = mark?.move ?? 'none';
  const looks = kind === 'kept' ? 'kept' : kind === 'set' ? '' : 'other';
  const made = element('td', { class: `${looks} ${move === 'none' ? '' : `moves ${move}`}`.trim() });
  if (move !== 'none') {
    const said = fill(words[move], old, text);
    made.title = said;
    made.append(
      element('span', { class: 'sign', attributes: { role: 'img', 'aria-label': `${said}:` } }, MOVES[move]),
      ' ',
    );
  }
  made.append(text);
  if (mark !== undefined && mark.was !== '') {
    made.classList.add('was');
    made.append(element('span', { class: 'before' }, ` ${SIGNS.changed.sign}${fill(words.was, mark.was)}`));
  }
  return made;
}
