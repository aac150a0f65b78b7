import type { StateName } from '../model.ts';
import type { Met } from './before-start.ts';
import type { Begun } from './begun.ts';
import { valueKey, type Value } from './value.ts';

/** What is known about one entry of the store, or the status of one object, on one path. */
export interface Entity {
  /** A state or ∅. */
  readonly state: StateName;
  /** `entry`: assumed at the start; `initial`: the object is new; `written`: by this path. */
  readonly origin: 'entry' | 'initial' | 'written';
  /** A test has looked at it since. */
  readonly narrowed: boolean;
  /** Locks held without a break since the last look or write. */
  readonly locks: readonly string[];
  /** Something else could run since the last look or write. */
  readonly awaited: boolean;
  /** How it came to stand there when the function was started; left out once a test has looked. */
  readonly met?: Met;
  /** Inside a setter: what was known when it was called, once the setter has touched the entry. */
  readonly base: Entity | null;
}

interface Fields {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly locals: ReadonlyMap<string, Value>;
  readonly heap: ReadonlyMap<string, Value>;
  readonly locks: readonly string[];
  readonly begun: ReadonlyMap<string, Begun>;
}

/** Keys of the parts, made when they are first asked for and handed on with parts that do not change. */
interface PartKeys {
  entities?: string;
  locals?: string;
  heap?: string;
  begun?: string;
}

const EMPTY: Fields = {
  entities: new Map(),
  locals: new Map(),
  heap: new Map(),
  locks: [],
  begun: new Map(),
};

/** Entries and objects that one path knows something about, the latest ones. */
const ENTITY_LIMIT = 48;

/** One path's knowledge at one point of the code. Immutable. */
export class Config {
  readonly entities: ReadonlyMap<string, Entity>;
  /** Local variables of the running function. */
  readonly locals: ReadonlyMap<string, Value>;
  /** Attributes that were assigned a state, by the identity of their object. */
  readonly heap: ReadonlyMap<string, Value>;
  /** Locks held now, outermost first. */
  readonly locks: readonly string[];
  /** Threads, tasks and the like that the path has begun, by their place. */
  readonly begun: ReadonlyMap<string, Begun>;
  readonly #parts: PartKeys;
  #key: string | null = null;

  constructor(fields: Fields = EMPTY, parts: PartKeys = {}) {
    this.entities = fields.entities;
    this.locals = fields.locals;
    this.heap = fields.heap;
    this.locks = fields.locks;
    this.begun = fields.begun;
    this.#parts = parts;
  }

  /** Equal keys mean equal knowledge. */
  get key(): string {
    if (this.#key !== null) return this.#key;
    const parts = this.#parts;
    parts.entities ??= sorted(this.entities, entityKey);
    parts.locals ??= sorted(this.locals, valueKey);
    parts.heap ??= sorted(this.heap, valueKey);
    parts.begun ??= sorted(this.begun, begunKey);
    this.#key = `${parts.entities}\n${parts.locals}\n${parts.heap}\n${this.locks.join()}\n${parts.begun}`;
    return this.#key;
  }

  with(change: Partial<Fields>): Config {
    const { entities, locals, heap, locks, begun } = this;
    const parts: PartKeys = { ...this.#parts };
    if (change.entities !== undefined) delete parts.entities;
    if (change.locals !== undefined) delete parts.locals;
    if (change.heap !== undefined) delete parts.heap;
    if (change.begun !== undefined) delete parts.begun;
    return new Config({ entities, locals, heap, locks, begun, ...change }, parts);
  }

  withLocal(name: string, value: Value): Config {
    const old = this.locals.get(name);
    if (old !== undefined && valueKey(old) === valueKey(value)) return this;
    return this.with({ locals: new Map(this.locals).set(name, value) });
  }

  withEntity(id: string, entity: Entity): Config {
    const entities = new Map(this.entities).set(id, entity);
    // What is forgotten is taken as any state when it is looked at again.
    if (entities.size > ENTITY_LIMIT) {
      for (const [oldest, { base }] of entities) {
        if (base !== null || oldest === id) continue;
        entities.delete(oldest);
        break;
      }
    }
    return this.with({ entities });
  }

  mapEntities(change: (entity: Entity, id: string) => Entity | null): Config {
    if (this.entities.size === 0) return this;
    const entities = new Map<string, Entity>();
    let changed = false;
    for (const [id, entity] of this.entities) {
      const next = change(entity, id);
      if (next !== entity) changed = true;
      if (next !== null) entities.set(id, next);
    }
    return changed ? this.with({ entities }) : this;
  }

  mapValues(change: (value: Value) => Value): Config {
    if (this.locals.size === 0 && this.heap.size === 0) return this;
    const all = (values: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> =>
      new Map([...values].map(([name, value]) => [name, change(value)]));
    return this.with({ locals: all(this.locals), heap: all(this.heap) });
  }
}

function sorted<T>(map: ReadonlyMap<string, T>, show: (value: T) => string): string {
  return [...map]
    .map(([name, value]) => `${name}=${show(value)}`)
    .sort()
    .join(';');
}

function entityKey(entity: Entity): string {
  const { state, origin, narrowed, locks, awaited, met, base } = entity;
  return `${state},${origin},${narrowed ? 'n' : ''},${locks.join('+')},${awaited ? 'a' : ''}${met ?? ''},${base === null ? '' : entityKey(base)}`;
}

function begunKey({ phase, seen }: Begun): string {
  return `${phase}<${[...seen].map(([id, state]) => `${id}:${state}`).join()}>`;
}

/** A set of configurations without doubles, in the order in which they were added. */
export class ConfigSet {
  readonly #items = new Map<string, Config>();

  constructor(items: Iterable<Config> = []) {
    for (const each of items) this.add(each);
  }

  /** False if it was there already. */
  add(config: Config): boolean {
    if (this.#items.has(config.key)) return false;
    this.#items.set(config.key, config);
    return true;
  }

  addAll(items: Iterable<Config>): void {
    for (const each of items) this.add(each);
  }

  get size(): number {
    return this.#items.size;
  }

  [Symbol.iterator](): Iterator<Config> {
    return this.#items.values();
  }
}
