import type { LifecycleView, PanelState } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { listenToKeys } from './keys.ts';
import { Page, type PanelHost } from './page.ts';
import { goBack, whereabouts } from './whereabouts.ts';

/** The lifecycle panel: a picture with its tools and filters, and below it tables that say the same. */
export class LifecyclePanel {
  readonly #body: HTMLElement;
  readonly #host: PanelHost;
  readonly #notice = element('div', { class: 'notice', attributes: { role: 'note', 'aria-live': 'polite' } });
  #page: Page | null = null;
  #pages = 0;
  /** What the extension kept over a reload. */
  #kept: PanelState | null = null;

  constructor(body: HTMLElement, host: PanelHost) {
    this.#body = body;
    this.#host = { ...host, load: () => [...host.load(), this.#kept] };
    listenToKeys(body, {
      search: () => this.#page?.focusSearch(),
      step: (by) => this.#page?.step(by),
      fold: () => this.#page?.toggleFold(),
      labels: () => this.#page?.toggleLabels(),
      around: () => this.#page?.widen(),
      toggleKeys: () => this.#page?.toggleKeys(),
      escape: () => this.#page?.escape() ?? false,
    });
  }

  /**
   * Draws a lifecycle in place of the one before, as the reader left it. Another answer about the same lifecycle leaves
   * the reader where they are, with the filters, the size and the hazard that were chosen.
   */
  async show(view: LifecycleView, kept: PanelState | null = null): Promise<void> {
    if (kept !== null) this.#kept = kept;
    const before = this.#page;
    const same = before?.key === view.key ? before : null;
    const was = same === null ? null : whereabouts(this.#body, (id) => same.nameOf(id));
    before?.end();
    this.#pages += 1;
    const page = new Page(view, this.#host, this.#pages);
    this.#page = page;
    this.#body.replaceChildren(this.#notice, ...page.elements);
    await page.start();
    if (was === null || this.#page !== page) return;
    goBack(this.#body, was, { nameOf: (id) => page.nameOf(id), focusPicture: () => page.focusPicture() });
    page.say(view.words.renewed);
  }

  /** Says above all else what is to be known of what is shown, with a button that runs the cell; nothing for ''. */
  notice(text: string, run: string): void {
    const button = element(
      'button',
      { class: 'tool', attributes: { type: 'button' }, onClick: () => this.#host.send({ type: 'run-cell' }) },
      run,
    );
    this.#notice.replaceChildren(...(text === '' ? [] : [text, ...(run === '' ? [] : [' ', button])]));
  }

  /** Says why there is nothing to show. */
  tell(text: string): void {
    this.#page?.end();
    this.#page = null;
    this.#body.replaceChildren(element('p', { class: 'told', attributes: { role: 'status' } }, text));
  }

  /** Draws again, as after a change of theme. */
  async redraw(): Promise<void> {
    await this.#page?.draw({ anew: true, keepView: true });
  }
}
