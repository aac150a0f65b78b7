import type { YamlMap, YamlNode } from '../yaml/read.ts';
import { FieldReader, type CellReading, type CellText } from './reader.ts';

/** The head of a notebook: a YAML map between two lines `---`. */
export interface FrontMatter {
  /** Of the format; this code writes and knows `1`. */
  readonly version: string;
  /** Empty where the file has none. */
  readonly title: string;
  readonly targets: readonly TargetName[];
  readonly variables: readonly Variable[];
}

/** A logical name of a target. Every reader maps it to a host of their own. */
export interface TargetName {
  /** `[a-z][a-z0-9-]*`. */
  readonly name: string;
  /** Absolute folder to start in where the reader's mapping has none. */
  readonly root?: string;
}

/** A blank of a guide, `{{name}}`, and the text that fills it unless the reader says another. */
export interface Variable {
  readonly name: string;
  readonly value: string;
}

export const FORMAT_VERSION = '1';
/** What a logical name looks like. */
export const TARGET_NAME = /^[a-z][a-z0-9-]*$/;
const ROOT = /^(\/|[A-Za-z]:[\\/])/;
const KEYS = ['sonde', 'title', 'targets', 'vars'];

/** Reads the YAML between the two lines. Faults in a field are marks; the value is there all the same. */
export function readFrontMatter(cell: CellText): CellReading<FrontMatter> {
  const reader = new FieldReader(cell);
  const map = reader.map();
  if (map === undefined) return { value: undefined, marks: reader.marks };
  const version = reader.text(map, 'sonde') ?? '';
  const at = map.entries.find((entry) => entry.key === 'sonde')?.value.start ?? map.start;
  if (version === '') reader.mark(at, { code: 'field-missing', field: 'sonde' });
  else if (version !== FORMAT_VERSION) reader.mark(at, { code: 'version', version });
  reader.unknown(map, KEYS);
  const value = {
    version,
    title: reader.text(map, 'title') ?? '',
    targets: readTargets(reader, map),
    variables: readVariables(reader, map),
  };
  return { value, marks: reader.marks };
}

function readTargets(reader: FieldReader, map: YamlMap): readonly TargetName[] {
  const node = map.entries.find((entry) => entry.key === 'targets')?.value;
  if (node === undefined || (node.kind === 'text' && node.text === '')) return [];
  if (node.kind === 'map')
    return node.entries.flatMap((entry) => readTarget(reader, entry.key, entry.start, entry.value));
  const items = node.kind === 'list' ? node.items : [node];
  return items.flatMap((item) => {
    if (item.kind === 'text') return readTarget(reader, item.text, item.start, undefined);
    reader.mark(item.start, { code: 'field-value', field: 'targets', value: '', expected: 'name' });
    return [];
  });
}

function readTarget(
  reader: FieldReader,
  name: string,
  at: number,
  value: YamlNode | undefined,
): readonly TargetName[] {
  if (!TARGET_NAME.test(name)) {
    reader.mark(at, { code: 'target-name', name });
    return [];
  }
  const root = value?.kind === 'map' ? value.entries.find((entry) => entry.key === 'root')?.value : value;
  if (value?.kind === 'map')
    for (const entry of value.entries)
      if (entry.key !== 'root')
        reader.mark(entry.start, { code: 'target-host', name, value: scalar(entry.value) });
  if (root === undefined || (root.kind === 'text' && root.text === '')) return [{ name }];
  if (root.kind === 'text' && ROOT.test(root.text)) return [{ name, root: root.text }];
  reader.mark(root.start, { code: 'target-host', name, value: scalar(root) });
  return [{ name }];
}

function readVariables(reader: FieldReader, map: YamlMap): readonly Variable[] {
  const node = map.entries.find((entry) => entry.key === 'vars')?.value;
  if (node === undefined || (node.kind === 'text' && node.text === '')) return [];
  if (node.kind !== 'map') {
    reader.mark(node.start, { code: 'field-value', field: 'vars', value: '', expected: 'map' });
    return [];
  }
  return node.entries.flatMap((entry) => {
    if (entry.value.kind === 'text') return [{ name: entry.key, value: entry.value.text }];
    reader.mark(entry.value.start, { code: 'field-value', field: entry.key, value: '', expected: 'text' });
    return [];
  });
}

function scalar(node: YamlNode): string {
  return node.kind === 'text' ? node.text : '';
}
