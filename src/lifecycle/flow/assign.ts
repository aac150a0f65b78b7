import type { Expression } from '../../syntax/index.ts';
import { ABSENT, type StateName } from '../model.ts';
import { setterKey } from '../project/project.ts';
import { invoke } from './calls.ts';
import type { Config } from './config.ts';
import {
  clearEntities,
  entityId,
  forgetSymbol,
  look,
  readEntity,
  removeEntity,
  writeEntity,
} from './entities.ts';
import { bindLocal, evaluate, freshName, holdsStore, isForeign, typeOf } from './expressions.ts';
import type { Frame } from './frame.ts';
import { deleteField, isField, writeField } from './records.ts';
import { identity, symbol, type Value } from './value.ts';

/** Gives a target its value: a local, the status, an entry of the store, another attribute. */
export function assign(target: Expression, value: Value, config: Config, frame: Frame): readonly Config[] {
  switch (target.kind) {
    case 'name':
      return [bindLocal(config, target.id, value, frame)];
    case 'starred':
      return assign(target.value, symbol(freshName(target.span.start, frame)), config, frame);
    case 'tuple':
    case 'list': {
      const items =
        value.kind === 'several' && value.items.length === target.items.length ? value.items : null;
      return target.items.reduce<readonly Config[]>(
        (all, item, index) =>
          all.flatMap((each) =>
            assign(item, items?.[index] ?? symbol(freshName(item.span.start, frame)), each, frame),
          ),
        [config],
      );
    }
    case 'attribute':
      if (isForeign(target, frame)) return [config];
      return evaluate(target.value, config, frame).flatMap((branch) =>
        assignAttribute(target, branch.value, value, branch.config, frame),
      );
    case 'subscript':
      return evaluate(target.value, config, frame).flatMap((holder) => {
        if (isField(target.index, frame))
          return writeField(target, holder.value, value, holder.config, frame);
        if (holder.value.kind !== 'store') return replaced(target, holder.value, holder.config, frame);
        return evaluate(target.index, holder.config, frame).flatMap((key) =>
          writeEntity(
            key.config,
            entityId(frame, key.value),
            { node: target, key: target.index, after: stored(value, frame) },
            frame,
          ),
        );
      });
    default:
      return [config];
  }
}

/** The state that an assignment of a value leaves; None in an attribute is ∅; null where it is not known. */
export function stored(value: Value, frame: Frame): StateName | null {
  const { domain } = frame.machine;
  if (value.kind === 'state') return value.name;
  if (value.kind !== 'known') return null;
  if (value.value === null) return ABSENT;
  return typeof value.value === 'boolean' ? null : domain.ofAnyValue(value.value);
}

function assignAttribute(
  target: Extract<Expression, { kind: 'attribute' }>,
  receiver: Value,
  value: Value,
  config: Config,
  frame: Frame,
): readonly Config[] {
  const { machine } = frame;
  const { store } = machine;
  if (target.name === store.name && holdsStore(receiver, frame)) {
    if (store.kind === 'attribute') {
      const request = { node: target, key: target.value, after: stored(value, frame) };
      return writeEntity(config, entityId(frame, receiver), request, frame);
    }
    return frame.constructs ? [config] : [clearEntities(config, { node: target, via: 'reassign' }, frame)];
  }
  const type = typeOf(receiver);
  const property = type === null ? null : machine.project.method(type, setterKey(target.name));
  if (property !== null && machine.relevance.function(property)) {
    machine.observer.call(target, frame.info, property, false);
    return invoke(property, receiver, [value], target, config, frame).map((branch) => branch.config);
  }
  if (value.kind === 'state' && machine.latchNames.has(target.name)) {
    machine.observer.latch(target, frame.info, value.name);
  }
  const id = `${identity(receiver)}.${target.name}`;
  const keeps = value.kind === 'state' || (value.kind === 'known' && value.value === null);
  // Another object is there now: what was known of the one before says nothing about it.
  const other = forgetSymbol(config, id);
  return [keeps ? other.with({ heap: new Map(other.heap).set(id, value) }) : other];
}

/** `self.jobs[key] = job`: another object is there now. */
function replaced(
  target: Extract<Expression, { kind: 'subscript' }>,
  holder: Value,
  config: Config,
  frame: Frame,
): readonly Config[] {
  const start = `${identity(holder)}[`;
  if (![...config.entities.keys(), ...config.heap.keys()].some((id) => id.includes(start))) return [config];
  return evaluate(target.index, config, frame).map((key) =>
    forgetSymbol(key.config, `${start}${identity(key.value)}]`),
  );
}

/** `del self.status[key]`, `del task.status`. */
export function deleteTarget(target: Expression, config: Config, frame: Frame): readonly Config[] {
  if (target.kind === 'subscript') {
    if (isField(target.index, frame)) return deleteField(target, config, frame);
    return evaluate(target.value, config, frame).flatMap((holder) => {
      if (holder.value.kind !== 'store') return [holder.config];
      return evaluate(target.index, holder.config, frame).flatMap((key) =>
        readEntity(key.config, entityId(frame, key.value), frame).flatMap((each) => {
          if (each.state !== ABSENT) {
            const request = { node: target, key: target.index, via: 'del' } as const;
            return removeEntity(each.config, entityId(frame, key.value), request, frame);
          }
          frame.sink.add(look(each.config, each.source), 'KeyError', true);
          return [];
        }),
      );
    });
  }
  if (
    target.kind === 'attribute' &&
    frame.machine.store.kind === 'attribute' &&
    target.name === frame.machine.store.name
  ) {
    return evaluate(target.value, config, frame).flatMap((branch) =>
      holdsStore(branch.value, frame)
        ? removeEntity(
            branch.config,
            entityId(frame, branch.value),
            { node: target, key: target.value, via: 'del' },
            frame,
          )
        : [branch.config],
    );
  }
  return [config];
}
