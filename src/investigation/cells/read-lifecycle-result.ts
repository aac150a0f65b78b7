import type {
  Hazard,
  Place,
  Removal,
  Role,
  Setter,
  State,
  Store,
  Transition,
  Unresolved,
  WitnessStep,
  Write,
} from '../../lifecycle/index.ts';
import { attribute, type Info } from '../notebook/info.ts';
import { yamlField, type YamlMap, type YamlNode } from '../yaml/read.ts';
import type { LifecycleRecord } from './lifecycle-result.ts';
import {
  isAction,
  isConfidence,
  isReason,
  isRoleKind,
  isRule,
  isSeverity,
  isTransitionClass,
} from './lifecycle-words.ts';
import { FieldReader, type CellReading, type CellText } from './reader.ts';

/** Reads a stored result. One fact that cannot be read makes the block invalid: it is kept, not used. */
export function readLifecycleResult(info: Info, cell: CellText): CellReading<LifecycleRecord> {
  const reader = new FactReader(cell);
  const map = reader.map();
  const of = attribute(info, 'of');
  if (of === undefined)
    reader.mark(0, { code: 'attribute-missing', word: 'lifecycle-result', attribute: 'of' });
  if (map === undefined || of === undefined) return { value: undefined, marks: reader.marks };
  const facts = {
    states: reader.facts(map, 'states', (row) => reader.state(row)),
    stores: reader.facts(map, 'stores', (row): Store => ({
      name: reader.word(row, 'name'),
      owner: reader.text(row, 'owner') ?? '',
      ...reader.place(row),
    })),
    roles: reader.facts(map, 'roles', (row): Role => ({
      name: reader.word(row, 'name'),
      kind: reader.known(row, 'kind', isRoleKind) ?? 'caller',
      ...reader.place(row),
    })),
    setters: joinRows(reader.facts(map, 'setters', (row) => reader.setterRow(row))),
    writes: reader.facts(map, 'writes', (row): Write => ({
      ...reader.removal(row),
      to: reader.texts(row, 'to'),
      class: reader.known(row, 'class', isTransitionClass) ?? 'possible',
    })),
    removals: reader.facts(map, 'removals', (row) => reader.removal(row)),
    transitions: reader.facts(map, 'transitions', (row): Transition => ({
      from: reader.word(row, 'from'),
      to: reader.word(row, 'to'),
      class: reader.known(row, 'class', isTransitionClass) ?? 'possible',
      sites: reader.sites(row),
    })),
    hazards: reader.facts(map, 'hazards', (row) => reader.hazard(row)),
    unresolved: reader.facts(map, 'unresolved', (row): Unresolved => ({
      what: reader.text(row, 'what') ?? '',
      why: reader.known(row, 'why', isReason) ?? 'budget',
      ...reader.place(row),
    })),
  };
  return { value: reader.marks.length === 0 ? { of, facts } : undefined, marks: reader.marks };
}

/** Reads facts; every fault leaves a mark, and what is returned beside one is not used. */
class FactReader extends FieldReader {
  facts<T>(map: YamlMap, key: string, read: (row: YamlMap) => T): readonly T[] {
    const node = yamlField(map, key);
    if (node === undefined || (node.kind === 'text' && node.text === '')) return [];
    const items = node.kind === 'list' ? node.items : [node];
    return items.flatMap((item) => {
      if (item.kind === 'map') return [read(item)];
      this.mark(item.start, { code: 'yaml', fault: 'not-a-map', detail: '' });
      return [];
    });
  }

  word(row: YamlMap, key: string): string {
    return this.required(row, key) ?? '';
  }

  number(row: YamlMap, key: string): number {
    const text = this.word(row, key);
    if (/^\d{1,9}$/.test(text)) return Number(text);
    if (text !== '')
      this.mark(row.start, { code: 'field-value', field: key, value: text, expected: 'number' });
    return 0;
  }

  known<T extends string>(row: YamlMap, key: string, test: (text: string) => text is T): T | undefined {
    const text = this.word(row, key);
    if (test(text)) return text;
    if (text !== '') this.mark(row.start, { code: 'field-value', field: key, value: text, expected: key });
    return undefined;
  }

