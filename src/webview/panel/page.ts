import type { Filters, FromPanel, HazardView, LifecycleView, PanelState } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { drawPicture, type Picture } from '../lifecycle/picture.ts';
import { shownOf, type Shown } from '../lifecycle/shown.ts';
import { tables, type Tables } from '../lifecycle/tables.ts';
import { diagramText } from '../lifecycle/text.ts';
import { PanZoom } from '../lifecycle/zoom.ts';
import { filterBar, type FilterBar } from './filters.ts';
import { namesIn, rowNames } from './names.ts';
import { keyList } from './keys.ts';
import { drawnId } from './search.ts';
import { SearchBox } from './searchBox.ts';
import { shownText } from './said.ts';
import { firstState, restoredState } from './state.ts';
import { emphasisOf, Stepper, witnessOf } from './stepper.ts';
import { toolBar } from './tools.ts';

/** What the page around the panel does for it. */
export interface PanelHost {
  send(message: FromPanel): void;
  /** What was kept while the panel was hidden, or over a reload, at each place where it was. */
  load(): readonly unknown[];
  keep(state: PanelState): void;
}

/** Below this scale a label cannot be read: a large picture is not made smaller at first. */
const READABLE = 0.6;

/** One lifecycle in the panel. */
export class Page {
  readonly elements: readonly HTMLElement[];
  readonly #number: number;
  readonly #view: LifecycleView;
  readonly #host: PanelHost;
  readonly #frame: HTMLElement;
  readonly #holder = element('div', { class: 'holder' });
  readonly #status = element('p', { class: 'status', attributes: { role: 'status', 'aria-live': 'polite' } });
  readonly #search: SearchBox;
  readonly #zoom: PanZoom;
  readonly #filters: FilterBar;
  readonly #stepper: Stepper;
  readonly #tables: Tables;
  readonly #keys: HTMLElement;
  readonly #names: ReadonlyMap<string, string>;
  #state: PanelState;
  #shown: Shown;
  #picture: Picture | null = null;
  #drawnLabels = true;
  /** Counts drawings: only the latest may enter the page. */
  #latest = 0;

