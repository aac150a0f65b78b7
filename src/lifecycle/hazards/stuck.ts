import type { FunctionFact, WriteFact } from '../analysis.ts';
import { ABSENT, type Hazard, type StateName } from '../model.ts';
import { timedBy } from './clock.ts';
import { functionName, functionOf, roleOf, statesAfter, type Context, type Rule } from './context.ts';
import { endlessWait, type Endless } from './endless.ts';
import { feedersOf } from './feeding.ts';
import { fragileRoles } from './fragile.ts';
import { gates, needs, type Gate } from './gates.ts';
import { creates, writing } from './resurrection.ts';
import { skips } from './skips.ts';
import { skipBehind } from './story.ts';
import { numbered, placeOf, step } from './witness.ts';

/**
 * H5: a state that is no end and that nothing leaves, or that is left only through a map that another branch empties,
 * only after a wait that nothing bounds, or only by a role that one exception ends; and no timer. What callers from outside can do, an abort for instance,
 * is no way out by itself, but a state that only they leave is theirs to drive and is not reported.
 */
export const stuck: Rule = (context) => {
  const silent = skips(context);
  const emptied = gates(context).filter((gate) => skipBehind(gate, silent) !== undefined);
  const roles = new Set(fragileRoles(context).map((each) => each.role.name));
  return context.analysis.states.flatMap((state): readonly Hazard[] => {
    if (state.terminal || !context.analysis.alphabet.has(state.name) || !entered(context, state.name))
      return [];
    const ways = waysOut(context, state.name);
    const place = { file: state.file, line: state.line };
    if (ways.length === 0) return reachesNothing(context, state.name) ? [dead(state.name, place)] : [];
    const own = ways.filter((write) => write.path === 'normal' && !write.roles.includes('caller'));
    const entering = context.writes.filter((write) => write.arguments.has(state.name));
    if (own.length === 0 || ways.some((write) => isTimed(context, write, entering))) return [];
    const gate = emptied.find((each) => isGated(context, state.name, own, each));
    if (gate !== undefined) {
      const needers = own.filter((write) => needs(write, gate.companion));
      return [gated(state.name, place, gate, needers)];
    }
    const wait = endlessWait(context, state.name, own);
    if (wait !== undefined) return [waited(context, state.name, place, wait)];
    if (!ways.every((write) => write.roles.every((role) => roles.has(role)))) return [];
    return [
      {
        ...dead(state.name, place),
        severity: 'info',
        data: { state: state.name, role: roleOf(own[0] ?? { roles: [] }) },
      },
    ];
  });
};

/** What goes on from the state needs the companion; without it only an end can be written. */
function isGated(context: Context, state: StateName, own: readonly WriteFact[], gate: Gate): boolean {
  const needers = own.filter((write) => needs(write, gate.companion));
  const results = new Set(needers.flatMap((write) => [...statesAfter(write, state)]));
  const free = own.filter((write) => !needers.includes(write));
  return (
    needers.length > 0 &&
    free.every((write) =>
      [...statesAfter(write, state)].every(
        (after) => after === state || (context.terminal.has(after) && !results.has(after)),
      ),
    )
  );
}

/** Some write stores it. */
function entered(context: Context, state: StateName): boolean {
  return context.writes.some((write) => write.arguments.has(state));
}

/** Writes that can take an entry out of the state; who makes a new entry under its key takes none out. */
function waysOut(context: Context, state: StateName): readonly WriteFact[] {
  return context.writes.filter(
    (write) =>
      !write.initial &&
      !creates(context, write) &&
      write.class !== 'interleaving' &&
      write.from.has(state) &&
      [...statesAfter(write, state)].some((after) => after !== state && after !== ABSENT),
  );
}

/** Ends are known, and the state is not removed either: a steady last state of a machine without ends is no finding. */
function reachesNothing(context: Context, state: StateName): boolean {
  const waited = context.analysis.loops.some((loop) => loop.kind === 'wait');
  return context.terminal.size > 0 && waited && !context.removals.some((removal) => removal.from.has(state));
}

/**
 * The way out is taken by the clock, and the clock is asked for entries that get there: by a function that is called,
 * and not by another kind of object than those that give the entering role its work.
 */
function isTimed(context: Context, write: WriteFact, entering: readonly WriteFact[]): boolean {
  if (timedBy(write) === undefined) return false;
  const owner = functionOf(context, write);
  if (owner === undefined) return true;
  if (isReplaced(context, owner) || isUncalled(context, owner)) return false;
  if (!write.roles.every((role) => role === 'caller')) return true;
  const others = entering.filter((each) => !each.initial && !each.roles.includes('caller'));
  return (
    others.length === 0 ||
    !others.every((each) => each.roles.every((role) => isStranger(context, write, role)))
  );
}

/** Others are known to give the role its work, and the class of the write is none of them. */
function isStranger(context: Context, write: WriteFact, role: string): boolean {
  return feedersOf(context.analysis, role).size > 0 && !context.feeds(write, role);
}

/** A helper that nothing in these files calls. */
function isUncalled(context: Context, owner: FunctionFact): boolean {
  return (
    owner.entry === 'private' &&
    ![...context.analysis.functions.values()].some((each) =>
      each.calls.some((call) => call.targets.includes(owner.id)),
    )
  );
}

/** Every class below has a method of that name and none of them calls the one it replaces. */
function isReplaced(context: Context, owner: FunctionFact): boolean {
  const { className } = owner;
  if (className === null || owner.parent !== null) return false;
  const below = context.analysis.classes.filter(
    (each) => each.name !== className && each.ancestry.includes(className),
  );
  const replacing = [...context.analysis.functions.values()].filter(
    (each) =>
      each.name === owner.name && each.parent === null && below.some((sub) => sub.name === each.className),
  );
  return (
    replacing.length > 0 &&
    replacing.every((each) => !each.calls.some((call) => call.targets.includes(owner.id)))
  );
}

function waited(
  context: Context,
  state: StateName,
  place: { file: string; line: number },
  { enters, loop, leaves }: Endless,
): Hazard {
  const role = roleOf(leaves);
  const at = { file: leaves.site.file, line: loop.span.line };
  const name = functionName(context, leaves);
  return {
    rule: 'H5',
    severity: 'warning',
    confidence: 'low',
    ...place,
    data: { state, wait: name },
    witness: numbered([
      writing(context, enters, role, state),
      step(role, at, 'waits', { function: name, state }, state),
    ]),
  };
}

function dead(state: StateName, place: { file: string; line: number }): Hazard {
  return { rule: 'H5', severity: 'warning', confidence: 'low', ...place, data: { state }, witness: [] };
}

function gated(
  state: StateName,
  place: { file: string; line: number },
  gate: Gate,
  onward: readonly WriteFact[],
): Hazard {
  return {
    rule: 'H5',
    severity: 'warning',
    confidence: 'medium',
    ...place,
    data: { state, gate: gate.companion.name },
    witness: numbered([
      step(
        roleOf(gate.removal),
        placeOf(gate.removal),
        'removes-companion',
        { map: gate.companion.name },
        state,
      ),
      ...onward.slice(0, 3).map((write) => {
        const [to] = write.arguments;
        return step(
          roleOf(write),
          placeOf(write),
          'nothing-else-writes',
          { map: gate.companion.name, to: to ?? '' },
          state,
        );
      }),
    ]),
  };
}
