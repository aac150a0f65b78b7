import type { Expression } from '../../syntax/index.ts';
import type { ClassInfo, FunctionInfo } from '../project/project.ts';
import { selfName } from '../project/types.ts';
import { invoke } from './calls.ts';
import { comprehended } from './comprehension.ts';
import type { Config } from './config.ts';
import { branch, entityId, look, readEntity, stateAsValue } from './entities.ts';
import { chain, type Branch, type Frame } from './frame.ts';
import { rebind } from './rebind.ts';
import { itemPassing } from './filters.ts';
import { isField, makeRecord, readField } from './records.ts';
import { ownTable, staticValue } from './statics.ts';
import { awaited, calledAndEnded, yielded } from './suspending.ts';
import { isTable, subscriptTable } from './tables.ts';
import { evaluateTest } from './tests.ts';
import { identity, known, symbol, truth, type Value } from './value.ts';

/** Every way in which an expression can come out; paths that raise go to the frame's sink. */
export function evaluate(expression: Expression, config: Config, frame: Frame): readonly Branch[] {
  if (expression.kind === 'name') return branch(config, nameValue(expression.id, expression, config, frame));
  if (expression.kind === 'constant') return branch(config, constantValue(expression, frame));
  if (isSuper(expression)) return branch(config, superOf(frame));
  const item = itemPassing(expression, config, frame);
  if (item !== null) return item;
  if (!matters(expression, config, frame)) {
    if (frame.machine.relevance.mayRaise(expression, frame.info)) frame.sink.add(config, null, false);
    return branch(config, namedTable(expression, frame) ?? symbolic(expression, config, frame));
  }
  switch (expression.kind) {
    case 'attribute':
      return attribute(expression, config, frame);
    case 'subscript':
      return subscript(expression, config, frame);
    case 'call':
      return calledAndEnded(expression, config, frame);
    case 'compare':
    case 'not':
      return asValues(evaluateTest(expression, config, frame));
    case 'boolean':
      return junction(expression.values, expression.operator, config, frame);
    case 'conditional': {
      const { yes, no } = evaluateTest(expression.test, config, frame);
      return [
        ...yes.flatMap((each) => evaluate(expression.body, each, frame)),
        ...no.flatMap((each) => evaluate(expression.otherwise, each, frame)),
      ];
    }
    case 'tuple':
    case 'list':
    case 'set':
      return items(expression.items, config, frame).map((each) => ({
        config: each.config,
        value: { kind: 'several', items: each.values },
      }));
    case 'named':
      return chain(evaluate(expression.value, config, frame), ({ config: after, value }) =>
        expression.target.kind === 'name'
          ? branch(bindLocal(after, expression.target.id, value, frame), value)
          : branch(after, value),
      );
    case 'await':
      return awaited(expression, config, frame);
    case 'yield':
      return yielded(expression, config, frame);
    case 'comprehension':
      return comprehended(expression, config, frame).map((each) => ({
        config: each,
        value:
          staticValue(expression, frame.info.file, frame.info, frame.machine) ??
          symbolic(expression, each, frame),
      }));
    default:
      return throughParts(expression, config, frame);
  }
}

/** `self.ALLOWED`, `states.ALLOWED`: by itself it says nothing about the status, what is looked up in it does. */
function namedTable(expression: Expression, frame: Frame): Value | null {
  if (expression.kind !== 'attribute') return null;
  if (!/^_*[A-Z]/.test(expression.name)) return ownTable(expression, frame.info, frame.machine);
  const value = staticValue(expression, frame.info.file, frame.info, frame.machine);
  return value?.kind === 'several' ? value : null;
}

function isSuper(expression: Expression): boolean {
  return expression.kind === 'call' && expression.callee.kind === 'name' && expression.callee.id === 'super';
}

function superOf(frame: Frame): Value {
  const owner = frame.info.owner;
  if (owner === null || frame.self === null) return symbol('super()');
  return { kind: 'super', self: frame.self, after: owner };
}

