import type { WriteFact } from '../analysis.ts';
import { ABSENT, type Place, type StateName, type WitnessStep } from '../model.ts';
import { consumerOf, waits } from './consumer.ts';
import { movesTo, roleOf, statesAfter, type Context } from './context.ts';
import { takesBack, type Gate } from './gates.ts';
import { expressionText } from './print.ts';
import { writing } from './resurrection.ts';
import type { Skip } from './skips.ts';
import { numbered, placeOf, step, type Step } from './witness.ts';

/** How an entry gets stuck, as a witness, and in which state. */
export interface Story {
  readonly witness: readonly WitnessStep[];
  readonly state: StateName;
}

/** The skip that waits for the entry which the gate removed, if there is one. */
export function skipBehind(gate: Gate, all: readonly Skip[]): Skip | undefined {
  return all.find((skip) => skip.companion === gate.companion && skip.owner.id !== gate.owner.id);
}

/**
 * The worker is on its way; the branch removes the companion and writes the end; the worker takes the end back; the
 * next item finds no companion and is skipped; nothing else writes, and who waits goes on waiting.
 */
export function takenBack(context: Context, gate: Gate, skip: Skip): Story | null {
  const write = takesBack(context, gate);
  const [end] = [...gate.write.arguments].filter((state) => context.terminal.has(state));
  if (write === undefined || end === undefined) return null;
  const state = movesTo(write, end);
  if (state === undefined) return null;
  const worker = roleOf(write, gate.removal.roles);
  const aborter = roleOf(gate.removal, write.roles);
  const start = startOf(gate, write);
  return {
    state,
    witness: numbered([
      start === write
        ? step(worker, placeOf(skip.guard), 'checks', {
            text: expressionText(skip.guard.test),
            outcome: skip.guard.holds ? 'fails' : 'holds',
          })
        : writing(context, start, worker, state),
      removing(gate, aborter, start === write ? null : state),
      writing(context, gate.write, aborter, end, state),
      writing(context, write, worker, state, end),
      skipping(skip, worker, state),
      ...ending(context, gate, skip.loop.site.file, worker, state),
    ]),
  };
}

/**
 * The branch removes the companion and leaves the status as it is; if that was before the entry existed, its creator
 * writes the first state afterwards; a worker skips the item (left out of the story of the cleanup where the creation
 * tells enough). Nothing else writes.
 */
export function leftBehind(
  context: Context,
  gate: Gate,
  skip: Skip | undefined,
  told: 'cleanup' | 'skip',
): Story | null {
  const before = stateLeft(context, gate);
  if (before === undefined) return null;
  const aborter = roleOf(gate.removal);
  const creator = before === ABSENT ? creatorOf(context, gate) : undefined;
  const created = creator === undefined ? undefined : [...creator.arguments][0];
  const needer = gate.needers[0];
  if (needer === undefined) return null;
  const worker = roleOf(needer, gate.removal.roles);
  const absentAs = context.analysis.readers.find((each) => isState(context, each.absentAs))?.absentAs;
  const state = created ?? before;
  const seen = state === ABSENT ? (absentAs ?? ABSENT) : state;
  if (context.terminal.has(seen)) return null;
  return {
    state,
    witness: numbered([
      removing(gate, aborter, before),
      leaving(gate, aborter, before),
      creator === undefined || created === undefined
        ? null
        : writing(context, creator, roleOf(creator, gate.removal.roles), created, ABSENT),
      skip === undefined || (told === 'cleanup' && created !== undefined)
        ? null
        : skipping(skip, worker, state),
      ...ending(context, gate, needer.site.file, worker, state, seen),
    ]),
  };
}

/** The worker finds no companion, or a status that is no end, and goes on; nobody else is known to write. */
export function skippedAlone(context: Context, skip: Skip): Story {
  const role = skip.loop.role;
  const consumer = consumerOf(context, skip.loop.site.file, [role]);
  const state = stateAtSkip(context, skip);
  return {
    state,
    witness: numbered([
      step(role, placeOf(skip.loop), 'takes-item', {}, state),
      step(
        role,
        placeOf(skip.guard),
        'checks',
        { text: expressionText(skip.guard.test), outcome: skip.guard.holds ? 'holds' : 'fails' },
        state,
      ),
      skipping(skip, role, state),
      waits(consumer, state),
    ]),
  };
}

