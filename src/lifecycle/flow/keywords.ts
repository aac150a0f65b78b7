import type { Expression } from '../../syntax/index.ts';
import type { FunctionInfo } from '../project/project.ts';
import { selfName } from '../project/types.ts';
import type { Arguments } from './arguments.ts';
import { stored } from './assign.ts';
import { entityId, writeEntity } from './entities.ts';
import { holdsStore } from './expressions.ts';
import type { Frame, Setting } from './frame.ts';
import { known, type Value } from './value.ts';

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
  if (name === null || statement === null || relevance.keywordSetters.takesOut(info, store.name) !== null)
    return null;
  const object = name === selfName(info) ? self : (locals.get(name) ?? null);
  if (object === null || !holdsStore(object, frame)) return null;
  const request = { node, key: relevance.keywordSetters.objectAt(node, info), after: stored(value, frame) };
  return { statement, write: (config) => writeEntity(config, entityId(frame, object), request, frame) };
}

/** The keywords of a call as a table, where the function takes the status out of them. */
export function keywordTable(
  info: FunctionInfo,
  given: Arguments,
  frame: Frame,
): readonly (readonly [string, Value])[] {
  const { store, relevance } = frame.machine;
  const name = given.named.size === 0 ? null : relevance.keywordSetters.takesOut(info, store.name);
  if (name === null) return [];
  const own = new Set(info.node.parameters.map((each) => each.name));
  const rest = [...given.named].filter(([key]) => !own.has(key));
  return [
    [
      name,
      { kind: 'several', items: rest.map(([key]) => known(key)), values: rest.map(([, value]) => value) },
    ],
  ];
}
