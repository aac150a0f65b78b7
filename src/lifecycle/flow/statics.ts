import type { Expression } from '../../syntax/index.ts';
import { lastName } from '../states/declared.ts';
import type { Domain } from '../states/domain.ts';
import { memberOf } from '../states/leaves.ts';
import type { StateName } from '../model.ts';
import type { FunctionInfo, Project } from '../project/project.ts';
import { selfName } from '../project/types.ts';
import { isChanged, isGiven } from './changed.ts';
import type { Machine } from './machine.ts';
import { known, UNKNOWN, type Value } from './value.ts';

const LINKS = 6;
const BUILDERS = new Set(['frozenset', 'set', 'tuple', 'list', 'dict', 'sorted']);

/**
 * The value of an expression that is the same on every path: a state, a plain constant, a container of those,
 * a name for one of them at the top of a module or class. Null for everything else.
 */
export function staticValue(
  expression: Expression,
  file: string,
  inside: FunctionInfo | null,
  machine: Machine,
  links = LINKS,
): Value | null {
  const again = (each: Expression): Value | null => staticValue(each, file, inside, machine, links);
  switch (expression.kind) {
    case 'name':
    case 'attribute': {
      const member = memberOf(expression, file, inside, machine.project);
      if (member !== null) {
        const state = machine.domain.ofMember(member);
        if (state !== null) return { kind: 'state', name: state, source: null };
        if (expression.kind === 'name' && isChanged(expression.id, file, machine.project)) return null;
        return member.value === null ? null : known(member.value);
      }
      if (links === 0) return null;
      const symbol =
        machine.project.lookupExpression(file, expression) ?? ownMember(expression, inside, machine);
      if (symbol?.kind === 'class') return { kind: 'class', info: symbol.info };
      if (symbol?.kind !== 'value' || symbol.binding.kind !== 'value') return null;
      const name = expression.kind === 'name' ? expression.id : expression.name;
      if (isChanged(name, symbol.file, machine.project)) return null;
      return staticValue(symbol.binding.value, symbol.file, inside, machine, links - 1);
    }
    case 'constant':
      switch (expression.value.type) {
        case 'string': {
          const state = machine.domain.ofValue(expression.value.value);
          return state === null
            ? known(expression.value.value)
            : { kind: 'state', name: state, source: null };
        }
        case 'integer':
        case 'float':
        case 'boolean':
          return known(expression.value.value);
        case 'none':
          return known(null);
        default:
          return null;
      }
    case 'unary': {
      const inner = again(expression.value);
      return expression.operator === '-' && inner?.kind === 'known' && typeof inner.value === 'number'
        ? known(-inner.value)
        : null;
    }
    case 'tuple':
    case 'list':
    case 'set':
      return several(expression.items, again);
    case 'dictionary': {
      const keys = several(
        expression.entries.flatMap((entry) => (entry.key === null ? [] : [entry.key])),
        again,
      );
      if (keys?.kind !== 'several' || keys.items.length !== expression.entries.length) return keys;
      return { ...keys, values: expression.entries.map((entry) => rowOf(entry.value, again)) };
    }
    case 'call': {
      const only = expression.args[0];
      if (!BUILDERS.has(lastName(expression.callee))) return null;
      if (only === undefined) return expression.keywords.length === 0 ? { kind: 'several', items: [] } : null;
      const inner = again(only);
      return inner?.kind === 'several' ? inner : null;
    }
    case 'binary': {
      const left = again(expression.left);
      const right = again(expression.right);
      if (left?.kind !== 'several' || right?.kind !== 'several') return null;
      return expression.operator === '|' || expression.operator === '+'
        ? { kind: 'several', items: [...left.items, ...right.items] }
        : null;
    }
    default:
      return null;
  }
}

/** The state that the key of a dictionary is; null for anything else. */
export function staticKey(
  key: Expression,
  file: string,
  inside: FunctionInfo | null,
  domain: Domain,
  project: Project,
): StateName | null {
  if (key.kind === 'constant')
    return key.value.type === 'string' || key.value.type === 'integer'
      ? domain.ofValue(key.value.value)
      : null;
  const member = memberOf(key, file, inside, project);
  return member === null ? null : domain.ofMember(member);
}

/** A value of a dictionary; of a tuple, what is constant in it. */
function rowOf(value: Expression, again: (each: Expression) => Value | null): Value {
  const whole = again(value);
  if (whole !== null || value.kind !== 'tuple') return whole ?? UNKNOWN;
  if (value.items.some((item) => item.kind === 'starred')) return UNKNOWN;
  return { kind: 'several', items: value.items.map((item) => again(item) ?? UNKNOWN) };
}

/** Null as soon as one item is not constant: what is not known may be equal to anything. */
function several(items: readonly Expression[], again: (each: Expression) => Value | null): Value | null {
  const values: Value[] = [];
  for (const item of items) {
    const value = item.kind === 'starred' ? again(item.value) : again(item);
    if (value === null) return null;
    if (item.kind === 'starred' && value.kind === 'several') values.push(...value.items);
    else values.push(value);
  }
  return { kind: 'several', items: values };
}

/**
 * `self._moves` of a table or container that the body of the class writes out, where nothing gives any object
 * another one or changes it. Null for everything else.
 */
export function ownTable(expression: Expression, inside: FunctionInfo, machine: Machine): Value | null {
  const { owner } = inside;
  if (owner === null || expression.kind !== 'attribute' || expression.value.kind !== 'name') return null;
  if (expression.value.id !== selfName(inside)) return null;
  const symbol = machine.project.member(owner, expression.name);
  if (symbol?.kind !== 'value' || symbol.binding.kind !== 'value') return null;
  if (isGiven(expression.name, machine.project)) return null;
  const value = staticValue(symbol.binding.value, symbol.file, null, machine);
  return value?.kind === 'several' ? value : null;
}

/** `self.DONE`, `cls.DONE`: a constant of the class. */
function ownMember(
  expression: Expression,
  inside: FunctionInfo | null,
  machine: Machine,
): ReturnType<Machine['project']['lookup']> {
  const owner = inside?.owner ?? null;
  if (owner === null || expression.kind !== 'attribute' || expression.value.kind !== 'name') return null;
  const name = inside?.node.parameters[0]?.name;
  return expression.value.id === name && /^_*[A-Z][A-Z0-9_]*$/.test(expression.name)
    ? machine.project.member(owner, expression.name)
    : null;
}
