import { ACCEPTED_KEYS, type AcceptedAnchor, type AcceptedHazard } from '../cells/accepted.ts';
import { KEYS } from '../cells/lifecycle.ts';
import { isRule } from '../cells/lifecycle-words.ts';
import { isSameAnchor } from '../run/accept.ts';
import { itemSpans, setField } from '../yaml/edit.ts';
import { readYaml, yamlField, type YamlList, type YamlMap, type YamlNode } from '../yaml/read.ts';
import { yamlFlow, yamlScalar, type YamlFields, type YamlValue } from '../yaml/write.ts';

type LineEnd = '\n' | '\r\n';

/**
 * The text of a lifecycle cell with one more accepted finding, or with the reason of one that is there changed. Other
 * entries, and fields of newer versions, stay as they are. Undefined where the text is no map.
 */
export function putAccepted(body: string, entry: AcceptedHazard, lineEnd: LineEnd): string | undefined {
  const list = acceptedList(body);
  if (list === undefined) return undefined;
  const { map, items, node } = list;
  const known = items.find((item) => isEntry(item, entry));
  if (known?.kind === 'map') return withReason(body, known, entry.reason, lineEnd);
  const added = node === undefined ? undefined : appendItem(body, node, entry, lineEnd);
  return added ?? rewritten(body, map, [...items.map(valueOf), fieldsOf(entry)], lineEnd);
}

/** The text without the entries that are about the same; undefined where it is no map. */
export function takeAccepted(body: string, anchor: AcceptedAnchor, lineEnd: LineEnd): string | undefined {
  const list = acceptedList(body);
  if (list === undefined) return undefined;
  const { map, items, node } = list;
  const left = items.filter((item) => !isEntry(item, anchor));
  if (left.length === items.length) return body;
  const spans = node === undefined ? undefined : itemSpans(body, node);
  if (left.length === 0 || spans === undefined || node === undefined)
    return rewritten(body, map, left.map(valueOf), lineEnd);
  const end = behind(body, node);
  return spans.reduceRight((text, span, index) => {
    const item = items[index];
    return item === undefined || left.includes(item)
      ? text
      : text.slice(0, span.start) + text.slice(Math.min(span.end, end));
  }, body);
}

interface AcceptedList {
  readonly map: YamlMap;
  readonly items: readonly YamlNode[];
  /** Missing where there is none, or one entry stands in its place. */
  readonly node: YamlList | undefined;
}

function acceptedList(body: string): AcceptedList | undefined {
  const read = readYaml(body);
  if (!read.ok || read.value?.kind !== 'map') return undefined;
  const map = read.value;
  const node = yamlField(map, 'accepted');
  if (node?.kind === 'list') return { map, items: node.items, node };
  return { map, items: node?.kind === 'map' ? [node] : [], node: undefined };
}

function isEntry(item: YamlNode, anchor: AcceptedAnchor): boolean {
  if (item.kind !== 'map') return false;
  const text = (key: string): string => {
    const node = yamlField(item, key);
    return node?.kind === 'text' ? node.text : '';
  };
  const [rule, file, symbol, code] = ['rule', 'file', 'symbol', 'code'].map(text);
  const node = yamlField(item, 'about');
  const about =
    node?.kind === 'map'
      ? Object.fromEntries(
          node.entries.map(({ key, value }) => [key, value.kind === 'text' ? value.text : '']),
        )
      : {};
  return (
    rule !== undefined &&
    isRule(rule) &&
    isSameAnchor(anchor, {
      rule,
      symbol: symbol ?? '',
      about,
      ...(file === undefined || file === '' ? {} : { file }),
      ...(code === undefined || code === '' ? {} : { code }),
    })
  );
}

function withReason(body: string, item: YamlMap, reason: string, lineEnd: LineEnd): string {
  const node = yamlField(item, 'reason');
  if (!item.flow || node === undefined)
    return setField(body, item, 'reason', reason, { order: ACCEPTED_KEYS, lineEnd });
  return body.slice(0, node.start) + yamlScalar(reason) + body.slice(node.end);
}

/** One more item below a list in block style, in its indentation. */
function appendItem(
  body: string,
  list: YamlList,
  entry: AcceptedHazard,
  lineEnd: LineEnd,
): string | undefined {
  const last = itemSpans(body, list)?.at(-1);
  if (last === undefined) return undefined;
  const indent = /^ *(?=-)/.exec(body.slice(last.start))?.[0];
  if (indent === undefined) return undefined;
  const at = behind(body, list);
  const gap = at > 0 && !/[\r\n]$/.test(body.slice(0, at)) ? lineEnd : '';
  return `${body.slice(0, at)}${gap}${indent}- ${yamlFlow(fieldsOf(entry))}${lineEnd}${body.slice(at)}`;
}

/** Behind the line in which a list ends: its last item ends there, not where the cell does. */
function behind(body: string, list: YamlList): number {
  if (/[\r\n]$/.test(body.slice(0, list.end))) return list.end;
  const broken = /\r\n|\n|\r/.exec(body.slice(list.end));
  return broken === null ? body.length : list.end + broken.index + broken[0].length;
}

function rewritten(body: string, map: YamlMap, values: readonly YamlValue[], lineEnd: LineEnd): string {
  return setField(body, map, 'accepted', values.length === 0 ? undefined : values, { order: KEYS, lineEnd });
}

function valueOf(node: YamlNode): YamlValue {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'list') return node.items.map(valueOf);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, valueOf(value)]));
}

function fieldsOf({ rule, file, symbol, about, code, reason }: AcceptedHazard): YamlFields {
  return { rule, file, symbol, about, code, reason };
}