  place(row: YamlMap): Place {
    return { file: this.word(row, 'file'), line: this.number(row, 'line') };
  }

  state(row: YamlMap): State {
    const number = this.text(row, 'value');
    const value = number === undefined ? (this.text(row, 'text') ?? null) : Number(number);
    return {
      name: this.word(row, 'name'),
      value: Number.isNaN(value) ? null : value,
      terminal: this.text(row, 'terminal') === 'true',
      ...this.place(row),
    };
  }

  setterRow(row: YamlMap): SetterRow {
    const old = this.text(row, 'old');
    const to = yamlField(row, 'to');
    return {
      name: this.word(row, 'name'),
      ...this.place(row),
      ...(old === undefined ? {} : { old }),
      cells: to?.kind === 'map' ? this.#strings(to) : {},
    };
  }

  removal(row: YamlMap): Removal {
    return {
      ...this.place(row),
      function: this.text(row, 'function') ?? '',
      role: this.text(row, 'role') ?? '',
      from: this.texts(row, 'from'),
      guard: this.text(row, 'guard') ?? '',
    };
  }

  sites(row: YamlMap): readonly Place[] {
    return this.texts(row, 'sites').map((site) => {
      const match = /^(.*):(\d{1,9})$/.exec(site);
      if (match?.[1] === undefined)
        this.mark(row.start, { code: 'field-value', field: 'sites', value: site, expected: 'file:line' });
      return { file: match?.[1] ?? '', line: Number(match?.[2] ?? 0) };
    });
  }

  hazard(row: YamlMap): Hazard {
    const found = yamlField(row, 'hazard');
    const fact = found?.kind === 'map' ? found : row;
    const accepted = this.text(fact, 'accepted');
    const symbol = this.text(fact, 'symbol');
    const code = this.text(fact, 'code');
    return {
      rule: this.known(fact, 'rule', isRule) ?? 'H1',
      severity: this.known(fact, 'severity', isSeverity) ?? 'info',
      confidence: this.known(fact, 'confidence', isConfidence) ?? 'low',
      ...this.place(fact),
      data: this.#data(fact),
      witness: this.facts(row, 'witness', (step) => this.step(step)),
      ...(symbol === undefined || symbol === '' ? {} : { symbol }),
      ...(code === undefined || code === '' ? {} : { code }),
      ...(accepted === undefined || accepted === '' ? {} : { accepted }),
    };
  }

  step(row: YamlMap): WitnessStep {
    return {
      step: this.number(row, 'step'),
      role: this.text(row, 'role') ?? '',
      ...this.place(row),
      action: this.known(row, 'action', isAction) ?? 'reads',
      data: this.#data(row),
      state: this.text(row, 'state') ?? null,
    };
  }

  #data(row: YamlMap): Readonly<Record<string, string>> {
    const node = yamlField(row, 'data');
    return node?.kind === 'map' ? this.#strings(node) : {};
  }

  #strings(map: YamlMap): Readonly<Record<string, string>> {
    return Object.fromEntries(map.entries.map((entry) => [entry.key, textOf(entry.value)]));
  }
}

interface SetterRow extends Place {
  readonly name: string;
  readonly old?: string;
  readonly cells: Readonly<Record<string, string>>;
}

/** Rows of one setter follow each other; together they are its table. */
function joinRows(rows: readonly SetterRow[]): readonly Setter[] {
  const setters: (Place & { name: string; rows: (readonly [string, SetterRow['cells']])[] })[] = [];
  for (const { name, file, line, old, cells } of rows) {
    const row = old === undefined ? [] : [[old, cells] as const];
    const last = setters.at(-1);
    if (last?.name === name && last.file === file && last.line === line) last.rows.push(...row);
    else setters.push({ name, file, line, rows: row });
  }
  return setters.map(({ name, file, line, rows: table }) => ({
    name,
    file,
    line,
    table: Object.fromEntries(table),
  }));
}

function textOf(node: YamlNode): string {
  return node.kind === 'text' ? node.text : '';
}
