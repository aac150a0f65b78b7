import type { Condition, WriteFact } from '../analysis.ts';
import { ABSENT, type Hazard, type StateName } from '../model.ts';
import { beside, functionName, functionOf, roleOf, statesAfter, type Context, type Rule } from './context.ts';
import { lockedTogether, locksOf } from './locks.ts';
import { levels, statementsBefore } from './paths.ts';
import { expressionText } from './print.ts';
import { numbered, placeOf, step, type Step } from './witness.ts';

/**
 * H1: a write that can leave a terminal state, because nothing pins the old status at it. High where the new state is
 * not terminal and the end can come from another role; a warning where the answer only flips or one role does both,
 * information where both hold.
 * One finding a line of code; where only the answer flips, one a pair of ends.
 */
export const resurrection: Rule = (context) => {
  const found = new Map<string, Hazard>();
  for (const edge of context.analysis.edges) {
    if (!context.terminal.has(edge.from) || edge.to === ABSENT) continue;
    for (const { by, class: kind } of edge.sites) {
      if (!('arguments' in by) || by.store.use !== 'main') continue;
      if (kind === 'proved' && isMeant(context, by, edge.from)) continue;
      if (isIntended(context, by) || protectedFrom(context, by, edge.from)) continue;
      const hazard = finding(context, by, edge.from, edge.to, kind === 'interleaving');
      const key = JSON.stringify(placeOf(by));
      const before = found.get(key);
      if (before === undefined || weight(context, hazard) > weight(context, before)) found.set(key, hazard);
    }
  }
  const each = [...found.values()];
  const opened = each.filter((hazard) => !flipsOnly(context, hazard));
  return [...opened, ...flips(each.filter((hazard) => flipsOnly(context, hazard)))];
};

/** A guard asks for the old state. That the same run wrote the end itself before is no such guard. */
function isMeant(context: Context, write: WriteFact, from: StateName): boolean {
  const { alphabet } = context.analysis;
  return (
    write.pinned === 'guard' ||
    write.conditions.some(
      ({ subject, leaves }) =>
        subject === 'status' && leaves?.has(from) === true && leaves.size * 2 <= alphabet.size,
    )
  );
}

/** From one end to another. */
function flipsOnly(context: Context, hazard: Hazard): boolean {
  return context.terminal.has(hazard.data['to'] ?? '');
}

/** Of the edges of one write the gravest speaks. */
function weight(context: Context, hazard: Hazard): number {
  const confidence = { high: 2, medium: 1, low: 0 } as const;
  return (
    (hazard.severity === 'high' ? 8 : 0) +
    (flipsOnly(context, hazard) ? 0 : 4) +
    confidence[hazard.confidence]
  );
}

/** Where only the answer flips, the clearest place of each pair of ends speaks for the others. */
function flips(hazards: readonly Hazard[]): readonly Hazard[] {
  const rank = { high: 0, medium: 1, low: 2 } as const;
  const first = new Map<string, Hazard[]>();
  for (const hazard of [...hazards].sort((a, b) => rank[a.confidence] - rank[b.confidence])) {
    const key = JSON.stringify([hazard.data['from'], hazard.data['to']]);
    first.set(key, [...(first.get(key) ?? []), hazard]);
  }
  return [...first.values()].flatMap(([clearest, ...others]) => {
    if (clearest === undefined || others.length === 0) return clearest ?? [];
    const places = others.map(({ file, line }) => `${file}:${String(line)}`).sort();
    return { ...clearest, data: { ...clearest.data, others: places.join(', ') } };
  });
}

/** Constructors and creators start an entry anew; so do functions that say so by their name. */
export function isIntended(context: Context, write: WriteFact): boolean {
  if (write.initial || constructs(context, write) || creates(context, write)) return true;
  const names = functionName(context, write).split('.');
  const restart =
    /^_*(?:re(?:set|start|try|open|init|initialize|queue|submit|launch|activate|vive|wind)|restart|clear)(?:_|$|[A-Z])/;
  return names.some((name) => restart.test(name));
}

/**
 * A constructor's own object cannot have ended before, however often it is written there; nor one that the constructor
 * has just made.
 */
function constructs(context: Context, write: WriteFact): boolean {
  const owner = functionOf(context, write);
  if (owner?.entry !== 'constructor' || write.store.kind !== 'attribute') return false;
  if (write.keyText === null || write.keyText === owner.node.parameters[0]?.name) return true;
  return statementsBefore(owner.node.body, write.site.span.start).some(
    (each) =>
      each.kind === 'assign' &&
      each.value?.kind === 'call' &&
      each.targets.some((target) => expressionText(target) === write.keyText),
  );
}

/** A first state that callers alone store, always without a look at what stands there: a new entry under its key. */
export function creates(context: Context, write: WriteFact): boolean {
  if (write.store.kind !== 'keyed' || write.setter !== null) return false;
  return [...write.arguments].every(
    (state) =>
      context.analysis.initial.has(state) &&
      context.writes
        .filter((other) => other.arguments.has(state))
        .every(
          (other) =>
            other.setter === null &&
            other.roles.every((role) => role === 'caller') &&
            other.conditions.every((each) => each.subject !== 'status'),
        ),
  );
}

