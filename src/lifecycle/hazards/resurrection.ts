import type { Condition, WriteFact } from '../analysis.ts';
import { ABSENT, type Hazard, type StateName } from '../model.ts';
import {
  beside,
  functionName,
  lockedTogether,
  roleOf,
  statesAfter,
  type Context,
  type Rule,
} from './context.ts';
import { expressionText } from './print.ts';
import { numbered, placeOf, step, type Step } from './witness.ts';

/**
 * H1: a write that can leave a terminal state, because nothing pins the old status at it. High where the new state is
 * not terminal and the end can come from another role; where the answer only flips, or one role does both, a warning.
 * One finding a line of code; where only the answer flips, one a pair of ends.
 */
export const resurrection: Rule = (context) => {
  const found = new Map<WriteFact, { from: StateName; to: StateName; interleaved: boolean }>();
  for (const edge of context.analysis.edges) {
    if (!context.terminal.has(edge.from) || edge.to === ABSENT) continue;
    for (const { by, class: kind } of edge.sites) {
      if (!('arguments' in by) || kind === 'proved' || isIntended(context, by)) continue;
      if (by.store.use !== 'main' || protectedFrom(context, by, edge.from)) continue;
      const before = found.get(by);
      const open = (state: StateName): boolean => !context.terminal.has(state);
      if (before === undefined || (!open(before.to) && open(edge.to)))
        found.set(by, { from: edge.from, to: edge.to, interleaved: kind === 'interleaving' });
    }
  }
  const each = [...found].map(([write, edge]) =>
    finding(context, write, edge.from, edge.to, edge.interleaved),
  );
  const opened = each.filter((hazard) => !context.terminal.has(hazard.data['to'] ?? ''));
  return [...opened, ...flips(each.filter((hazard) => !opened.includes(hazard)))];
};

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

/** Constructors start an entry anew; so do functions that say so by their name. */
function isIntended(context: Context, write: WriteFact): boolean {
  if (write.initial) return true;
  const names = functionName(context, write).split('.');
  const restart =
    /^_*(?:re(?:set|start|try|open|init|initialize|queue|submit|launch|activate|vive|wind)|restart|clear)(?:_|$|[A-Z])/;
  return names.some((name) => restart.test(name));
}

/** The old status is looked at under a lock that every write of the end holds as well. */
function protectedFrom(context: Context, write: WriteFact, end: StateName): boolean {
  const excluded = write.conditions.some((each) => each.leaves !== null && !each.leaves.has(end));
  if (!excluded || write.locks.length === 0) return false;
  return endings(context, write, end).every((other) => lockedTogether(write, other));
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

/** The ending that shows it best: known interference, another role, threads, the same file. */
export function endingBeside(context: Context, write: WriteFact, end: StateName): WriteFact | undefined {
  const known = write.interference.flatMap((each) =>
    'arguments' in each.by && each.after === end ? [each.by] : [],
  );
  const score = (other: WriteFact): number =>
    (beside(context, write, other) ? 8 : 0) +
    (roleOf(other, write.roles) === 'caller' ? 0 : 4) +
    (other.site.file === write.site.file ? 2 : 0) +
    (other.path === 'normal' ? 1 : 0) +
    (known.includes(other) ? 1 : 0) -
    (other.site.function === write.site.function ? 8 : 0);
  const [best] = [...new Set([...known, ...endings(context, write, end)])].sort(
    (a, b) => score(b) - score(a),
  );
  return best;
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
  const look = lastLook(write);
  const open = !context.terminal.has(to);
  const steps: (Step | null)[] = [
    look === undefined ? null : step(role, placeOf(look), 'checks', outcome(look), null),
    ending === undefined ? null : writing(context, ending, roleOf(ending, write.roles), from),
    writing(context, write, role, to, from),
  ];
  return {
    rule: 'H1',
    severity: open && apart ? 'high' : 'warning',
    confidence: apart ? (interleaved || !write.roles.includes('caller') ? 'high' : 'medium') : 'low',
    ...placeOf(write),
    data: { from, to, function: functionName(context, write), look: look === undefined ? 'none' : 'before' },
    witness: numbered(steps),
  };
}

/** The last condition on the status before a write. */
function lastLook(write: WriteFact): Condition | undefined {
  return write.conditions.findLast((each) => each.subject === 'status');
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
