import type { Call } from '../../syntax/index.ts';
import type { Arguments } from './arguments.ts';
import { rank } from './compare.ts';
import type { Config } from './config.ts';
import { branch, entityId, writeEntity } from './entities.ts';
import { holdsStore, readAttribute, symbolic } from './expressions.ts';
import type { Branch, Frame } from './frame.ts';
import { noteFound } from './starts.ts';
import { known, truth, type Value } from './value.ts';

/** Built-in functions whose result the status can depend on; null for all others. */
export function evaluateBuiltin(
  name: string,
  call: Call,
  given: Arguments,
  config: Config,
  frame: Frame,
): readonly Branch[] | null {
  const [first, second, third] = given.positional;
  switch (name) {
    case 'max':
    case 'min': {
      if (given.named.size > 0) return null;
      const candidates = first?.kind === 'several' && second === undefined ? first.items : given.positional;
      const chosen = extreme(candidates, name, frame);
      return chosen === null ? null : branch(config, chosen);
    }
    case 'int':
    case 'str':
      return first?.kind === 'state' ? branch(config, first) : null;
    case 'bool': {
      const outcome = first === undefined ? null : truth(first, (state) => frame.machine.domain.truth(state));
      return outcome === null ? null : branch(config, known(outcome));
    }
    case 'tuple':
    case 'list':
    case 'set':
    case 'frozenset':
    case 'sorted':
      return first?.kind === 'several' || first?.kind === 'store' ? branch(config, first) : null;
    case 'getattr':
      if (first === undefined) return null;
      if (second?.kind !== 'known' || typeof second.value !== 'string') {
        noteFound(first, call, config, frame);
        return null;
      }
      return readAttribute(first, second.value, call, config, frame);
    case 'setattr': {
      const { store } = frame.machine;
      if (first === undefined || second?.kind !== 'known' || second.value !== store.name) return null;
      if (store.kind !== 'attribute' || !holdsStore(first, frame)) return null;
      const after = third?.kind === 'state' ? third.name : null;
      const request = { node: call, key: call.args[0] ?? null, after };
      return writeEntity(config, entityId(frame, first), request, frame).map((each) => ({
        config: each,
        value: symbolic(call, each, frame),
      }));
    }
    default:
      return null;
  }
}

/** The largest or smallest, where the order of all is known. */
function extreme(values: readonly Value[], name: 'max' | 'min', frame: Frame): Value | null {
  let best: Value | null = null;
  let bestRank: string | number | null = null;
  for (const value of values) {
    const own = rank(value, frame.machine.domain);
    if (own === null) return null;
    if (bestRank === null) {
      best = value;
      bestRank = own;
      continue;
    }
    if (typeof own !== typeof bestRank) return null;
    // Of equal ones the first stays, as in Python.
    if (name === 'max' ? own > bestRank : own < bestRank) {
      best = value;
      bestRank = own;
    }
  }
  return best;
}
