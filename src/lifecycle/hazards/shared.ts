import type { SetterFact, WriteFact } from '../analysis.ts';
import type { Hazard } from '../model.ts';
import { definitionOf, functionName, roleOf, type Context, type Rule } from './context.ts';
import { isPreemptive } from './giving-way.ts';
import { iterations } from './iteration.ts';
import { lockedTogether, locksOf } from './locks.ts';
import { expressionText } from './print.ts';
import { writing } from './resurrection.ts';
import { numbered, placeOf, step } from './witness.ts';

/** H8: the status, or a collection beside it, is used by several roles without a common lock. */
export const shared: Rule = (context) => [...setters(context), ...direct(context), ...iterations(context)];

/** A setter that reads and then stores, and runs in more than one role. */
function setters(context: Context): readonly Hazard[] {
  return context.analysis.setters.flatMap((setter): readonly Hazard[] => {
    const owner = context.analysis.functions.get(setter.function);
    if (
      owner === undefined ||
      !setter.readsThenWrites ||
      above(context, setter) !== undefined ||
      setter.locks.length > 0 ||
      owner.heldByCallers.length > 0
    )
      return [];
    const writes = context.writes.filter((write) => !write.initial && passesThrough(context, write, setter));
    const roles = [...new Set(writes.flatMap((write) => write.roles))].sort();
    if (
      roles.length < 2 ||
      everyPairLocked(context, writes) ||
      !roles.some((role) => isPreemptive(context, role))
    )
      return [];
    const place = definitionOf(owner);
    const { lost, other } = collision(context, writes);
    const role = lost === undefined ? 'caller' : roleOf(lost, other?.roles);
    const [result] = lost?.arguments ?? [];
    const [between] = other?.arguments ?? [];
    return [
      {
        rule: 'H8',
        severity: 'warning',
        confidence: 'medium',
        ...place,
        data: { function: setter.name, roles: roles.join(', ') },
        witness: numbered([
          step(role, place, 'reads', {}),
          other === undefined || between === undefined
            ? null
            : writing(context, other, roleOf(other, [role]), between),
          lost === undefined || result === undefined ? null : writing(context, lost, role, result, between),
        ]),
      },
    ];
  });
}

/** The setter of a base class that this one calls and that reads and stores itself: that one is reported. */
function above(context: Context, setter: SetterFact): SetterFact | undefined {
  if (!setter.callsSuper) return undefined;
  return context.analysis.setters.find(
    (other) =>
      other !== setter && other.readsThenWrites && lastName(other) === lastName(setter) && !other.callsSuper,
  );
}

/** The write calls the setter, or an override that calls it. */
function passesThrough(context: Context, write: WriteFact, setter: SetterFact): boolean {
  return write.setter === setter || (write.setter !== null && above(context, write.setter) === setter);
}

function lastName(setter: SetterFact): string | undefined {
  return setter.name.split('.').at(-1);
}

/** Two writes of different roles whose order decides the result: one of them an end, if there is such a pair. */
function collision(
  context: Context,
  writes: readonly WriteFact[],
): { readonly lost?: WriteFact; readonly other?: WriteFact } {
  const ends = (write: WriteFact): boolean =>
    [...write.arguments].every((state) => context.terminal.has(state));
  const pairs = writes.flatMap((lost) =>
    writes
      .filter((other) => other.roles.some((role) => !lost.roles.includes(role)) && !ends(lost))
      .map((other) => ({ lost, other })),
  );
  return pairs.find(({ other }) => ends(other)) ?? pairs[0] ?? {};
}

function everyPairLocked(context: Context, writes: readonly WriteFact[]): boolean {
  const [first, ...rest] = writes;
  if (first === undefined) return true;
  return locksOf(context, first).some((lock) => rest.every((each) => locksOf(context, each).includes(lock)));
}

/** A status that is looked at and then written in place, while another role writes it. */
function direct(context: Context): readonly Hazard[] {
  const seen = new Set<string>();
  return context.writes.flatMap((write): readonly Hazard[] => {
    const look = write.conditions.findLast((each) => each.subject === 'status');
    if (write.setter !== null || write.initial || write.interference.length === 0) return [];
    if (look === undefined || seen.has(write.site.function ?? '')) return [];
    const other =
      context.writes.find(
        (each) =>
          each.site.function !== write.site.function &&
          !each.initial &&
          each.roles.some((role) => !write.roles.includes(role)) &&
          !lockedTogether(context, each, write),
      ) ?? twinOf(write);
    if (other === undefined) return [];
    seen.add(write.site.function ?? '');
    const role = write.roles[0] ?? 'caller';
    const otherRole = other.roles.find((each) => !write.roles.includes(each)) ?? role;
    const [to] = write.arguments;
    const [otherTo] = other.arguments;
    return [
      {
        rule: 'H8',
        severity: 'warning',
        confidence: 'medium',
        ...placeOf(write),
        data: { function: functionName(context, write), roles: [role, otherRole].join(', ') },
        witness: numbered([
          step(role, placeOf(look), 'checks', {
            text: expressionText(look.test),
            outcome: look.holds ? 'holds' : 'fails',
          }),
          otherTo === undefined ? null : writing(context, other, otherRole, otherTo),
          to === undefined ? null : writing(context, write, role, to),
        ]),
      },
    ];
  });
}

/** What another run of the same function puts between the look and the write. */
function twinOf(write: WriteFact): WriteFact | undefined {
  return write.interference.flatMap(({ by, twin }) => (twin && 'arguments' in by ? [by] : []))[0];
}
