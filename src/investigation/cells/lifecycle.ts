import { attribute, type Info } from '../notebook/info.ts';
import { acceptedOf, type AcceptedHazard } from './accepted.ts';
import { FieldReader, type CellReading, type CellText } from './reader.ts';

/** Which lifecycle a cell asks for. Names select; files say where to start reading. */
export interface LifecycleQuery {
  readonly id?: string;
  readonly on?: string;
  /** Class of the states. */
  readonly states?: string;
  /** Owner of the store. */
  readonly class?: string;
  readonly store?: string;
  /** Relative to the root. */
  readonly files: readonly string[];
  /** States that the user calls terminal. */
  readonly terminal: readonly string[];
  /** Findings that the user calls no hazard here; missing where there are none. */
  readonly accepted?: readonly AcceptedHazard[];
}

/** The fields of a lifecycle cell, in the order in which they are written. */
export const KEYS = ['on', 'states', 'store', 'class', 'files', 'terminal', 'accepted'];

/** Reads a lifecycle cell. */
export function readLifecycle(info: Info, cell: CellText): CellReading<LifecycleQuery> {
  const reader = new FieldReader(cell);
  const map = reader.map();
  if (map === undefined) return { value: undefined, marks: reader.marks };
  reader.unknown(map, KEYS);
  const value: LifecycleQuery = {
    ...defined('id', attribute(info, 'id')),
    ...defined('on', attribute(info, 'on') ?? reader.text(map, 'on')),
    ...defined('states', reader.text(map, 'states')),
    ...defined('class', reader.text(map, 'class')),
    ...defined('store', reader.text(map, 'store')),
    files: reader.texts(map, 'files'),
    terminal: reader.texts(map, 'terminal'),
    ...acceptedOf(reader, map),
  };
  return { value, marks: reader.marks };
}

function defined<K extends string>(key: K, value: string | undefined): Readonly<Partial<Record<K, string>>> {
  const fields: Partial<Record<K, string>> = {};
  if (value !== undefined && value !== '') fields[key] = value;
  return fields;
}
