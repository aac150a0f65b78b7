import { Composer, isAlias, isMap, isScalar, isSeq, Parser, type Pair, type ParsedNode } from 'yaml';
import { err, ok, type Result } from '../../base/index.ts';
import type { YamlFault } from '../notebook/errors.ts';
import { tooDeep } from './depth.ts';

/** A YAML text of the failsafe schema (YAML 1.2.2, 10.1): every scalar is text. Offsets are UTF-16 units. */
export type YamlNode = YamlText | YamlList | YamlMap;

export interface YamlText {
  readonly kind: 'text';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface YamlList {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
  /** Written with brackets. */
  readonly flow: boolean;
  readonly start: number;
  readonly end: number;
}

export interface YamlMap {
  readonly kind: 'map';
  /** In the order of the text; keys are unique. */
  readonly entries: readonly YamlEntry[];
  readonly flow: boolean;
  readonly start: number;
  readonly end: number;
}

export interface YamlEntry {
  readonly key: string;
  readonly value: YamlNode;
  /** Of the key. */
  readonly start: number;
  /** Behind the value. */
  readonly end: number;
}

/** Why a text is not taken, and at which offset. `detail` is the parser's own remark, for syntax. */
export interface YamlError {
  readonly fault: YamlFault;
  readonly detail: string;
  readonly at: number;
}

class Refused extends Error {
  readonly error: YamlError;
  constructor(fault: YamlFault, at: number, detail = '') {
    super(detail);
    this.error = { fault, detail, at };
  }
}

/** Reads one document. Aliases, anchors and tags are refused; an empty text is undefined. */
export function readYaml(text: string): Result<YamlNode | undefined, YamlError> {
  try {
    // YAML 1.2.2, 5.4: a lone carriage return is a line break; the parser does not know. Offsets stay.
    const tokens = [...new Parser().parse(text.replace(/\r(?!\n)/g, '\n'))];
    const deep = tooDeep(tokens);
    if (deep !== undefined) return err({ fault: 'depth', detail: '', at: deep });
    const composer = new Composer({ schema: 'failsafe', version: '1.2', uniqueKeys: true, merge: false });
    const [document, second] = composer.compose(tokens, true, text.length);
    if (second !== undefined) return err({ fault: 'syntax', detail: '---', at: second.range[0] });
    const first = document?.errors[0];
    if (first !== undefined) return err({ fault: 'syntax', detail: first.message, at: first.pos[0] });
    const contents = document?.contents ?? null;
    return ok(contents === null ? undefined : convert(contents));
  } catch (thrown) {
    if (thrown instanceof Refused) return err(thrown.error);
    throw thrown;
  }
}

/** The value of a key of a map; undefined where it is not there. */
export function yamlField(map: YamlMap, key: string): YamlNode | undefined {
  return map.entries.find((entry) => entry.key === key)?.value;
}

function convert(node: ParsedNode): YamlNode {
  const [start, end] = node.range;
  if (isAlias(node)) throw new Refused('alias', start, node.source);
  if (node.anchor !== undefined) throw new Refused('alias', start, node.anchor);
  if (node.tag !== undefined) throw new Refused('tag', start, node.tag);
  if (isScalar(node)) return { kind: 'text', text: scalarText(node.value), start, end };
  if (isSeq(node)) {
    const items = node.items.map((item) => convert(item));
    return { kind: 'list', items, flow: node.flow === true, start, end };
  }
  if (isMap(node)) {
    const entries = node.items.map((pair) => convertPair(pair));
    return { kind: 'map', entries, flow: node.flow === true, start, end };
  }
  throw new Refused('syntax', start);
}

function convertPair(pair: Pair<ParsedNode, ParsedNode | null>): YamlEntry {
  const key = convert(pair.key);
  if (key.kind !== 'text') throw new Refused('key', key.start);
  const value: YamlNode =
    pair.value === null ? { kind: 'text', text: '', start: key.end, end: key.end } : convert(pair.value);
  return { key: key.text, value, start: key.start, end: Math.max(key.end, value.end) };
}

function scalarText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
