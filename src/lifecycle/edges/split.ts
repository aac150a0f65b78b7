import type { ModeFact } from '../analysis.ts';
import { conditionsAt, type ConditionContext } from '../facts/conditions.ts';
import type { Machine, RemovalEvent, WriteEvent } from '../flow/machine.ts';
import type { Gathered, Recorder } from '../flow/recorder.ts';
import { ABSENT, type StateName } from '../model.ts';
import { Modes, sameSide, type Side } from './modes.ts';

/** What the runs recorded, without old states that only another side of the class writes. */
export interface SplitRuns {
  readonly writes: readonly Gathered<WriteEvent>[];
  readonly removals: readonly Gathered<RemovalEvent>[];
  readonly modes: readonly ModeFact[];
}

/**
 * A class that runs as either side keeps one store for both; an entry lives on one of them. A state that is merely
 * assumed where a function is entered is left out where every write of it runs on another side.
 */
export function splitByMode(recorder: Recorder, machine: Machine, conditions: ConditionContext): SplitRuns {
  const { writes, removals } = recorder;
  const modes = new Modes(machine, conditions);
  const sideOf = ({ inside, node }: Gathered<unknown>): Side =>
    modes.side({ inside, at: node.span, conditions: conditionsAt(inside, node.span, conditions) });
  const sides = new Map<Gathered<unknown>, Side>();
  for (const each of [...writes, ...removals]) sides.set(each, sideOf(each));
  if ([...sides.values()].every((side) => side.size === 0)) return { writes, removals, modes: [] };
  const makers = new Map<StateName, Side[]>();
  const written = new Map<Gathered<WriteEvent>, Set<StateName>>();
  for (const each of writes) {
    const states = new Set<StateName>();
    for (const { after, before } of each.events)
      if (after !== null && (after !== before.state || before.origin === 'initial')) states.add(after);
    written.set(each, states);
    for (const state of states)
      makers.set(state, [...(makers.get(state) ?? []), sides.get(each) ?? new Map()]);
  }
  const keep = (own: Side, before: WriteEvent['before']): boolean => {
    const made = makers.get(before.state);
    if (before.origin !== 'entry' || before.state === ABSENT || made === undefined) return true;
    return made.some((side) => sameSide(own, side));
  };
  const filtered = <E extends { readonly before: WriteEvent['before'] }>(
    all: readonly Gathered<E>[],
  ): readonly (Gathered<E> & { readonly known: readonly E[] })[] =>
    all.map((each) => {
      const own = sides.get(each) ?? new Map();
      return {
        ...each,
        events: each.events.filter((event) => keep(own, event.before)),
        known: each.events,
      };
    });
  return {
    writes: filtered(writes),
    removals: filtered(removals),
    modes: modes.facts(
      writes.map((each) => ({ side: sides.get(each) ?? new Map(), states: written.get(each) ?? [] })),
    ),
  };
}
