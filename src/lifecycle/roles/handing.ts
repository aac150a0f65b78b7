import type { Call, Expression } from '../../syntax/index.ts';
import type { FunctionInfo } from '../project/project.ts';
import { lastName } from '../states/declared.ts';

/** The function as a call hands it over, and the positional arguments that it will be called with. */
export function handedTo(start: Call, target: FunctionInfo): readonly [Expression, readonly Expression[]] {
  if (lastName(start.callee) === target.name) return [start.callee, start.args];
  const values = [...start.args, ...start.keywords.map((each) => each.value)];
  for (const [index, value] of values.entries()) {
    if (lastName(value) === target.name) {
      const tuple = start.keywords.find((each) => each.name === 'args')?.value;
      return [value, tuple?.kind === 'tuple' ? tuple.items : start.args.slice(index + 1)];
    }
    if (value.kind !== 'call') continue;
    const [first, ...rest] = value.args;
    if (lastName(value.callee) === target.name) return [value.callee, value.args];
    if (first !== undefined && lastName(first) === target.name) return [first, rest];
  }
  return [start, []];
}
