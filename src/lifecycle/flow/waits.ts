import type { Statement } from '../../syntax/index.ts';
import { lastName } from '../states/declared.ts';
import { ConfigSet, type Config } from './config.ts';
import type { Frame } from './frame.ts';

/** A block that only waits: `await changed.wait()`, `yield notifier.wait()`. */
export function isWait(body: readonly Statement[]): boolean {
  const [only] = body;
  if (only?.kind !== 'expression' || body.length > 1) return false;
  const { value } = only;
  if (value.kind !== 'await' && value.kind !== 'yield') return false;
  const waited = value.value;
  return waited?.kind === 'call' && /^(wait|wait_for|wait_until)(_|$)/.test(lastName(waited.callee));
}

/**
 * `if status is X: wait` waits until something else has left X: afterwards the status is any other one, and it is
 * for the code below to look which.
 */
export function leftWhatStood(before: ConfigSet, after: ConfigSet, frame: Frame): ConfigSet {
  const stood = new Map<string, Set<string>>();
  for (const config of before) {
    for (const [id, entity] of config.entities) {
      if (!entity.narrowed || entity.origin !== 'entry') continue;
      stood.set(id, (stood.get(id) ?? new Set()).add(entity.state));
    }
  }
  const { alphabet } = frame.machine;
  const open = [...stood].filter(([, states]) => states.size * 2 <= alphabet.length);
  if (open.length === 0) return after;
  const result = new ConfigSet();
  for (const config of after) {
    let all: readonly Config[] = [config];
    for (const [id, states] of open) {
      all = all.flatMap((each) => {
        const entity = each.entities.get(id);
        if (entity === undefined || !states.has(entity.state)) return [each];
        return alphabet
          .filter((state) => !states.has(state))
          .map((state) => each.withEntity(id, { ...entity, state, narrowed: false }));
      });
    }
    result.addAll(all);
  }
  return result;
}
