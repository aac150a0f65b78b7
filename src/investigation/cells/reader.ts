import type { Mark, MarkReason } from '../notebook/errors.ts';
import { placeAt } from '../notebook/lines.ts';
import { readYaml, yamlField, type YamlList, type YamlMap, type YamlNode } from '../yaml/read.ts';

/** The body of a cell and the line of the file in which it starts. */
export interface CellText {
  readonly body: string;
  readonly line: number;
}

/** A cell's meaning, or undefined where it cannot be read, and the marks in either case. */
export interface CellReading<T> {
  readonly value: T | undefined;
  readonly marks: readonly Mark[];
}

/** Reads typed fields of a YAML cell and collects a mark, with its place in the file, for each fault. */
export class FieldReader {
  readonly marks: Mark[] = [];
  readonly #cell: CellText;

  constructor(cell: CellText) {
    this.#cell = cell;
  }

  mark(offset: number, reason: MarkReason): void {
    const place = placeAt(this.#cell.body, offset);
    this.marks.push({ ...reason, line: this.#cell.line + place.line - 1, column: place.column });
  }

  /** The whole cell as a map; an empty cell is a fault. */
  map(): YamlMap | undefined {
    const node = this.#document();
    if (node?.kind === 'map') return node;
    if (this.marks.length === 0)
      this.mark(node?.start ?? 0, { code: 'yaml', fault: 'not-a-map', detail: '' });
    return undefined;
  }

  /** The whole cell as a list; an empty cell is the empty list. */
  list(): YamlList | undefined {
    const node = this.#document();
    if (node === undefined && this.marks.length === 0)
      return { kind: 'list', items: [], flow: false, start: 0, end: 0 };
    if (node?.kind === 'list') return node;
    if (this.marks.length === 0)
      this.mark(node?.start ?? 0, { code: 'yaml', fault: 'not-a-list', detail: '' });
    return undefined;
  }

  text(map: YamlMap, key: string): string | undefined {
    const node = yamlField(map, key);
    if (node === undefined || node.kind === 'text') return node?.text;
    this.mark(node.start, { code: 'field-value', field: key, value: '', expected: 'text' });
    return undefined;
  }

  /** A text that must be there and not be empty. */
  required(map: YamlMap, key: string): string | undefined {
    const text = this.text(map, key);
    if (text !== undefined && text !== '') return text;
    if (yamlField(map, key)?.kind !== 'list' && yamlField(map, key)?.kind !== 'map')
      this.mark(map.start, { code: 'field-missing', field: key });
    return undefined;
  }

  /** One of a few words. */
  choice<T extends string>(map: YamlMap, key: string, choices: readonly T[]): T | undefined {
    const node = yamlField(map, key);
    if (node === undefined) return undefined;
    const text = node.kind === 'text' ? node.text : '';
    const found = choices.find((choice) => choice === text);
    if (found === undefined)
      this.mark(node.start, { code: 'field-value', field: key, value: text, expected: choices.join(', ') });
    return found;
  }

  /** A list of texts; a single text is a list of one, an empty one a list of none. */
  texts(map: YamlMap, key: string): readonly string[] {
    const node = yamlField(map, key);
    if (node === undefined) return [];
    if (node.kind === 'text') return node.text === '' ? [] : [node.text];
    const items = node.kind === 'list' ? node.items : [node];
    return items.flatMap((item) => {
      if (item.kind === 'text') return [item.text];
      this.mark(item.start, { code: 'field-value', field: key, value: '', expected: 'text' });
      return [];
    });
  }

  /** Marks every key that is not among `known`: a slip of the pen, or a newer version's field. */
  unknown(map: YamlMap, known: readonly string[]): void {
    for (const entry of map.entries)
      if (!known.includes(entry.key)) this.mark(entry.start, { code: 'field-unknown', field: entry.key });
  }

  #document(): YamlNode | undefined {
    const read = readYaml(this.#cell.body);
    if (read.ok) return read.value;
    this.mark(read.error.at, { code: 'yaml', fault: read.error.fault, detail: read.error.detail });
    return undefined;
  }
}
