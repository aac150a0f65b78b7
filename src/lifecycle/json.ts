import { byPlace, byRank, byText, sortedHazards, sortedTransitions, stateOrder } from './draw/order.ts';
import type { Declared, Hazard, Lifecycle, LifecycleWords, Mode, Place, Setter, StateName } from './model.ts';

/** The document that the command line prints; a contract. Keys come in this order, lists are sorted. */
export interface LifecycleJson {
  readonly states: readonly {
    readonly name: string;
    readonly value: string | number | null;
    readonly terminal: boolean;
    readonly file: string;
    readonly line: number;
  }[];
  readonly stores: readonly {
    readonly name: string;
    readonly owner: string;
    readonly file: string;
    readonly line: number;
  }[];
  readonly setters: readonly {
    readonly name: string;
    readonly file: string;
    readonly line: number;
    readonly table: Readonly<Record<string, Readonly<Record<string, string>>>>;
  }[];
  readonly writes: readonly {
    readonly file: string;
    readonly line: number;
    readonly function: string;
    readonly role: string;
    readonly to: readonly string[];
    readonly from: readonly string[];
    readonly class: string;
    readonly guard: string;
  }[];
  readonly removals: readonly {
    readonly file: string;
    readonly line: number;
    readonly function: string;
    readonly role: string;
    readonly from: readonly string[];
    readonly guard: string;
  }[];
  readonly transitions: readonly {
    readonly from: string;
    readonly to: string;
    readonly class: string;
    readonly sites: readonly Place[];
  }[];
  readonly hazards: readonly HazardJson[];
  readonly roles: readonly {
    readonly name: string;
    readonly kind: string;
    readonly file: string;
    readonly line: number;
  }[];
  readonly unresolved: readonly {
    readonly what: string;
    readonly file: string;
    readonly line: number;
    readonly why: string;
  }[];
  /** Only where one class runs as either side; `side` is null for writes that do not tell. */
  readonly modes?: Lifecycle['modes'];
  /** Only where the code declares a table of transitions. */
  readonly declared?: Lifecycle['declared'];
  readonly cost: {
    readonly files: number;
    readonly bytes: number;
    readonly reads: number;
    readonly ms: number;
  };
}

/** One finding; `title` and the steps' `text` are sentences. */
export interface HazardJson {
  readonly rule: string;
  readonly severity: string;
  readonly confidence: string;
  readonly title: string;
  readonly file: string;
  readonly line: number;
  /** The function or class that holds the line; missing at the top level. With `rule` it names a finding to accept. */
  readonly symbol?: string;
  /** Only where the user said that it is none here: the reason. */
  readonly accepted?: string;
  readonly witness: readonly {
    readonly step: number;
    readonly role: string;
    readonly file: string;
    readonly line: number;
    readonly text: string;
    readonly state: string | null;
  }[];
}

/** The JSON form: plain data, sentences from `words`, equal facts in equal order. */
export function toJson(lifecycle: Lifecycle, words: LifecycleWords): LifecycleJson {
  const order = stateOrder(lifecycle);
  const names = (list: readonly StateName[]): readonly StateName[] => [...new Set(list)].sort(byRank(order));
  const sites = <T extends Place & { readonly function: string; readonly role: string }>(
    list: readonly T[],
  ): readonly T[] =>
    [...list].sort((a, b) => byPlace(a, b) || byText(a.function, b.function) || byText(a.role, b.role));
  return {
    states: [...lifecycle.states]
      .sort((a, b) => byPlace(a, b) || byText(a.name, b.name))
      .map(({ name, value, terminal, file, line }) => ({ name, value, terminal, file, line })),
    stores: [...lifecycle.stores]
      .sort((a, b) => byPlace(a, b) || byText(a.name, b.name))
      .map(({ name, owner, file, line }) => ({ name, owner, file, line })),
    setters: [...lifecycle.setters]
      .sort((a, b) => byPlace(a, b) || byText(a.name, b.name))
      .map((setter) => setterJson(setter, order)),
    writes: sites(lifecycle.writes).map((write) => ({
      file: write.file,
      line: write.line,
      function: write.function,
      role: write.role,
      to: names(write.to),
      from: names(write.from),
      class: write.class,
      guard: write.guard,
    })),
    removals: sites(lifecycle.removals).map((removal) => ({
      file: removal.file,
      line: removal.line,
      function: removal.function,
      role: removal.role,
      from: names(removal.from),
      guard: removal.guard,
    })),
    transitions: sortedTransitions(lifecycle).map(({ from, to, class: kind, sites: at }) => ({
      from,
      to,
      class: kind,
      sites: at,
    })),
    hazards: sortedHazards(lifecycle.hazards).map((hazard) => hazardJson(hazard, words)),
    roles: [...lifecycle.roles]
      .sort((a, b) => byPlace(a, b) || byText(a.name, b.name))
      .map(({ name, kind, file, line }) => ({ name, kind, file, line })),
    unresolved: [...lifecycle.unresolved]
      .sort((a, b) => byPlace(a, b) || byText(a.what, b.what))
      .map((item) => ({ what: item.what, file: item.file, line: item.line, why: words.unresolved(item) })),
    ...(lifecycle.modes === undefined ? {} : { modes: lifecycle.modes.map(modeJson) }),
    ...(lifecycle.declared === undefined ? {} : { declared: lifecycle.declared.map(declaredJson) }),
    cost: {
      files: lifecycle.cost.files,
      bytes: lifecycle.cost.bytes,
      reads: lifecycle.cost.reads,
      ms: lifecycle.cost.ms,
    },
  };
}

function modeJson({ name, owner, file, line, sides }: Mode): Mode {
  return { name, owner, file, line, sides: sides.map(({ side, writes }) => ({ side, writes })) };
}

function declaredJson(table: Declared): Declared {
  const { name, owner, form, file, line, transitions, undeclared } = table;
  return {
    name,
    owner,
    form,
    file,
    line,
    transitions: [...transitions]
      .sort((a, b) => byPlace(a, b) || byText(a.from, b.from) || byText(a.to, b.to))
      .map((each) => ({
        from: each.from,
        to: each.to,
        event: each.event,
        handler: each.handler,
        written: each.written,
        file: each.file,
        line: each.line,
      })),
    undeclared: undeclared.map(({ from, to }) => ({ from, to })),
  };
}

/** One finding as plain data. */
export function hazardJson(hazard: Hazard, words: LifecycleWords): HazardJson {
  return {
    rule: hazard.rule,
    severity: hazard.severity,
    confidence: hazard.confidence,
    title: words.hazardTitle(hazard),
    file: hazard.file,
    line: hazard.line,
    ...(hazard.symbol === undefined ? {} : { symbol: hazard.symbol }),
    ...(hazard.accepted === undefined ? {} : { accepted: hazard.accepted }),
    witness: hazard.witness.map((step) => ({
      step: step.step,
      role: step.role,
      file: step.file,
      line: step.line,
      text: words.witnessStep(step),
      state: step.state,
    })),
  };
}

/** One setter as plain data; rows and columns in the order of the states. */
export function setterJson(setter: Setter, order: readonly StateName[]): LifecycleJson['setters'][number] {
  return { name: setter.name, file: setter.file, line: setter.line, table: sortedTable(setter, order) };
}

function sortedTable(setter: Setter, order: readonly StateName[]): Record<string, Record<string, string>> {
  const rank = byRank(order);
  const sorted = <T>(record: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(record).sort(([a], [b]) => rank(a, b));
  return Object.fromEntries(sorted(setter.table).map(([old, row]) => [old, Object.fromEntries(sorted(row))]));
}
