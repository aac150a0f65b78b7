import type { CallFact, Condition, FunctionFact, LoopExit, LoopFact } from '../analysis.ts';
import type { Expression, Statement } from '../../syntax/index.ts';
import type { Context } from './context.ts';
import { levels, statementsBefore, within, type Level } from './paths.ts';
import { boundNames, mentions, tracesOf } from './trace.ts';

/** A function that a worker's loop hands its item to. */
export interface Handed {
  readonly owner: FunctionFact;
  /** Its returns without a value, as exits of the loop: the next item follows. */
  readonly exits: readonly LoopExit[];
}

/** The functions that stand for the body of a loop: called for its item, and nothing is done about it afterwards. */
export function handedTo(context: Context, loop: LoopFact, owner: FunctionFact): readonly Handed[] {
  const body = statementsBefore(loop.node.body, Infinity);
  const names = boundNames([loop.node, ...body]);
  const traces = tracesOf(context, owner, names);
  return owner.calls.flatMap((call) => {
    const statement = body.find((each) => isCallAlone(each, call));
    const [target] = call.targets;
    if (statement === undefined || target === undefined || call.targets.length > 1 || call.byName) return [];
    if (!context.writers.has(target) || !call.node.args.some((argument) => mentions(argument, names)))
      return [];
    const after = levels(loop.node.body, statement).flatMap(({ block, index }) => block.slice(index + 1));
    const callee = context.analysis.functions.get(target);
    if (callee === undefined || callee.id === owner.id || after.some(traces)) return [];
    return [{ owner: callee, exits: returnsOf(context, callee) }];
  });
}

/** `self.serve(item)`, `await self.serve(item)` as a statement. */
function isCallAlone(statement: Statement, call: CallFact): boolean {
  if (statement.kind !== 'expression') return false;
  const { value } = statement;
  return value === call.node || (value.kind === 'await' && value.value === call.node);
}

function returnsOf(context: Context, callee: FunctionFact): readonly LoopExit[] {
  const known = conditionsIn(context, callee);
  return statementsBefore(callee.node.body, Infinity).flatMap((statement): readonly LoopExit[] => {
    if (statement.kind !== 'return' || !isNothing(statement.value)) return [];
    const conditions = enclosing(context, levels(callee.node.body, statement), known);
    return [
      { kind: 'return', site: { file: callee.file, span: statement.span, function: callee.id }, conditions },
    ];
  });
}

function isNothing(value: Expression | null): boolean {
  return value === null || (value.kind === 'constant' && value.value.type === 'none');
}

/** The conditions that the facts of a function know, by their test. */
function conditionsIn(context: Context, callee: FunctionFact): ReadonlyMap<Expression, Condition> {
  const { analysis } = context;
  const uses = analysis.companions.flatMap((companion) => companion.uses);
  const facts = [...analysis.writes, ...analysis.removals, ...analysis.readers, ...uses];
  return new Map(
    facts
      .filter((fact) => fact.site.function === callee.id)
      .flatMap((fact) => fact.conditions.map((condition) => [condition.test, condition] as const)),
  );
}

/** The conditions of the `if` statements around, each as it holds inside. */
function enclosing(
  context: Context,
  way: readonly Level[],
  known: ReadonlyMap<Expression, Condition>,
): readonly Condition[] {
  return way.flatMap(({ block, index }, depth): readonly Condition[] => {
    const around = block[index];
    const inner = way[depth + 1];
    if (around?.kind !== 'if' || inner === undefined) return [];
    const condition = known.get(around.test);
    if (condition === undefined) return [];
    const holds = within(around.body, inner.block[inner.index] ?? around);
    const { leaves } = condition;
    const turned = holds === condition.holds || leaves === null ? leaves : rest(context, leaves);
    return [{ ...condition, holds, leaves: turned, origin: 'enclosing' }];
  });
}

/**
 * The other side of a test. The analysis knows only which states went on; where no end went on, the ends are what the
 * branch is for.
 */
function rest(context: Context, wentOn: ReadonlySet<string>): ReadonlySet<string> {
  const left = [...context.analysis.alphabet].filter((state) => !wentOn.has(state));
  const ends = left.filter((state) => context.terminal.has(state));
  return new Set(ends.length === context.terminal.size && ends.length > 0 ? ends : left);
}
