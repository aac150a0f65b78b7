import type { Call, Expression } from '../../syntax/index.ts';
import type { ClassInfo } from '../project/project.ts';
import { constructedFields, copyOf } from '../states/copies.ts';
import { stored } from './assign.ts';
import type { Config, Entity } from './config.ts';
import { branch, entityId, forgetSymbol, materialize, readEntity, writeEntity } from './entities.ts';
import { evaluate, freshName, holdsStore, typeOf } from './expressions.ts';
import { chain, type Branch, type Frame } from './frame.ts';
import { symbol, type Value } from './value.ts';

/**
 * `replace(job, status=X)`: a new object in state X, and a step from the state of the old one, which stays as it
 * is. Null for every other call.
 */
export function copyCall(call: Call, config: Config, frame: Frame): readonly Branch[] | null {
  const { machine, info } = frame;
  const { store } = machine;
  if (store.kind !== 'attribute' || call.args.length + call.keywords.length === 0) return null;
  const copy = copyOf(call, info, machine.project, machine.types);
  const field = copy?.fields.find((each) => each.name === store.name);
  if (copy == null || field === undefined) return null;
  return copyTo(call, { source: copy.source, value: field.value }, config, frame);
}

/** A new object or record with another state than the one that it is made from. */
export function copyTo(
  node: Expression,
  copy: { readonly source: Expression; readonly value: Expression },
  config: Config,
  frame: Frame,
): readonly Branch[] {
  const { machine, info } = frame;
  return chain(evaluate(copy.source, config, frame), ({ config: met, value }) =>
    chain(evaluate(copy.value, met, frame), (given) => {
      frame.sink.add(given.config, null, false);
      const id = freshName(node.span.start, frame);
      const made = symbol(id, typeOf(value));
      if (!holdsStore(value, frame)) return branch(given.config, made);
      const after = stored(given.value, frame);
      return readEntity(given.config, entityId(frame, value), frame).map(({ config: read }) => {
        const before = read.entities.get(entityId(frame, value));
        if (before !== undefined && frame.site === null)
          machine.observer.write({
            node,
            inside: info,
            role: frame.role,
            setter: null,
            key: copy.source,
            entry: entityId(frame, value),
            before,
            after,
            argument: after,
            locks: read.locks,
            path: frame.path,
            constructs: false,
            context: frame.stack.join(),
            begun: read.begun,
          });
        const clean = forgetSymbol(read, id);
        return {
          config: after === null ? clean : clean.withEntity(entityId(frame, made), { ...NEW, state: after }),
          value: made,
        };
      });
    }),
  );
}

const NEW: Omit<Entity, 'state'> = {
  origin: 'written',
  narrowed: false,
  locks: [],
  awaited: false,
  base: null,
};

/** A new object of a class without a constructor of its own: the field that the call gives, or its default. */
export function constructRecord(
  call: Call,
  info: ClassInfo,
  object: Value,
  config: Config,
  frame: Frame,
): readonly Branch[] {
  const { store, project } = frame.machine;
  const own = { ...frame, constructs: true, self: object };
  const id = entityId(frame, object);
  const field = constructedFields(call, info, project).find((each) => each.name === store.name);
  // `Job(**data)`: what it is read from gives it any state.
  const isRead =
    call.keywords.some((each) => each.name === null) || call.args.some((arg) => arg.kind === 'starred');
  if (field === undefined && isRead)
    return materialize(config, id, { ...frame, constructs: false }).map((each) => ({
      config: each,
      value: object,
    }));
  if (field === undefined)
    return materialize(config, id, own).map((each) => ({ config: each, value: object }));
  return chain(evaluate(field.value, config, frame), (given) =>
    writeEntity(given.config, id, { node: call, key: null, after: stored(given.value, frame) }, own).map(
      (each) => ({ config: each, value: object }),
    ),
  );
}
