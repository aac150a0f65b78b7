import type { Call, Expression } from '../../syntax/index.ts';
import { afterCall, ended, givenWay } from './begun.ts';
import { evaluateCall } from './calls.ts';
import type { Config } from './config.ts';
import { branch, suspended } from './entities.ts';
import { evaluate, freshName } from './expressions.ts';
import type { Branch, Frame } from './frame.ts';
import { known, symbol } from './value.ts';

type Of<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

/** A place where the path gives way: what it has begun begins, and anything else may run. */
export function paused(config: Config, frame: Frame): Config {
  return suspended(givenWay(config, frame));
}

/** `await`: a coroutine runs here; of a task, what it has done until its end is there afterwards. */
export function awaited(expression: Of<'await'>, config: Config, frame: Frame): readonly Branch[] {
  frame.sink.add(config, null, false);
  return evaluate(expression.value, config, { ...frame, awaiting: expression.value }).flatMap(
    ({ config: after, value }) =>
      ended(expression, givenWay(after, frame), frame).map((each) => ({ config: suspended(each), value })),
  );
}

/** `yield`: of what is handed on to by `yield from` the result comes back. */
export function yielded(expression: Of<'yield'>, config: Config, frame: Frame): readonly Branch[] {
  const given = expression.from ? { ...frame, awaiting: expression.value } : frame;
  const inner =
    expression.value === null ? branch(config, known(null)) : evaluate(expression.value, config, given);
  return inner.map(({ config: after, value }) => {
    frame.sink.add(after, null, false);
    const sent = expression.from ? value : symbol(freshName(expression.span.start, frame));
    return { config: paused(after, frame), value: sent };
  });
}

/** A call, and what it starts or waits for. */
export function calledAndEnded(call: Call, config: Config, frame: Frame): readonly Branch[] {
  return evaluateCall(call, config, frame).flatMap(({ config: after, value }) =>
    afterCall(call, after, frame).map((each) => ({ config: each, value })),
  );
}