  /** `number` tells its drawings from those of other pages, of which one may still be under way. */
  constructor(view: LifecycleView, host: PanelHost, number = 0) {
    this.#number = number;
    const { words } = view;
    const open = (row: string): void => host.send({ type: 'open', row });
    this.#view = view;
    this.#host = host;
    this.#names = rowNames(view);
    this.#state = restoredState(view, ...host.load());
    this.#shown = this.#filtered();
    this.#frame = element(
      'div',
      { class: 'frame', attributes: { role: 'group', 'aria-label': words.diagram } },
      this.#holder,
    );
    this.#zoom = new PanZoom(this.#frame, this.#holder, (moved) => this.#keep({ view: moved }));
    this.#filters = filterBar(view, (filters) => void this.#filter(filters));
    this.#stepper = new Stepper(words, {
      open,
      go: (step) => void this.#goTo(step),
      end: () => void this.#endSteps(),
    });
    this.#tables = tables(view, {
      open,
      step: (hazard) => void this.#startSteps(hazard),
      judge: (hazard, accept) => host.send({ type: accept ? 'accept' : 'withdraw', row: hazard }),
      show: (row) => void this.#showRow(row),
    });
    this.#search = new SearchBox(view, this.#state.search, {
      search: (text, found) => {
        this.#keep({ search: text });
        this.#emphasise();
        this.say(found);
      },
      next: (id) => this.#showFound(id),
      shown: () => this.#shown,
    });
    this.#keys = keyList(view, () => this.toggleKeys());
    this.elements = [
      element(
        'h1',
        {},
        view.title,
        element('span', { class: 'summary' }, view.comparison?.summary ?? view.summary),
      ),
      toolBar(view, {
        send: (message) => host.send(message),
        say: (text) => this.say(text),
        zoom: (factor) => this.#zoom.zoom(factor),
        fit: () => this.#fit(),
        reset: () => void this.#reset(),
        toggleKeys: () => this.toggleKeys(),
        context: () => (this.#picture === null ? null : { picture: this.#picture, shown: this.#shown }),
      }),
      this.#keys,
      element('div', { class: 'controls' }, this.#search.element, this.#filters.element),
      this.#status,
      this.#stepper.element,
      this.#frame,
      this.#tables.element,
    ];
  }

  /** Draws for the first time. */
  async start(): Promise<void> {
    const { view, stepping } = this.#state;
    await this.draw({ anew: true, keepView: view !== null });
    if (view !== null) this.#zoom.restore(view);
    // Another answer may be drawn elsewhere: what the reader saw must not become an empty frame.
    if (view !== null && !this.#zoom.isInSight()) this.#arrange(this.#shown);
    this.#search.again();
    this.#emphasise();
    if (stepping !== null) this.#showStep(false);
    else this.say(shownText(this.#view, this.#shown, this.#state.filters));
  }

  /** No drawing that is under way enters the page any more. */
  end(): void {
    this.#latest = -1;
  }

  /** The same for the same lifecycle, however often it is analysed. */
  get key(): string {
    return this.#view.key;
  }

  /** What a row is called, whatever its number is. */
  nameOf(id: string): string {
    return this.#names.get(id) ?? '';
  }

  say(text: string): void {
    this.#status.textContent = text;
  }

  focusPicture(): void {
    this.#refocus(this.#shown);
  }

  /** Draws what the filters leave; not again where it is drawn already, unless `anew`. */
  async draw(options: { readonly anew?: boolean; readonly keepView?: boolean } = {}): Promise<void> {
    if (this.#latest < 0) return;
    const { filters, chosen } = this.#state;
    const shown = this.#filtered();
    this.#shown = shown;
    this.#tables.update(shown);
    this.#filters.update(filters, this.#chosenState());
    const isSame = this.#picture?.text === diagramText(this.#view, shown);
    if (options.anew !== true && isSame && this.#drawnLabels === filters.labels) {
      this.#emphasise();
      return;
    }
    const mine = ++this.#latest;
    const name = `lifecycle${this.#number}x${mine}`;
    const picture = await drawPicture(this.#view, shown, {
      name,
      labels: filters.labels,
      frame: this.#frame,
      start: chosen,
      open: (row) => this.#host.send({ type: 'open', row }),
      unfold: (group) => void this.#filter({ ...filters, unfolded: [...filters.unfolded, group] }),
      chosen: (id, target, byKey) => {
        this.#choose(id);
        if (byKey) this.#zoom.reveal(target);
      },
    });
    if (mine !== this.#latest) return;
    const hadFocus = this.#frame.contains(document.activeElement);
    this.#picture?.closeHint();
    for (const tip of this.#frame.querySelectorAll(`.tip:not([id="${name}-tip"])`)) tip.remove();
    this.#picture = picture;
    this.#drawnLabels = filters.labels;
    this.#holder.replaceChildren(picture.element);
    if (options.keepView !== true) this.#arrange(shown);
    this.#emphasise();
    if (hadFocus) this.#refocus(shown);
  }

  focusSearch(): void {
    this.#search.focus();
  }

  step(by: 1 | -1): void {
    const { stepping } = this.#state;
    if (stepping !== null) void this.#goTo(stepping.step + by);
    else {
      const first = this.#view.hazards.find((hazard) => hazard.steps.length > 0);
      if (first !== undefined) void this.#startSteps(first.id);
    }
  }

  toggleFold(): void {
    const { filters } = this.#state;
    const kinds = this.#view.groups.map((group) => group.kind);
    const [kind] = kinds;
    if (kind === undefined) return;
    const isFolded = filters.fold !== 'none' && filters.unfolded.length === 0;
    void this.#filter({
      ...filters,
      fold: isFolded ? 'none' : filters.fold === 'none' ? kind : filters.fold,
      unfolded: [],
    });
  }

  toggleLabels(): void {
    const { filters } = this.#state;
    void this.#filter({ ...filters, labels: !filters.labels });
  }

  /** Only what is around the chosen state; again: one step more. */
  widen(): void {
    const { filters } = this.#state;
    const chosen = this.#chosenState();
    if (chosen === null) return;
    const { around } = filters;
    const steps = around?.state === chosen.id ? around.steps + 1 : 1;
    void this.#filter({ ...filters, around: { state: chosen.id, steps } });
  }

  toggleKeys(): void {
    this.#keys.hidden = !this.#keys.hidden;
    if (!this.#keys.hidden) this.#keys.focus();
  }

  escape(): boolean {
    const { filters, stepping } = this.#state;
    if (this.#picture?.closeHint() === true) return true;
    if (!this.#keys.hidden) this.toggleKeys();
    else if (stepping !== null) void this.#endSteps();
    else if (this.#state.search !== '') this.#search.set('');
    else if (filters.around !== null) void this.#filter({ ...filters, around: null });
    else return false;
    return true;
  }

  #filtered(): Shown {
    return shownOf(this.#view, this.#state.filters, witnessOf(this.#hazard()));
  }

  #hazard(): HazardView | null {
    const id = this.#state.stepping?.hazard;
    return this.#view.hazards.find((hazard) => hazard.id === id) ?? null;
  }

  #chosenState(): { readonly id: string; readonly name: string } | null {
    const { chosen } = this.#state;
    const edge = this.#view.edges.find((each) => each.id === chosen);
    return this.#view.states.find((state) => state.id === (edge?.from ?? chosen)) ?? null;
  }

  #keep(change: Partial<PanelState>): void {
    const next = { ...this.#state, ...change, turn: this.#state.turn + 1 };
    this.#state = { ...next, names: namesIn(next, this.#names) };
    this.#host.keep(this.#state);
  }

  #fit(): void {
    this.#zoom.fit();
    this.#keep({ view: null });
  }

  /** The whole picture where it can be read, else its beginning, or what the reader was at. */
  #arrange(shown: Shown): void {
    if (this.#zoom.fit(READABLE)) return;
    const { chosen } = this.#state;
    const start = (chosen === null ? null : drawnId(shown, chosen)) ?? shown.nodes[0]?.id;
    const part = start === undefined ? undefined : this.#picture?.part(start);
    if (part !== undefined) this.#zoom.centre(part, READABLE);
  }

  async #filter(filters: Filters): Promise<void> {
    this.#keep({ filters, view: null });
    await this.draw();
    this.#search.again();
    this.#emphasise();
    this.say(shownText(this.#view, this.#shown, filters));
  }

  async #reset(): Promise<void> {
    this.#keep({ stepping: null });
    this.#search.set('');
    this.#stepper.show(null, 0);
    this.#status.classList.remove('unseen');
    await this.#filter(firstState(this.#view).filters);
  }

  #choose(id: string): void {
    this.#keep({ chosen: id });
    this.#filters.update(this.#state.filters, this.#chosenState());
  }

  /** The focus stays on what it was on, where that is still drawn; else on the first state. */
  #refocus(shown: Shown): void {
    const { chosen } = this.#state;
    const id = chosen === null ? null : drawnId(shown, chosen);
    this.#picture?.focus(id ?? shown.nodes[0]?.id ?? '');
  }

  async #showRow(row: string): Promise<void> {
    if (this.#view.hazards.some((hazard) => hazard.id === row)) {
      await this.#startSteps(row);
      return;
    }
    if (drawnId(this.#shown, row) === null) await this.#filter({ ...this.#state.filters, ...WIDE });
    this.#frame.scrollIntoView({ block: 'nearest' });
    const id = drawnId(this.#shown, row) ?? '';
    this.#picture?.focus(id);
    const part = this.#picture?.part(id);
    if (part !== undefined) this.#zoom.centre(part, READABLE);
  }

  async #startSteps(hazard: string): Promise<void> {
    this.#keep({ stepping: { hazard, step: 0 }, view: null });
    await this.draw();
    this.#showStep(true);
    this.#stepper.focus();
    this.#stepper.element.scrollIntoView({ block: 'start' });
  }

  async #goTo(step: number): Promise<void> {
    const hazard = this.#hazard();
    if (hazard === null || step < 0 || step >= hazard.steps.length) return;
    this.#keep({ stepping: { hazard: hazard.id, step } });
    await this.draw();
    this.#showStep(true);
  }

  async #endSteps(): Promise<void> {
    const hadFocus = this.#stepper.element.contains(document.activeElement);
    this.#keep({ stepping: null, view: null });
    this.#stepper.show(null, 0);
    this.#status.classList.remove('unseen');
    await this.draw();
    this.say(shownText(this.#view, this.#shown, this.#state.filters));
    if (hadFocus) this.#refocus(this.#shown);
  }

  /** Lights the step up, says it, and lets the editor follow. */
  #showStep(follow: boolean): void {
    const hazard = this.#hazard();
    const step = this.#state.stepping?.step ?? 0;
    // The bar shows it; who does not see the bar is told.
    this.say(this.#stepper.show(hazard, step));
    this.#status.classList.toggle('unseen', hazard !== null);
    this.#emphasise();
    const now = hazard?.steps[step];
    const part = [...(now?.edges ?? []), ...(now?.states ?? [])]
      .map((id) => this.#picture?.part(id))
      .find((each) => each !== undefined);
    if (part !== undefined) this.#zoom.reveal(part);
    const place = now?.place ?? null;
    if (follow && place !== null) this.#host.send({ type: 'follow', row: place.id });
  }

  #emphasise(): void {
    const hazard = this.#hazard();
    const step = this.#state.stepping?.step ?? 0;
    if (hazard !== null) this.#picture?.emphasise(emphasisOf(hazard, step));
    else if (this.#search.found.length > 0)
      this.#picture?.emphasise({ now: this.#search.rows, trail: new Set(), badges: [] });
    else this.#picture?.emphasise(null);
  }

  /** Shows what was found; the focus stays in the box, where the reader may go on to the next. */
  #showFound(id: string): void {
    const part = this.#picture?.part(id);
    if (part === undefined) return;
    this.#choose(id);
    this.#zoom.centre(part, READABLE);
    this.say(part.getAttribute('aria-label') ?? '');
  }
}

/** Filters that leave all states and transitions in. */
const WIDE = {
  withoutRoles: [],
  withoutClasses: [],
  fold: 'none',
  unfolded: [],
  around: null,
  onlyChanges: false,
} as const;
