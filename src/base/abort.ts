import { toDisposable, type Disposable } from './disposable.ts';

/** Calls `listener` when `signal` aborts, at once if it already has; the disposable withdraws it. */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): Disposable {
  if (signal === undefined) return toDisposable(() => undefined);
  if (signal.aborted) {
    listener();
    return toDisposable(() => undefined);
  }
  signal.addEventListener('abort', listener, { once: true });
  return toDisposable(() => {
    signal.removeEventListener('abort', listener);
  });
}
