import type { LifecycleView } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { listenToKeys } from './keys.ts';
import { Page, type PanelHost } from './page.ts';

/** The lifecycle panel: a picture with its tools and filters, and below it tables that say the same. */
export class LifecyclePanel {
  readonly #body: HTMLElement;
  readonly #host: PanelHost;
  #page: Page | null = null;

  constructor(body: HTMLElement, host: PanelHost) {
    this.#body = body;
    this.#host = host;
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

  /** Draws a lifecycle in place of the one before, as the reader left it. */
  async show(view: LifecycleView): Promise<void> {
    this.#page?.end();
    const page = new Page(view, this.#host);
    this.#page = page;
    this.#body.replaceChildren(...page.elements);
    await page.start();
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