/** Can the expression tell or change anything about the status on this path? */
export function matters(expression: Expression, config: Config, frame: Frame): boolean {
  return frame.machine.relevance.expression(expression, frame.info, (name) => {
    const value = config.locals.get(name) ?? (name === selfName(frame.info) ? frame.self : null);
    return value !== null && value.kind !== 'symbol';
  });
}

/** Evaluates each in order: every combination of outcomes. */
export function items(
  expressions: readonly Expression[],
  config: Config,
  frame: Frame,
): readonly { readonly config: Config; readonly values: readonly Value[] }[] {
  let partial: readonly { readonly config: Config; readonly values: readonly Value[] }[] = [
    { config, values: [] },
  ];
  for (const expression of expressions) {
    partial = partial.flatMap((each) =>
      evaluate(expression.kind === 'starred' ? expression.value : expression, each.config, frame).map(
        (branchOf) => {
          const { value } = branchOf;
          const spread = expression.kind === 'starred' && value.kind === 'several';
          return { config: branchOf.config, values: [...each.values, ...(spread ? value.items : [value])] };
        },
      ),
    );
    if (partial.length > frame.budget.paths) partial = merged(partial, expression, frame);
  }
  return partial;
}

/** More combinations than are told apart: one, of which nothing is known. */
function merged(partial: ReturnType<typeof items>, last: Expression, frame: Frame): ReturnType<typeof items> {
  const { machine, info } = frame;
  machine.observer.unresolved(info.path, info.file, info.node.nameSpan, 'budget');
  const [first] = partial;
  if (first === undefined) return [];
  const config = first.config.mapEntities(() => null).with({ heap: new Map() });
  const values = first.values.map((_value, index) =>
    symbol(`${freshName(last.span.start, frame)}_${String(index)}`),
  );
  return [{ config, values }];
}

function throughParts(expression: Expression, config: Config, frame: Frame): readonly Branch[] {
  const record = makeRecord(expression, config, frame);
  if (record !== null) return record;
  const inner =
    expression.kind === 'fstring'
      ? expression.values
      : expression.kind === 'binary'
        ? [expression.left, expression.right]
        : expression.kind === 'unary' || expression.kind === 'starred'
          ? [expression.value]
          : [];
  const constant = staticValue(expression, frame.info.file, frame.info, frame.machine);
  if (constant !== null) return branch(config, constant);
  return items(inner, config, frame).map((each) => ({
    config: each.config,
    value: symbolic(expression, each.config, frame),
  }));
}

function asValues(outcome: {
  readonly yes: readonly Config[];
  readonly no: readonly Config[];
}): readonly Branch[] {
  return [
    ...outcome.yes.map((config) => ({ config, value: known(true) })),
    ...outcome.no.map((config) => ({ config, value: known(false) })),
  ];
}

/** `a or b`, `a and b` as values. */
function junction(
  values: readonly Expression[],
  operator: 'and' | 'or',
  config: Config,
  frame: Frame,
): readonly Branch[] {
  const [first, ...rest] = values;
  if (first === undefined) return [];
  return chain(evaluate(first, config, frame), (one) => {
    if (rest.length === 0) return [one];
    const outcome = truth(one.value, (name) => frame.machine.domain.truth(name));
    const stops = operator === 'or';
    if (outcome === stops) return [one];
    const others = junction(rest, operator, one.config, frame);
    if (outcome !== null) return others;
    // `a and b` stops at an `a` that is false, whatever it is.
    const stopped = stops || one.value.kind !== 'symbol' ? one : { ...one, value: known(false) };
    return [stopped, ...others];
  });
}

function constantValue(expression: Expression, frame: Frame): Value {
  return (
    staticValue(expression, frame.info.file, frame.info, frame.machine) ??
    symbol(freshName(expression.span.start, frame))
  );
}

