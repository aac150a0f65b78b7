import {
  visitExpression,
  ownExpressions,
  visitStatements,
  type Call,
  type Expression,
  type Statement,
} from '../../syntax/index.ts';
import { lastName } from '../states/declared.ts';

/** Calls that wait for what was started, or end it. */
const WAITS =
  /^(join|result|wait|wait_for|gather|as_completed|exception|shutdown|cancel|terminate|kill|run_until_complete)$/;

/** Whether the code between two offsets waits for what was started, or ends it: an `await`, `thread.join()`. */
export function waitsBetween(body: readonly Statement[], start: number, end: number): boolean {
  return anyExpression(
    body,
    (each) =>
      start <= each.span.start &&
      each.span.end <= end &&
      (each.kind === 'await' || (each.kind === 'call' && WAITS.test(lastName(each.callee)))),
  );
}

/** Whether the function ends what is kept under the name before it has begun: `self.task.cancel()`. */
export function cancels(body: readonly Statement[], name: string): boolean {
  return anyExpression(
    body,
    (each) =>
      each.kind === 'call' &&
      each.callee.kind === 'attribute' &&
      each.callee.name === 'cancel' &&
      lastName(each.callee.value) === name,
  );
}

/** The last names of what a started task or timer is kept as: `self.task = create_task(…)`. */
export function keptAs(body: readonly Statement[], start: Call): readonly string[] {
  const names: string[] = [];
  visitStatements(body, (statement) => {
    if (statement.span.end <= start.span.start || statement.span.start > start.span.start) return 'skip';
    const isKept = statement.kind === 'assign' && statement.value?.span.start === start.span.start;
    if (isKept) names.push(...statement.targets.map(lastName).filter((name) => name !== ''));
    return undefined;
  });
  return names;
}

function anyExpression(body: readonly Statement[], test: (each: Expression) => boolean): boolean {
  let found = false;
  visitStatements(body, (statement) => {
    if (found || statement.kind === 'function' || statement.kind === 'class') return 'skip';
    for (const own of ownExpressions(statement))
      visitExpression(own, (each) => {
        found ||= each.kind !== 'lambda' && test(each);
        return found || each.kind === 'lambda' ? 'skip' : undefined;
      });
    return undefined;
  });
  return found;
}
