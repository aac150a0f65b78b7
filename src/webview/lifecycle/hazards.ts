import type { HazardView, LifecycleView } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { placeLink, row, table } from './table.ts';
import type { TableActions } from './tables.ts';
import { SIGNS } from './text.ts';

/** The hazards with their witnesses, the grave ones open. */
export function hazards(view: LifecycleView, actions: TableActions): HTMLElement {
  return element('ol', { class: 'hazards' }, ...view.hazards.map((each) => hazard(each, view, actions)));
}

function hazard(each: HazardView, view: LifecycleView, actions: TableActions): HTMLElement {
  const { words } = view;
  const { open } = actions;
  const accepted = each.accepted !== '';
  const steps = each.steps.map((one) => {
    const made = row(String(one.step), one.role, one.text, one.state, placeLink(one.place, open));
    made.dataset['step'] = `${each.id} ${one.step}`;
    return made;
  });
  return element(
    'li',
    { class: `hazard ${each.severity}${accepted ? ' accepted' : ''} change-${each.change}` },
    element(
      'details',
      {
        attributes: {
          'data-row': each.id,
          ...(each.severity === 'high' && !accepted ? { open: '' } : {}),
        },
      },
      element(
        'summary',
        {},
        element('span', { class: 'rule' }, `${SIGNS[each.change].sign}${each.rule}`),
        element('span', { class: 'severity' }, each.severityText),
        ' ',
        element('span', { class: 'title' }, each.title),
        ' ',
        placeLink(each.place, open),
        element('span', { class: 'confidence' }, each.confidence),
        // In the summary, so that it is seen and read out also where the witness is closed.
        ...(accepted ? [acceptedText(each, view)] : []),
      ),
      ...buttons(each, view, actions),
      ...(steps.length === 0
        ? []
        : [table(each.title, [words.step, words.role, words.what, words.after, words.place], steps)]),
    ),
  );
}

/** Why the reader calls it no hazard here. */
export function acceptedText({ accepted }: HazardView, { words }: Pick<LifecycleView, 'words'>): HTMLElement {
  return element('div', { class: 'reason' }, element('strong', {}, words.acceptedHere), ` ${accepted}`);
}

function buttons(
  each: HazardView,
  { words }: LifecycleView,
  { step, judge }: TableActions,
): readonly HTMLElement[] {
  const button = (text: string, kind: string, press: () => void): HTMLElement =>
    element(
      'button',
      {
        class: `tool ${kind}`,
        attributes: { type: 'button', 'aria-label': `${text}: ${each.rule} ${each.title}` },
        onClick: press,
      },
      text,
    );
  const through =
    step === undefined || each.steps.length === 0
      ? []
      : [button(words.stepThrough, 'step-through', () => step(each.id))];
  const word = each.accepted === '' ? words.accept : words.withdraw;
  const judging =
    judge === undefined || !each.judged
      ? []
      : [button(word, 'judge', () => judge(each.id, each.accepted === ''))];
  const all = [...through, ...judging];
  return all.length === 0 ? [] : [element('div', { class: 'hazard-tools' }, ...all)];
}
