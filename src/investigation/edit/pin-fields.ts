import { PIN_KEYS } from '../cells/pins.ts';
import { itemSpans, listItem, setField } from '../yaml/edit.ts';
import { readYaml, type YamlList, type YamlMap } from '../yaml/read.ts';
import type { YamlFields, YamlValue } from '../yaml/write.ts';

type LineEnd = '\n' | '\r\n';

/** Fields of a pin by their names in the file; undefined takes a field out. */
export type PinChange = Partial<Record<(typeof PIN_KEYS)[number], YamlValue | undefined>>;

/**
 * The body of a pins block with fields of one pin set. Only the lines of these fields change; a pin that
 * is written in braces, or a list in brackets, is written anew in block style.
 */
export function setPinFields(body: string, position: number, change: PinChange, lineEnd: LineEnd): string {
  return setFieldsOfPins(body, new Map([[position, change]]), lineEnd);
}

/** The same for several pins, by their positions in the list, which is read once: its time grows with its length. */
export function setFieldsOfPins(
  body: string,
  changes: ReadonlyMap<number, PinChange>,
  lineEnd: LineEnd,
): string {
  const changing = [...changes].flatMap(([position, change]) => (isEmpty(change) ? [] : [position]));
  const list = pinList(body);
  if (list === undefined || changing.length === 0) return body;
  const isFlow = (position: number): boolean => {
    const item = list.items[position];
    return item?.kind === 'map' && (item.flow || list.flow);
  };
  const text = changing.some(isFlow) ? inBlockStyle(body, lineEnd) : body;
  const block = text === body ? list : pinList(text);
  const spans = block === undefined ? undefined : itemSpans(text, block);
  if (spans === undefined) return text;
  // An item is a list of its own, so that setting its fields does not cost the reading of all others.
  const items = spans.map(({ start, end }, position) => {
    const change = changes.get(position);
    const item = text.slice(start, end);
    return change === undefined ? item : setItemFields(item, change, lineEnd);
  });
  return text.slice(0, spans[0]?.start ?? text.length) + items.join('');
}

/** The text of one item of a block list, with its fields set. */
function setItemFields(item: string, change: PinChange, lineEnd: LineEnd): string {
  let text = item;
  for (const key of PIN_KEYS) {
    if (!Object.hasOwn(change, key)) continue;
    const map = pinList(text)?.items[0];
    if (map?.kind !== 'map') return text;
    text = setField(text, map, key, change[key], { order: PIN_KEYS, lineEnd });
  }
  return text;
}

function isEmpty(change: PinChange): boolean {
  return !PIN_KEYS.some((key) => Object.hasOwn(change, key));
}

function pinList(body: string): YamlList | undefined {
  const read = readYaml(body);
  return read.ok && read.value?.kind === 'list' ? read.value : undefined;
}

/** The list written anew: block style, one field a line, comments lost. */
export function inBlockStyle(body: string, lineEnd: LineEnd): string {
  const list = pinList(body);
  if (list === undefined) return body;
  return list.items.map((item) => (item.kind === 'map' ? listItem(fieldsOf(item), lineEnd) : '')).join('');
}

function fieldsOf(map: YamlMap): YamlFields {
  return Object.fromEntries(map.entries.map((entry) => [entry.key, valueOf(entry.value)]));
}

function valueOf(node: YamlMap['entries'][number]['value']): YamlValue {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'list') return node.items.map((item) => valueOf(item));
  return fieldsOf(node);
}
