/** The outcome of an operation whose failure is expected. `throw` is kept for bugs. */
export type Result<T, E> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** A success that carries `value`. */
export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

/** A failure that carries `error`. */
export function err<E>(error: E): Result<never, E> {
  return { ok: false, error };
}

/** Changes the value of a success and hands a failure through. */
export function mapResult<T, U, E>(result: Result<T, E>, change: (value: T) => U): Result<U, E> {
  return result.ok ? ok(change(result.value)) : result;
}
