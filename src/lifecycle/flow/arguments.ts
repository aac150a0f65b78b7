import type { FunctionInfo } from '../project/project.ts';
import type { Frame } from './frame.ts';
import { staticValue } from './statics.ts';
import { symbol, type Value } from './value.ts';

/** The values that a call hands over. */
export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** `*args` stands among them: positions after it are not to be relied on. */
  readonly open: boolean;
}

export const NO_ARGUMENTS: Arguments = { positional: [], named: new Map(), open: false };

/** The parameters of a function as locals; `self` is kept beside them, in the frame. */
export function bindArguments(
  info: FunctionInfo,
  given: Arguments,
  frame: Frame,
): ReadonlyMap<string, Value> {
  const { machine } = frame;
  const locals = new Map<string, Value>();
  const skipsSelf = info.isMethod && info.variety !== 'static';
  const parameters = skipsSelf ? info.node.parameters.slice(1) : info.node.parameters;
  let next = 0;
  for (const parameter of parameters) {
    if (parameter.variety === 'list') {
      const rest = given.positional.slice(next);
      next = given.positional.length;
      const items = rest.length === 1 && given.open ? rest : [{ kind: 'several' as const, items: rest }];
      locals.set(parameter.name, items[0] ?? { kind: 'several', items: [] });
      continue;
    }
    if (parameter.variety === 'dictionary') {
      locals.set(parameter.name, symbol(parameterName(info, parameter.name)));
      continue;
    }
    const named = given.named.get(parameter.name);
    const positional = parameter.variety === 'positional' ? given.positional[next] : undefined;
    if (named === undefined && positional !== undefined) next += 1;
    const fallback =
      parameter.default === null ? null : staticValue(parameter.default, info.file, info, machine);
    const value =
      named ??
      positional ??
      fallback ??
      symbol(parameterName(info, parameter.name), machine.types.annotated(info.file, parameter.annotation));
    const type = machine.types.annotated(info.file, parameter.annotation);
    locals.set(
      parameter.name,
      value.kind === 'symbol' && value.type === null && type !== null ? symbol(value.id, type) : value,
    );
  }
  return locals;
}

/** The parameters of a function that is entered from outside. */
export function freeArguments(info: FunctionInfo, frame: Frame): ReadonlyMap<string, Value> {
  const locals = new Map<string, Value>();
  const skipsSelf = info.isMethod && info.variety !== 'static';
  for (const parameter of skipsSelf ? info.node.parameters.slice(1) : info.node.parameters) {
    const type = frame.machine.types.annotated(info.file, parameter.annotation);
    locals.set(parameter.name, symbol(parameterName(info, parameter.name), type));
  }
  return locals;
}

function parameterName(info: FunctionInfo, name: string): string {
  return `${info.name}:${name}`;
}
