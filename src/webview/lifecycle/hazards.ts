import type { HazardView, LifecycleView } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { placeLink, row, table } from './table.ts';
import type { TableActions } from './tables.ts';
import { SIGNS } from './text.ts';

/** The hazards with their witnesses, the grave ones open. */
export function hazards(view: LifecycleView, actions: TableActions): HTMLElement {
  return element('ol', { class: 'hazards' }, ...view.hazards.map((each) => hazard(each, view, actions)));
}

function hazard(each: HazardView, view: LifecycleView, { open, step }: TableActions): HTMLElement {
  const { words } = view;
  const steps = each.steps.map((one) => {
    const made = row(String(one.step), one.role, one.text, one.state, placeLink(one.place, open));
    made.dataset['step'] = `${each.id} ${one.step}`;
    return made;
  });
  const through =
    step === undefined || steps.length === 0
      ? []
      : [
          element(
            'button',
            {
              class: 'tool step-through',
              attributes: {
                type: 'button',
                'aria-label': `${words.stepThrough}: ${each.rule} ${each.title}`,
              },
              onClick: () => step(each.id),
            },
            words.stepThrough,
          ),
        ];
  return element(
    'li',
    { class: `hazard ${each.severity}${each.accepted ? ' accepted' : ''} change-${each.change}` },
    element(
      'details',
      {
        attributes: {
          'data-row': each.id,
          ...(each.severity === 'high' && !each.accepted ? { open: '' } : {}),
        },
      },
      element(
        'summary',
        {},
        element('span', { class: 'rule' }, `${SIGNS[each.change].sign}${each.rule}`),
        element('span', { class: 'severity' }, each.severityText),
        ` ${each.title} `,
        placeLink(each.place, open),
        element('span', { class: 'confidence' }, each.confidence),
      ),
      ...through,
      ...(steps.length === 0
        ? []
        : [table(each.title, [words.step, words.role, words.what, words.after, words.place], steps)]),
    ),
  );
}
