import { ownExpressions, visitExpression, type Statement } from '../../syntax/index.ts';
import type { Context } from './context.ts';

/** Tasks and callbacks of one event loop give way only where they wait; threads do so anywhere. */
export function isPreemptive(context: Context, name: string): boolean {
  const kind = context.analysis.roles.find((each) => each.name === name)?.kind;
  return kind === 'thread' || kind === 'executor' || kind === 'timer';
}

/** The statement itself waits (`await`, `yield`, `async with`, `async for`), so that others may run. */
export function givesWay(statement: Statement): boolean {
  if ((statement.kind === 'with' || statement.kind === 'for') && statement.async) return true;
  return ownExpressions(statement).some((own) => {
    let found = false;
    visitExpression(own, (each) => {
      if (each.kind === 'lambda') return 'skip';
      if (each.kind === 'await' || each.kind === 'yield') found = true;
      return undefined;
    });
    return found;
  });
}
