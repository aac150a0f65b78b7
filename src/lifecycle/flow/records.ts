import type { Call, Expression } from '../../syntax/index.ts';
import {
  constantText,
  entryKey,
  entryOf,
  recordCopy,
  recordFallback,
  recordOf,
  type RecordFallback,
} from '../states/entries.ts';
import { stored } from './assign.ts';
import type { Config } from './config.ts';
import { copyTo } from './copies.ts';
import {
  branch,
  entityId,
  forgetSymbol,
  look,
  readEntity,
  removeEntity,
  stateAsValue,
  writeEntity,
} from './entities.ts';
import { evaluate, freshName, holdsStore } from './expressions.ts';
import { chain, type Branch, type Frame } from './frame.ts';
import { NONE, symbol, withSource, type Value } from './value.ts';
import { ABSENT } from '../model.ts';

/** Is it the key of the field that holds the status, where records are dictionaries? */
export function isField(index: Expression | null | undefined, frame: Frame): boolean {
  const key = constantText(index);
  return key !== null && key === entryKey(frame.machine.store.name);
}

/** `record["status"]` of a record that was evaluated; null where it can hold none. */
export function readField(record: Value, config: Config, frame: Frame): readonly Branch[] | null {
  if (!holdsStore(record, frame)) return null;
  return readEntity(config, entityId(frame, record), frame).map((each) => ({
    config: each.config,
    value: stateAsValue(each.state, each.source),
  }));
}

/** `record["status"] = value`. */
export function writeField(
  target: Extract<Expression, { kind: 'subscript' }>,
  record: Value,
  value: Value,
  config: Config,
  frame: Frame,
): readonly Config[] {
  if (!holdsStore(record, frame)) return [config];
  const request = { node: target, key: target.value, after: stored(value, frame) };
  return writeEntity(config, entityId(frame, record), request, frame);
}

/** `del record["status"]`. */
export function deleteField(
  target: Extract<Expression, { kind: 'subscript' }>,
  config: Config,
  frame: Frame,
): readonly Config[] {
  return evaluate(target.value, config, frame).flatMap((each) =>
    holdsStore(each.value, frame)
      ? removeEntity(
          each.config,
          entityId(frame, each.value),
          { node: target, key: target.value, via: 'del' },
          frame,
        )
      : [each.config],
  );
}

/**
 * `{"status": value, …}`, `dict(status=value)`: a new record in that state; `{**record, "status": value}` and its
 * like: one that takes the place of another. Null where the expression makes no record with the field.
 */
export function makeRecord(expression: Expression, config: Config, frame: Frame): readonly Branch[] | null {
  const key = entryKey(frame.machine.store.name);
  if (key === null) return null;
  const fallback = recordFallback(expression, key);
  if (fallback !== null) return spreadOver(expression, fallback, config, frame);
  const copy = recordCopy(expression, key);
  if (copy !== null) return copyTo(expression, copy, config, frame);
  const makes = expression.kind === 'dictionary' || expression.kind === 'call';
  const field = makes ? entryOf(expression, key) : null;
  return field === null ? null : newRecord(expression, field, config, frame);
}

/** A record that is new, or has whatever state the one has that is spread over it. */
function spreadOver(
  expression: Expression,
  { over, value: field }: RecordFallback,
  config: Config,
  frame: Frame,
): readonly Branch[] {
  return chain(evaluate(over, config, frame), ({ config: met, value }) => {
    const made = newRecord(expression, field, met, frame);
    if (!holdsStore(value, frame)) return made;
    const record = symbol(freshName(expression.span.start, frame));
    const taken = readEntity(met, entityId(frame, value), frame).flatMap((each): readonly Branch[] => {
      const entity = each.config.entities.get(each.source.entity);
      if (entity === undefined || each.state === ABSENT) return [];
      const clean = forgetSymbol(each.config, record.kind === 'symbol' ? record.id : '');
      return branch(clean.withEntity(entityId(frame, record), entity), record);
    });
    return [...made, ...taken];
  });
}

