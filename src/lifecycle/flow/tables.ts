import type { Call } from '../../syntax/index.ts';
import { compareValues } from './compare.ts';
import type { Config } from './config.ts';
import { branch } from './entities.ts';
import { evaluate } from './expressions.ts';
import type { Branch, Frame } from './frame.ts';
import { staticValue } from './statics.ts';
import { NONE, type Value } from './value.ts';

/** A dictionary that is written out: its keys, and the value of each. */
export type Table = Extract<Value, { kind: 'several' }> & { readonly values: readonly Value[] };

export function isTable(value: Value): value is Table {
  return value.kind === 'several' && value.values !== undefined;
}

/**
 * What a table says for a key: the value of the key that it is, or of each that it may be; null at the end where
 * it may be none of them.
 */
export function lookUp(table: Table, key: Value, frame: Frame): readonly (Value | null)[] {
  const found: Value[] = [];
  for (const [index, own] of table.items.entries()) {
    const outcome = compareValues('==', own, key, frame.machine.domain);
    const value = table.values[index];
    if (outcome === false || value === undefined) continue;
    if (outcome === true) return [value];
    found.push(value);
  }
  return [...found, null];
}

/** `TABLE[key]`: a key that is not there raises. */
export function subscriptTable(table: Table, key: Value, config: Config, frame: Frame): readonly Branch[] {
  return lookUp(table, key, frame).flatMap((value): readonly Branch[] => {
    if (value !== null) return branch(config, value);
    frame.sink.add(config, 'KeyError', true);
    return [];
  });
}

/** `TABLE.get(key)`, `TABLE.get(key, other)`, `TABLE.pop(key, other)`, `TABLE.keys()`; null for any other method. */
export function callTable(
  call: Call,
  method: string,
  table: Table,
  config: Config,
  frame: Frame,
): readonly Branch[] | null {
  if (method === 'keys') return branch(config, { kind: 'several', items: table.items });
  const [key, other] = call.args;
  if ((method !== 'get' && method !== 'pop') || key === undefined) return null;
  const { info, machine } = frame;
  const constant = other === undefined ? NONE : staticValue(other, info.file, info, machine);
  return evaluate(key, config, frame).flatMap((one) => {
    const given =
      constant === null && other !== undefined
        ? evaluate(other, one.config, frame)
        : branch(one.config, constant ?? NONE);
    return given.flatMap((fallback) =>
      lookUp(table, one.value, frame).map((value) => ({
        config: method === 'pop' ? without(call, table, one.value, fallback.config, frame) : fallback.config,
        value: value ?? fallback.value,
      })),
    );
  });
}

/** The variable holds the table without what was taken out of it. */
function without({ callee }: Call, table: Table, key: Value, config: Config, { machine }: Frame): Config {
  if (callee.kind !== 'attribute' || callee.value.kind !== 'name') return config;
  const left = table.items.map((own) => compareValues('==', own, key, machine.domain) !== true);
  const keep = (_value: Value, index: number): boolean => left[index] === true;
  return config.withLocal(callee.value.id, {
    ...table,
    items: table.items.filter(keep),
    values: table.values.filter(keep),
  });
}
