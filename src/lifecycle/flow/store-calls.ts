import type { Call, Expression } from '../../syntax/index.ts';
import { ABSENT } from '../model.ts';
import { stored } from './assign.ts';
import type { Config } from './config.ts';
import {
  branch,
  clearEntities,
  entityId,
  look,
  readEntity,
  removeEntity,
  stateAsValue,
  writeEntity,
} from './entities.ts';
import { evaluate, freshName, symbolic } from './expressions.ts';
import { chain, type Branch, type Frame } from './frame.ts';
import { known, NONE, symbol, withSource, type Value } from './value.ts';

/** A method of the dictionary that holds the status (https://docs.python.org/3/library/stdtypes.html#dict). */
export function callStore(call: Call, method: string, config: Config, frame: Frame): readonly Branch[] {
  const [first, second] = call.args;
  switch (method) {
    case 'get':
      return first === undefined ? branch(config, NONE) : get(first, second, config, frame);
    case 'pop':
      return first === undefined ? branch(config, NONE) : pop(call, first, second, config, frame);
    case 'setdefault':
      return first === undefined ? branch(config, NONE) : setDefault(call, first, second, config, frame);
    case '__contains__':
      return first === undefined
        ? branch(config, NONE)
        : chain(evaluate(first, config, frame), ({ config: after, value }) =>
            readEntity(after, entityId(frame, value), frame).map((each) => ({
              config: each.config,
              value: known(each.state !== ABSENT, each.source),
            })),
          );
    case 'keys':
      return branch(config, { kind: 'store' });
    case 'clear':
      return branch(clearEntities(config, { node: call, via: 'clear' }, frame), NONE);
    case 'update':
      return first?.kind === 'dictionary' ? update(call, first, config, frame) : branch(config, NONE);
    default:
      frame.sink.add(config, null, false);
      return branch(config, symbolic(call, config, frame));
  }
}

function get(
  key: Expression,
  fallback: Expression | undefined,
  config: Config,
  frame: Frame,
): readonly Branch[] {
  return chain(evaluate(key, config, frame), ({ config: withKey, value }) =>
    chain(fallback === undefined ? branch(withKey, NONE) : evaluate(fallback, withKey, frame), (given) =>
      readEntity(given.config, entityId(frame, value), frame).map((each) => ({
        config: each.config,
        value:
          each.state === ABSENT
            ? withSource(given.value, each.source)
            : stateAsValue(each.state, each.source),
      })),
    ),
  );
}

function pop(
  call: Call,
  key: Expression,
  fallback: Expression | undefined,
  config: Config,
  frame: Frame,
): readonly Branch[] {
  return chain(evaluate(key, config, frame), ({ config: withKey, value }) =>
    chain(fallback === undefined ? branch(withKey, NONE) : evaluate(fallback, withKey, frame), (given) => {
      const id = entityId(frame, value);
      const found: Branch[] = [];
      for (const each of readEntity(given.config, id, frame)) {
        if (each.state === ABSENT) {
          if (fallback === undefined) frame.sink.add(look(each.config, each.source), 'KeyError', true);
          else found.push({ config: each.config, value: given.value });
          continue;
        }
        // The value that was taken out says nothing about the entry any more.
        const old: Value = { kind: 'state', name: each.state, source: null };
        for (const after of removeEntity(each.config, id, { node: call, key, via: 'pop' }, frame)) {
          found.push({ config: after, value: old });
        }
      }
      return found;
    }),
  );
}

function setDefault(
  call: Call,
  key: Expression,
  fallback: Expression | undefined,
  config: Config,
  frame: Frame,
): readonly Branch[] {
  return chain(evaluate(key, config, frame), ({ config: withKey, value }) =>
    chain(fallback === undefined ? branch(withKey, NONE) : evaluate(fallback, withKey, frame), (given) => {
      const id = entityId(frame, value);
      return readEntity(given.config, id, frame).flatMap((each): readonly Branch[] => {
        if (each.state !== ABSENT) return branch(each.config, stateAsValue(each.state, each.source));
        const after = stored(given.value, frame);
        const looked = look(each.config, each.source);
        return writeEntity(looked, id, { node: call, key, after }, frame).map((written) => ({
          config: written,
          value: given.value,
        }));
      });
    }),
  );
}

/** `update({key: value})`, and what stands for it: an entry for each key that is written out. */
export function update(
  site: Expression,
  entries: Extract<Expression, { kind: 'dictionary' }>,
  config: Config,
  frame: Frame,
): readonly Branch[] {
  let configs: readonly Config[] = [config];
  for (const { key, value } of entries.entries) {
    if (key === null) continue;
    configs = configs.flatMap((each) =>
      chain(evaluate(key, each, frame), (keyed) =>
        chain(evaluate(value, keyed.config, frame), (given) =>
          writeEntity(
            given.config,
            entityId(frame, keyed.value),
            { node: site, key, after: stored(given.value, frame) },
            frame,
          ).map((after) => ({ config: after, value: given.value })),
        ),
      ).map((done) => done.config),
    );
  }
  return configs.map((each) => ({ config: each, value: symbol(freshName(site.span.start, frame)) }));
}
