import { byPlace, byRank, byText, sortedHazards, sortedTransitions, stateOrder } from './draw/order.ts';
import { visible } from './draw/visible.ts';
import type { Declared, Lifecycle, LifecyclePart, LifecycleWords, Mode, Place, StateName } from './model.ts';
import { grid, name, place, places, table } from './text-parts.ts';

/**
 * The text form for a terminal: states, stores, roles, setter tables as grids, every transition, write and removal
 * with its place, hazards with their numbered witness, and what stayed unresolved. Complete and aligned; text of the
 * code under study has its controls written as escapes. Ends with a newline.
 */
export function toText(lifecycle: Lifecycle, words: LifecycleWords): string {
  const scope = { files: lifecycle.cost.files, unresolved: lifecycle.unresolved.length };
  const parts: readonly (readonly [LifecyclePart, readonly string[]])[] = [
    ['states', states(lifecycle)],
    [
      'stores',
      table(sorted(lifecycle.stores).map((store) => [visible(`${store.owner}.${store.name}`), place(store)])),
    ],
    ['roles', table(sorted(lifecycle.roles).map((role) => [visible(role.name), role.kind, place(role)]))],
    ['setters', sorted(lifecycle.setters).flatMap((setter) => grid(setter, stateOrder(lifecycle)))],
    ...(lifecycle.modes === undefined ? [] : [['modes', modes(lifecycle.modes)] as const]),
    ['transitions', transitions(lifecycle)],
    ...(lifecycle.declared === undefined ? [] : [['declared', declared(lifecycle.declared)] as const]),
    ['writes', writes(lifecycle)],
    ['removals', removals(lifecycle)],
    ['hazards', hazards(lifecycle, words)],
    [
      'unresolved',
      sorted(lifecycle.unresolved).map((item) => `${place(item)}  ${visible(words.unresolved(item))}`),
    ],
  ];
  const lines = parts.flatMap(([part, body]) => [
    words.heading(part),
    ...(body.length > 0 ? body : [words.nothingFound(part, scope)]).map((line) => `  ${line}`.trimEnd()),
    '',
  ]);
  return `${[...lines, words.cost(lifecycle.cost, scope.unresolved)].join('\n')}\n`;
}

function sorted<T extends Place>(list: readonly T[]): readonly T[] {
  return [...list].sort(byPlace);
}

function states(lifecycle: Lifecycle): readonly string[] {
  const written = new Set(lifecycle.transitions.flatMap((transition) => [transition.from, transition.to]));
  return table(
    sorted(lifecycle.states).map((state) => [
      name(state.name),
      state.value === null ? '' : visible(JSON.stringify(state.value)),
      [state.terminal ? 'terminal' : '', written.has(state.name) ? '' : 'unwritten']
        .filter(Boolean)
        .join(', '),
      place(state),
    ]),
  );
}

/** By the state that is left; the name stands on the first line of its group alone. */
function transitions(lifecycle: Lifecycle): readonly string[] {
  let before: StateName | null = null;
  const rows = sortedTransitions(lifecycle).map((transition) => {
    const from = transition.from === before ? '' : name(transition.from);
    before = transition.from;
    return [from, `→ ${name(transition.to)}`, transition.class, places(transition.sites)];
  });
  return table(rows);
}

/** Each flag with the states that are written on each side; `?` for writes that do not tell. */
function modes(all: readonly Mode[]): readonly string[] {
  return all.flatMap((mode) => [
    `${visible(`${mode.owner}.${mode.name}`)}  ${place(mode)}`,
    ...table(
      mode.sides.map(({ side, writes: states }) => [visible(side ?? '?'), states.map(name).join(', ')]),
    ),
  ]);
}

/** Each table with its transitions; those that nothing writes, and those that it does not have, are marked. */
function declared(tables: readonly Declared[]): readonly string[] {
  return tables.flatMap((each) => [
    `${visible(`${each.owner}.${each.name}`)}  ${each.form}  ${place(each)}`,
    ...table([
      ...each.transitions.map((row) => [
        name(row.from),
        `→ ${name(row.to)}`,
        visible(row.event ?? ''),
        visible(row.handler ?? ''),
        row.written === false ? 'declared, not written' : '',
        place(row),
      ]),
      ...each.undeclared.map((row) => [
        name(row.from),
        `→ ${name(row.to)}`,
        '',
        '',
        'written, not declared',
        '',
      ]),
    ]).map((line) => `  ${line}`),
  ]);
}

function names(list: readonly StateName[], order: readonly StateName[]): string {
  return [...new Set(list)].sort(byRank(order)).map(name).join(' ') || '-';
}

function writes(lifecycle: Lifecycle): readonly string[] {
  const order = stateOrder(lifecycle);
  return table(
    [...lifecycle.writes]
      .sort((a, b) => byPlace(a, b) || byText(a.role, b.role))
      .map((write) => [
        place(write),
        visible(write.function),
        visible(write.role),
        `${names(write.from, order)} → ${names(write.to, order)}`,
        write.class,
        write.guard === '' ? '' : `[${visible(write.guard)}]`,
      ]),
  );
}

function removals(lifecycle: Lifecycle): readonly string[] {
  const order = stateOrder(lifecycle);
  return table(
    [...lifecycle.removals]
      .sort((a, b) => byPlace(a, b) || byText(a.role, b.role))
      .map((removal) => [
        place(removal),
        visible(removal.function),
        visible(removal.role),
        `${names(removal.from, order)} → ∅`,
        removal.guard === '' ? '' : `[${visible(removal.guard)}]`,
      ]),
  );
}

/** Each finding with its title, then its witness: `1. role@file:line  text  state`. */
function hazards(lifecycle: Lifecycle, words: LifecycleWords): readonly string[] {
  return sortedHazards(lifecycle.hazards).flatMap((hazard, index) => [
    ...(index === 0 ? [] : ['']),
    `${hazard.rule} ${hazard.severity} (${hazard.confidence})  ${place(hazard)}  ${visible(words.hazardTitle(hazard), 400)}`,
    ...table(
      hazard.witness.map((step) => [
        `${String(step.step)}.`,
        `${visible(step.role)}@${place(step)}`,
        visible(words.witnessStep(step), 400),
        step.state === null ? '' : name(step.state),
      ]),
    ).map((line) => `  ${line}`),
  ]);
}
