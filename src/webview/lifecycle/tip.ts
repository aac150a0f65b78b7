import { element } from '../dom.ts';

/** Pixels between a tip and what it is about. */
const GAP = 8;

/**
 * One hint for all that is drawn: shown under the pointer or beside what has the focus, closed by Escape, and it
 * stays while the pointer is on it.
 */
export class Tip {
  readonly element: HTMLElement;
  readonly #host: HTMLElement;
  #about: Element | null = null;
  #closing: ReturnType<typeof setTimeout> | undefined;

  /** `host` is positioned; the tip stays inside of it. */
  constructor(host: HTMLElement, id: string) {
    this.#host = host;
    this.element = element('div', { class: 'tip', attributes: { role: 'tooltip', id, hidden: '' } });
    this.element.addEventListener('pointerenter', () => this.#stay());
    this.element.addEventListener('pointerleave', () => this.leave());
    host.append(this.element);
  }

  get isShown(): boolean {
    return this.#about !== null;
  }

  /** Shows `content` about an element, at a point of the window or below the element. */
  show(about: Element, content: readonly Node[], at?: { readonly x: number; readonly y: number }): void {
    this.#stay();
    if (this.#about !== about) this.hide();
    this.#about = about;
    about.setAttribute('aria-describedby', this.element.id);
    this.element.replaceChildren(...content);
    this.element.hidden = false;
    this.#place(about, at);
  }

  /** Hides the tip soon, unless the pointer gets onto it. */
  leave(): void {
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => this.hide(), 150);
  }

  hide(): void {
    this.#stay();
    this.#about?.removeAttribute('aria-describedby');
    this.#about = null;
    this.element.hidden = true;
  }

  #stay(): void {
    clearTimeout(this.#closing);
    this.#closing = undefined;
  }

  #place(about: Element, at?: { readonly x: number; readonly y: number }): void {
    const host = this.#host.getBoundingClientRect();
    const box = about.getBoundingClientRect();
    const own = this.element.getBoundingClientRect();
    const x = (at?.x ?? box.left + box.width / 2) - host.left + GAP;
    const below = (at?.y ?? box.bottom) - host.top + GAP;
    const above = (at?.y ?? box.top) - host.top - GAP - own.height;
    const y = below + own.height > this.#host.clientHeight && above >= 0 ? above : below;
    const left = Math.max(0, Math.min(x, this.#host.clientWidth - own.width));
    const top = Math.max(0, Math.min(y, this.#host.clientHeight - own.height));
    this.element.style.left = `${left + this.#host.scrollLeft}px`;
    this.element.style.top = `${top + this.#host.scrollTop}px`;
  }
}
