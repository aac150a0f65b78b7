import type { Expression, For, While } from '../../syntax/index.ts';
import { ABSENT } from '../model.ts';
import { lastName } from '../states/declared.ts';
import { assign } from './assign.ts';
import { isEntered } from './begun.ts';
import { ConfigSet, type Config } from './config.ts';
import { entityId, forgetSymbol, readEntity, stateAsValue } from './entities.ts';
import { evaluate, freshName, typeOf } from './expressions.ts';
import { filterOf, passing, type Filter } from './filters.ts';
import type { Branch, Flow, Frame } from './frame.ts';
import { merge, onward, runBlock } from './statements.ts';
import { paused } from './suspending.ts';
import { evaluateTest } from './tests.ts';
import { symbol, type Value } from './value.ts';

/** A loop ends when another round adds no path; this is only a guard against a mistake in ours. */
const ROUNDS = 60;

/** `while`: the body again and again, until a round brings nothing new. */
export function runWhile(statement: While, configs: ConfigSet, frame: Frame): Flow {
  return repeat(configs, statement.body, statement.otherwise, frame, (config) => {
    const { yes, no } = evaluateTest(statement.test, config, frame);
    return { enter: yes, leave: no };
  });
}

/** `for`: the target is a new object in each round; over the store itself it is an entry that exists. */
export function runFor(statement: For, configs: ConfigSet, frame: Frame): Flow {
  const filter = filterOf(statement.iterable, frame);
  if (filter !== null) return runFiltered(statement, filter, configs, frame);
  const iteration = storeIteration(statement.iterable);
  const reached = new ConfigSet();
  const values = new Map<string, Value>();
  for (const config of configs) {
    for (const branch of evaluate(iteration.over, config, frame)) {
      reached.add(branch.config);
      values.set(branch.config.key, branch.value);
    }
  }
  const fixed = [...values.values()][0] ?? symbol(freshName(statement.iterable.span.start, frame));
  const literal = fixed.kind === 'several' && fixed.items.length > 0;
  return repeat(reached, statement.body, statement.otherwise, frame, (config) => {
    const value = values.get(config.key) ?? fixed;
    const ready = statement.async ? paused(config, frame) : config;
    const enter = bindItem(statement.target, value, iteration.what, ready, frame);
    // A literal that is not empty is entered at least once.
    const entered = (literal && values.has(config.key)) || isEntered(statement, config, frame);
    return { enter, leave: entered ? [] : [config] };
  });
}

/** Each round has an object of its own, of which the conditions hold. */
function runFiltered(statement: For, filter: Filter, configs: ConfigSet, frame: Frame): Flow {
  const entered = new ConfigSet();
  let source: Value | null = null;
  for (const config of configs) {
    for (const branch of evaluate(filter.over, config, frame)) {
      entered.add(branch.config);
      source ??= branch.value;
    }
  }
  const over = source ?? symbol(freshName(statement.iterable.span.start, frame));
  const type = frame.machine.types.element(filter.over, frame.info, typeOf(frame.self));
  const item = symbol(freshName(statement.target.span.start, frame), type);
  return repeat(entered, statement.body, statement.otherwise, frame, (config) => {
    const ready = forgetSymbol(
      statement.async ? paused(config, frame) : config,
      item.kind === 'symbol' ? item.id : '',
    );
    const enter = passing(filter, item, over, ready, frame).flatMap((each) =>
      assign(statement.target, item, each, frame),
    );
    return { enter, leave: [config] };
  });
}

function repeat(
  configs: ConfigSet,
  body: For['body'],
  otherwise: For['body'],
  frame: Frame,
  head: (config: Config) => { readonly enter: readonly Config[]; readonly leave: readonly Config[] },
): Flow {
  const seen = new ConfigSet();
  const left = new ConfigSet();
  const breaks = new ConfigSet();
  const returns: Branch[] = [];
  let fresh: readonly Config[] = [...configs];
  for (let round = 0; round < ROUNDS && fresh.length > 0; round += 1) {
    const inside = new ConfigSet();
    for (const config of fresh) {
      if (!seen.add(config)) continue;
      const { enter, leave } = head(config);
      inside.addAll(enter);
      left.addAll(leave);
    }
    const flow = runBlock(body, inside, frame);
    breaks.addAll(flow.breaks);
    returns.push(...flow.returns);
    fresh = [...flow.normal, ...flow.continues];
  }
  const ended = runBlock(otherwise, left, frame);
  return merge(ended, onward(breaks), { ...onward(new ConfigSet()), returns });
}

type Iteration = 'keys' | 'items' | 'values';

/** `for k, v in list(self.status.items())`: what is iterated, and how. */
export function storeIteration(expression: Expression): {
  readonly over: Expression;
  readonly what: Iteration;
} {
  if (expression.kind === 'call') {
    const only = expression.args[0];
    if (only !== undefined && ['list', 'tuple', 'sorted', 'set'].includes(lastName(expression.callee))) {
      return storeIteration(only);
    }
    if (expression.callee.kind === 'attribute' && expression.args.length === 0) {
      const { name, value } = expression.callee;
      if (name === 'items' || name === 'values') return { over: value, what: name };
    }
  }
  return { over: expression, what: 'keys' };
}

function bindItem(
  target: Expression,
  value: Value,
  what: Iteration,
  config: Config,
  frame: Frame,
): readonly Config[] {
  if (value.kind === 'several') return value.items.flatMap((item) => assign(target, item, config, frame));
  const item = symbol(freshName(target.span.start, frame));
  if (value.kind !== 'store') {
    if (what !== 'items') return assign(target, item, config, frame);
    return assign(target, item, config, frame);
  }
  const keyTarget =
    what === 'items' && target.kind === 'tuple' ? target.items[0] : what === 'keys' ? target : undefined;
  const valueTarget =
    what === 'items' && target.kind === 'tuple' ? target.items[1] : what === 'values' ? target : undefined;
  const bound = keyTarget === undefined ? [config] : assign(keyTarget, item, config, frame);
  return bound.flatMap((each) =>
    readEntity(
      each,
      entityId(frame, keyTarget === undefined ? item : targetValue(keyTarget, item, each, frame)),
      frame,
    )
      .filter((read) => read.state !== ABSENT)
      .flatMap((read) =>
        valueTarget === undefined
          ? [read.config]
          : assign(valueTarget, stateAsValue(read.state, read.source), read.config, frame),
      ),
  );
}

/** What the variable of a loop goes by once it is bound. */
function targetValue(target: Expression, item: Value, config: Config, frame: Frame): Value {
  return target.kind === 'name' ? (evaluate(target, config, frame)[0]?.value ?? item) : item;
}
