import type { CellChange, Change, Changes, ComparedTransition, LifecycleComparison } from './compare.ts';
import type { ComparedSide } from './compare-json.ts';
import { stateOrder } from './draw/order.ts';
import { visible } from './draw/visible.ts';
import { ABSENT, type Hazard, type LifecycleWords, type State, type StateName } from './model.ts';
import { grid, name, place, places, table } from './text-parts.ts';

/** The sentences of a comparison; implemented by `messages`. */
export interface CompareWords {
  /** What is compared with what; `at` is a commit, null for the files as they are. */
  side(which: 'before' | 'after', side: Pick<ComparedSide, 'target' | 'at' | 'commit'>): string;
  heading(part: ComparePart): string;
  /** The last line: whether anything differs, and how far was looked. */
  summary(same: boolean, files: { readonly before: number; readonly after: number }): string;
  /** An aspect that differs, such as `guard`. */
  aspect(what: string): string;
  /** A cell that a table does not have, a state without a value, a transition without a guard. */
  none(): string;
  /** What was found before, where another sentence is true now. */
  earlier(title: string): string;
  yes(value: boolean): string;
}

/** The parts of the text, in its order. */
export type ComparePart =
  'states' | 'stores' | 'roles' | 'setters' | 'cells' | 'transitions' | 'hazards' | 'unresolved';

/**
 * The text form of a comparison: `+` is only in the later one, `-` only in the earlier one, `~` in both and
 * different. Aligned, controls of the code under study written as escapes; ends with a newline.
 */
export function comparisonText(
  compared: LifecycleComparison,
  before: ComparedSide,
  after: ComparedSide,
  words: LifecycleWords & { readonly compare: CompareWords },
): string {
  const { compare } = words;
  const order = [...new Set([...stateOrder(before.lifecycle), ...stateOrder(after.lifecycle)])];
  const parts: readonly (readonly [ComparePart, readonly string[]])[] = [
    ['states', stateLines(compared.states, compare)],
    [
      'stores',
      rows(compared.stores, ({ owner, name: store, ...at }) => [visible(`${owner}.${store}`), place(at)]),
    ],
    [
      'roles',
      rows(
        compared.roles,
        (role) => [visible(role.name), role.kind, place(role)],
        ({ before: was, after: is }) => [visible(is.name), `${was.kind} → ${is.kind}`, place(is)],
      ),
    ],
    [
      'setters',
      [
        ...compared.setters.removed.flatMap((setter) => marked('-', grid(setter, order))),
        ...compared.setters.added.flatMap((setter) => marked('+', grid(setter, order))),
      ],
    ],
    ['cells', table(compared.cells.map((cell) => cellRow(cell, compare)))],
    ['transitions', transitionLines(compared.transitions, compare)],
    ['hazards', hazardLines(compared.hazards, words)],
    ['unresolved', rows(compared.unresolved, (item) => [place(item), visible(words.unresolved(item), 400)])],
  ];
  const lines = parts.flatMap(([part, body]) =>
    body.length === 0 ? [] : [compare.heading(part), ...body.map((line) => `  ${line}`.trimEnd()), ''],
  );
  return [
    compare.side('before', before),
    compare.side('after', after),
    '',
    ...lines,
    compare.summary(compared.same, {
      before: before.lifecycle.cost.files,
      after: after.lifecycle.cost.files,
    }),
    '',
  ].join('\n');
}

/** A row for each item, removed ones first; a change is shown by `changed`. */
function rows<T>(
  { added, removed, changed }: Changes<T, string>,
  cells: (item: T) => readonly string[],
  change?: (change: Change<T, string>) => readonly string[],
): readonly string[] {
  return table([
    ...removed.map((item) => ['-', ...cells(item)]),
    ...added.map((item) => ['+', ...cells(item)]),
    ...(change === undefined ? [] : changed.map((each) => ['~', ...change(each)])),
  ]);
}

