import type { FunctionFact, RemovalFact, WriteFact } from '../analysis.ts';
import type { Statement, Try } from '../../syntax/index.ts';
import type { Context } from './context.ts';
import { levels, statementsBefore, within } from './paths.ts';
import { statementText } from './print.ts';
import { raisers, takesAll, type Raiser } from './raising.ts';
import { callsOf, targetsOf } from './takes.ts';

/** A way out of a function that leaves the status as it was. */
export interface Leak extends Raiser {
  readonly kind: 'raises' | 'returns';
}

/** What can lead out of the function between two writes of one way without an end being written, if anything. */
export function leakBetween(
  context: Context,
  owner: FunctionFact,
  from: WriteFact,
  to: WriteFact,
): Leak | null {
  const guards = triesAround(owner, to.statement);
  const answers = (block: readonly Statement[]): boolean => writesEnd(context, owner, block);
  if (guards.some((each) => answers(each.finalbody))) return null;
  const between = statementsOnWay(owner, from.statement, to.statement);
  const gone = statementsBefore(between, Infinity).find(
    (each) => each.kind === 'return' && !answers(straightBefore(owner, each)),
  );
  if (gone !== undefined)
    return { kind: 'returns', line: gone.span.line, text: statementText(gone), sure: true };
  if (guards.some((each) => each.handlers.some((handler) => takesAll(handler) && answers(handler.body))))
    return null;
  const found = raisers(between, 'calls').filter((each) => !each.sure || !answered(owner, each, answers));
  const raiser = found.find((each) => each.sure) ?? found[0];
  return raiser === undefined ? null : { kind: 'raises', ...raiser };
}

/** Each `try` whose body holds the statement, or whose `else` does where the body leads there; outermost first. */
export function triesAround(owner: FunctionFact, target: Statement): readonly Try[] {
  return levels(owner.node.body, target).flatMap(({ block, index }): readonly Try[] => {
    const around = block[index];
    if (around?.kind !== 'try') return [];
    return within(around.body, target) || within(around.otherwise, target) ? [around] : [];
  });
}

/** The block writes an end or removes the entry, itself or in a function that it calls. */
export function writesEnd(context: Context, owner: FunctionFact, block: readonly Statement[]): boolean {
  const inner = new Set(statementsBefore(block, Infinity));
  const own = (fact: WriteFact | RemovalFact): boolean =>
    fact.site.function === owner.id && inner.has(fact.statement);
  return (
    context.removals.some(own) ||
    context.writes.some(
      (write) => own(write) && [...write.arguments].some((state) => context.terminal.has(state)),
    ) ||
    [...inner].some((each) =>
      callsOf(each).some((call) =>
        targetsOf(context, owner, call).some((target) => context.writers.has(target)),
      ),
    )
  );
}

/** Statements between the two on a way from one to the other; branches that only stand beside it included. */
function statementsOnWay(owner: FunctionFact, from: Statement, to: Statement): readonly Statement[] {
  const way = levels(owner.node.body, to);
  return way.flatMap(({ block, index }, depth): readonly Statement[] => {
    const before = block.slice(0, index).flatMap((each) => rest(each, from));
    const around = block[index];
    const inner = way[depth + 1];
    // The body of a `try` leads to its `else`; what its handlers take leads past it.
    if (around?.kind === 'try' && inner?.block === around.otherwise)
      return [...before, ...around.body.flatMap((each) => rest(each, from))];
    return before;
  });
}

/** What of a statement comes after another one: all, nothing, or the part inside it that follows. */
function rest(statement: Statement, from: Statement): readonly Statement[] {
  if (statement.span.start >= from.span.end) return [statement];
  if (statement === from || statement.span.end <= from.span.end) return [];
  const follow = (block: readonly Statement[]): readonly Statement[] =>
    block.flatMap((each) => rest(each, from));
  if (statement.kind === 'with') return follow(statement.body);
  if (statement.kind !== 'try') return [];
  const { body, handlers, otherwise, finalbody } = statement;
  const taken = handlers.some(takesAll) ? [] : follow(body);
  return [...taken, ...[...handlers.map((each) => each.body), otherwise, finalbody].flatMap(follow)];
}

/** The statements of its own block before a statement, and itself. */
function straightBefore(owner: FunctionFact, statement: Statement): readonly Statement[] {
  const level = levels(owner.node.body, statement).at(-1);
  return level === undefined ? [] : level.block.slice(0, level.index + 1);
}

/** An end was written before this `raise` or `assert`, in its own block. */
function answered(
  owner: FunctionFact,
  { line }: Raiser,
  answers: (block: readonly Statement[]) => boolean,
): boolean {
  const at = statementsBefore(owner.node.body, Infinity).find(
    (each) => each.span.line === line && (each.kind === 'raise' || each.kind === 'assert'),
  );
  if (at === undefined) return false;
  const block = straightBefore(owner, at);
  return block[0] !== owner.node.body[0] && answers(block);
}
