import type { HazardView, LifecycleView } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import type { Badge } from '../lifecycle/badges.ts';
import { fill } from '../lifecycle/fill.ts';
import type { Emphasis } from '../lifecycle/picture.ts';
import { acceptedText } from '../lifecycle/hazards.ts';
import { placeLink, type OpenRow } from '../lifecycle/table.ts';

/** What the bar of steps does. */
export interface StepperActions {
  readonly open: OpenRow;
  /** Goes to a step, from 0. */
  go(step: number): void;
  end(): void;
}

/** The bar in which the witness of a hazard is gone through. */
export class Stepper {
  readonly element: HTMLElement;
  readonly #words: LifecycleView['words'];
  readonly #actions: StepperActions;
  readonly #next: HTMLButtonElement;
  readonly #previous: HTMLButtonElement;
  readonly #title = element('div', { class: 'step-title' });
  readonly #text = element('div', { class: 'step-text' });
  #step = 0;

  constructor(words: LifecycleView['words'], actions: StepperActions) {
    this.#words = words;
    this.#actions = actions;
    const button = (text: string, press: () => void): HTMLButtonElement =>
      element('button', { class: 'tool', attributes: { type: 'button' }, onClick: press }, text);
    this.#previous = button(words.previous, () => actions.go(this.#step - 1));
    this.#next = button(words.next, () => actions.go(this.#step + 1));
    this.element = element(
      'section',
      { class: 'stepper', attributes: { 'aria-label': words.stepThrough, hidden: '' } },
      this.#title,
      this.#text,
      element(
        'div',
        { class: 'tools' },
        this.#previous,
        this.#next,
        button(words.endSteps, () => actions.end()),
      ),
    );
  }

  /** Shows a step of a hazard, or nothing. Returns what is to be said of it. */
  show(hazard: HazardView | null, step: number): string {
    this.element.hidden = hazard === null;
    this.#step = step;
    const now = hazard?.steps[step];
    if (hazard === null || now === undefined) return '';
    const words = this.#words;
    const count = fill(words.stepOf, step + 1, hazard.steps.length);
    const after = now.state === '' ? '' : fill(words.stateAfter, now.state);
    this.#title.replaceChildren(
      element('span', { class: 'rule' }, hazard.rule),
      element('span', { class: 'severity' }, hazard.severityText),
      ` ${hazard.title}`,
      ...(hazard.accepted === '' ? [] : [acceptedText(hazard, { words })]),
    );
    this.#text.replaceChildren(
      element('span', { class: 'step-count' }, count),
      element('span', { class: 'step-role' }, now.role),
      ` ${now.text} `,
      placeLink(now.place, this.#actions.open),
      ...(after === '' ? [] : [element('span', { class: 'step-after' }, after)]),
    );
    this.element.className = `stepper hazard ${hazard.severity}`;
    const focused = document.activeElement;
    // Never disabled: a button that is must not keep the focus, and the reader would lose it.
    this.#previous.setAttribute('aria-disabled', String(step === 0));
    this.#next.setAttribute('aria-disabled', String(step === hazard.steps.length - 1));
    if (focused instanceof HTMLElement && this.element.contains(focused)) focused.focus();
    return [count, now.role, now.text, now.place?.text ?? '', after].filter((text) => text !== '').join('. ');
  }

  /** Gives the focus to the button that goes on. */
  focus(): void {
    this.#next.focus();
  }
}

/** What stands out at a step: what it is about, and fainter what came before, each with the numbers of its steps. */
export function emphasisOf(hazard: HazardView, step: number): Emphasis {
  const upTo = hazard.steps.slice(0, step + 1);
  const about = (each: HazardView['steps'][number]): readonly string[] => [...each.states, ...each.edges];
  const numbers = new Map<string, string[]>();
  for (const each of upTo) {
    // A step that takes an edge is numbered there, any other one at the state.
    for (const id of each.edges.length > 0 ? each.edges : each.states)
      numbers.set(id, [...(numbers.get(id) ?? []), String(each.step)]);
  }
  const badges = [...numbers].map(([id, steps]): Badge => ({ id, text: steps.join(' ') }));
  return {
    now: new Set(upTo.slice(-1).flatMap(about)),
    trail: new Set(upTo.flatMap(about)),
    badges,
  };
}

/** Everything that the witness of a hazard is about. */
export function witnessOf(hazard: HazardView | null): ReadonlySet<string> {
  return new Set(hazard?.steps.flatMap((step) => [...step.states, ...step.edges]));
}
