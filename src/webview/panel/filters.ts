import type { EdgeView, Filters, LifecycleView } from '../../protocol/index.ts';
import { element } from '../dom.ts';
import { fill } from '../lifecycle/fill.ts';

/** Where the filters of the panel are set. */
export interface FilterBar {
  readonly element: HTMLElement;
  /** Shows the filters as they are; `chosen` names the state that has the focus. */
  update(filters: Filters, chosen: { readonly id: string; readonly name: string } | null): void;
}

/** Called with the filters that the reader set. */
type Change = (filters: Filters) => void;

const CLASSES = ['proved', 'possible', 'interleaving'] as const;
const STEPS = [1, 2, 3] as const;

/** Boxes for roles and classes of edges, and lists for folds and neighbourhood. */
export function filterBar(view: LifecycleView, change: Change): FilterBar {
  const { words } = view;
  let current: Filters | null = null;
  const set = (next: Partial<Filters>): void => {
    if (current !== null) change({ ...current, ...next });
  };
  const roles = boxes(words.roles, roleEntries(view), (off) => set({ withoutRoles: off }));
  const classes = boxes(words.classes, classEntries(view), (off) =>
    set({ withoutClasses: CLASSES.filter((each) => off.includes(each)) }),
  );
  const fold = choice(words.folding, foldEntries(view), (value) => {
    const found = (['none', 'prefix', 'terminal'] as const).find((each) => each === value);
    set({ fold: found ?? 'none', unfolded: [] });
  });
  const around = choice(words.nothingChosen, [], (value) => {
    const [state = '', steps = '0'] = value.split(' ');
    set({ around: Number(steps) === 0 ? null : { state, steps: Number(steps) } });
  });
  const labels = box(words.labels, (on) => set({ labels: on }));
  const onlyChanges = box(words.onlyChanges, (on) => set({ onlyChanges: on }));
  const made = element(
    'div',
    { class: 'filters', attributes: { role: 'group', 'aria-label': words.filters } },
    roles.element,
    classes.element,
    element(
      'div',
      { class: 'more' },
      ...(view.groups.length === 0 ? [] : [fold.element]),
      around.element,
      labels.element,
      ...(view.comparison === null ? [] : [onlyChanges.element]),
    ),
  );
  return {
    element: made,
    update: (filters, chosen) => {
      current = filters;
      roles.update(filters.withoutRoles);
      classes.update(filters.withoutClasses);
      fold.update(filters.fold);
      labels.update(filters.labels);
      onlyChanges.update(filters.onlyChanges);
      const id = filters.around?.state ?? chosen?.id ?? '';
      const name = view.states.find((state) => state.id === id)?.name;
      around.entries([
        [`${id} 0`, words.noSteps],
        ...(name === undefined
          ? []
          : STEPS.map((steps) => [`${id} ${steps}`, fill(words.aroundNow, steps, name)] as const)),
      ]);
      around.update(`${id} ${filters.around?.steps ?? 0}`);
    },
  };
}

/** Value, text, and a class of looks for its swatch. */
type Entry = readonly [value: string, text: string, swatch?: string];

function roleEntries(view: LifecycleView): readonly Entry[] {
  const counted = new Map<string, number>();
  for (const edge of view.edges)
    for (const role of edge.roles.length === 0 ? [''] : edge.roles)
      counted.set(role, (counted.get(role) ?? 0) + 1);
  return [...counted]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([role, edges]) => [role, `${role === '' ? view.words.noRole : role} (${edges})`]);
}

function classEntries({ edges, words }: LifecycleView): readonly Entry[] {
  const counted = (kind: EdgeView['class']): number => edges.filter((edge) => edge.class === kind).length;
  return CLASSES.filter((kind) => counted(kind) > 0).map((kind) => [
    kind,
    `${words[kind]} (${counted(kind)})`,
    kind,
  ]);
}

function foldEntries({ groups, words }: LifecycleView): readonly Entry[] {
  const has = (kind: string): boolean => groups.some((group) => group.kind === kind);
  return [
    ['none', words.foldNone],
    ...(has('prefix') ? [['prefix', words.foldPrefix] as const] : []),
    ...(has('terminal') ? [['terminal', words.foldTerminal] as const] : []),
  ];
}

interface Control<T> {
  readonly element: HTMLElement;
  update(value: T): void;
}

function box(text: string, change: (on: boolean) => void): Control<boolean> {
  const input = element('input', { attributes: { type: 'checkbox' } });
  input.addEventListener('change', () => change(input.checked));
  return {
    element: element('label', { class: 'box' }, input, text),
    update: (on) => {
      input.checked = on;
    },
  };
}

/** A box for each entry; `change` gets the values that are off. */
function boxes(
  title: string,
  entries: readonly Entry[],
  change: (off: readonly string[]) => void,
): Control<readonly string[]> {
  const inputs = entries.map(([value, text, swatch]) => {
    const control = box(text, () =>
      change(inputs.filter(({ input }) => !input.checked).map((each) => each.value)),
    );
    const input = control.element.querySelector('input') ?? element('input');
    if (swatch !== undefined)
      input.after(element('span', { class: `swatch ${swatch}`, attributes: { 'aria-hidden': 'true' } }));
    return { value, input, element: control.element };
  });
  return {
    element: element('fieldset', {}, element('legend', {}, title), ...inputs.map((each) => each.element)),
    update: (off) => {
      for (const { value, input } of inputs) input.checked = !off.includes(value);
    },
  };
}

interface Choice extends Control<string> {
  entries(entries: readonly Entry[]): void;
}

function choice(title: string, entries: readonly Entry[], change: (value: string) => void): Choice {
  const select = element('select');
  select.addEventListener('change', () => change(select.value));
  const put = (all: readonly Entry[]): void =>
    select.replaceChildren(...all.map(([value, text]) => element('option', { attributes: { value } }, text)));
  put(entries);
  return {
    element: element('label', { class: 'choice' }, `${title} `, select),
    update: (value) => {
      select.value = value;
    },
    entries: put,
  };
}
