import type {
  CompanionFact,
  CompanionUse,
  Condition,
  FunctionFact,
  LoopExit,
  LoopFact,
  WriteFact,
} from '../analysis.ts';
import type { Expression, Statement } from '../../syntax/index.ts';
import { ABSENT } from '../model.ts';
import { functionOf, impliesEnd, movesTo, type Context } from './context.ts';
import { handedTo } from './handed.ts';
import { accompanied, always, levels, statementsBefore, type Level } from './paths.ts';
import { isIntended } from './resurrection.ts';
import { boundNames, tracesOf, type Traces } from './trace.ts';

/** A way from the head of a worker's loop to the next item that leaves nothing behind. */
export interface Skip {
  readonly loop: LoopFact;
  readonly owner: FunctionFact;
  readonly exit: LoopExit;
  readonly guard: Condition;
  /** The map that the guard asks; null where it asks the status. */
  readonly companion: CompanionFact | null;
}

/** All of them, in the order of the loops. */
export function skips(context: Context): readonly Skip[] {
  return context.analysis.loops
    .filter((loop) => loop.kind === 'worker')
    .flatMap((loop) => {
      const owner = context.analysis.functions.get(loop.function);
      if (owner === undefined) return [];
      const own: Way = { owner, ...startOf(loop.node), names: boundNames([loop.node]) };
      return [
        ...loop.exits.flatMap((exit) => skipAt(context, loop, exit, own) ?? []),
        ...handedTo(context, loop, owner).flatMap(({ owner: callee, exits }) => {
          const names = new Set(callee.node.parameters.map((each) => each.name));
          const whole: Way = { owner: callee, ...startOf(callee.node), names };
          return exits.flatMap((exit) => skipAt(context, loop, exit, whole) ?? []);
        }),
      ];
    });
}

/** What the way to an exit runs through, from the head of the loop or of a function that stands for its body. */
interface Way {
  readonly owner: FunctionFact;
  readonly body: readonly Statement[];
  /** Offset of the head. */
  readonly head: number;
  /** Names that stand for the item at the head. */
  readonly names: ReadonlySet<string>;
}

function startOf(node: LoopFact['node'] | FunctionFact['node']): Pick<Way, 'body' | 'head'> {
  return { body: node.body, head: node.span.start };
}

function skipAt(context: Context, loop: LoopFact, exit: LoopExit, way: Way): Skip | null {
  const { owner, body, head, names } = way;
  if (exit.kind !== 'continue' && exit.kind !== 'return') return null;
  const test = loop.node.kind === 'while' ? loop.node.test : null;
  const inside = exit.conditions.filter((each) => head < each.site.span.start && each.test !== test);
  if (inside.some((each) => impliesEnd(context, each))) return null;
  const guard = inside.findLast((each) => each.origin === 'enclosing' && each.subject !== 'other');
  if (guard === undefined) return null;
  const companion = companionOf(context, guard);
  if (guard.subject === 'companion' && (companion === null || impliesEndByMap(context, companion, guard)))
    return null;
  const statement = statementAt(body, exit.site.span.start);
  if (statement === null) return null;
  const bound = boundNames(statementsBefore(body, exit.site.span.start));
  const traces = tracesOf(context, owner, new Set([...bound, ...names]));
  if (leavesTrace(levels(body, statement), guard, traces)) return null;
  return { loop, owner, exit, guard, companion };
}

/** The exit's own statement. */
function statementAt(body: readonly Statement[], start: number): Statement | null {
  for (const statement of statementsBefore(body, start + 1))
    if (statement.span.start === start && (statement.kind === 'continue' || statement.kind === 'return'))
      return statement;
  return null;
}

function companionOf(context: Context, guard: Condition): CompanionFact | null {
  if (guard.subject !== 'companion') return null;
  return context.analysis.companions.find((each) => guard.companions.includes(each.name)) ?? null;
}

/**
 * Whether something on the way is left behind: straight before the guard's branch, anywhere in it (a retry that
 * depends on something is a retry), or in a `finally` around.
 */
function leavesTrace(way: readonly Level[], guard: Condition, traces: Traces): boolean {
  let inBranch = false;
  for (const [depth, { block, index }] of way.entries()) {
    const owner = depth === 0 ? undefined : way[depth - 1];
    const around = owner?.block[owner.index];
    if (around?.kind === 'if' && around.test === guard.test) inBranch = true;
    if (around?.kind === 'try' && always(around.finalbody, traces)) return true;
    const before = block.slice(0, index);
    const seen = inBranch ? statementsBefore(before, Infinity) : before.filter(isPlain);
    if (seen.some(traces)) return true;
  }
  return false;
}

function isPlain(statement: Statement): boolean {
  return statement.kind === 'expression' || statement.kind === 'assign' || statement.kind === 'augassign';
}

/** Whether the entry of the companion is there (or not) only for items whose status has ended. */
function impliesEndByMap(context: Context, companion: CompanionFact, guard: Condition): boolean {
  const present = asksForPresence(guard.test, companion.name) === guard.holds;
  const makers = companion.uses.filter((use) =>
    present ? use.action === 'set' : use.action === 'remove' || use.action === 'clear',
  );
  return makers.length > 0 && makers.every((use) => withEnd(context, use));
}

/** The status has ended, or is removed, where the companion is changed. */
function withEnd(context: Context, use: CompanionUse): boolean {
  if (use.conditions.some((each) => impliesEnd(context, each))) return true;
  const owner = functionOf(context, use);
  if (owner === undefined) return false;
  const ends = new Set<Statement>(
    [...context.writes.filter((write) => isLasting(context, write)), ...context.removals]
      .filter((fact) => fact.site.function === owner.id)
      .map((fact) => fact.statement),
  );
  return accompanied(levels(owner.node.body, use.statement), (statement) => ends.has(statement));
}

/** It writes an end that no other write takes back to a state that is none. */
function isLasting(context: Context, write: WriteFact): boolean {
  return [...write.arguments].every(
    (end) =>
      context.terminal.has(end) &&
      !context.writes.some((other) => {
        const back = other.fromInterleaved.has(end) && !isIntended(context, other);
        const next = back ? movesTo(other, end) : undefined;
        return next !== undefined && next !== ABSENT && !context.terminal.has(next);
      }),
  );
}

/** The test is true where the map has an entry: `k in m`, `m.get(k)`, `m.get(k) is not None`. */
export function asksForPresence(test: Expression, name: string): boolean {
  switch (test.kind) {
    case 'not':
      return !asksForPresence(test.value, name);
    case 'compare': {
      const [operator] = test.operators;
      return operator === 'in' || operator === 'is not' || operator === '!=';
    }
    case 'boolean': {
      const part = test.values.find((value) => namesMap(value, name)) ?? test.values[0];
      return part === undefined || asksForPresence(part, name);
    }
    default:
      return true;
  }
}

function namesMap(expression: Expression, name: string): boolean {
  if (expression.kind === 'attribute') return expression.name === name || namesMap(expression.value, name);
  if (expression.kind === 'name') return expression.id === name;
  if (expression.kind === 'call') return namesMap(expression.callee, name);
  if (expression.kind === 'subscript' || expression.kind === 'not') return namesMap(expression.value, name);
  if (expression.kind === 'compare')
    return [expression.left, ...expression.comparators].some((each) => namesMap(each, name));
  return false;
}
