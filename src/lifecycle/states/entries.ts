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

/** The text that an expression is, such as a key; null where it is no constant text. */
export function constantText(expression: Expression | null | undefined): string | null {
  return expression?.kind === 'constant' && expression.value.type === 'string'
    ? expression.value.value
    : null;
}

/** The record of `record["key"]` and of `record.get("key")`, and so on; null for anything else. */
export function recordOf(expression: Expression, key: string): Expression | null {
  if (expression.kind === 'subscript')
    return constantText(expression.index) === key ? expression.value : null;
  if (expression.kind !== 'call' || expression.callee.kind !== 'attribute') return null;
  return expression.callee.name === 'get' && constantText(expression.args[0]) === key
    ? expression.callee.value
    : null;
}

/**
 * What a dictionary that is made gives a key: `{"status": X}`, `dict(status=X)`, `dict([("status", X)])`, pairs that
 * one is made from. Of equal keys the last counts. Null where it does not give the key anything.
 */
export function entryOf(expression: Expression | undefined, key: string): Expression | null {
  if (expression === undefined) return null;
  switch (expression.kind) {
    case 'dictionary':
      return expression.entries.findLast((each) => constantText(each.key) === key)?.value ?? null;
    case 'call': {
      if (!isDict(expression)) return null;
      const named = expression.keywords.findLast((each) => each.name === key)?.value;
      return named ?? entryOf(expression.args[0], key);
    }
    case 'list':
    case 'tuple': {
      const pair = expression.items.findLast(
        (each) => (each.kind === 'tuple' || each.kind === 'list') && constantText(each.items[0]) === key,
      );
      return pair?.kind === 'tuple' || pair?.kind === 'list' ? (pair.items[1] ?? null) : null;
    }
    default:
      return null;
  }
}

/** Everything that a record gets where it is made, joined or updated: by the texts of its keys, equal ones once. */
export function fieldsGiven(
  expression: Expression | undefined,
  pairs = false,
): readonly { readonly name: string; readonly value: Expression }[] {
  const made = expression?.kind === 'binary' ? expression.right : expression;
  const names = new Set(keysOf(made, pairs));
  return [...names].flatMap((name) => {
    const value = entryOf(made, name);
    return value === null ? [] : [{ name, value }];
  });
}

function keysOf(made: Expression | undefined, pairs: boolean): readonly string[] {
  if (made?.kind === 'dictionary') return made.entries.flatMap((each) => constantText(each.key) ?? []);
  if (made?.kind === 'call' && isDict(made))
    return [...made.keywords.flatMap((each) => each.name ?? []), ...keysOf(made.args[0], true)];
  if (!pairs || (made?.kind !== 'list' && made?.kind !== 'tuple')) return [];
  return made.items.flatMap((each) =>
    each.kind === 'tuple' || each.kind === 'list' ? (constantText(each.items[0]) ?? []) : [],
  );
}

/** A record that is made from another one, with another value under a key. */
export interface RecordCopy {
  readonly source: Expression;
  readonly value: Expression;
}

/** What a template of records is called; what is made from one is new. */
const TEMPLATE = /default|template|base|initial|common|proto|empty|blank/i;

/** `{**job, "status": X}`, `dict(job, status=X)`, `dict(**job, status=X)`, `job | {"status": X}`; else null. */
export function recordCopy(expression: Expression, key: string): RecordCopy | null {
  const value = expression.kind === 'binary' ? entryOf(expression.right, key) : entryOf(expression, key);
  const source = value === null ? null : sourceOf(expression, value);
  if (value === null || source === null || TEMPLATE.test(wordOf(source))) return null;
  return { source, value };
}

function sourceOf(expression: Expression, value: Expression): Expression | null {
  switch (expression.kind) {
    case 'dictionary': {
      const at = expression.entries.findIndex((each) => each.value === value);
      const spread = expression.entries.slice(0, at).findLast((each) => each.key === null);
      return spread === undefined ? null : unmade(spread.value);
    }
    case 'call': {
      const [only] = expression.args;
      const spread = only ?? expression.keywords.find((each) => each.name === null)?.value;
      return spread === undefined ? null : unmade(spread);
    }
    case 'binary':
      return expression.operator === '|' ? unmade(expression.left) : null;
    default:
      return null;
  }
}

/** A value that a new record has only where a record that is spread over it does not have the key. */
export interface RecordFallback {
  readonly over: Expression;
  readonly value: Expression;
}

/** `{"status": X, **job}`, `{"status": X} | job`, `dict({"status": X}, **job)`; else null. */
export function recordFallback(expression: Expression, key: string): RecordFallback | null {
  const value = entryOf(expression.kind === 'binary' ? expression.left : expression, key);
  const over = value === null ? null : spreadOver(expression, value);
  return value === null || over === null ? null : { over, value };
}

function spreadOver(expression: Expression, value: Expression): Expression | null {
  switch (expression.kind) {
    case 'dictionary': {
      const at = expression.entries.findIndex((each) => each.value === value);
      const spread = expression.entries.slice(at + 1).findLast((each) => each.key === null);
      return spread === undefined ? null : unmade(spread.value);
    }
    case 'call': {
      const isNamed = expression.keywords.some((each) => each.value === value);
      const spread = isNamed ? undefined : expression.keywords.find((each) => each.name === null);
      return spread === undefined ? null : unmade(spread.value);
    }
    case 'binary':
      return expression.operator === '|' ? unmade(expression.right) : null;
    default:
      return null;
  }
}

/** A dictionary that is written out is no record that was there before. */
function unmade(source: Expression): Expression | null {
  const isThere = source.kind === 'name' || source.kind === 'attribute' || source.kind === 'subscript';
  const isGot = source.kind === 'call' && source.callee.kind === 'attribute';
  return isThere || isGot ? source : null;
}

function wordOf(source: Expression): string {
  if (source.kind === 'name') return source.id;
  return source.kind === 'attribute' ? source.name : '';
}

function isDict(expression: Expression): boolean {
  return expression.kind === 'call' && expression.callee.kind === 'name' && expression.callee.id === 'dict';
}
