import type { Expression } from '../../syntax/index.ts';
import { assign } from './assign.ts';
import type { Config } from './config.ts';
import { evaluate, freshName } from './expressions.ts';
import type { Frame } from './frame.ts';
import { joinRecord } from './records.ts';
import { update } from './store-calls.ts';
import { symbol } from './value.ts';

type Dictionary = Extract<Expression, { kind: 'dictionary' }>;

/** `self.status = {**self.status, key: value}` changes the entries that are written out; another dictionary, all. */
export function assignEntries(
  target: Expression,
  value: Dictionary,
  config: Config,
  frame: Frame,
): readonly Config[] {
  const keeps = value.entries.some(
    (entry) => entry.key === null && isStore(entry.value, config, frame) && isStore(target, config, frame),
  );
  if (keeps) return written(target, value, config, frame);
  return evaluate(value, config, frame).flatMap((branch) =>
    assign(target, branch.value, branch.config, frame),
  );
}

/** `self.status |= {key: value}`; other right sides say nothing about the entries. */
export function joinEntries(
  target: Expression,
  value: Expression,
  config: Config,
  frame: Frame,
): readonly Config[] {
  if (isStore(target, config, frame)) {
    return value.kind === 'dictionary'
      ? written(target, value, config, frame)
      : evaluate(value, config, frame).map((branch) => branch.config);
  }
  const joined = joinRecord(target, value, config, frame);
  if (joined !== null) return joined;
  return evaluate(value, config, frame).flatMap((branch) =>
    assign(target, symbol(freshName(target.span.start, frame)), branch.config, frame),
  );
}

function written(target: Expression, value: Dictionary, config: Config, frame: Frame): readonly Config[] {
  return update(target, value, config, frame).map((branch) => branch.config);
}

function isStore(expression: Expression, config: Config, frame: Frame): boolean {
  if (expression.kind !== 'attribute' && expression.kind !== 'name') return false;
  return evaluate(expression, config, frame).some((branch) => branch.value.kind === 'store');
}
