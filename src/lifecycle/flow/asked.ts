import type { Expression } from '../../syntax/index.ts';
import { codeAt } from '../facts/text.ts';
import { lastName } from '../states/declared.ts';
import type { Config } from './config.ts';
import type { Frame } from './frame.ts';
import { known } from './value.ts';

/**
 * Answers within one chain of `if` and `elif`: where `kind == 'close' and self.state == OPEN` failed for the state,
 * `kind == 'close'` holds further down; where it failed for the kind, it does not. They are kept beside what is known
 * of attributes, under names that no attribute has, and dropped where a branch is gone into.
 */
interface Question {
  /** What is asked about, as it is written. */
  readonly subject: string;
  /** What it is compared with; an answer `yes` to one constant is `no` to every other. */
  readonly object: string;
  readonly constant: boolean;
  readonly positive: boolean;
}

const MARK = '?';

/** The answer that an earlier test of the chain has given; null where it has not. */
export function answered(expression: Expression, config: Config, frame: Frame): boolean | null {
  if (!hasAnswers(config)) return null;
  const question = questionOf(expression, frame);
  if (question === null) return null;
  const { subject, object, constant, positive } = question;
  const same = valueAt(config, `${subject}=${object}`);
  if (same !== null) return same === positive;
  const isOther = constant && valueAt(config, `${subject}#`) === true;
  return isOther ? !positive : null;
}

/** Keeps the answer, unless another one about the same subject has been `yes`. */
export function answer(expression: Expression, outcome: boolean, config: Config, frame: Frame): Config {
  if (frame.chained !== true) return config;
  const question = questionOf(expression, frame);
  if (question === null) return config;
  const { subject, object, constant, positive } = question;
  if (valueAt(config, `${subject}+`) === true) return config;
  const heap = new Map(config.heap);
  const isYes = outcome === positive;
  heap.set(`${subject}=${object}`, known(isYes));
  if (isYes) heap.set(`${subject}+`, known(true));
  if (isYes && constant) heap.set(`${subject}#`, known(true));
  return config.with({ heap });
}

/** Without the answers of a chain. */
export function forgotten(config: Config): Config {
  if (!hasAnswers(config)) return config;
  return config.with({ heap: new Map([...config.heap].filter(([key]) => !key.startsWith(MARK))) });
}

function hasAnswers({ heap }: Config): boolean {
  for (const key of heap.keys()) if (key.startsWith(MARK)) return true;
  return false;
}

function valueAt(config: Config, key: string): boolean | null {
  const value = config.heap.get(key);
  return value?.kind === 'known' && typeof value.value === 'boolean' ? value.value : null;
}

function questionOf(expression: Expression, frame: Frame): Question | null {
  const write = (each: Expression): string => textOf(each, frame);
  const about = (each: Expression): string => `${MARK}${frame.info.id}:${write(each)}`;
  switch (expression.kind) {
    case 'compare': {
      const [operator] = expression.operators;
      const [right] = expression.comparators;
      if (expression.operators.length !== 1 || operator === undefined || right === undefined) return null;
      const positive = operator === '==' || operator === 'is' || operator === 'in';
      if (!positive && !['!=', 'is not', 'not in'].includes(operator)) return null;
      if (!isSteady(expression.left) || !isSteady(right)) return null;
      const within = operator.includes('in') ? ' in ' : '';
      const constant = right.kind === 'constant' && within === '';
      return { subject: about(expression.left), object: `${within}${write(right)}`, constant, positive };
    }
    case 'call': {
      const [object, type] = expression.args;
      if (lastName(expression.callee) !== 'isinstance' || object === undefined || type === undefined)
        return null;
      if (!isSteady(object)) return null;
      return { subject: about(object), object: ` of ${write(type)}`, constant: false, positive: true };
    }
    default:
      return isSteady(expression) && expression.kind !== 'constant'
        ? { subject: about(expression), object: ' true', constant: false, positive: true }
        : null;
  }
}

/** The same text for what is the same, however its constants are quoted. */
function textOf(expression: Expression, frame: Frame): string {
  const again = (each: Expression): string => textOf(each, frame);
  switch (expression.kind) {
    case 'constant': {
      const { value } = expression;
      return value.type === 'string' ? JSON.stringify(value.value) : written(expression, frame);
    }
    case 'attribute':
      return `${again(expression.value)}.${expression.name}`;
    case 'subscript':
      return `${again(expression.value)}[${again(expression.index)}]`;
    case 'tuple':
    case 'list':
    case 'set':
      return `${expression.kind}(${expression.items.map(again).join()})`;
    default:
      return written(expression, frame);
  }
}

function written({ span }: Expression, frame: Frame): string {
  return codeAt(frame.machine.project, frame.info.file, span);
}

/** Asked again at once, it is the same. */
function isSteady(expression: Expression): boolean {
  switch (expression.kind) {
    case 'name':
    case 'constant':
      return true;
    case 'attribute':
      return isSteady(expression.value);
    case 'subscript':
      return isSteady(expression.value) && isSteady(expression.index);
    case 'tuple':
    case 'list':
    case 'set':
      return expression.items.every(isSteady);
    default:
      return false;
  }
}
