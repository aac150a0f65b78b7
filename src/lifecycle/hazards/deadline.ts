import type { Condition, FunctionFact, WriteFact } from '../analysis.ts';
import type { Statement } from '../../syntax/index.ts';
import type { Hazard, StateName } from '../model.ts';
import { timedBy } from './clock.ts';
import { functionOf, functionName, roleOf, type Context, type Rule } from './context.ts';
import { levels, statementsBefore, within, type Level } from './paths.ts';
import { outcome, writing } from './resurrection.ts';
import { callsOf, movesStatus, sourceOf, takesIn, targetsOf } from './takes.ts';
import { numbered, placeOf, step } from './witness.ts';

/**
 * H13: a poll writes the timeout before it takes in what has arrived, so that an answer that was there in time is
 * thrown away; the timeout may be written in a function that the poll calls. Silent where the events are taken in
 * before: earlier in the function, by every caller, in the round of the loop before without a wait since, or by a
 * role of its own.
 */
export const deadline: Rule = (context) => {
  const seen = new Set<Statement>();
  return context.writes.flatMap((write): readonly Hazard[] => {
    const owner = functionOf(context, write);
    const expired = timedBy(write);
    if (owner === undefined || expired === undefined || write.initial) return [];
    const [end] = [...write.arguments].filter((state) => isEnd(context, state));
    if (end === undefined) return [];
    return [{ owner, at: write.statement }, ...callsTo(context, owner)].flatMap((spot) => {
      const drain = seen.has(spot.at) ? undefined : lateDrain(context, write, spot);
      if (drain === undefined) return [];
      seen.add(spot.at);
      return [finding(context, { write, spot, drain, end, expired })];
    });
  });
};

/** The write itself, or a call of the function that writes. */
interface Spot {
  readonly owner: FunctionFact;
  readonly at: Statement;
}

interface Found {
  readonly write: WriteFact;
  readonly spot: Spot;
  readonly drain: Statement;
  readonly end: StateName;
  readonly expired: Condition;
}

function finding(context: Context, { write, spot, drain, end, expired }: Found): Hazard {
  const role = roleOf(write);
  const own = spot.at === write.statement;
  return {
    rule: 'H13',
    severity: 'warning',
    confidence: 'medium',
    ...(own ? placeOf(write) : { file: spot.owner.file, line: spot.at.span.line }),
    data: { function: own ? functionName(context, write) : spot.owner.path, to: end },
    witness: numbered([
      step(role, placeOf(expired), 'checks', outcome(expired)),
      writing(context, write, role, end),
      step(role, { file: spot.owner.file, line: drain.span.line }, 'takes-item', {}, end),
    ]),
  };
}

/** Calls in other functions, as far as they are resolved. */
function callsTo(context: Context, owner: FunctionFact): readonly Spot[] {
  return [...context.analysis.functions.values()].flatMap((caller) =>
    caller.calls
      .filter((call) => !call.byName && caller.id !== owner.id && call.targets.includes(owner.id))
      .flatMap((call) => {
        const at = statementsBefore(caller.node.body, Infinity).findLast((each) =>
          callsOf(each).includes(call.node),
        );
        return at === undefined ? [] : [{ owner: caller, at }];
      }),
  );
}

/** The statement that takes events in when the timeout is written already, and nothing has done so before. */
function lateDrain(context: Context, write: WriteFact, { owner, at }: Spot): Statement | undefined {
  const way = levels(owner.node.body, at);
  const drain = drainAfter(context, owner, write, way);
  if (drain === undefined || drainedBefore(context, owner, way) || drainedByCallers(context, owner))
    return undefined;
  return drainedBeside(context, write, owner, drain) || isLooped(way, drain) ? undefined : drain;
}

/** An end, also one that a restart leaves again. */
function isEnd(context: Context, state: string): boolean {
  const { analysis } = context;
  const known = analysis.states.find((each) => each.name === state);
  return known !== undefined && (known.terminal || known.terminalReason.kind === 'left');
}

/** The statement after the write, in its block or one around it, that takes events in and writes what they say. */
function drainAfter(
  context: Context,
  owner: FunctionFact,
  write: WriteFact,
  way: readonly Level[],
): Statement | undefined {
  const old = [...write.from].find((state) => !context.terminal.has(state));
  if (old === undefined) return undefined;
  for (let depth = way.length - 1; depth >= 0; depth -= 1) {
    const level = way[depth];
    if (level === undefined) continue;
    const rest = level.block.slice(level.index + 1);
    const at = rest.findIndex((each) => takesIn(context, owner, each) !== undefined);
    const found = rest[at];
    if (found !== undefined && rest.slice(at).some((each) => movesStatus(context, owner, each, old)))
      return found;
    const kind = level.block[level.index]?.kind;
    if (kind === 'while' || kind === 'for') return undefined;
  }
  return undefined;
}

/** Something on the way to the write takes events in. */
function drainedBefore(context: Context, owner: FunctionFact, way: readonly Level[]): boolean {
  return way.some(({ block, index }) =>
    block.slice(0, index).some((each) => takesIn(context, owner, each) !== undefined),
  );
}

/** Every call of the function that is known comes after a statement that takes events in. */
function drainedByCallers(context: Context, owner: FunctionFact): boolean {
  const calls = callsTo(context, owner);
  return (
    calls.length > 0 &&
    calls.every((call) => drainedBefore(context, call.owner, levels(call.owner.node.body, call.at)))
  );
}

/** A role of its own takes events in from the same place and writes the status from them. */
function drainedBeside(context: Context, write: WriteFact, poll: FunctionFact, drain: Statement): boolean {
  const late = takesIn(context, poll, drain);
  return context.analysis.loops.some((loop) => {
    const owner = context.analysis.functions.get(loop.function);
    if (owner === undefined || loop.kind !== 'worker' || write.roles.includes(loop.role)) return false;
    const taken = takesIn(context, owner, loop.node);
    if (taken === undefined || late === undefined || sourceOf(taken) !== sourceOf(late)) return false;
    return context.writes.some(
      (other) =>
        other.roles.includes(loop.role) &&
        (within(loop.node.body, other.statement) ||
          statementsBefore(loop.node.body, Infinity).some((each) =>
            callsOf(each).some((call) =>
              targetsOf(context, owner, call).some((target) => context.writers.has(target)),
            ),
          )),
    );
  });
}

/** A loop around both comes from the events straight back to the deadline, with no wait since. */
function isLooped(way: readonly Level[], drain: Statement): boolean {
  const around = way
    .map(({ block, index }) => block[index])
    .findLast((each) => (each?.kind === 'while' || each?.kind === 'for') && within(each.body, drain));
  if (around?.kind !== 'while' && around?.kind !== 'for') return false;
  const inside = way.find(({ block }) => block === around.body)?.index ?? 0;
  const taken = around.body.findIndex((each) => within([each], drain));
  const between = [...around.body.slice(taken + 1), ...around.body.slice(0, inside)];
  return !statementsBefore(between, Infinity).some((each) => callsOf(each).some(isPause));
}

function isPause({ callee }: ReturnType<typeof callsOf>[number]): boolean {
  const name = callee.kind === 'attribute' ? callee.name : callee.kind === 'name' ? callee.id : '';
  return /^_*(?:sleep|wait|wait_for|join|pause|delay)(?:_|$)/.test(name);
}
