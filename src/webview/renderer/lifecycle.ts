import type { LifecycleOutput } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { drawPicture } from '../lifecycle/picture.ts';
import { NO_FILTERS, shownOf } from '../lifecycle/shown.ts';
import { tables } from '../lifecycle/tables.ts';
import type { Send } from './main.ts';

/** A lifecycle's picture and tables in a cell's output. */
export async function lifecycleElement(output: LifecycleOutput, send: Send): Promise<HTMLElement> {
  const open = (row: string): void => send({ type: 'open', output: output.output, row });
  const picture = await drawPicture(output.view, shownOf(output.view, NO_FILTERS), {
    open,
    name: `lifecycle-${output.output}`,
  });
  if (picture.svg !== null) fit(picture.svg);
  return element(
    'div',
    { class: 'lifecycle' },
    element(
      'div',
      { class: 'title' },
      output.view.title,
      element('span', { class: 'dim' }, output.view.summary),
    ),
    element('div', { class: 'scroll' }, picture.element),
    tables(output.view, { open }).element,
  );
}

/** The picture takes the width that there is, but never less than what can still be read. */
function fit(svg: SVGSVGElement): void {
  const { width } = svg.viewBox.baseVal;
  svg.style.maxWidth = '100%';
  svg.style.minWidth = `${Math.round(width * 0.6)}px`;
  svg.style.height = 'auto';
}
