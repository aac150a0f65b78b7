import type { CallFact, FunctionFact, RoleFact, WriteFact } from '../analysis.ts';
import type { Statement } from '../../syntax/index.ts';
import type { Hazard, StateName } from '../model.ts';
import { timedBy } from './clock.ts';
import { consumerOf, waits } from './consumer.ts';
import { functionOf, movesTo, roleOf, type Context, type Rule } from './context.ts';
import { leakBetween, triesAround, writesEnd } from './leak.ts';
import { levels, statementsBefore } from './paths.ts';
import { takesAll } from './raising.ts';
import { writing } from './resurrection.ts';
import { callsOf } from './takes.ts';
import { numbered, placeOf, step } from './witness.ts';

/**
 * H16: an end that somebody waits for is written on the normal path only; an exception or an early return after the
 * last write before it leaves the status there. Silent where a `finally` or a handler writes, here or in a caller,
 * where somebody supervises (a callback on the result, a timer, another role that ends it).
 */
export const unprotected: Rule = (context) => {
  const seen = new Set<string>();
  return context.writes.flatMap((write): readonly Hazard[] => {
    const owner = functionOf(context, write);
    const end = endOf(context, write);
    if (owner === undefined || end === null || write.path !== 'normal' || write.initial) return [];
    const before = lastBefore(context, owner, write);
    if (before === null || seen.has(owner.id)) return [];
    const consumer = consumerOf(
      context,
      write.site.file,
      write.roles.filter((role) => role !== 'caller'),
    );
    if (consumer === undefined) return [];
    const leak = leakBetween(context, owner, before.write, write);
    if (leak === null || supervised(context, owner, before.state, write)) return [];
    seen.add(owner.id);
    const role = roleOf(write);
    const alone = !write.roles.includes('caller');
    return [
      {
        rule: 'H16',
        severity: alone && (leak.sure || consumer.loop) ? 'warning' : 'info',
        confidence: leak.sure ? 'high' : alone ? 'medium' : 'low',
        ...placeOf(write),
        data: { to: end, from: before.state },
        witness: numbered([
          writing(context, before.write, role, before.state),
          leak.kind === 'raises'
            ? step(
                role,
                { file: owner.file, line: leak.line },
                'can-raise',
                { text: leak.text, handled: 'maybe' },
                before.state,
              )
            : step(
                role,
                { file: owner.file, line: leak.line },
                'does-not-write',
                { exit: leak.text },
                before.state,
              ),
          waits(consumer, before.state),
        ]),
      },
    ];
  });
};

function endOf(context: Context, write: WriteFact): StateName | null {
  const ends = [...write.arguments];
  return ends.length > 0 && ends.every((state) => context.terminal.has(state)) ? (ends[0] ?? null) : null;
}

/** The last write of a state that is no end, on every way to this one. */
function lastBefore(
  context: Context,
  owner: FunctionFact,
  write: WriteFact,
): { readonly write: WriteFact; readonly state: StateName } | null {
  const way = levels(owner.node.body, write.statement);
  const found = context.writes.filter(
    (other) =>
      other.site.function === owner.id &&
      other.path === 'normal' &&
      other.roles.some((role) => write.roles.includes(role)) &&
      (other.keyText === null || write.keyText === null || other.keyText === write.keyText) &&
      other.arguments.size === 1 &&
      [...other.arguments].every((state) => !context.terminal.has(state)) &&
      way.some(({ block, index }) =>
        block.slice(0, index).some((each) => leadsThrough(each, other.statement)),
      ),
  );
  const last = found.sort((a, b) => b.site.span.start - a.site.span.start)[0];
  const [state] = last?.arguments ?? [];
  return last === undefined || state === undefined || movesTo(write, state) === undefined
    ? null
    : { write: last, state };
}

/** The statement itself, or one inside a `with` or the body of a `try`. */
function leadsThrough(around: Statement, target: Statement): boolean {
  if (around === target) return true;
  if (around.kind !== 'with' && around.kind !== 'try') return false;
  return around.body.some((each) => leadsThrough(each, target));
}

/** Somebody else ends what was left: a caller's handler, what watches the role, a timer, another role. */
function supervised(context: Context, owner: FunctionFact, state: StateName, write: WriteFact): boolean {
  const others = context.writes.some(
    (other) =>
      other.site.function !== owner.id &&
      !other.initial &&
      other.from.has(state) &&
      movesTo(other, state) !== undefined &&
      endOf(context, other) !== null &&
      (timedBy(other) !== undefined ||
        (other.path !== 'normal' && !other.roles.includes('caller')) ||
        other.roles.some((role) => role !== 'caller' && !write.roles.includes(role))),
  );
  return others || caughtAbove(context, owner, new Set()) || watched(context, owner);
}

/** Every known caller has a handler or `finally` around the call that writes the status. */
function caughtAbove(context: Context, owner: FunctionFact, seen: Set<string>): boolean {
  if (seen.has(owner.id)) return false;
  seen.add(owner.id);
  const calls = [...context.analysis.functions.values()].flatMap((caller) =>
    caller.calls.filter((call) => call.targets.includes(owner.id)).map((call) => ({ caller, call })),
  );
  return (
    calls.length > 0 &&
    calls.every(({ caller, call }) => {
      const statement = statementOf(caller, call);
      if (statement === undefined) return false;
      const caught = triesAround(caller, statement).some(
        (each) =>
          writesEnd(context, caller, each.finalbody) ||
          each.handlers.some((handler) => takesAll(handler) && writesEnd(context, caller, handler.body)),
      );
      return caught || caughtAbove(context, caller, seen);
    })
  );
}

function statementOf(caller: FunctionFact, call: CallFact): Statement | undefined {
  return statementsBefore(caller.node.body, Infinity).findLast((each) => callsOf(each).includes(call.node));
}

/** The role was started with something that looks at how it ended: a callback on its result, which writes. */
function watched(context: Context, owner: FunctionFact): boolean {
  const own = context.analysis.roles.filter((role) => owner.roles.includes(role.name));
  return own.some((role) => hasCallback(context, role));
}

function hasCallback(context: Context, role: RoleFact): boolean {
  const starter =
    role.spawn?.function == null ? undefined : context.analysis.functions.get(role.spawn.function);
  if (starter === undefined || (role.kind !== 'executor' && role.kind !== 'task')) return false;
  return context.analysis.roles.some(
    (other) =>
      other.kind === 'callback' &&
      other.spawn?.function === starter.id &&
      other.root !== null &&
      context.writers.has(other.root),
  );
}
