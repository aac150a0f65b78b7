import type { Lifecycle } from '../../src/lifecycle/index.ts';
import type { TrueMachine } from './machine.ts';

/** How much of what was claimed is right, and how much of what is right was claimed. */
export interface Score {
  readonly right: number;
  readonly claimed: number;
  readonly found: number;
  readonly wanted: number;
  readonly extra: readonly string[];
  readonly missing: readonly string[];
}

/** One row of the tables. */
export interface Result {
  readonly machine: TrueMachine;
  readonly edges: Score;
  /** Of the edges of one class alone: how many are right. */
  readonly classes: Readonly<Record<'proved' | 'possible', { readonly right: number; readonly of: number }>>;
  readonly interleaving: number;
  readonly writes: Score;
  readonly cells: { readonly right: number; readonly of: number; readonly faults: readonly string[] };
  readonly roles: Score;
  readonly hazards: {
    readonly found: number;
    readonly wanted: number;
    readonly missing: readonly string[];
    /** Findings of high severity that the truth lists. */
    readonly knownHigh: number;
    /** Findings that the truth neither expects nor tolerates, by severity. */
    readonly extra: Readonly<Record<'high' | 'warning' | 'info', readonly string[]>>;
  };
  readonly declared: Score | null;
  readonly cost: Lifecycle['cost'];
  readonly unresolved: number;
}

/** `right` may hold more than `wanted`: what is right where it is claimed, and need not be. */
export function score(
  claimed: Iterable<string>,
  wanted: Iterable<string>,
  alsoRight: Iterable<string> = [],
): Score {
  const claims = new Set(claimed);
  const wishes = new Set(wanted);
  const accepted = new Set([...wishes, ...alsoRight]);
  const extra = [...claims].filter((each) => !accepted.has(each)).sort();
  const missing = [...wishes].filter((each) => !claims.has(each)).sort();
  return {
    right: claims.size - extra.length,
    claimed: claims.size,
    found: wishes.size - missing.length,
    wanted: wishes.size,
    extra,
    missing,
  };
}

/** 1 where nothing was claimed: nothing claimed wrongly. */
export function precision(of: Score): number {
  return of.claimed === 0 ? 1 : of.right / of.claimed;
}

/** 1 where nothing was to be found. */
export function recall(of: Score): number {
  return of.wanted === 0 ? 1 : of.found / of.wanted;
}

/** Edges by the names of their states, as the truth has them: `A>B`. */
export function edgesOf(machine: TrueMachine, claimed: Iterable<string>): Score {
  return score(claimed, Object.keys(machine.core), Object.keys(machine.possible));
}

export function measure(machine: TrueMachine, found: Lifecycle): Result {
  const drawn = found.transitions.filter((each) => each.class !== 'interleaving');
  const pair = (each: { readonly from: string; readonly to: string }): string => `${each.from}>${each.to}`;
  const ofClass = (name: 'proved' | 'possible'): { readonly right: number; readonly of: number } => {
    const own = edgesOf(machine, drawn.filter((each) => each.class === name).map(pair));
    return { right: own.right, of: own.claimed };
  };
  const places = Object.entries(machine.writes).flatMap(([file, lines]) =>
    lines.map((line) => `${file}:${line}`),
  );
  return {
    machine,
    edges: edgesOf(machine, drawn.map(pair)),
    classes: { proved: ofClass('proved'), possible: ofClass('possible') },
    interleaving: found.transitions.length - drawn.length,
    writes: score(
      found.writes.map((write) => `${write.file}:${write.line}`),
      places,
    ),
    cells: cellsOf(machine, found),
    roles: score(
      found.roles.filter((role) => role.kind !== 'caller').map((role) => `${role.kind} ${role.name}`),
      machine.roles.map((role) => `${role.kind} ${role.name}`),
    ),
    hazards: hazardsOf(machine, found),
    declared: declaredOf(machine, found),
    cost: found.cost,
    unresolved: found.unresolved.length,
  };
}

function cellsOf(machine: TrueMachine, found: Lifecycle): Result['cells'] {
  const faults: string[] = [];
  let of = 0;
  for (const { name, table } of machine.setters) {
    const own = found.setters.find((setter) => setter.name === name)?.table;
    for (const [old, row] of Object.entries(table)) {
      for (const [argument, cell] of Object.entries(row)) {
        of += 1;
        const is = own?.[old]?.[argument];
        if (is !== cell) faults.push(`${name} ${old} ${argument}: ${cell}, but is ${is ?? 'nothing'}`);
      }
    }
  }
  return { right: of - faults.length, of, faults };
}

function hazardsOf(machine: TrueMachine, found: Lifecycle): Result['hazards'] {
  const at = (rule: string, places: readonly string[]): boolean =>
    found.hazards.some((each) => each.rule === rule && places.includes(`${each.file}:${each.line}`));
  const wanted = machine.hazards.filter((each) => each.expected);
  const missing = wanted
    .filter((each) => !at(each.rule, each.at))
    .map((each) => `${each.rule} ${each.at[0] ?? ''}`);
  let knownHigh = 0;
  const extra = { high: [] as string[], warning: [] as string[], info: [] as string[] };
  for (const each of found.hazards) {
    const place = `${each.file}:${each.line}`;
    const known = machine.hazards.some((one) => one.rule === each.rule && one.at.includes(place));
    if (!known) extra[each.severity].push(`${each.rule} ${place}`);
    else if (each.severity === 'high') knownHigh += 1;
  }
  return { found: wanted.length - missing.length, wanted: wanted.length, missing, knownHigh, extra };
}

function declaredOf(machine: TrueMachine, found: Lifecycle): Score | null {
  const { declared } = machine;
  if (declared === undefined) return null;
  const own = found.declared?.find((each) => each.name === declared.name);
  return score(own?.transitions.map((each) => `${each.from}>${each.to}`) ?? [], declared.edges);
}