function nameValue(name: string, expression: Expression, config: Config, frame: Frame): Value {
  const local = config.locals.get(name);
  if (local !== undefined) return local;
  const { machine, info } = frame;
  if (frame.self !== null && name === selfName(info)) return frame.self;
  if (machine.relevance.isLocal(info, name)) {
    return symbol(localName(info, name), machine.types.of(expression, info, typeOf(frame.self)));
  }
  if (machine.store.global && machine.store.name === name) return { kind: 'store' };
  const constant = staticValue(expression, info.file, info, machine);
  if (constant !== null) return constant;
  for (let outer: typeof info | null = info; outer !== null; outer = outer.parent) {
    const nested = machine.project.functions.get(`${outer.file}#${outer.path}.${name}`);
    if (nested !== undefined) return { kind: 'function', info: nested, self: null };
  }
  const global = machine.project.lookup(info.file, name);
  if (global?.kind === 'function') return { kind: 'function', info: global.info, self: null };
  return symbol(name, machine.types.of(expression, info, typeOf(frame.self)));
}

export function typeOf(value: Value | null): ClassInfo | null {
  return value?.kind === 'symbol' ? value.type : null;
}

/** Is an object of that class one that has the store? Objects of unknown class count. */
export function holdsStore(value: Value, frame: Frame): boolean {
  const { store, project } = frame.machine;
  if (store.global || value.kind !== 'symbol') return false;
  const { owner } = store;
  const { type } = value;
  if (owner === null || type === null) return true;
  return project.ancestry(type).includes(owner) || project.ancestry(owner).includes(type);
}

function attribute(
  expression: Extract<Expression, { kind: 'attribute' }>,
  config: Config,
  frame: Frame,
): readonly Branch[] {
  const { machine, info } = frame;
  const constant = staticValue(expression, info.file, info, machine);
  if (constant !== null) return branch(config, constant);
  if (isForeign(expression, frame)) return branch(config, symbolic(expression, config, frame));
  return chain(evaluate(expression.value, config, frame), ({ config: after, value }) =>
    readAttribute(value, expression.name, expression, after, frame),
  );
}

/** `response.status` of something that is compared with 200 is no status of ours, unless its class is known. */
export function isForeign(place: Expression, frame: Frame): boolean {
  const { machine, info } = frame;
  if (machine.store.kind !== 'attribute' || place.kind !== 'attribute') return false;
  if (place.name !== machine.store.name || place.value.kind !== 'name') return false;
  if (!machine.relevance.foreign(info, place.value.id)) return false;
  return machine.types.of(place.value, info, typeOf(frame.self)) === null;
}

/** `value.name`: the status, a property that is followed, a state that was stored, or a longer name. */
export function readAttribute(
  value: Value,
  name: string,
  expression: Expression,
  config: Config,
  frame: Frame,
): readonly Branch[] {
  const { machine } = frame;
  if (value.kind === 'state') {
    if (name === 'value') {
      const own = machine.domain.value(value.name);
      return branch(config, own === null ? value : known(own, value.source));
    }
    if (name === 'name') return branch(config, known(value.name, value.source));
    const own = machine.stateClass === null ? null : machine.project.method(machine.stateClass, name);
    if (own?.variety === 'property') return invoke(own, value, [], expression, config, frame);
  }
  if (name === machine.store.name && holdsStore(value, frame)) {
    if (machine.store.kind === 'keyed') return branch(config, { kind: 'store' });
    return readEntity(config, entityId(frame, value), frame).map((each) => ({
      config: each.config,
      value: stateAsValue(each.state, each.source),
    }));
  }
  const id = `${identity(value)}.${name}`;
  const stored = config.heap.get(id);
  if (stored !== undefined) return branch(config, stored);
  const type = typeOf(value);
  if (type === null) return branch(config, symbol(id));
  const method = machine.project.method(type, name);
  if (method?.variety === 'property') {
    if (machine.relevance.function(method)) return invoke(method, value, [], expression, config, frame);
    return branch(config, symbol(id, machine.types.field(type, name)));
  }
  if (method !== null) return branch(config, { kind: 'function', info: method, self: value });
  return branch(config, symbol(id, machine.types.field(type, name)));
}

