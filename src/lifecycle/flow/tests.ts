import type { Expression } from '../../syntax/index.ts';
import { answer, answered } from './asked.ts';
import type { Config } from './config.ts';
import { comparedSource, compareValues } from './compare.ts';
import { entityId, look, readEntity } from './entities.ts';
import { evaluate, matters } from './expressions.ts';
import { chain, type Frame } from './frame.ts';
import { ABSENT } from '../model.ts';
import { sourceOf, truth, withSource, type Source, type Value } from './value.ts';

/** The paths on which a condition holds, and those on which it does not; one can be on both. */
export interface Outcome {
  readonly yes: readonly Config[];
  readonly no: readonly Config[];
}

/** Splits a path by a condition. Looking at the status narrows what is known of it. */
export function evaluateTest(expression: Expression, config: Config, frame: Frame): Outcome {
  switch (expression.kind) {
    case 'not': {
      const { yes, no } = evaluateTest(expression.value, config, frame);
      return { yes: no, no: yes };
    }
    case 'boolean':
      return junction(expression.values, expression.operator, config, frame);
    case 'compare':
      if (matters(expression, config, frame)) return comparisons(expression, config, frame);
      if (frame.machine.relevance.mayRaise(expression, frame.info)) frame.sink.add(config, null, false);
      return open(expression, config, frame);
    default: {
      const yes: Config[] = [];
      const no: Config[] = [];
      for (const { config: after, value } of evaluate(expression, config, frame)) {
        const outcome = truth(value, (name) => frame.machine.domain.truth(name));
        if (outcome === null) {
          const asked = open(expression, after, frame);
          yes.push(...asked.yes);
          no.push(...asked.no);
          continue;
        }
        const seen = observe(expression, after, sourceOf(value), outcome, frame);
        if (outcome) yes.push(seen);
        else no.push(seen);
      }
      return { yes, no };
    }
  }
}

/** Either may be, but for what the chain has answered before. */
function open(expression: Expression, config: Config, frame: Frame): Outcome {
  const told = answered(expression, config, frame);
  return {
    yes: told === false ? [] : [answer(expression, true, config, frame)],
    no: told === true ? [] : [answer(expression, false, config, frame)],
  };
}

/** Reports the outcome, and notes that the entry was looked at. */
function observe(
  expression: Expression,
  config: Config,
  source: Source | null,
  outcome: boolean,
  frame: Frame,
): Config {
  const ids =
    source === null ? (config.entities.size === 1 ? [...config.entities.keys()] : []) : [source.entity];
  for (const id of ids) {
    const entity = config.entities.get(id);
    if (entity !== undefined) frame.machine.observer.test(expression, frame.info, entity.state, outcome);
  }
  return look(config, source);
}

function junction(
  values: readonly Expression[],
  operator: 'and' | 'or',
  config: Config,
  frame: Frame,
): Outcome {
  const decided: Config[] = [];
  let open: readonly Config[] = [config];
  for (const value of values) {
    const next: Config[] = [];
    for (const each of open) {
      const { yes, no } = evaluateTest(value, each, frame);
      next.push(...(operator === 'and' ? yes : no));
      decided.push(...(operator === 'and' ? no : yes));
    }
    open = next;
  }
  return operator === 'and' ? { yes: open, no: decided } : { yes: decided, no: open };
}

function comparisons(
  expression: Extract<Expression, { kind: 'compare' }>,
  config: Config,
  frame: Frame,
): Outcome {
  const yes: Config[] = [];
  const no: Config[] = [];
  const step = (left: Value, leftExpression: Expression, index: number, at: Config): void => {
    const operator = expression.operators[index];
    const comparator = expression.comparators[index];
    if (operator === undefined || comparator === undefined) {
      yes.push(at);
      return;
    }
    for (const { config: after, value: right } of evaluate(comparator, at, frame)) {
      const sides = [
        { value: left, expression: leftExpression },
        { value: right, expression: comparator },
      ] as const;
      for (const one of compareOnce(expression, operator, sides, after, frame)) {
        if (one.outcome !== false) step(right, comparator, index + 1, one.whenTrue);
        if (one.outcome !== true) no.push(one.whenFalse);
      }
    }
  };
  chain(evaluate(expression.left, config, frame), ({ config: after, value }) => {
    step(value, expression.left, 0, after);
    return [];
  });
  return { yes, no };
}

interface Step {
  readonly outcome: boolean | null;
  readonly whenTrue: Config;
  readonly whenFalse: Config;
}

/** A side of a comparison: what it is, and how it is written. */
interface Side {
  readonly value: Value;
  readonly expression: Expression;
}

function compareOnce(
  whole: Expression,
  operator: string,
  sides: readonly [Side, Side],
  config: Config,
  frame: Frame,
): readonly Step[] {
  const [left, right] = sides;
  const membership = operator === 'in' || operator === 'not in';
  if (right.value.kind === 'store' && membership) {
    return readEntity(config, entityId(frame, left.value), frame).map((each) => {
      const outcome = (each.state !== ABSENT) === (operator === 'in');
      const after = observe(whole, each.config, each.source, outcome, frame);
      return { outcome, whenTrue: after, whenFalse: after };
    });
  }
  const outcome = compareValues(operator, left.value, right.value, frame.machine.domain);
  if (outcome !== null) {
    const after = observe(whole, config, comparedSource(left.value, right.value), outcome, frame);
    return [{ outcome, whenTrue: after, whenFalse: after }];
  }
  if (membership) return refineMembership(operator, left, right.value, config, frame);
  const equalConfig =
    refineName(left, right.value, config, frame) ?? refineName(right, left.value, config, frame) ?? config;
  switch (operator) {
    case '==':
    case 'is':
      return [{ outcome, whenTrue: equalConfig, whenFalse: config }];
    case '!=':
    case 'is not':
      return [{ outcome, whenTrue: config, whenFalse: equalConfig }];
    default:
      return [{ outcome, whenTrue: config, whenFalse: config }];
  }
}

/** On the path where a variable equals a constant, it is that constant. */
function refineName(side: Side, other: Value, config: Config, frame: Frame): Config | null {
  const { expression, value } = side;
  if (expression.kind !== 'name' || value.kind !== 'symbol') return null;
  if (other.kind !== 'state' && !(other.kind === 'known' && other.value === null)) return null;
  const isOurs = frame.machine.relevance.isLocal(frame.info, expression.id);
  return isOurs ? config.withLocal(expression.id, withSource(other, null)) : null;
}

/** On the path where a variable is in a container of constants, it is one of them. */
function refineMembership(
  operator: 'in' | 'not in',
  left: Side,
  container: Value,
  config: Config,
  frame: Frame,
): readonly Step[] {
  const items = container.kind === 'several' ? container.items : [];
  const refined = items.flatMap((item) => refineName(left, item, config, frame) ?? []);
  if (refined.length === 0 || refined.length < items.length) {
    return [{ outcome: null, whenTrue: config, whenFalse: config }];
  }
  return refined.map((each): Step =>
    operator === 'in'
      ? { outcome: null, whenTrue: each, whenFalse: config }
      : { outcome: null, whenTrue: config, whenFalse: each },
  );
}
