import type { Expression } from '../../syntax/index.ts';
import { ABSENT, type StateName } from '../model.ts';
import type { Config, Entity } from './config.ts';
import type { Branch, Frame } from './frame.ts';
import type { RemovalEvent } from './machine.ts';
import { identity, known, type Source, type Value } from './value.ts';

/** The name of the entry that a key selects, or of the object that a receiver is. */
export function entityId(frame: Frame, value: Value): string {
  return frame.machine.store.kind === 'keyed' ? `[${identity(value)}]` : identity(value);
}

/** One configuration for each state that the entry can have here. */
export function materialize(config: Config, id: string, frame: Frame): readonly Config[] {
  const entity = config.entities.get(id);
  if (entity !== undefined) {
    if (frame.site === null || entity.base !== null) return [config];
    return [config.withEntity(id, { ...entity, base: entity })];
  }
  const called = isCalledFor(id, frame) ? frame.called : null;
  const [all, origin] = start(id, frame);
  const states = called === null ? all : all.filter((state) => called.states.has(state));
  const narrowed = called !== null;
  // A run that is over goes nowhere from here.
  if (!frame.budget.work(states.length)) return [];
  return states.map((state) => {
    const fresh: Entity = { state, origin, narrowed, locks: [], awaited: false, base: null };
    return config.withEntity(id, frame.site === null ? fresh : { ...fresh, base: fresh });
  });
}

function start(id: string, frame: Frame): readonly [readonly StateName[], Entity['origin']] {
  const { machine } = frame;
  if (frame.constructs) {
    if (machine.store.kind === 'keyed') return [[ABSENT], 'initial'];
    if (frame.self !== null && id === identity(frame.self)) return [[machine.blank], 'initial'];
  }
  return [machine.alphabet, 'entry'];
}

/** Is it the object that a table called its handler for: `self`, a parameter, or the entry that one selects? */
function isCalledFor(id: string, frame: Frame): boolean {
  if (frame.called === null) return false;
  const name = `${frame.called.handler}:`;
  const inner = id.startsWith('[') ? id.slice(1, -1) : id;
  if (inner === 'self' || /^\w+:\w+$/.test(inner)) return inner === 'self' || inner.startsWith(name);
  return inner.endsWith(']') && inner.slice(inner.lastIndexOf('[') + 1).startsWith(name);
}

/** The state of the entry, with what protects the knowledge of it. */
export function readEntity(
  config: Config,
  id: string,
  frame: Frame,
): readonly { readonly config: Config; readonly state: StateName; readonly source: Source }[] {
  return materialize(config, id, frame).map((each) => ({
    config: each,
    state: each.entities.get(id)?.state ?? ABSENT,
    source: { entity: id, locks: each.locks, stale: false },
  }));
}

/** A state as a value; ∅ of an attribute reads as None. */
export function stateAsValue(state: StateName, source: Source): Value {
  return state === ABSENT ? known(null, source) : { kind: 'state', name: state, source };
}

export interface WriteRequest {
  readonly node: Expression;
  readonly key: Expression | null;
  /** Null where the value is not known: afterwards the entry can be anything. */
  readonly after: StateName | null;
}

/** Stores a state; reports the write unless a setter's call stands for it. */
export function writeEntity(
  config: Config,
  id: string,
  request: WriteRequest,
  frame: Frame,
): readonly Config[] {
  return materialize(config, id, frame).flatMap((each) => {
    const before = each.entities.get(id);
    if (before === undefined) return [each];
    const { after } = request;
    if (frame.site === null) {
      frame.machine.observer.write({
        node: request.node,
        inside: frame.info,
        role: frame.role,
        setter: null,
        key: request.key,
        entry: id,
        before: asMet(before, id, frame),
        after,
        argument: after,
        locks: each.locks,
        path: frame.path,
        constructs: frame.constructs,
        context: frame.stack.join(),
        begun: each.begun,
      });
    }
    if (after !== null) return [each.withEntity(id, written(after, before, each.locks))];
    const argument = frame.site?.argument ?? null;
    if (argument === null) return [forget(each, id)];
    // A setter that cannot be followed leaves its argument or what was there.
    return [argument, before.state].map((state) => each.withEntity(id, written(state, before, each.locks)));
  });
}

/** What a constructor finds in its own object is no state to leave, whatever it wrote there before. */
export function asMet(before: Entity, id: string, frame: Frame): Entity {
  const isOwn =
    frame.constructs &&
    frame.machine.store.kind === 'attribute' &&
    frame.self !== null &&
    id === identity(frame.self);
  return isOwn && before.origin === 'written' ? { ...before, origin: 'initial' } : before;
}

