import type { FromPanel, LifecycleView } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { drawPicture, type Picture } from '../lifecycle/picture.ts';
import { tables } from '../lifecycle/tables.ts';
import { PanZoom } from '../lifecycle/zoom.ts';
import { svgText, toPng } from './export.ts';

/** The lifecycle panel: a picture with its tools, and the tables below it. */
export class LifecyclePanel {
  readonly #body: HTMLElement;
  readonly #send: (message: FromPanel) => void;
  #view: LifecycleView | null = null;
  #role: string | null = null;
  /** Counts drawings: only the latest may enter the page. */
  #latest = 0;

  constructor(body: HTMLElement, send: (message: FromPanel) => void) {
    this.#body = body;
    this.#send = send;
  }

  /** Draws a lifecycle in place of the one before. */
  async show(view: LifecycleView): Promise<void> {
    this.#view = view;
    this.#role = null;
    await this.redraw();
  }

  /** Draws again, as after a change of theme. */
  async redraw(): Promise<void> {
    const view = this.#view;
    if (view === null) return;
    const mine = ++this.#latest;
    const open = (row: string): void => this.#send({ type: 'open', row });
    const picture = await drawPicture(view, { open, name: `lifecycle${mine}` });
    if (mine !== this.#latest) return;
    const holder = element('div', { class: 'holder' }, picture.element);
    const frame = element(
      'div',
      { class: 'frame', attributes: { tabindex: '0', role: 'group', 'aria-label': view.words.diagram } },
      holder,
    );
    const list = tables(view, open);
    const zoom = new PanZoom(frame, holder);
    this.#body.replaceChildren(
      element('h1', {}, view.title, element('span', { class: 'summary' }, view.summary)),
      this.#tools(view, picture, zoom, list),
      frame,
      list,
    );
    this.#filter(picture, list);
    zoom.fit();
  }

  #tools(view: LifecycleView, picture: Picture, zoom: PanZoom, list: HTMLElement): HTMLElement {
    const { words } = view;
    const button = (text: string, press: () => void, enabled = true): HTMLButtonElement => {
      const made = element('button', { class: 'tool', attributes: { type: 'button' }, onClick: press }, text);
      made.disabled = !enabled;
      return made;
    };
    const { svg } = picture;
    const withSvg = (use: (drawn: SVGSVGElement) => void) => (): void => {
      if (svg !== null) use(svg);
    };
    const drawn = svg !== null;
    return element(
      'div',
      { class: 'tools', attributes: { role: 'toolbar', 'aria-label': words.diagram } },
      button(words.zoomIn, () => zoom.zoom(1.2)),
      button(words.zoomOut, () => zoom.zoom(1 / 1.2)),
      button(words.fit, () => zoom.fit()),
      this.#roleFilter(view, picture, list),
      button(words.copyMermaid, () => this.#send({ type: 'copy-mermaid' })),
      button(words.saveMermaid, () => this.#send({ type: 'save-mermaid' })),
      button(
        words.copySvg,
        withSvg((each) => this.#send({ type: 'copy-svg', content: svgText(each) })),
        drawn,
      ),
      button(
        words.saveSvg,
        withSvg((each) => this.#send({ type: 'save-svg', content: svgText(each) })),
        drawn,
      ),
      button(
        words.savePng,
        withSvg((each) => void this.#savePng(each)),
        drawn,
      ),
    );
  }

  async #savePng(svg: SVGSVGElement): Promise<void> {
    const content = await toPng(svg);
    if (content !== null) this.#send({ type: 'save-png', content });
  }

  #roleFilter(view: LifecycleView, picture: Picture, list: HTMLElement): HTMLElement {
    const roles = [...new Set(view.edges.flatMap((edge) => edge.roles))].sort();
    const select = element(
      'select',
      { attributes: { 'aria-label': view.words.filter } },
      element('option', { attributes: { value: '' } }, view.words.allRoles),
      ...roles.map((role) => element('option', { attributes: { value: role } }, role)),
    );
    select.value = this.#role ?? '';
    select.addEventListener('change', () => {
      this.#role = select.value === '' ? null : select.value;
      this.#filter(picture, list);
    });
    return select;
  }

  #filter(picture: Picture, list: HTMLElement): void {
    const role = this.#role;
    picture.highlight(role);
    for (const line of list.querySelectorAll<HTMLElement>('tr[data-roles]')) {
      const roles = (line.dataset['roles'] ?? '').split('\n');
      line.classList.toggle('faded', role !== null && !roles.includes(role));
    }
  }
}
