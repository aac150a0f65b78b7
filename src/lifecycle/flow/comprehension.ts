import { visitExpression, type Comprehension, type Expression } from '../../syntax/index.ts';
import { ABSENT } from '../model.ts';
import { ConfigSet, type Config } from './config.ts';
import { entityId, forgetSymbol, readEntity, stateAsValue } from './entities.ts';
import { evaluate, freshName, typeOf } from './expressions.ts';
import type { Frame } from './frame.ts';
import { storeIteration } from './loops.ts';
import { evaluateTest } from './tests.ts';
import { symbol, type Value } from './value.ts';

/**
 * `[job.close() for job in jobs if …]`: what the calls in a comprehension leave, for no item and for one. Its
 * variables are hidden again afterwards.
 */
export function comprehended(comprehension: Comprehension, config: Config, frame: Frame): readonly Config[] {
  const parts = [comprehension.element, ...(comprehension.key === null ? [] : [comprehension.key])];
  if (!parts.some((part) => acts(part, frame))) return [config];
  const targets = comprehension.clauses.flatMap(({ target }) => namesOf(target));
  const ids = comprehension.clauses.flatMap(({ target }) => namesOf(target)).map((name) => idOf(name, frame));
  const ended = clause(comprehension, 0, config, frame).map((each) => {
    const locals = new Map(each.locals);
    for (const { id } of targets) {
      const value = config.locals.get(id);
      if (value === undefined) locals.delete(id);
      else locals.set(id, value);
    }
    return ids.reduce(forgetSymbol, each.with({ locals }));
  });
  return [...new ConfigSet(ended)];
}

/** Does it call something that the status depends on? */
function acts(expression: Expression, frame: Frame): boolean {
  let found = false;
  visitExpression(expression, (each) => {
    if (each.kind === 'lambda') return 'skip';
    if (each.kind === 'call' && frame.machine.relevance.expression(each, frame.info, () => false))
      found = true;
    return undefined;
  });
  return found;
}

type Name = Extract<Expression, { kind: 'name' }>;

function namesOf(target: Expression): readonly Name[] {
  if (target.kind === 'name') return [target];
  if (target.kind === 'starred') return namesOf(target.value);
  return target.kind === 'tuple' || target.kind === 'list' ? target.items.flatMap(namesOf) : [];
}

function idOf(name: Name, frame: Frame): string {
  return freshName(name.span.start, frame);
}

function clause(whole: Comprehension, index: number, config: Config, frame: Frame): readonly Config[] {
  const own = whole.clauses[index];
  if (own === undefined) {
    const before =
      whole.key === null ? [config] : evaluate(whole.key, config, frame).map((each) => each.config);
    return before.flatMap((each) => evaluate(whole.element, each, frame).map((after) => after.config));
  }
  const { over, what } = storeIteration(own.iterable);
  return evaluate(over, config, frame).flatMap(({ config: ready, value }) => {
    let passed = bind(own.target, own.iterable, what, value, ready, frame);
    for (const condition of own.conditions)
      passed = passed.flatMap((each) => evaluateTest(condition, each, frame).yes);
    return [ready, ...passed.flatMap((each) => clause(whole, index + 1, each, frame))];
  });
}

function bind(
  target: Expression,
  iterable: Expression,
  what: ReturnType<typeof storeIteration>['what'],
  over: Value,
  config: Config,
  frame: Frame,
): readonly Config[] {
  const names = namesOf(target);
  const type = frame.machine.types.element(iterable, frame.info, typeOf(frame.self));
  const bound = names.reduce(
    (each, name) =>
      forgetSymbol(each, idOf(name, frame)).withLocal(
        name.id,
        symbol(idOf(name, frame), target.kind === 'name' ? type : null),
      ),
    config,
  );
  if (target.kind === 'name' && over.kind === 'several')
    return over.items.map((item) => bound.withLocal(target.id, item));
  if (over.kind !== 'store') return [bound];
  const [first, second] = names;
  const key = what === 'values' ? undefined : first;
  const state = what === 'values' ? first : what === 'items' ? second : undefined;
  const id = entityId(
    frame,
    symbol(key === undefined ? freshName(target.span.start, frame) : idOf(key, frame)),
  );
  return readEntity(bound, id, frame)
    .filter((each) => each.state !== ABSENT)
    .map((each) =>
      state === undefined
        ? each.config
        : each.config.withLocal(state.id, stateAsValue(each.state, each.source)),
    );
}