/** The old status is looked at in the same locked section, and every write of the end holds that lock as well. */
function protectedFrom(context: Context, write: WriteFact, end: StateName): boolean {
  const owner = functionOf(context, write);
  if (owner === undefined || locksOf(context, write).length === 0) return false;
  const sections = levels(owner.node.body, write.statement).flatMap(({ block, index }) => {
    const around = block[index];
    return around?.kind === 'with' ? [around.span] : [];
  });
  const excluded = write.conditions.some(
    (each) =>
      each.leaves?.has(end) === false &&
      (owner.heldByCallers.length > 0 ||
        sections.some((span) => span.start <= each.site.span.start && each.site.span.end <= span.end)),
  );
  return excluded && endings(context, write, end).every((other) => lockedTogether(context, write, other));
}

/** Other writes that make this end. */
function endings(context: Context, write: WriteFact, end: StateName): readonly WriteFact[] {
  return context.writes.filter(
    (other) =>
      other !== write &&
      other.arguments.has(end) &&
      [...other.from].some((old) => statesAfter(other, old).has(end)),
  );
}

/** In the class of the write, or in one whose objects give its role the work. */
function isNear(context: Context, write: WriteFact, other: WriteFact): boolean {
  const own = functionOf(context, write)?.className ?? null;
  const sameClass = own !== null && functionOf(context, other)?.className === own;
  return sameClass || write.roles.some((role) => context.feeds(other, role));
}

/** The ending that shows it best: in another role, near, in the same file, with few conditions, in a thread. */
export function endingBeside(context: Context, write: WriteFact, end: StateName): WriteFact | undefined {
  const known = write.interference.flatMap((each) =>
    'arguments' in each.by && each.after === end ? [each.by] : [],
  );
  const score = (other: WriteFact): number =>
    (beside(context, write, other) ? 16 : 0) +
    (isNear(context, write, other) ? 12 : 0) +
    (other.site.file === write.site.file ? 8 : 0) -
    Math.min(other.conditions.length, 4) +
    (roleOf(other, write.roles) === 'caller' ? 0 : 2) +
    (functionOf(context, other)?.entry === 'private' ? 0 : 1) +
    (other.path === 'normal' ? 1 : 0) -
    (other.site.function === write.site.function ? 16 : 0);
  const [best] = [...new Set([...known, ...endings(context, write, end)])]
    .map((ending) => ({ ending, score: score(ending) }))
    .sort((a, b) => b.score - a.score);
  return best?.ending;
}

function finding(
  context: Context,
  write: WriteFact,
  from: StateName,
  to: StateName,
  interleaved: boolean,
): Hazard {
  const ending = endingBeside(context, write, from);
  const apart = ending !== undefined && beside(context, write, ending);
  const role = roleOf(write, ending?.roles);
  const look = lastLook(write, from);
  const open = !context.terminal.has(to);
  const steps: (Step | null)[] = [
    look === undefined ? null : step(role, placeOf(look), 'checks', outcome(look), null),
    ending === undefined ? null : writing(context, ending, roleOf(ending, write.roles), from),
    writing(context, write, role, to, from),
  ];
  return {
    rule: 'H1',
    severity: open && apart ? 'high' : open || apart ? 'warning' : 'info',
    confidence: apart ? (interleaved || !write.roles.includes('caller') ? 'high' : 'medium') : 'low',
    ...placeOf(write),
    data: { from, to, function: functionName(context, write), look: look === undefined ? 'none' : 'before' },
    witness: numbered(steps),
  };
}

/** The last condition before a write that keeps `from` out, else the last on the status at all. */
function lastLook(write: WriteFact, from: StateName): Condition | undefined {
  const looks = write.conditions.filter((each) => each.subject === 'status');
  return looks.findLast((each) => each.leaves?.has(from) === false) ?? looks.at(-1);
}

/** What a condition asks, and how it came out. */
export function outcome(condition: Condition): Readonly<Record<string, string>> {
  return { text: expressionText(condition.test), outcome: condition.holds ? 'holds' : 'fails' };
}

/** A write as a step: directly, or through its setter with what stood there before. */
export function writing(
  context: Context,
  write: WriteFact,
  role: string,
  to: StateName,
  old: StateName | undefined = likelyBefore(context, write, to),
): Step {
  if (write.setter === null) return step(role, placeOf(write), 'writes', { state: to }, to);
  const argument = write.arguments.has(to) ? to : ([...write.arguments][0] ?? to);
  const before = old === undefined ? {} : { old };
  return step(
    role,
    placeOf(write),
    'writes-through-setter',
    { setter: write.setter.name, argument, ...before },
    to,
  );
}

/** A state before the write that shows it well: the last on the way that is no end and is moved, else any. */
function likelyBefore(context: Context, write: WriteFact, to: StateName): StateName | undefined {
  const states = context.analysis.states.map((state) => state.name);
  const leading = [...states, ABSENT].filter(
    (state) => write.from.has(state) && state !== to && statesAfter(write, state).has(to),
  );
  const open = leading.filter((state) => state !== ABSENT && !context.terminal.has(state));
  return open.at(-1) ?? leading[0];
}