function marked(mark: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `${index === 0 ? mark : ' '} ${line}`);
}

function stateLines(states: Changes<State, string>, words: CompareWords): readonly string[] {
  const value = (state: State): string =>
    state.value === null ? words.none() : visible(JSON.stringify(state.value));
  return rows(
    states,
    (state) => [name(state.name), value(state), state.terminal ? 'terminal' : '', place(state)],
    ({ before, after }) => [
      name(after.name),
      arrow(value(before), value(after)),
      before.terminal === after.terminal
        ? after.terminal
          ? 'terminal'
          : ''
        : `terminal: ${arrow(words.yes(before.terminal), words.yes(after.terminal))}`,
      place(after),
    ],
  );
}

/** One text where both are equal. */
function arrow(before: string, after: string): string {
  return before === after ? after : `${before} → ${after}`;
}

function cellRow(cell: CellChange, words: CompareWords): readonly string[] {
  const shown = (value: StateName | null): string => (value === null ? words.none() : name(value));
  return [
    '~',
    visible(cell.setter),
    `(${name(cell.old)}, ${name(cell.argument)})`,
    `${shown(cell.before)} → ${shown(cell.after)}`,
  ];
}

function transitionLines(
  transitions: Changes<ComparedTransition, string>,
  words: CompareWords,
): readonly string[] {
  const roles = (edge: ComparedTransition): string => visible(edge.roles.join(', '));
  const guards = (edge: ComparedTransition): string =>
    edge.guards.length === 0
      ? words.none()
      : visible(edge.guards.map((guard) => `[${guard}]`).join(' or '), 400);
  const ends = ({ from, to }: ComparedTransition): readonly string[] => [name(from), `→ ${name(to)}`];
  return rows(
    transitions,
    (edge) => [
      ...ends(edge),
      edge.class,
      roles(edge),
      edge.guards.length === 0 ? '' : guards(edge),
      places(edge.sites),
    ],
    ({ before, after }) => [
      ...ends(after),
      arrow(before.class, after.class),
      arrow(roles(before), roles(after)),
      guards(before) === guards(after) && after.guards.length === 0
        ? ''
        : arrow(guards(before), guards(after)),
      places(after.sites),
    ],
  );
}

function hazardLines(
  hazards: Changes<Hazard, string>,
  words: LifecycleWords & { readonly compare: CompareWords },
): readonly string[] {
  const head = (mark: string, hazard: Hazard, more = ''): string =>
    `${mark} ${hazard.rule} ${hazard.severity} (${hazard.confidence})  ${place(hazard)}  ${visible(words.hazardTitle(hazard), 400)}${more}`;
  return [
    ...hazards.removed.map((hazard) => head('-', hazard)),
    ...hazards.added.flatMap((hazard) => [head('+', hazard), ...witnessLines(hazard, words)]),
    ...hazards.changed.flatMap(({ before, after, what }) => [
      head('~', after, `  (${what.map((each) => words.compare.aspect(each)).join(', ')})`),
      ...(words.hazardTitle(before) === words.hazardTitle(after)
        ? []
        : [`    ${words.compare.earlier(visible(words.hazardTitle(before), 400))}`]),
      ...(before.severity === after.severity ? [] : [`    ${before.severity} → ${after.severity}`]),
      ...(before.confidence === after.confidence ? [] : [`    ${before.confidence} → ${after.confidence}`]),
      ...(what.includes('witness') ? witnessLines(after, words) : []),
    ]),
  ];
}

function witnessLines(hazard: Hazard, words: LifecycleWords): readonly string[] {
  return table(
    hazard.witness.map((step) => [
      `${String(step.step)}.`,
      `${visible(step.role)}@${place(step)}`,
      visible(words.witnessStep(step), 400),
      step.state === null ? '' : step.state === ABSENT ? '∅' : name(step.state),
    ]),
  ).map((line) => `    ${line}`);
}