function newRecord(
  expression: Expression,
  field: Expression,
  config: Config,
  frame: Frame,
): readonly Branch[] {
  const key = entryKey(frame.machine.store.name) ?? '';
  const record = symbol(freshName(expression.span.start, frame));
  // `{"status": job["status"]}` tells of another record.
  if (recordOf(field, key) !== null || (field.kind === 'attribute' && field.name === key))
    return evaluate(field, config, frame).map((told) => ({ config: told.config, value: record }));
  return chain(evaluate(field, config, frame), (given) => {
    const after = stored(given.value, frame);
    // What is in no state of ours is another record with the same key.
    if (after === null) return branch(given.config, record);
    const own = { ...frame, constructs: true, self: record };
    const request = { node: expression, key: null, after };
    return writeEntity(given.config, entityId(frame, record), request, own).map((each) => ({
      config: each,
      value: record,
    }));
  });
}

/** `record |= {"status": X}`; null where the right side does not have the field. */
export function joinRecord(
  target: Expression,
  joined: Expression,
  config: Config,
  frame: Frame,
): readonly Config[] | null {
  const key = entryKey(frame.machine.store.name);
  const field = key === null ? null : entryOf(joined, key);
  if (field === null) return null;
  return chain(evaluate(target, config, frame), (record) =>
    chain(evaluate(field, record.config, frame), (given) => {
      if (!holdsStore(record.value, frame)) return branch(given.config, NONE);
      const request = { node: target, key: target, after: stored(given.value, frame) };
      return writeEntity(given.config, entityId(frame, record.value), request, frame).map((after) => ({
        config: after,
        value: NONE,
      }));
    }),
  ).map((each) => each.config);
}

/** `record.get("status")`, `pop`, `setdefault`, `update(status=…)`; null for any other call. */
export function callRecord(
  call: Call,
  method: string,
  record: Value,
  config: Config,
  frame: Frame,
): readonly Branch[] | null {
  const [first, second] = call.args;
  if (method === 'update') return update(call, record, config, frame);
  if (!isField(first, frame) || !holdsStore(record, frame)) return null;
  const id = entityId(frame, record);
  const key = call.callee.kind === 'attribute' ? call.callee.value : null;
  const fallback = second === undefined ? branch(config, NONE) : evaluate(second, config, frame);
  return chain(fallback, (given) =>
    readEntity(given.config, id, frame).flatMap((each): readonly Branch[] => {
      const isAbsent = each.state === ABSENT;
      const value = isAbsent ? withSource(given.value, each.source) : stateAsValue(each.state, each.source);
      switch (method) {
        case 'get':
          return branch(each.config, value);
        case 'pop':
          if (isAbsent) return branch(each.config, value);
          return removeEntity(each.config, id, { node: call, key, via: 'pop' }, frame).map((after) => ({
            config: after,
            value: withSource(value, null),
          }));
        case 'setdefault': {
          if (!isAbsent) return branch(each.config, value);
          const request = { node: call, key, after: stored(given.value, frame) };
          return writeEntity(look(each.config, each.source), id, request, frame).map((after) => ({
            config: after,
            value: given.value,
          }));
        }
        default:
          return branch(each.config, symbol(freshName(call.span.start, frame)));
      }
    }),
  );
}

/** `record.update(status=X)`, `record.update({"status": X})`. */
function update(call: Call, record: Value, config: Config, frame: Frame): readonly Branch[] | null {
  const name = entryKey(frame.machine.store.name);
  if (name === null) return null;
  const named = call.keywords.find((each) => each.name === name);
  const value = named?.value ?? entryOf(call.args[0], name);
  if (value === null || !holdsStore(record, frame)) return null;
  const key = call.callee.kind === 'attribute' ? call.callee.value : null;
  return chain(evaluate(value, config, frame), (given) =>
    writeEntity(
      given.config,
      entityId(frame, record),
      { node: call, key, after: stored(given.value, frame) },
      frame,
    ).map((after) => ({ config: after, value: NONE })),
  );
}
