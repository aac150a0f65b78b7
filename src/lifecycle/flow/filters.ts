import type { Call, Expression } from '../../syntax/index.ts';
import { ABSENT } from '../model.ts';
import { lastName } from '../states/declared.ts';
import type { Config } from './config.ts';
import { entityId, forgetSymbol, readEntity, stateAsValue } from './entities.ts';
import { evaluate, freshName, typeOf } from './expressions.ts';
import type { Branch, Frame } from './frame.ts';
import { keptValue } from './kept.ts';
import { evaluateTest } from './tests.ts';
import { symbol, type Value } from './value.ts';

/** `[x for x in over if conditions]`: what is iterated has passed the conditions. */
export interface Filter {
  readonly name: string;
  /** The second variable, of `for key, state in over.items()`; null for none. */
  readonly state: string | null;
  readonly over: Expression;
  readonly conditions: readonly Expression[];
}

/** Copies and variables that a filter is followed through; `jobs = sorted(jobs)` leads back to itself. */
const LINKS = 4;

/** The filter that an iterable is, by itself, through `list(…)`, or through the variable that it was kept in. */
export function filterOf(iterable: Expression, frame: Frame, links = LINKS): Filter | null {
  if (links === 0) return null;
  if (iterable.kind === 'call') {
    const [only, over] = iterable.args;
    if (lastName(iterable.callee) === 'filter' && only?.kind === 'lambda' && over !== undefined) {
      const [parameter] = only.parameters;
      if (parameter === undefined || only.parameters.length > 1) return null;
      return { name: parameter.name, state: null, over, conditions: [only.body] };
    }
    const copies = ['list', 'tuple', 'sorted', 'set', 'reversed'].includes(lastName(iterable.callee));
    return copies && only !== undefined ? filterOf(only, frame, links - 1) : null;
  }
  if (iterable.kind === 'name') {
    const kept = keptValue(iterable, frame);
    return kept === null || kept.kind === 'name' ? null : filterOf(kept, frame, links - 1);
  }
  if (iterable.kind !== 'comprehension' || iterable.variety === 'dictionary') return null;
  const [clause] = iterable.clauses;
  const { element } = iterable;
  if (clause === undefined || iterable.clauses.length > 1 || clause.conditions.length === 0) return null;
  if (element.kind !== 'name') return null;
  const { conditions } = clause;
  if (clause.target.kind === 'tuple') {
    const [key, state] = clause.target.items;
    const pair = clause.target.items.length === 2 && key?.kind === 'name' && key.id === element.id;
    const over = pair ? itemsOf(clause.iterable) : null;
    return over === null || state?.kind !== 'name'
      ? null
      : { name: element.id, state: state.id, over, conditions };
  }
  if (clause.target.kind !== 'name' || element.id !== clause.target.id) return null;
  return { name: element.id, state: null, over: clause.iterable, conditions };
}

/** `self.states` of `self.states.items()` and `list(self.states.items())`. */
function itemsOf(iterable: Expression): Expression | null {
  if (iterable.kind !== 'call') return null;
  const [only] = iterable.args;
  if (only !== undefined) return lastName(iterable.callee) === 'list' ? itemsOf(only) : null;
  return iterable.callee.kind === 'attribute' && iterable.callee.name === 'items'
    ? iterable.callee.value
    : null;
}

/**
 * The ways on which an item of `source` passes the conditions of a filter: of the store itself, a key that has an
 * entry. Its variables are hidden again afterwards.
 */
export function passing(
  filter: Filter,
  item: Value,
  source: Value,
  config: Config,
  frame: Frame,
): readonly Config[] {
  const names = [filter.name, ...(filter.state === null ? [] : [filter.state])];
  const hidden = names.map((name) => [name, config.locals.get(name)] as const);
  const started = config.withLocal(filter.name, item);
  let passed = source.kind === 'store' ? entriesOf(filter, item, started, frame) : [started];
  for (const condition of filter.conditions)
    passed = passed.flatMap((each) => evaluateTest(condition, each, frame).yes);
  return passed.map((each) => {
    const locals = new Map(each.locals);
    for (const [name, value] of hidden) {
      if (value === undefined) locals.delete(name);
      else locals.set(name, value);
    }
    return each.with({ locals });
  });
}

function entriesOf(filter: Filter, key: Value, config: Config, frame: Frame): readonly Config[] {
  return readEntity(config, entityId(frame, key), frame)
    .filter((each) => each.state !== ABSENT)
    .map((each) =>
      filter.state === null
        ? each.config
        : each.config.withLocal(filter.state, stateAsValue(each.state, each.source)),
    );
}

/** `next(x for x in over if conditions)`, with what stands for none; null for any other call. */
function firstPassing(call: Call, config: Config, frame: Frame): readonly Branch[] | null {
  const [first, other] = call.args;
  const name = lastName(call.callee);
  if (name === 'pop' || name === 'popleft') {
    const holder = call.callee.kind === 'attribute' && call.args.every(isNumber) ? call.callee.value : null;
    return holder?.kind === 'name' ? onePassing(call, holder, null, config, frame) : null;
  }
  if (first === undefined) return null;
  if (name === 'next') return onePassing(call, first, other ?? 'StopIteration', config, frame);
  const isOne = name === 'choice' || ((name === 'min' || name === 'max') && call.keywords.length > 0);
  return isOne && other === undefined ? onePassing(call, first, null, config, frame) : null;
}

/** `waiting[0]`, `waiting.pop()`, `min(waiting, key=…)` of a list that was filtered; null for everything else. */
export function itemPassing(expression: Expression, config: Config, frame: Frame): readonly Branch[] | null {
  if (expression.kind === 'call') return firstPassing(expression, config, frame);
  if (expression.kind !== 'subscript' || !isNumber(expression.index)) return null;
  return onePassing(expression, expression.value, null, config, frame);
}

function isNumber(expression: Expression): boolean {
  const inner = expression.kind === 'unary' ? expression.value : expression;
  return inner.kind === 'constant' && inner.value.type === 'integer';
}

/** One of what passes a filter, or what stands for none. */
function onePassing(
  node: Expression,
  filtered: Expression,
  other: Expression | 'StopIteration' | null,
  config: Config,
  frame: Frame,
): readonly Branch[] | null {
  const filter = filterOf(filtered, frame);
  if (filter === null) return null;
  return evaluate(filter.over, config, frame).flatMap(({ config: ready, value: source }) => {
    const type = frame.machine.types.element(filter.over, frame.info, typeOf(frame.self));
    const id = freshName(node.span.start, frame);
    const item = symbol(id, type);
    const found = passing(filter, item, source, forgetSymbol(ready, id), frame).map((each) => ({
      config: each,
      value: item,
    }));
    if (other === null) return found;
    if (other === 'StopIteration') {
      frame.sink.add(ready, 'StopIteration', true);
      return found;
    }
    return [...found, ...evaluate(other, ready, frame)];
  });
}
