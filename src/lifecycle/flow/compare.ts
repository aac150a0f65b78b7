import type { Domain } from '../states/domain.ts';
import { sourceOf, type Source, type Value } from './value.ts';

/** Three-valued outcome of a comparison; null where it depends on what is not known. */
export function compareValues(operator: string, left: Value, right: Value, domain: Domain): boolean | null {
  switch (operator) {
    case '==':
    case 'is':
      return equal(left, right, domain);
    case '!=':
    case 'is not':
      return negate(equal(left, right, domain));
    case 'in':
      return contains(right, left, domain);
    case 'not in':
      return negate(contains(right, left, domain));
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordered(operator, left, right, domain);
    default:
      return null;
  }
}

function negate(outcome: boolean | null): boolean | null {
  return outcome === null ? null : !outcome;
}

function equal(left: Value, right: Value, domain: Domain): boolean | null {
  if (left.kind === 'state' && right.kind === 'state') return left.name === right.name;
  if (left.kind === 'known' && right.kind === 'known') return left.value === right.value;
  if (left.kind === 'state' && right.kind === 'known') return stateEquals(left.name, right.value, domain);
  if (left.kind === 'known' && right.kind === 'state') return stateEquals(right.name, left.value, domain);
  return left.kind === 'several' && right.kind === 'several' ? pairwise(left, right, domain) : null;
}

type Several = Extract<Value, { kind: 'several' }>;

/** Tuples, item by item; dictionaries are not compared. */
function pairwise(left: Several, right: Several, domain: Domain): boolean | null {
  if (left.values !== undefined || right.values !== undefined) return null;
  if (left.items.length !== right.items.length) return false;
  const outcomes = left.items.map((item, index) => {
    const other = right.items[index];
    return other === undefined ? null : equal(item, other, domain);
  });
  if (outcomes.includes(false)) return false;
  return outcomes.includes(null) ? null : true;
}

function stateEquals(name: string, value: string | number | boolean | null, domain: Domain): boolean | null {
  if (value === null) return false;
  const own = domain.value(name);
  return own === null ? null : own === value;
}

function contains(container: Value, item: Value, domain: Domain): boolean | null {
  if (container.kind !== 'several') return null;
  const outcomes = container.items.map((each) => equal(each, item, domain));
  if (outcomes.includes(true)) return true;
  return outcomes.includes(null) ? null : false;
}

function ordered(
  operator: '<' | '<=' | '>' | '>=',
  left: Value,
  right: Value,
  domain: Domain,
): boolean | null {
  const a = rank(left, domain);
  const b = rank(right, domain);
  if (a === null || b === null || typeof a !== typeof b) return null;
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
  }
}

/** What a value is ordered by; null where it has no order here. */
export function rank(value: Value, domain: Domain): string | number | null {
  if (value.kind === 'state') return domain.value(value.name);
  if (value.kind !== 'known') return null;
  if (typeof value.value === 'boolean') return value.value ? 1 : 0;
  return value.value;
}

/** The entry that a comparison looked at, if one of its sides was read from one. */
export function comparedSource(left: Value, right: Value): Source | null {
  return sourceOf(left) ?? sourceOf(right) ?? (right.kind === 'several' ? firstSource(right.items) : null);
}

function firstSource(items: readonly Value[]): Source | null {
  for (const item of items) {
    const source = sourceOf(item);
    if (source !== null) return source;
  }
  return null;
}
