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

/** Whether the code between two offsets lets what was started begin, or ends it: an `await`, `thread.join()`. */
export function givesWayBetween(body: readonly Statement[], start: number, end: number): boolean {
  return anyExpression(
    body,
    (each) =>
      start <= each.span.start &&
      each.span.end <= end &&
      (each.kind === 'await' || (each.kind === 'call' && WAITS.test(lastName(each.callee)))),
  );
}

/** Whether the code between two offsets waits for the end of what was started: `await task`, `thread.join()`. */
export function waitsBetween(body: readonly Statement[], start: number, end: number, begun: Call): boolean {
  const holds = ({ span }: Expression): boolean =>
    span.start <= begun.span.start && begun.span.end <= span.end;
  return anyExpression(body, (each) => {
    if (each.span.start < start || each.span.end > end) return false;
    if (each.kind === 'await') return each.value.kind !== 'call' || holds(each);
    return each.kind === 'call' && WAITS.test(lastName(each.callee));
  });
}

/** Jobs of an executor with one worker come one after the other. */
export function runsAlone({ callee }: Call, body: readonly Statement[]): boolean {
  if (callee.kind !== 'attribute') return false;
  const name = lastName(callee.value);
  let alone = false;
  visitStatements(body, (statement) => {
    const made =
      statement.kind === 'assign'
        ? statement.targets.map((target) => ({ target, value: statement.value }))
        : statement.kind === 'with'
          ? statement.items.map((item) => ({ target: item.target, value: item.context }))
          : [];
    for (const { target, value } of made)
      if (target !== null && lastName(target) === name && value?.kind === 'call')
        alone ||= hasOneWorker(value);
    return undefined;
  });
  return alone;
}

function hasOneWorker({ callee, args, keywords }: Call): boolean {
  const count = keywords.find((each) => each.name === 'max_workers')?.value ?? args[0];
  return (
    lastName(callee).endsWith('Executor') &&
    count?.kind === 'constant' &&
    count.value.type === 'integer' &&
    count.value.value === 1
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
