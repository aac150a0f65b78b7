import type { Expression } from '../../syntax/index.ts';
import type { FunctionInfo } from '../project/project.ts';
import { selfName } from '../project/types.ts';
import type { Arguments } from './arguments.ts';
import { stored } from './assign.ts';
import { entityId, writeEntity } from './entities.ts';
import { holdsStore } from './expressions.ts';
import type { Frame, Setting } from './frame.ts';
import type { Value } from './value.ts';

/**
 * `self.update(job, status=X)` of a function that sets what its keywords name: the call is the write, which is made
 * where the function comes to set them. Null for any other call.
 */
export function settingOf(
  info: FunctionInfo,
  self: Value | null,
  given: Arguments,
  locals: ReadonlyMap<string, Value>,
  node: Expression,
  frame: Frame,
): Setting | null {
  const { store, relevance } = frame.machine;
  const value = given.named.get(store.name);
  if (value === undefined || store.kind !== 'attribute' || node.kind !== 'call') return null;
  if (info.node.parameters.some((each) => each.name === store.name)) return null;
  const name = relevance.keywordSetters.objectOf(info);
  const statement = relevance.keywordSetters.placeIn(info);
  if (name === null || statement === null) return null;
  const object = name === selfName(info) ? self : (locals.get(name) ?? null);
  if (object === null || !holdsStore(object, frame)) return null;
  const request = { node, key: relevance.keywordSetters.objectAt(node, info), after: stored(value, frame) };
  return { statement, write: (config) => writeEntity(config, entityId(frame, object), request, frame) };
}
