import type { EdgeView, LifecycleView } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { changeList } from './changes.ts';
import { fill } from './fill.ts';
import { setterTable } from './grid.ts';
import { hazards } from './hazards.ts';
import { NO_FILTERS, shownOf, type Shown } from './shown.ts';
import { placeLink, row, siteLinks, table, type OpenRow } from './table.ts';
import { SIGNS } from './text.ts';

/** What the rows of the tables do. */
export interface TableActions {
  readonly open: OpenRow;
  /** Goes through the steps of a hazard; without it there is no button. */
  readonly step?: (hazard: string) => void;
  /** Calls a finding no hazard here, or takes that back; without it there is no button. */
  readonly judge?: (hazard: string, accept: boolean) => void;
  /** Shows a state, transition or hazard in the picture; without it there is no button. */
  readonly show?: (row: string) => void;
}

/** The tables beside a picture. */
export interface Tables {
  readonly element: HTMLElement;
  /** Lists what the picture shows after its filters changed, and nothing else. */
  update(shown: Shown): void;
}

/** Says in tables and lists what the picture shows, for readers who do not see it. */
export function tables(view: LifecycleView, actions: TableActions): Tables {
  const { words, comparison } = view;
  const { open } = actions;
  const shown = shownOf(view, NO_FILTERS);
  const edges = section(words.transitions, view.edges.length, words.none, () =>
    transitions(view, shown, open),
  );
  const named = section(words.states, view.states.length, words.none, () => states(view, shown, open));
  const made = element(
    'div',
    { class: 'tables' },
    ...(comparison === null ? [] : [changeList(comparison, view, actions)]),
    section(words.hazards, view.hazards.length, words.none, () => hazards(view, actions)).element,
    edges.element,
    section(words.setters, view.setters.length, words.none, () =>
      element('div', {}, ...view.setters.map((setter) => setterTable(setter, view, open))),
    ).element,
    named.element,
    ...(view.unresolved.length === 0
      ? []
      : [
          section(words.unresolved, view.unresolved.length, words.none, () => unresolved(view, open)).element,
        ]),
  );
  return {
    element: made,
    update: (now) => {
      edges.replace(now.drawn.length + now.listed.length, transitions(view, now, open));
      named.replace(now.states.length, states(view, now, open));
    },
  };
}

interface Section {
  readonly element: HTMLElement;
  /** Puts another body in, of which `size` rows are shown. */
  replace(size: number, body: HTMLElement): void;
}

function section(title: string, size: number, none: string, body: () => HTMLElement): Section {
  const count = element('span', { class: 'count' }, String(size));
  const made = element('section', {}, element('h2', {}, `${title} `, count));
  const empty = (): HTMLElement => element('p', { class: 'none' }, none);
  made.append(size === 0 ? empty() : body());
  return {
    element: made,
    replace: (now, next) => {
      count.textContent = now === size ? String(size) : `${now} / ${size}`;
      made.lastElementChild?.replaceWith(now === 0 ? empty() : next);
    },
  };
}

function states(view: LifecycleView, shown: Shown, open: OpenRow): HTMLElement {
  const { words } = view;
  return table(
    words.states,
    [words.state, words.value, words.terminal, words.place],
    shown.states.map((state) => {
      const made = row(
        changed(`${SIGNS[state.change].sign}${named(state.id, view, shown)}`, state.changeText),
        state.value,
        state.terminal ? words.yes : '',
        placeLink(state.place, open),
      );
      made.className = `change-${state.change}`;
      return made;
    }),
  );
}

/** The name of a state, and the fold that the picture shows instead. */
function named(id: string, view: LifecycleView, shown: Shown): string {
  const name = view.states.find((each) => each.id === id)?.name ?? '';
  const fold = shown.folded.get(id);
  return fold === undefined ? name : `${name} (${fill(view.words.folded, fold.name)})`;
}

/** A text with what became of it, where two lifecycles are compared. */
function changed(text: string, changeText: string): string {
  return changeText === '' ? text : `${text} (${changeText})`;
}

function transitions(view: LifecycleView, shown: Shown, open: OpenRow): HTMLElement {
  const { words } = view;
  const line = (edge: EdgeView): HTMLTableRowElement => {
    const made = row(
      `${SIGNS[edge.change].sign}${named(edge.from, view, shown)}`,
      named(edge.to, view, shown),
      changed(edge.classText, edge.changeText),
      edge.roles.join(', '),
      element('span', { class: 'sites' }, ...siteLinks(edge.sites, open)),
    );
    made.dataset['row'] = edge.id;
    made.className = `edge-${edge.class} change-${edge.change}`;
    return made;
  };
  const heads = [words.from, words.to, words.class, words.role, words.sites];
  return element(
    'div',
    {},
    table(words.transitions, heads, shown.drawn.map(line)),
    ...(shown.listed.length === 0
      ? []
      : [element('h3', {}, words.notDrawn), table(words.notDrawn, heads, shown.listed.map(line))]),
  );
}

function unresolved(view: LifecycleView, open: OpenRow): HTMLElement {
  return element(
    'ul',
    {},
    ...view.unresolved.map((item) => element('li', {}, `${item.text} `, placeLink(item.place, open))),
  );
}