/** Takes the entry away; reports the removal unless a setter's call stands for it. */
export function removeEntity(
  config: Config,
  id: string,
  request: { readonly node: Expression; readonly key: Expression | null; readonly via: RemovalEvent['via'] },
  frame: Frame,
): readonly Config[] {
  return materialize(config, id, frame).map((each) => {
    const before = each.entities.get(id);
    if (before === undefined) return each;
    if (frame.site === null) {
      frame.machine.observer.removal({
        ...request,
        inside: frame.info,
        role: frame.role,
        entry: id,
        before,
        locks: each.locks,
        constructs: frame.constructs,
        context: frame.stack.join(),
        begun: each.begun,
      });
    }
    return each.withEntity(id, written(ABSENT, before, each.locks));
  });
}

/** Every entry goes; reports one removal from each state. */
export function clearEntities(
  config: Config,
  request: { readonly node: Expression; readonly via: RemovalEvent['via'] },
  frame: Frame,
): Config {
  const { machine } = frame;
  for (const state of machine.alphabet) {
    if (state === ABSENT || frame.site !== null) continue;
    machine.observer.removal({
      ...request,
      key: null,
      entry: null,
      inside: frame.info,
      role: frame.role,
      before: { state, origin: 'entry', narrowed: false, locks: [], awaited: false, base: null },
      locks: config.locks,
      constructs: frame.constructs,
      context: frame.stack.join(),
      begun: config.begun,
    });
  }
  return config.mapEntities((entity) => written(ABSENT, entity, config.locks));
}

function written(state: StateName, before: Entity, locks: readonly string[]): Entity {
  return { state, origin: 'written', narrowed: false, locks, awaited: false, base: before.base };
}

/** Nothing is known about the entry any more. */
export function forget(config: Config, id: string): Config {
  return config.mapEntities((entity, own) => (own === id ? null : entity));
}

/** Nothing is known about entries whose name contains a symbol that is bound anew. */
export function forgetSymbol(config: Config, symbolId: string): Config {
  const stale = [...config.entities.keys()].some((id) => mentions(id, symbolId));
  const heap = [...config.heap.keys()].some((id) => mentions(id, symbolId));
  if (!stale && !heap) return config;
  return config
    .mapEntities((entity, id) => (mentions(id, symbolId) ? null : entity))
    .with({
      heap: new Map([...config.heap].filter(([id]) => !mentions(id, symbolId))),
    });
}

/** Symbols end at a dot, a bracket or the end; `@12` is not part of `@123`. */
export function mentions(id: string, symbolId: string): boolean {
  for (let at = id.indexOf(symbolId); at >= 0; at = id.indexOf(symbolId, at + 1)) {
    const next = id[at + symbolId.length];
    if (next === undefined || !/\w/.test(next)) return true;
  }
  return false;
}

/** A test has just looked at the entry: this is what the path knows from now on. */
export function look(config: Config, source: Source | null): Config {
  const entity = source === null ? undefined : config.entities.get(source.entity);
  if (source === null || entity === undefined) return config;
  const awaited = source.stale ? entity.awaited : false;
  const locks = config.locks.filter((lock) => source.locks.includes(lock));
  const { met, ...seen } = entity;
  const same = entity.narrowed && entity.awaited === awaited && sameLocks(entity.locks, locks);
  if (same && met === undefined) return config;
  return config.withEntity(source.entity, { ...seen, narrowed: true, awaited, locks });
}

function sameLocks(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((lock, index) => lock === b[index]);
}

/** Something else can run here: an `await`, a `yield`. */
export function suspended(config: Config): Config {
  return config
    .mapEntities((entity) => {
      const { met, ...rest } = entity;
      // What was handed over is not to be relied on any longer than any other look.
      if (met === 'handed') return { ...rest, awaited: true };
      return entity.awaited ? entity : { ...entity, awaited: true };
    })
    .mapValues((value) =>
      (value.kind === 'state' || value.kind === 'known') && value.source !== null && !value.source.stale
        ? { ...value, source: { ...value.source, stale: true } }
        : value,
    );
}

export function acquired(config: Config, lock: string): Config {
  return config.locks.includes(lock) ? config : config.with({ locks: [...config.locks, lock] });
}

/** What was known under the lock is no longer protected by it. */
export function released(config: Config, lock: string): Config {
  if (!config.locks.includes(lock)) return config;
  const without = (locks: readonly string[]): readonly string[] => locks.filter((each) => each !== lock);
  return config
    .with({ locks: without(config.locks) })
    .mapEntities((entity) => ({ ...entity, locks: without(entity.locks) }))
    .mapValues((value) =>
      (value.kind === 'state' || value.kind === 'known') && value.source !== null
        ? { ...value, source: { ...value.source, locks: without(value.source.locks) } }
        : value,
    );
}

/** One branch with the same configuration for each value. */
export function branch(config: Config, value: Value): readonly Branch[] {
  return [{ config, value }];
}
