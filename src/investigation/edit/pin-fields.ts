import { PIN_KEYS } from '../cells/pins.ts';
import { listItem, setField } from '../yaml/edit.ts';
import { readYaml, type YamlMap } from '../yaml/read.ts';
import type { YamlFields, YamlValue } from '../yaml/write.ts';

type LineEnd = '\n' | '\r\n';

/** Fields of a pin by their names in the file; undefined takes a field out. */
export type PinChange = Partial<Record<(typeof PIN_KEYS)[number], YamlValue | undefined>>;

/**
 * The body of a pins block with fields of one pin set. Only the lines of these fields change; a pin that
 * is written in braces, or a list in brackets, is written anew in block style.
 */
export function setPinFields(body: string, position: number, change: PinChange, lineEnd: LineEnd): string {
  let text = body;
  for (const key of PIN_KEYS) {
    if (!Object.hasOwn(change, key)) continue;
    const item = pinItem(text, position);
    if (item === undefined) return text;
    if (item.map.flow || item.flowList) {
      text = inBlockStyle(text, lineEnd);
      const again = pinItem(text, position);
      if (again === undefined) return text;
      text = setField(text, again.map, key, change[key], { order: PIN_KEYS, lineEnd });
    } else text = setField(text, item.map, key, change[key], { order: PIN_KEYS, lineEnd });
  }
  return text;
}

interface PinItem {
  readonly map: YamlMap;
  readonly flowList: boolean;
}

function pinItem(body: string, position: number): PinItem | undefined {
  const read = readYaml(body);
  if (!read.ok || read.value?.kind !== 'list') return undefined;
  const map = read.value.items[position];
  return map?.kind === 'map' ? { map, flowList: read.value.flow } : undefined;
}

/** The list written anew: block style, one field a line, comments lost. */
export function inBlockStyle(body: string, lineEnd: LineEnd): string {
  const read = readYaml(body);
  if (!read.ok || read.value?.kind !== 'list') return body;
  return read.value.items
    .map((item) => (item.kind === 'map' ? listItem(fieldsOf(item), lineEnd) : ''))
    .join('');
}

function fieldsOf(map: YamlMap): YamlFields {
  return Object.fromEntries(map.entries.map((entry) => [entry.key, valueOf(entry.value)]));
}

function valueOf(node: YamlMap['entries'][number]['value']): YamlValue {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'list') return node.items.map((item) => valueOf(item));
  return fieldsOf(node);
}
