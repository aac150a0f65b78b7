import type { FunctionFact, RoleFact, WriteFact } from '../analysis.ts';
import {
  ownExpressions,
  visitExpression,
  visitStatements,
  type Call,
  type Expression,
  type Statement,
  type While,
} from '../../syntax/index.ts';
import type { StateName } from '../model.ts';
import { isClock } from './clock.ts';
import { functionOf, type Context } from './context.ts';
import { levels, statementsBefore, type Level } from './paths.ts';
import { callsOf, targetsOf } from './takes.ts';

/** A wait that nothing bounds, between the write that enters a state and the one that leaves it. */
export interface Endless {
  readonly enters: WriteFact;
  readonly loop: While;
  readonly leaves: WriteFact;
}

/**
 * The wait before every way out of a state, where each of them comes after one. Ways of roles that are never started
 * beside the one that enters the state (another branch of the same `if` starts them) are none.
 */
export function endlessWait(
  context: Context,
  state: StateName,
  ways: readonly WriteFact[],
): Endless | undefined {
  const entering = context.writes.filter(
    (write) => !write.initial && write.path === 'normal' && write.arguments.has(state),
  );
  const open = ways.filter(
    (way) => !entering.every((enters) => neverBeside(context, way.roles, enters.roles)),
  );
  const waits = open.map((leaves) => waitBefore(context, leaves, entering));
  return waits.length > 0 && waits.every((each) => each !== undefined) ? waits[0] : undefined;
}

function waitBefore(
  context: Context,
  leaves: WriteFact,
  entering: readonly WriteFact[],
): Endless | undefined {
  const owner = functionOf(context, leaves);
  if (owner === undefined) return undefined;
  for (const { block, index } of levels(owner.node.body, leaves.statement)) {
    for (const loop of block.slice(0, index)) {
      if (loop.kind !== 'while' || !isEndless(loop)) continue;
      const enters = entering.find(
        (each) => each.site.function === owner.id && each.site.span.start < loop.span.start,
      );
      if (enters !== undefined) return { enters, loop, leaves };
    }
  }
  return undefined;
}

/** Asks for something again and again, with a pause or not, and looks neither at a clock nor at a flag to stop. */
function isEndless(loop: While): boolean {
  const inside = statementsBefore(loop.body, Infinity);
  const expressions = [loop.test, ...inside.flatMap((each) => ownExpressions(each))];
  const names = expressions.flatMap((each) => [...namesIn(each)]);
  if (names.some((name) => isClock(name) || bounds.test(name))) return false;
  if (inside.some((each) => counts(each, loop.test))) return false;
  const calls = [...inside.flatMap((each) => callsOf(each)), ...callsIn(loop.test)];
  return calls.some(({ callee }) => {
    const name = callee.kind === 'attribute' ? callee.name : callee.kind === 'name' ? callee.id : '';
    return asks.test(name);
  });
}

const bounds =
  /(?:^|_)(?:is_set|stop\w*|clos(?:e|ed|ing)|shut\w*|cancel\w*|abort\w*|quit\w*|exit\w*|retr(?:y|ies)|attempts?|tries|remaining|running|alive)(?:_|$)/i;
const asks =
  /(?:^|_)(?:sleep|pause|check|poll|query|test|probe|ready|done|is_\w+|arrived|finished|state|status)(?:_|$)/i;

/** `tries += 1`, where the test looks at `tries`. */
function counts(statement: Statement, test: Expression): boolean {
  if (statement.kind !== 'augassign') return false;
  const asked = namesIn(test);
  return [...namesIn(statement.target)].some((name) => asked.has(name));
}

function namesIn(expression: Expression): ReadonlySet<string> {
  const found = new Set<string>();
  visitExpression(expression, (each) => {
    if (each.kind === 'call' && each.callee.kind === 'attribute' && each.callee.name === 'sleep')
      return 'skip';
    if (each.kind === 'attribute') found.add(each.name);
    if (each.kind === 'name') found.add(each.id);
    return undefined;
  });
  return found;
}

function callsIn(expression: Expression): readonly Call[] {
  const found: Call[] = [];
  visitExpression(expression, (each) => {
    if (each.kind === 'call') found.push(each);
    return undefined;
  });
  return found;
}

/** All of the one roles and all of the others are started in different branches of one `if`. */
function neverBeside(context: Context, left: readonly string[], right: readonly string[]): boolean {
  const roleOf = (name: string): RoleFact | undefined =>
    context.analysis.roles.find((each) => each.name === name);
  return left.every((a) =>
    right.every((b) => {
      const one = branches(context, roleOf(a));
      const other = branches(context, roleOf(b));
      return [...one].some(([test, side]) => other.has(test) && other.get(test) !== side);
    }),
  );
}

/** The branches that lead to the start of a role, through the functions that are called once on the way. */
function branches(context: Context, role: RoleFact | undefined): ReadonlyMap<Expression, boolean> {
  const found = new Map<Expression, boolean>();
  let span = role?.spawn?.span;
  let owner = role?.spawn?.function == null ? undefined : context.analysis.functions.get(role.spawn.function);
  for (let depth = 0; depth < 4 && owner !== undefined && span !== undefined; depth += 1) {
    const { start } = span;
    for (const level of wayTo(owner.node.body, start)) {
      const around = level.block[level.index];
      if (around?.kind !== 'if') continue;
      const within = (block: readonly Statement[]): boolean =>
        block.some((each) => each.span.start <= start && start < each.span.end);
      if (within(around.body)) found.set(around.test, true);
      else if (within(around.otherwise)) found.set(around.test, false);
    }
    const [first, second] = callersOf(context, owner);
    if (first === undefined || second !== undefined) break;
    owner = first.caller;
    span = first.call.span;
  }
  return found;
}

/** Calls of a function, those that have nothing to do with the status included. */
function callersOf(
  context: Context,
  { id, name }: FunctionFact,
): readonly { readonly caller: FunctionFact; readonly call: Call }[] {
  return [...context.analysis.functions.values()].flatMap((caller) =>
    statementsBefore(caller.node.body, Infinity)
      .flatMap((each) => callsOf(each))
      .filter(
        ({ callee }) =>
          (callee.kind === 'attribute' && callee.name === name) ||
          (callee.kind === 'name' && callee.id === name),
      )
      .filter((call) => targetsOf(context, caller, call).includes(id))
      .map((call) => ({ caller, call })),
  );
}

function wayTo(body: readonly Statement[], start: number): readonly Level[] {
  let innermost: Statement | undefined;
  visitStatements(body, (statement) => {
    if (statement.span.start <= start && start < statement.span.end) innermost = statement;
    return undefined;
  });
  return innermost === undefined ? [] : levels(body, innermost);
}
