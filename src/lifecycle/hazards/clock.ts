import type { Circumstances, Condition } from '../analysis.ts';
import { visitExpression, type Expression } from '../../syntax/index.ts';

/** Names of tests that ask the clock. */
const clock =
  /(?:^|_)(?:time|timeout|timed|timer|monotonic|deadline|overdue|expire[sd]?|elapsed|waited|age|ttl)(?:_|$)/i;

/** The innermost condition of a fact that asks the clock: it holds when time has run out. */
export function timedBy(fact: Pick<Circumstances, 'conditions'>): Condition | undefined {
  return fact.conditions.findLast((each) => asksClock(each.test));
}

function asksClock(test: Expression): boolean {
  let timed = false;
  visitExpression(test, (inner) => {
    const name = inner.kind === 'attribute' ? inner.name : inner.kind === 'name' ? inner.id : '';
    if (isClock(name)) timed = true;
    return undefined;
  });
  return timed;
}

/** The name speaks of time: `deadline`, `waited`. */
export function isClock(name: string): boolean {
  return clock.test(name);
}
