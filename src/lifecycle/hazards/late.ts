import type { FunctionFact, FunctionId, RoleFact, WriteFact } from '../analysis.ts';
import { dottedName, type Call, type Expression, type Statement } from '../../syntax/index.ts';
import type { Hazard } from '../model.ts';
import { beside, functionOf, movesTo, type Context, type Rule } from './context.ts';
import { givesWay } from './giving-way.ts';
import { locksOf } from './locks.ts';
import { levels, statementsBefore, within } from './paths.ts';
import { writing } from './resurrection.ts';
import { callsOf, takesEvent, targetsOf } from './takes.ts';
import { numbered, placeOf, step } from './witness.ts';

/** Where a role begins to run, as seen from one function. */
interface Start {
  readonly role: RoleFact;
  readonly statement: Statement;
  readonly call: Expression;
}

/**
 * H15: the first state is stored after the role that writes the status as well was started, so that what that role
 * wrote is lost. High where an end is lost to a thread. Silent where the role waits for something that follows the
 * write, where both are under the role's own lock, and for tasks where nothing gives way in between.
 */
export const late: Rule = (context) => {
  const seen = new Set<Statement>();
  return context.writes.flatMap((write): readonly Hazard[] => {
    const owner = functionOf(context, write);
    if (owner === undefined || seen.has(write.statement) || !isFirst(context, write)) return [];
    for (const start of startsIn(context, owner)) {
      const other = lostTo(context, owner, write, start);
      if (other === undefined) continue;
      seen.add(write.statement);
      return [finding(context, write, start, other)];
    }
    return [];
  });
};

/** Stores a first state without a look at what stands there. */
function isFirst(context: Context, write: WriteFact): boolean {
  const { initial } = context.analysis;
  return (
    write.path === 'normal' &&
    write.arguments.size > 0 &&
    [...write.arguments].every((state) => initial.has(state) && !context.terminal.has(state)) &&
    write.conditions.every((each) => each.subject !== 'status')
  );
}

/** The write of the started role that the late one would take back. */
function lostTo(
  context: Context,
  owner: FunctionFact,
  write: WriteFact,
  start: Start,
): WriteFact | undefined {
  if (start.statement.span.end > write.statement.span.start) return undefined;
  if (
    !levels(owner.node.body, write.statement).some(({ block, index }) =>
      within(block.slice(0, index), start.statement),
    )
  )
    return undefined;
  const between = statementsBefore(owner.node.body, write.statement.span.start).filter(
    (each) => each.span.start >= start.statement.span.start,
  );
  if (!preempts(context, start) && !between.some(givesWay)) return undefined;
  const [first] = write.arguments;
  const others = context.writes.filter((other) => {
    const after = [...other.arguments];
    return (
      other.statement !== write.statement &&
      other.site.function !== owner.id &&
      other.roles.includes(start.role.name) &&
      !isFirst(context, other) &&
      after.some((state) => state !== first) &&
      (write.setter === null || after.some((state) => movesTo(write, state) === first)) &&
      !waitsFor(context, owner, write, start, other) &&
      !lockedOut(context, owner, write, start, other)
    );
  });
  return (
    others.find((other) => [...other.arguments].some((state) => context.terminal.has(state))) ?? others[0]
  );
}

function finding(context: Context, write: WriteFact, start: Start, other: WriteFact): Hazard {
  const [state = ''] = write.arguments;
  const end = [...other.arguments].find((each) => context.terminal.has(each));
  const [lost = state] = end === undefined ? other.arguments : [end];
  const role = write.roles[0] ?? 'caller';
  return {
    rule: 'H15',
    severity: end !== undefined && preempts(context, start) ? 'high' : 'warning',
    confidence: start.role.kind === 'callback' ? 'low' : beside(context, write, other) ? 'high' : 'medium',
    ...placeOf(write),
    data: { state, role: start.role.name },
    witness: numbered([
      step(role, { file: write.site.file, line: start.call.span.line }, 'starts', { role: start.role.name }),
      writing(context, other, start.role.name, lost),
      writing(context, write, role, state, lost),
    ]),
  };
}

/** Every start of a role in the text of a function, and in what it calls, two deep. */
function startsIn(context: Context, owner: FunctionFact, depth = 2): readonly Start[] {
  const found: Start[] = [];
  const statements = statementsBefore(owner.node.body, Infinity);
  for (const role of context.analysis.roles) {
    const { root } = role;
    if (root === null) continue;
    const { spawn } = role;
    const made = statements.findLast((each) => spawn?.function === owner.id && holds(each, spawn.span.start));
    if (made !== undefined) {
      const start = startOf(made, role, statements);
      if (start !== null) found.push(start);
    }
    if (owner.className !== null && isSelfThread(context, owner.className, root)) {
      for (const statement of statements)
        for (const call of callsOf(statement))
          if (dottedName(call.callee) === 'self.start') found.push({ role, statement, call });
    }
  }
  if (depth > 0)
    for (const statement of statements)
      for (const call of callsOf(statement))
        for (const target of targetsOf(context, owner, call)) {
          const callee = context.analysis.functions.get(target);
          if (callee === undefined || callee.id === owner.id) continue;
          for (const { role } of startsIn(context, callee, depth - 1)) found.push({ role, statement, call });
        }
  return found;
}

