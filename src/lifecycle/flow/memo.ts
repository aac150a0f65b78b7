import type { FunctionInfo } from '../project/project.ts';
import type { Config } from './config.ts';
import type { Branch, Frame, Raised } from './frame.ts';
import { silentObserver } from './machine.ts';
import { valueKey, type Value } from './value.ts';

/** How the body of a function came out: the paths that return, and those that raise. */
export interface Outcome {
  readonly branches: readonly Branch[];
  readonly raised: readonly Raised[];
}

/**
 * Calls that one run has followed. The same function, entered by the same calls with the same knowledge, comes
 * out the same, and reports nothing that it has not reported: paths of the caller that differ only in variables
 * of the caller need not run it again.
 */
export class CallMemo {
  readonly #known = new Map<string, Outcome>();

  /** The outcome of the body; `run` is asked once for equal keys, unless it ran out of budget. */
  outcome(key: string, run: () => Outcome, complete: () => boolean): Outcome {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const outcome = run();
    if (complete()) this.#known.set(key, outcome);
    return outcome;
  }
}

/** Everything that the body can depend on, within one run of one entry. */
export function callKey(info: FunctionInfo, config: Config, frame: Frame): string {
  const { self, depth, stack, constructs, path, site, plainSuper, machine } = frame;
  return [
    info.id,
    self === null ? '' : typedKey(self),
    [...config.locals].map(([name, value]) => `${name}=${typedKey(value)}`).join(';'),
    config.key,
    String(depth),
    stack.join(),
    constructs ? 'c' : '',
    path,
    site === null ? '' : `>${site.argument ?? '?'}`,
    plainSuper ? 's' : '',
    machine.observer === silentObserver ? 'q' : '',
  ].join('\n');
}

/** The class of an object decides what its methods do, and is no part of its name. */
function typedKey(value: Value): string {
  if (value.kind === 'symbol') return `${value.id}:${value.type?.id ?? ''}`;
  if (value.kind === 'several') return `[${value.items.map(typedKey).join()}]`;
  if (value.kind === 'function')
    return `f:${value.info.id}:${value.self === null ? '' : typedKey(value.self)}`;
  if (value.kind === 'super') return `super:${typedKey(value.self)}:${value.after.id}`;
  return valueKey(value);
}
