import type { StateName } from '../model.ts';
import type { ClassInfo, FunctionInfo } from '../project/project.ts';

/** What is known about the value of an expression on one path. */
export type Value =
  /** A state, never ∅. */
  | { readonly kind: 'state'; readonly name: StateName; readonly source: Source | null }
  /** A constant; also what an absent entry reads as, with the entry as its source. */
  | {
      readonly kind: 'known';
      readonly value: string | number | boolean | null;
      readonly source: Source | null;
    }
  /** A literal tuple, list, set, or the arguments of `*args`; a literal dictionary has a value for each item. */
  | { readonly kind: 'several'; readonly items: readonly Value[]; readonly values?: readonly Value[] }
  /** Anything else, named by where it comes from, so that two reads of one path are the same object. */
  | { readonly kind: 'symbol'; readonly id: string; readonly type: ClassInfo | null }
  | { readonly kind: 'function'; readonly info: FunctionInfo; readonly self: Value | null }
  | { readonly kind: 'class'; readonly info: ClassInfo }
  /** The dictionary of a keyed store. */
  | { readonly kind: 'store' }
  | { readonly kind: 'super'; readonly self: Value; readonly after: ClassInfo };

/** The entry that a value was read from, and what protects the knowledge since. */
export interface Source {
  readonly entity: string;
  /** Locks held without a break since the read. */
  readonly locks: readonly string[];
  /** Something else could run since the read: an `await`, a `yield`. */
  readonly stale: boolean;
}

export const NONE: Value = { kind: 'known', value: null, source: null };

/** Stands for a value of a literal dictionary that is not constant. */
export const UNKNOWN: Value = { kind: 'symbol', id: '?', type: null };

export function known(value: string | number | boolean | null, source: Source | null = null): Value {
  return { kind: 'known', value, source };
}

export function symbol(id: string, type: ClassInfo | null = null): Value {
  return { kind: 'symbol', id, type };
}

/** Equal keys mean that the analysis cannot tell two values apart. */
export function valueKey(value: Value): string {
  switch (value.kind) {
    case 'state':
      return `s:${value.name}${sourceKey(value.source)}`;
    case 'known':
      return `k:${JSON.stringify(value.value)}${sourceKey(value.source)}`;
    case 'several':
      return `[${value.items.map(valueKey).join()}${value.values === undefined ? '' : `:${value.values.map(valueKey).join()}`}]`;
    case 'symbol':
      return `@${value.id}`;
    case 'function':
      return `f:${value.info.id}`;
    case 'class':
      return `c:${value.info.id}`;
    case 'store':
      return 'store';
    case 'super':
      return `super:${value.after.id}`;
  }
}

function sourceKey(source: Source | null): string {
  return source === null ? '' : `<${source.entity}|${source.locks.join()}|${source.stale ? 's' : ''}>`;
}

/** The identity of a value as part of a longer name: a key, a receiver. */
export function identity(value: Value): string {
  switch (value.kind) {
    case 'symbol':
      return value.id;
    case 'state':
      return value.name;
    case 'known':
      return JSON.stringify(value.value);
    default:
      return valueKey(value);
  }
}

export function sourceOf(value: Value): Source | null {
  return value.kind === 'state' || value.kind === 'known' ? value.source : null;
}

export function withSource(value: Value, source: Source | null): Value {
  return value.kind === 'state' || value.kind === 'known' ? { ...value, source } : value;
}

/** Three-valued truth of a value; null where it cannot be told. States follow their Python value. */
export function truth(value: Value, stateValue: (name: StateName) => string | number | null): boolean | null {
  switch (value.kind) {
    case 'known':
      return value.value !== null && value.value !== false && value.value !== 0 && value.value !== '';
    case 'several':
      return value.items.length > 0;
    case 'state': {
      const own = stateValue(value.name);
      return own === null ? null : own !== 0 && own !== '';
    }
    case 'function':
    case 'class':
      return true;
    default:
      return null;
  }
}
