import { err, ok, type Result } from '../base/index.ts';

/** Where a message is not what it should be: `path` such as `model.states[3].name`, and what was wanted. */
export interface ProtocolError {
  readonly code: 'bad-message';
  readonly path: string;
  readonly wanted: string;
}

/** Reads an untrusted value into an exact one. `path` names the value in errors. */
export type Reader<T> = (value: unknown, path: string) => Result<T, ProtocolError>;

/** What a reader gives. */
export type Read<R> = R extends Reader<infer T> ? T : never;

function wanted(path: string, what: string): Result<never, ProtocolError> {
  return err({ code: 'bad-message', path, wanted: what });
}

/** A string of at most `limit` UTF-16 units. */
export function text(limit: number): Reader<string> {
  return (value, path) =>
    typeof value === 'string' && value.length <= limit ? ok(value) : wanted(path, `text up to ${limit}`);
}

/** A whole number from 0 to 2^53 - 1. */
export const count: Reader<number> = (value, path) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? ok(value)
    : wanted(path, 'a whole number');

/** A number that is neither infinite nor NaN. */
export const number: Reader<number> = (value, path) =>
  typeof value === 'number' && Number.isFinite(value) ? ok(value) : wanted(path, 'a number');

export const flag: Reader<boolean> = (value, path) =>
  typeof value === 'boolean' ? ok(value) : wanted(path, 'true or false');

/** One of the given words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Reader<Word> {
  return (value, path) => {
    const found = words.find((word) => word === value);
    return found === undefined ? wanted(path, words.join(' or ')) : ok(found);
  };
}

/** An array of at most `limit` items. */
export function list<T>(item: Reader<T>, limit: number): Reader<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value) || value.length > limit) return wanted(path, `a list of up to ${limit}`);
    const items: T[] = [];
    for (const [index, each] of value.entries()) {
      const read = item(each, `${path}[${index}]`);
      if (!read.ok) return read;
      items.push(read.value);
    }
    return ok(items);
  };
}

/** `null`, or what `inner` reads. */
export function nullable<T>(inner: Reader<T>): Reader<T | null> {
  return (value, path) => (value === null ? ok(null) : inner(value, path));
}

/** An object with exactly these fields; a missing or further field is an error. */
export function record<Fields extends Readonly<Record<string, Reader<unknown>>>>(
  fields: Fields,
): Reader<{ readonly [Key in keyof Fields]: Read<Fields[Key]> }> {
  const names = Object.keys(fields);
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wanted(path, 'an object');
    const further = Object.keys(value).find((name) => !names.includes(name));
    if (further !== undefined) return wanted(`${path}.${further.slice(0, 40)}`, 'no such field');
    const given = new Map<string, unknown>(Object.entries(value));
    const result: Record<string, unknown> = {};
    for (const [name, reader] of Object.entries(fields)) {
      const read = reader(given.get(name), `${path}.${name}`);
      if (!read.ok) return read;
      result[name] = read.value;
    }
    // Every field was read by its own reader just above.
    return ok(result as { readonly [Key in keyof Fields]: Read<Fields[Key]> });
  };
}

/** The first alternative that reads; the error is the last one's. */
export function either<First, Second>(first: Reader<First>, second: Reader<Second>): Reader<First | Second> {
  return (value, path) => {
    const read = first(value, path);
    return read.ok ? read : second(value, path);
  };
}