/** An earlier write of the same function in the same state, so that the worker is known to be on its way. */
function startOf(gate: Gate, write: WriteFact): WriteFact {
  const first = gate.needers.find(
    (each) =>
      each.site.function === write.site.function && each.path === 'normal' && sameArguments(each, write),
  );
  return first ?? write;
}

function sameArguments(a: WriteFact, b: WriteFact): boolean {
  return a.arguments.size === b.arguments.size && [...a.arguments].every((state) => b.arguments.has(state));
}

function removing(gate: Gate, role: string, state: StateName | null): Step {
  return step(role, placeOf(gate.removal), 'removes-companion', { map: gate.companion.name }, state);
}

/** The write that does not happen: left out by its condition, or dropped by the setter. */
function leaving(gate: Gate, role: string, state: StateName): Step {
  const [argument] = gate.write.arguments;
  if (gate.condition === null) {
    const setter = gate.write.setter?.name ?? '';
    return step(
      role,
      placeOf(gate.write),
      'keeps-old',
      { setter, argument: argument ?? '', old: state },
      state,
    );
  }
  const { test, holds } = gate.condition;
  const text = holds ? expressionText(test) : `not ${expressionText(test)}`;
  return step(
    role,
    placeOf(gate.condition),
    'skips',
    { text, ...(argument === undefined ? {} : { state: argument }) },
    state,
  );
}

function skipping(skip: Skip, role: string, state: StateName): Step {
  return step(
    role,
    placeOf(skip.exit),
    'does-not-write',
    { exit: skip.exit.kind, text: expressionText(skip.guard.test) },
    state,
  );
}

/** Nothing else writes on the way, and somebody waits. */
function ending(
  context: Context,
  gate: Gate,
  near: string,
  worker: string,
  state: StateName,
  seen: StateName = state,
): readonly (Step | null)[] {
  const [needer] = gate.needers;
  const [to] = needer?.arguments ?? [];
  const consumer = consumerOf(context, near, [worker, ...gate.removal.roles]);
  return [
    needer === undefined || to === undefined
      ? null
      : step(worker, placeOf(needer), 'nothing-else-writes', { map: gate.companion.name, to, state }, state),
    waits(consumer, seen),
  ];
}

/** A state that the branch leaves as it is: a stored one that is no end, else absence. */
function stateLeft(context: Context, gate: Gate): StateName | undefined {
  const states = context.analysis.states
    .map((each) => each.name)
    .filter((name) => gate.left.has(name) && !context.terminal.has(name));
  const onTheWay = states.find((name) => gate.needers.some((write) => write.from.has(name)));
  if (gate.left.has(ABSENT) && states.length === 0) return ABSENT;
  return onTheWay ?? states[0] ?? (gate.left.has(ABSENT) ? ABSENT : undefined);
}

/** Who makes the entry: the creator of the earliest state that is no end. */
function creatorOf(context: Context, gate: Gate): WriteFact | undefined {
  const index = new Map(context.analysis.states.map((state) => [state.name, state.index]));
  const rank = (write: WriteFact): number =>
    Math.min(...[...write.arguments].map((state) => index.get(state) ?? Infinity));
  return context.writes
    .filter(
      (write) =>
        write.initial &&
        [...statesAfter(write, ABSENT)].some((state) => state !== ABSENT && !context.terminal.has(state)),
    )
    .filter((write) => write.site.function !== gate.owner.id)
    .sort((a, b) => rank(a) - rank(b))[0];
}

function isState(context: Context, name: string | null): boolean {
  return context.analysis.states.some((state) => state.name === name);
}

/** A state that is no end in which the guard sends the item away. */
function stateAtSkip(context: Context, skip: Skip): StateName {
  const possible = skip.guard.leaves ?? new Set(context.analysis.states.map((state) => state.name));
  const states = context.analysis.states
    .map((state) => state.name)
    .filter((name) => context.analysis.alphabet.has(name));
  const waiting = states.find(
    (name) => possible.has(name) && !context.terminal.has(name) && !context.analysis.initial.has(name),
  );
  return waiting ?? states.find((name) => possible.has(name) && !context.terminal.has(name)) ?? ABSENT;
}

/** Where a finding of the gate stands. */
export function gatePlace(gate: Gate): Place {
  return placeOf(gate.removal);
}
