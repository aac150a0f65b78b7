import type { Expression } from '../../syntax/index.ts';
import type { FunctionInfo } from '../project/project.ts';
import { selfName } from '../project/types.ts';
import type { Arguments } from './arguments.ts';
import { stored } from './assign.ts';
import type { Config } from './config.ts';
import { entityId, writeEntity } from './entities.ts';
import { holdsStore } from './expressions.ts';
import type { Frame } from './frame.ts';
import type { Value } from './value.ts';

/** `self.update(job, status=X)` of a function that sets what its keywords name: the call is the write. */
export function setByKeywords(
  info: FunctionInfo,
  self: Value | null,
  given: Arguments,
  locals: ReadonlyMap<string, Value>,
  node: Expression,
  config: Config,
  frame: Frame,
): readonly Config[] {
  const { store, relevance } = frame.machine;
  const value = given.named.get(store.name);
  if (value === undefined || store.kind !== 'attribute' || node.kind !== 'call') return [config];
  if (info.node.parameters.some((each) => each.name === store.name)) return [config];
  const name = relevance.keywordSetters.objectOf(info);
  if (name === null) return [config];
  const object = name === selfName(info) ? self : (locals.get(name) ?? null);
  if (object === null || !holdsStore(object, frame)) return [config];
  const request = { node, key: relevance.keywordSetters.objectAt(node, info), after: stored(value, frame) };
  return writeEntity(config, entityId(frame, object), request, frame);
}
