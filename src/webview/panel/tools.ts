import type { FromPanel, LifecycleView } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { fill } from '../lifecycle/fill.ts';
import type { Picture } from '../lifecycle/picture.ts';
import type { Shown } from '../lifecycle/shown.ts';
import { copyPng, svgText, toPng } from './export.ts';

/** What the tools work on: the picture as it is now. */
export interface ToolContext {
  readonly picture: Picture;
  readonly shown: Shown;
}

/** What the tools do. */
export interface ToolActions {
  readonly send: (message: FromPanel) => void;
  readonly say: (text: string) => void;
  zoom(factor: number): void;
  fit(): void;
  reset(): void;
  toggleKeys(): void;
  /** Null until there is a picture. */
  readonly context: () => ToolContext | null;
}

/** The row of buttons: size, filters reset, comparison, copies, files, keys. */
export function toolBar(view: LifecycleView, actions: ToolActions): HTMLElement {
  const { words } = view;
  const button = (text: string, press: () => void, label?: string): HTMLButtonElement =>
    element(
      'button',
      {
        class: 'tool',
        attributes: { type: 'button', ...(label === undefined ? {} : { 'aria-label': label, title: label }) },
        onClick: press,
      },
      text,
    );
  const { send } = actions;
  const compare =
    view.comparison === null
      ? button(words.compare, () => send({ type: 'compare' }))
      : button(words.endCompare, () => send({ type: 'end-compare' }));
  return element(
    'div',
    { class: 'tools', attributes: { role: 'toolbar', 'aria-label': words.diagram } },
    button('+', () => actions.zoom(1.2), words.zoomIn),
    button('−', () => actions.zoom(1 / 1.2), words.zoomOut),
    button(words.fit, () => actions.fit()),
    button(words.reset, () => actions.reset()),
    compare,
    formats(words.copy, 'copy', view, actions),
    formats(words.save, 'save', view, actions),
    button(words.keys, () => actions.toggleKeys()),
  );
}

const FORMATS = ['SVG', 'PNG', 'Mermaid', 'JSON'] as const;
type Format = (typeof FORMATS)[number];

/** A group of buttons, one a format. */
function formats(
  title: string,
  kind: 'copy' | 'save',
  view: LifecycleView,
  actions: ToolActions,
): HTMLElement {
  return element(
    'span',
    { class: 'formats', attributes: { role: 'group', 'aria-label': title } },
    element('span', { class: 'formats-title', attributes: { 'aria-hidden': 'true' } }, title),
    ...FORMATS.map((format) =>
      element(
        'button',
        {
          class: 'tool',
          attributes: { type: 'button', 'aria-label': `${title} ${format}` },
          onClick: () => void give(format, kind, view, actions),
        },
        format,
      ),
    ),
  );
}

/** Copies or saves what is shown. */
async function give(
  format: Format,
  kind: 'copy' | 'save',
  { words }: LifecycleView,
  { send, say, context }: ToolActions,
): Promise<void> {
  const now = context();
  if (now === null) return;
  const { picture, shown } = now;
  if (format === 'JSON')
    send({
      type: `${kind}-json`,
      states: shown.states.map((state) => state.id),
      edges: [...shown.drawn, ...shown.listed].map((edge) => edge.id),
    });
  else if (format === 'Mermaid') send({ type: `${kind}-mermaid`, content: picture.text });
  else if (picture.svg === null) {
    say(words.notDrawnText);
    return;
  } else if (format === 'SVG') send({ type: `${kind}-svg`, content: svgText(picture.svg) });
  else if (kind === 'save') {
    const content = await toPng(picture.svg);
    if (content === null) say(fill(words.copyFailed, format));
    else send({ type: 'save-png', content });
  } else if (!(await copyPng(picture.svg))) {
    say(fill(words.copyFailed, format));
    return;
  }
  if (kind === 'copy') say(fill(words.copied, format));
}
