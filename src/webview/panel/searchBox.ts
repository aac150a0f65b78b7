import type { LifecycleView } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { after } from '../lifecycle/roving.ts';
import type { Shown } from '../lifecycle/shown.ts';
import { searchText } from './said.ts';
import { search } from './search.ts';

/** What a search does to the panel. */
export interface SearchActions {
  /** The text changed; `said` tells what was found. */
  readonly search: (text: string, said: string) => void;
  /** Shows a thing that was found. */
  readonly next: (id: string) => void;
  readonly shown: () => Shown;
}

/** The box in which states and transitions are searched; Enter goes from one to the next. */
export class SearchBox {
  readonly element: HTMLInputElement;
  readonly #view: LifecycleView;
  readonly #actions: SearchActions;
  #found: readonly string[] = [];
  #at: string | null = null;

  constructor(view: LifecycleView, text: string, actions: SearchActions) {
    this.#view = view;
    this.#actions = actions;
    const { search: name } = view.words;
    this.element = element('input', {
      class: 'search',
      attributes: { type: 'search', placeholder: name, 'aria-label': name },
    });
    this.element.value = text;
    this.element.addEventListener('input', () => this.set(this.element.value));
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** What was found, by the ids under which it is drawn. */
  get found(): readonly string[] {
    return this.#found;
  }

  /** What was found, by the ids of all states and transitions in it. */
  get rows(): ReadonlySet<string> {
    const edges = this.#actions.shown().edges.filter((edge) => this.#found.includes(edge.id));
    return new Set([...this.#found, ...edges.flatMap((edge) => edge.edges.map((each) => each.id))]);
  }

  focus(): void {
    this.element.focus();
    this.element.select();
  }

  /** Searches for another text. */
  set(text: string): void {
    if (this.element.value !== text) this.element.value = text;
    this.#at = null;
    this.again();
    this.#actions.search(text, searchText(this.#view, text, this.#found.length));
  }

  /** Searches in what is drawn now. */
  again(): void {
    this.#found = search(this.#actions.shown(), this.element.value);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const next = after(this.#found, this.#at, event.shiftKey ? -1 : 1);
    if (next === undefined) return;
    this.#at = next;
    this.#actions.next(next);
  }
}
