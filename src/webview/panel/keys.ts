import type { LifecycleView } from '../../protocol/index.ts';
import { element } from '../dom.ts';

/** What the keys of the panel do, wherever its focus is. */
export interface KeyActions {
  search(): void;
  step(by: 1 | -1): void;
  fold(): void;
  labels(): void;
  around(): void;
  toggleKeys(): void;
  /** Closes the innermost thing that is open; false where nothing is. */
  escape(): boolean;
}

/** Answers keys that no control of the page has taken. */
export function listenToKeys(page: HTMLElement, actions: KeyActions): void {
  page.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const typing = event.target instanceof HTMLInputElement && event.target.type === 'search';
    const choosing = event.target instanceof HTMLSelectElement;
    if (event.key === 'Escape' ? !actions.escape() : typing || choosing || !act(event.key, actions)) return;
    event.preventDefault();
  });
}

function act(key: string, actions: KeyActions): boolean {
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case '/':
      actions.search();
      return true;
    case 'n':
      actions.step(1);
      return true;
    case 'p':
      actions.step(-1);
      return true;
    case 'g':
      actions.fold();
      return true;
    case 'l':
      actions.labels();
      return true;
    case 'f':
      actions.around();
      return true;
    case '?':
      actions.toggleKeys();
      return true;
    default:
      return false;
  }
}

/** The list of the keys. */
export function keyList({ words }: LifecycleView, close: () => void): HTMLElement {
  return element(
    'section',
    { class: 'keys', attributes: { 'aria-label': words.keys, hidden: '', tabindex: '-1' } },
    element(
      'dl',
      {},
      ...words.shortcuts.flatMap(({ keys, what }) => [
        element('dt', {}, element('kbd', {}, keys)),
        element('dd', {}, what),
      ]),
    ),
    element('button', { class: 'tool', attributes: { type: 'button' }, onClick: close }, words.close),
  );
}
