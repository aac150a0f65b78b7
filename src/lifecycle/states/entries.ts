import type { Expression } from '../../syntax/index.ts';

/**
 * A record that is a dictionary: `job["status"]` is to `job` what `job.status` is to an object. The store is named
 * `["status"]`, which no attribute can be.
 */
export function entryName(key: string): string {
  return `["${key}"]`;
}

/** The key of a store that is an entry of records; null for any other store. */
export function entryKey(name: string): string | null {
  return name.startsWith('[') ? name.slice(2, -2) : null;
}

/** The text that a key is; null where it is no constant text. */
export function constantKey(expression: Expression | null | undefined): string | null {
  return expression?.kind === 'constant' && expression.value.type === 'string'
    ? expression.value.value
    : null;
}

/** The record of `record["key"]` and of `record.get("key")`, and so on; null for anything else. */
export function recordOf(expression: Expression, key: string): Expression | null {
  if (expression.kind === 'subscript') return constantKey(expression.index) === key ? expression.value : null;
  if (expression.kind !== 'call' || expression.callee.kind !== 'attribute') return null;
  return expression.callee.name === 'get' && constantKey(expression.args[0]) === key
    ? expression.callee.value
    : null;
}
