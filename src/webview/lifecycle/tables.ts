import type { EdgeView, HazardView, LifecycleView, PlaceView, SetterView } from '../../protocol/index.ts';
import { element, linkButton } from '../dom.ts';

/** Opens the code of a row of ours. */
export type OpenRow = (row: string) => void;

type Cell = string | Node;

/** Says in tables and lists what the picture shows, for readers who do not see it. */
export function tables(view: LifecycleView, open: OpenRow): HTMLElement {
  const { words } = view;
  return element(
    'div',
    { class: 'tables' },
    ...section(words.hazards, view.hazards.length, words.none, () => hazards(view, open)),
    ...section(words.transitions, view.edges.length, words.none, () => transitions(view, open)),
    ...section(words.setters, view.setters.length, words.none, () =>
      element('div', {}, ...view.setters.map((setter) => setterTable(setter, view, open))),
    ),
    ...section(words.states, view.states.length, words.none, () => states(view, open)),
    ...(view.unresolved.length === 0
      ? []
      : section(words.unresolved, view.unresolved.length, words.none, () => unresolved(view, open))),
  );
}

function section(title: string, size: number, none: string, body: () => HTMLElement): readonly Node[] {
  return [
    element('h2', {}, `${title} `, element('span', { class: 'count' }, String(size))),
    size === 0 ? element('p', { class: 'none' }, none) : body(),
  ];
}

function table(caption: string, heads: readonly string[], rows: readonly HTMLTableRowElement[]): HTMLElement {
  const head = element(
    'tr',
    {},
    ...heads.map((text) => element('th', { attributes: { scope: 'col' } }, text)),
  );
  return element(
    'table',
    { attributes: { 'aria-label': caption } },
    element('thead', {}, head),
    element('tbody', {}, ...rows),
  );
}

function row(...cells: readonly Cell[]): HTMLTableRowElement {
  return element('tr', {}, ...cells.map((cell) => element('td', {}, cell)));
}

function placeLink(place: PlaceView | null, open: OpenRow): Cell {
  if (place === null) return '';
  const link = linkButton('', () => open(place.id));
  // A path wraps behind its folders, not inside a name.
  for (const part of place.text.split(/(?<=\/)/)) link.append(part, document.createElement('wbr'));
  return link;
}

/** Sites one after another; one in the same file as the one before it shows its line alone. */
function siteLinks(sites: readonly PlaceView[], open: OpenRow): readonly Cell[] {
  const file = ({ text }: PlaceView): string => text.slice(0, Math.max(0, text.lastIndexOf(':')));
  return sites.map((site, index) => {
    const before = sites[index - 1];
    if (before === undefined || file(site) === '' || file(before) !== file(site))
      return placeLink(site, open);
    const link = linkButton(site.text.slice(file(site).length), () => open(site.id), site.text);
    link.setAttribute('aria-label', site.text);
    return link;
  });
}

function states(view: LifecycleView, open: OpenRow): HTMLElement {
  const { words } = view;
  return table(
    words.states,
    [words.state, words.value, words.terminal, words.place],
    view.states.map((state) =>
      row(state.name, state.value, state.terminal ? words.yes : '', placeLink(state.place, open)),
    ),
  );
}

function transitions(view: LifecycleView, open: OpenRow): HTMLElement {
  const { words } = view;
  const names = new Map(view.states.map((state) => [state.id, state.name]));
  const line = (edge: EdgeView): HTMLTableRowElement => {
    const made = row(
      names.get(edge.from) ?? '',
      names.get(edge.to) ?? '',
      edge.classText,
      edge.roles.join(', '),
      element('span', { class: 'sites' }, ...siteLinks(edge.sites, open)),
    );
    made.dataset['roles'] = edge.roles.join('\n');
    made.className = `edge-${edge.class}`;
    return made;
  };
  const heads = [words.from, words.to, words.class, words.role, words.sites];
  const apart = view.edges.filter((edge) => edge.class === 'interleaving');
  const drawn = view.edges.filter((edge) => edge.class !== 'interleaving');
  return element(
    'div',
    {},
    table(words.transitions, heads, drawn.map(line)),
    ...(apart.length === 0
      ? []
      : [element('h3', {}, words.notDrawn), table(words.notDrawn, heads, apart.map(line))]),
  );
}

function setterTable(setter: SetterView, view: LifecycleView, open: OpenRow): HTMLElement {
  const { words } = view;
  const rows = setter.rows.map((each) => {
    const made = element('tr', {}, element('th', { attributes: { scope: 'row' } }, each.old));
    for (const [index, cell] of each.cells.entries()) {
      const kept = cell === each.old;
      const set = cell === setter.columns[index];
      made.append(element('td', { class: kept ? 'kept' : set ? '' : 'other' }, cell));
    }
    return made;
  });
  return element(
    'div',
    { class: 'setter' },
    element('h3', {}, `${setter.name} `, placeLink(setter.place, open)),
    table(setter.name, [`${words.old} \\ ${words.argument}`, ...setter.columns], rows),
  );
}

function hazards(view: LifecycleView, open: OpenRow): HTMLElement {
  return element('ol', { class: 'hazards' }, ...view.hazards.map((each) => hazard(each, view, open)));
}

function hazard(each: HazardView, view: LifecycleView, open: OpenRow): HTMLElement {
  const { words } = view;
  const steps = each.steps.map((step) =>
    row(String(step.step), step.role, step.text, step.state, placeLink(step.place, open)),
  );
  return element(
    'li',
    { class: `hazard ${each.severity}` },
    element(
      'details',
      each.severity === 'high' ? { attributes: { open: '' } } : {},
      element(
        'summary',
        {},
        element('span', { class: 'rule' }, each.rule),
        element('span', { class: 'severity' }, each.severityText),
        ` ${each.title} `,
        placeLink(each.place, open),
        element('span', { class: 'confidence' }, each.confidence),
      ),
      ...(steps.length === 0
        ? []
        : [table(each.title, [words.step, words.role, words.what, words.after, words.place], steps)]),
    ),
  );
}

function unresolved(view: LifecycleView, open: OpenRow): HTMLElement {
  return element(
    'ul',
    {},
    ...view.unresolved.map((item) => element('li', {}, `${item.text} `, placeLink(item.place, open))),
  );
}
