import type { CallFact, FunctionFact } from '../analysis.ts';
import { ownExpressions, visitExpression, type Expression, type Statement } from '../../syntax/index.ts';
import type { Context } from './context.ts';

/** Calls that pass an item on, give it back, or tell somebody about its end. */
const handsOn =
  /^(?:put|put_nowait|append|appendleft|push|heappush|add|insert|extend|requeue|enqueue|resubmit|submit|retry|defer|schedule|call_later|call_soon|call_soon_threadsafe|ack|nack|acknowledge|reject|fail|abort|cancel|finish|complete|set_exception|set_result|notify|emit|reply|respond|send|publish)(?:_|$)/;

/** Whether a statement, by itself, leaves a trace of an item: a status, a retry, an error, an answer. */
export type Traces = (statement: Statement) => boolean;

/** `names` are the names that stand for the item: a call counts only where it is about one of them. */
export function tracesOf(context: Context, owner: FunctionFact, names: ReadonlySet<string>): Traces {
  const calls = new Map<Expression, CallFact>(owner.calls.map((call) => [call.node, call]));
  const status = new Set<Statement>(
    [...context.writes, ...context.removals]
      .filter((fact) => fact.site.function === owner.id)
      .map((fact) => fact.statement),
  );
  const about = (expression: Expression): boolean => mentions(expression, names);
  return (statement) => {
    if (status.has(statement) || statement.kind === 'raise') return true;
    if (
      statement.kind === 'assign' &&
      statement.targets.some((target) => target.kind === 'subscript' && about(target))
    )
      return true;
    if (statement.kind === 'augassign' && about(statement.value) && statement.operator.startsWith('+'))
      return true;
    return ownExpressions(statement).some((own) => {
      let found = false;
      visitExpression(own, (each) => {
        if (each.kind === 'lambda') return 'skip';
        if (each.kind !== 'call') return undefined;
        const targets = calls.get(each)?.targets ?? [];
        if (targets.some((target) => context.writers.has(target))) found = true;
        const { callee } = each;
        const name = callee.kind === 'attribute' ? callee.name : callee.kind === 'name' ? callee.id : '';
        const given = [...each.args, ...each.keywords.map((keyword) => keyword.value)];
        const item = given.some(about) || (callee.kind === 'attribute' && isItem(callee.value, names));
        if (handsOn.test(name.replace(/^_+/, '')) && item) found = true;
        return undefined;
      });
      return found;
    });
  };
}

/** Whether one of the names occurs in an expression. */
export function mentions(expression: Expression, names: ReadonlySet<string>): boolean {
  let found = false;
  visitExpression(expression, (each) => {
    if (each.kind === 'name' && names.has(each.id)) found = true;
    return found ? 'skip' : undefined;
  });
  return found;
}

/** The item itself or a part of it, as `message` in `message.ack()`. */
function isItem(expression: Expression, names: ReadonlySet<string>): boolean {
  if (expression.kind === 'name') return names.has(expression.id);
  return expression.kind === 'attribute' && isItem(expression.value, names);
}

/** Names that the statements bind: targets of assignments and of loops. */
export function boundNames(statements: readonly Statement[]): ReadonlySet<string> {
  const names = new Set<string>();
  const bind = (target: Expression): void => {
    if (target.kind === 'name') names.add(target.id);
    else if (target.kind === 'tuple' || target.kind === 'list') target.items.forEach(bind);
    else if (target.kind === 'starred') bind(target.value);
  };
  for (const statement of statements) {
    if (statement.kind === 'assign') statement.targets.forEach(bind);
    else if (statement.kind === 'for') bind(statement.target);
    else if (statement.kind === 'with')
      for (const item of statement.items) if (item.target !== null) bind(item.target);
    for (const own of ownExpressions(statement))
      visitExpression(own, (each) => {
        if (each.kind === 'named') bind(each.target);
        return undefined;
      });
  }
  return names;
}