function holds(statement: Statement, at: number): boolean {
  return statement.span.start <= at && at < statement.span.end;
}

/** Where what was made begins to run: at once, or at its `start()`; null where that is elsewhere. */
function startOf(made: Statement, role: RoleFact, statements: readonly Statement[]): Start | null {
  const spawn = spawnCall(made, role);
  if (spawn === undefined) return null;
  const name = lastOf(spawn.callee);
  const waits =
    /^(?:Thread|Process|Timer)$/.test(name) || (/[A-Z]/.test(name[0] ?? '') && role.kind === 'thread');
  if (!waits) return { role, statement: made, call: spawn };
  const direct = callsOf(made).find(
    ({ callee }) => callee.kind === 'attribute' && callee.name === 'start' && callee.value === spawn,
  );
  if (direct !== undefined) return { role, statement: made, call: direct };
  const targets = made.kind === 'assign' ? made.targets.map(dottedName) : [];
  for (const each of statements) {
    if (each.span.start < made.span.start) continue;
    for (const call of callsOf(each)) {
      const { callee } = call;
      if (callee.kind !== 'attribute' || callee.name !== 'start') continue;
      const receiver = dottedName(callee.value);
      if (receiver !== null && targets.includes(receiver)) return { role, statement: each, call };
    }
  }
  return null;
}

function spawnCall(made: Statement, { spawn }: RoleFact): Call | undefined {
  const at = spawn?.span.start ?? -1;
  return callsOf(made).findLast((call) => call.span.start === at && lastOf(call.callee) !== 'start');
}

function lastOf(callee: Expression): string {
  return callee.kind === 'attribute' ? callee.name : callee.kind === 'name' ? callee.id : '';
}

/** The role is `run` of a subclass of Thread that this class is. */
function isSelfThread(context: Context, className: string, root: FunctionId): boolean {
  const run = context.analysis.functions.get(root);
  if (run?.name !== 'run' || run.className === null) return false;
  const own = context.analysis.classes.find((each) => each.name === className);
  return own?.isThread === true && (own.ancestry.includes(run.className) || run.className === className);
}

/** Threads, executors and timers run at once; tasks and callbacks of an event loop when somebody gives way. */
function preempts(context: Context, { role, call }: Start): boolean {
  if (role.kind === 'thread' || role.kind === 'executor') return true;
  const name = call.kind === 'call' ? lastOf(call.callee) : '';
  if (role.kind === 'timer') return !/^call_(?:later|at)$/.test(name);
  if (role.kind === 'task') return name === 'run_coroutine_threadsafe';
  if (name.startsWith('call_soon')) return false;
  return context.analysis.roles.some((each) => each.kind === 'thread' || each.kind === 'executor');
}

const gives = /^(?:set|put|put_nowait|release|notify|notify_all|append|appendleft|set_result|send|open)$/;

/**
 * The role's write stands behind a wait for something that the creator gives only after its write, or that nobody can
 * give while the constructor has not returned.
 */
function waitsFor(
  context: Context,
  owner: FunctionFact,
  write: WriteFact,
  start: Start,
  other: WriteFact,
): boolean {
  const given = receivers(owner, (call) => gives.test(lastOf(call.callee)));
  const at = write.site.span.start;
  const early = given.filter((each) => each.at > start.statement.span.start && each.at < at);
  const root = start.role.root === null ? undefined : context.analysis.functions.get(start.role.root);
  return [root, functionOf(context, other)].some((each) => {
    if (each === undefined) return false;
    const limit = each.id === other.site.function ? other.site.span.start : Infinity;
    return receivers(each, isLocalWait).some(
      ({ name, at: place }) =>
        place < limit &&
        !early.some((signal) => signal.name === name) &&
        (owner.entry === 'constructor' || given.some((signal) => signal.name === name && signal.at > at)),
    );
  });
}

/** Waits for something of the same process: an event, a lock, a queue; a socket is given to by anybody. */
function isLocalWait(call: Call): boolean {
  const name = lastOf(call.callee);
  return /^(?:wait|acquire)$/.test(name) || (/^(?:get|popleft)$/.test(name) && takesEvent(call));
}

/** The last names of what such calls are made on, and where. */
function receivers(
  owner: FunctionFact,
  test: (call: Call) => boolean,
): readonly { readonly name: string; readonly at: number }[] {
  return statementsBefore(owner.node.body, Infinity).flatMap((statement) =>
    callsOf(statement).flatMap((call) =>
      call.callee.kind === 'attribute' && test(call)
        ? [{ name: lastOf(call.callee.value), at: call.span.start }]
        : [],
    ),
  );
}

/** One locked section of the creator holds both the start and the write, and the role takes that lock. */
function lockedOut(
  context: Context,
  owner: FunctionFact,
  write: WriteFact,
  start: Start,
  other: WriteFact,
): boolean {
  const locks = locksOf(context, other);
  return levels(owner.node.body, write.statement).some(({ block, index }) => {
    const around = block[index];
    if (around?.kind !== 'with' || !within(around.body, start.statement)) return false;
    return around.items.some((item) => locks.includes(dottedName(item.context)?.split('.').at(-1) ?? ''));
  });
}
