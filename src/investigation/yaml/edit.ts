import { yamlEntryLines, yamlFieldLines, type YamlFields, type YamlValue } from './write.ts';
import type { YamlList, YamlMap } from './read.ts';

type LineEnd = '\n' | '\r\n';

/** A list item as the lines it stands in. `start` and `end` are offsets of whole lines. */
export interface ItemSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The lines of each item of a block list: from its `-` to the line before the next item. Comments above
 * an item go with the item before it. Undefined for a list in brackets.
 */
export function itemSpans(body: string, list: YamlList): readonly ItemSpan[] | undefined {
  if (list.flow) return undefined;
  const starts = list.items.map((item, index) => {
    // Its `-` may stand on a line of its own, above comments.
    const from = list.items[index - 1]?.end ?? 0;
    const dash = /^[ \t]*-(?=\s)/m.exec(body.slice(from, item.start));
    return dash === null ? lineStart(body, item.start) : from + dash.index;
  });
  if (new Set(starts).size !== starts.length) return undefined;
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? body.length }));
}

/** A new list item in block style, without indentation. */
export function listItem(fields: YamlFields, lineEnd: LineEnd): string {
  const lines = yamlFieldLines(fields);
  return lines
    .map((line, index) => (line === '' ? lineEnd : `${index === 0 ? '- ' : '  '}${line}${lineEnd}`))
    .join('');
}

/**
 * The body with one field of a block map set, or taken out where `value` is undefined. Only the lines of
 * this field change; a new field goes behind the last field that stands before it in `order`.
 */
export function setField(
  body: string,
  map: YamlMap,
  key: string,
  value: YamlValue | undefined,
  options: { readonly order: readonly string[]; readonly lineEnd: LineEnd },
): string {
  const { lineEnd, order } = options;
  const indent = indentOf(body, map);
  const entry = map.entries.find((known) => known.key === key);
  const lines = value === undefined ? [] : yamlEntryLines(key, value);
  if (entry !== undefined) {
    const end = lineEndAfter(body, entry.end);
    if (lines.length > 0) {
      const text = lines.map((line, at) => (at === 0 || line === '' ? line : indent + line)).join(lineEnd);
      return (
        body.slice(0, entry.start) + text + trailing(body.slice(entry.end, end), lineEnd) + body.slice(end)
      );
    }
    return removeEntry(body, map, entry.start, end);
  }
  if (lines.length === 0) return body;
  const rank = order.indexOf(key);
  const before = map.entries.findLast((known) => {
    const other = order.indexOf(known.key);
    return other >= 0 && other < rank;
  });
  if (before === undefined) {
    const first = lines.map((line) => line + lineEnd + indent).join('');
    return body.slice(0, map.start) + first + body.slice(map.start);
  }
  const at = lineEndAfter(body, before.end);
  const broken = at > 0 && !/[\r\n]$/.test(body.slice(0, at)) ? lineEnd : '';
  const text = lines.map((line) => (line === '' ? '' : indent + line) + lineEnd).join('');
  return body.slice(0, at) + broken + text + body.slice(at);
}

/** Takes an entry out; the first one leaves the `-` of its item to the next. */
function removeEntry(body: string, map: YamlMap, start: number, end: number): string {
  const next = map.entries.find((entry) => entry.start > start);
  if (map.entries[0]?.start === start && next !== undefined)
    return body.slice(0, start) + body.slice(next.start);
  return body.slice(0, lineStart(body, start)) + body.slice(end);
}

/** Spaces before a field of a map that stands below `-` or in column 1. */
function indentOf(body: string, map: YamlMap): string {
  return ' '.repeat(map.start - lineStart(body, map.start));
}

/** What stood behind a value on its line: a comment stays, and a line end does. */
function trailing(text: string, lineEnd: LineEnd): string {
  const comment = /^[ \t]+#[^\r\n]*/.exec(text)?.[0] ?? '';
  return comment + (/(?:\r\n|\n|\r)$/.exec(text)?.[0] ?? lineEnd);
}

function lineStart(body: string, offset: number): number {
  return Math.max(body.lastIndexOf('\n', offset - 1), body.lastIndexOf('\r', offset - 1)) + 1;
}

/** Behind the line end of the line that `offset` is in; a value may end with its own line end. */
function lineEndAfter(body: string, offset: number): number {
  if (offset > 0 && /[\r\n]/.test(body.charAt(offset - 1))) return offset;
  const match = /\r\n|\n|\r/.exec(body.slice(offset));
  return match === null ? body.length : offset + match.index + match[0].length;
}