function subscript(
  expression: Extract<Expression, { kind: 'subscript' }>,
  config: Config,
  frame: Frame,
): readonly Branch[] {
  return chain(evaluate(expression.value, config, frame), ({ config: withValue, value }) => {
    const field = isField(expression.index, frame) ? readField(value, withValue, frame) : null;
    if (field !== null) return field;
    return chain(evaluate(expression.index, withValue, frame), ({ config: after, value: index }) => {
      if (value.kind === 'several' && index.kind === 'known' && typeof index.value === 'number') {
        const item = value.items.at(index.value);
        if (item !== undefined) return branch(after, item);
      }
      if (isTable(value)) return subscriptTable(value, index, after, frame);
      if (value.kind !== 'store') {
        frame.sink.add(after, null, false);
        const type = frame.machine.types.of(expression, frame.info, typeOf(frame.self));
        return branch(after, symbol(`${identity(value)}[${identity(index)}]`, type));
      }
      const found: Branch[] = [];
      for (const each of readEntity(after, entityId(frame, index), frame)) {
        const state = stateAsValue(each.state, each.source);
        // A missing key is certain to raise; that is a look at the entry as well.
        if (state.kind === 'known') frame.sink.add(look(each.config, each.source), 'KeyError', true);
        else found.push({ config: each.config, value: state });
      }
      return found;
    });
  });
}

/**
 * Gives a local its value. Only values that say something are kept: what is not known goes by the name of the
 * variable, and what was known about the object that it named before is forgotten.
 */
export function bindLocal(config: Config, name: string, value: Value, frame: Frame): Config {
  const { relevance } = frame.machine;
  const rebound = rebind(config, name, localName(frame.info, name), frame.info);
  const isFresh = value.kind === 'symbol' && value.id.startsWith('@') && !isNamed(rebound, value.id);
  const steady = value.kind === 'symbol' || relevance.isSteady(frame.info, name, value.kind === 'several');
  if (!isFresh && steady && relevance.usesLocal(frame.info, name)) return rebound.withLocal(name, value);
  if (!rebound.locals.has(name)) return rebound;
  return rebound.with({ locals: new Map([...rebound.locals].filter(([other]) => other !== name)) });
}

/** Is something known about an object that was made here? */
function isNamed(config: Config, id: string): boolean {
  return [...config.entities.keys()].some((entity) => entity.includes(id));
}

/** The name of whatever a variable holds. */
export function localName(info: FunctionInfo, name: string): string {
  return `${info.name}:${name}`;
}

/** A name for a value that nothing is known about, equal for equal paths of attributes and keys. */
export function symbolic(expression: Expression, config: Config, frame: Frame): Value {
  switch (expression.kind) {
    case 'name':
      return nameValue(expression.id, expression, config, frame);
    case 'constant':
      return constantValue(expression, frame);
    case 'attribute': {
      const base = symbolic(expression.value, config, frame);
      const id = `${identity(base)}.${expression.name}`;
      const stored = config.heap.get(id);
      if (stored !== undefined) return stored;
      const type = typeOf(base);
      return symbol(id, type === null ? null : frame.machine.types.field(type, expression.name));
    }
    case 'subscript': {
      const base = symbolic(expression.value, config, frame);
      const type = frame.machine.types.of(expression, frame.info, typeOf(frame.self));
      return symbol(`${identity(base)}[${identity(symbolic(expression.index, config, frame))}]`, type);
    }
    case 'await':
    case 'starred':
      return symbolic(expression.value, config, frame);
    default:
      return symbol(
        freshName(expression.span.start, frame),
        frame.machine.types.of(expression, frame.info, typeOf(frame.self)),
      );
  }
}

/** The name of the object that is made at a place; it has neither dots nor brackets. */
export function freshName(start: number, frame: Frame): string {
  return `@${start}_${frame.info.file.replaceAll(/\W/g, '_')}`;
}
