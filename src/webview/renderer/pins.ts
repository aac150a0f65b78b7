import type { PinView, PinsOutput } from '../../protocol/index.ts';
import { element, linkButton } from '../dom.ts';
import type { Send } from './main.ts';
import { secretMarks } from './probe.ts';

/** Pins with what was seen at them. */
export function pinsElement(output: PinsOutput, send: Send): HTMLElement {
  return element('div', { class: 'pins' }, ...output.pins.map((pin) => pinElement(pin, output, send)));
}

function pinElement(pin: PinView, output: PinsOutput, send: Send): HTMLElement {
  const open = (): void => send({ type: 'open', output: output.output, row: pin.id });
  const head = element(
    'div',
    { class: 'head' },
    element('strong', {}, pin.title),
    linkButton(pin.place, open, output.words.open),
    element('span', { class: `verdict ${pin.tone}` }, pin.verdict),
  );
  return element(
    'section',
    { class: 'pin-card' },
    head,
    ...(pin.note === '' ? [] : [element('p', { class: 'note' }, pin.note)]),
    ...secretMarks(pin.marks),
    ...(pin.excerpt === '' ? [] : [excerpt(pin)]),
  );
}

function excerpt(pin: PinView): HTMLElement {
  const lines = pin.excerpt.replace(/\n$/, '').split('\n');
  return element(
    'div',
    { class: 'excerpt' },
    element(
      'pre',
      { class: 'numbers', attributes: { 'aria-hidden': 'true' } },
      lines.map((_, index) => String(pin.first + index)).join('\n'),
    ),
    element('pre', { class: 'code' }, lines.join('\n')),
  );
}
