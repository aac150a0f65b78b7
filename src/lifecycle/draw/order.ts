import {
  ABSENT,
  type Hazard,
  type Lifecycle,
  type Place,
  type StateName,
  type Transition,
} from '../model.ts';

/** By code units, the same on every machine. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** By file, then line. */
export function byPlace(a: Place, b: Place): number {
  return byText(a.file, b.file) || a.line - b.line;
}

/** States as declared, then those that only occur elsewhere, then ∅; the same facts give the same order. */
export function stateOrder(lifecycle: Lifecycle): readonly StateName[] {
  const declared = [...lifecycle.states].sort((a, b) => byPlace(a, b) || byText(a.name, b.name));
  const names = new Set(declared.map((state) => state.name));
  const other = new Set<StateName>();
  for (const { from, to } of lifecycle.transitions) other.add(from).add(to);
  for (const write of lifecycle.writes) for (const name of [...write.from, ...write.to]) other.add(name);
  for (const removal of lifecycle.removals) for (const name of removal.from) other.add(name);
  const absent = (other.has(ABSENT) || lifecycle.removals.length > 0) && !names.has(ABSENT);
  const rest = [...other].filter((name) => !names.has(name) && name !== ABSENT).sort(byText);
  return [...names, ...rest, ...(absent ? [ABSENT] : [])];
}

/** Compares names by their rank in `order`; unknown ones come last, by name. */
export function byRank(order: readonly StateName[]): (a: StateName, b: StateName) => number {
  const rank = new Map(order.map((name, index) => [name, index]));
  const of = (name: StateName): number => rank.get(name) ?? order.length;
  return (a, b) => of(a) - of(b) || byText(a, b);
}

const classRank = { proved: 0, possible: 1, interleaving: 2 } as const;

/** Transitions by from, to and class; sites by place, each once. */
export function sortedTransitions(lifecycle: Lifecycle): readonly Transition[] {
  const rank = byRank(stateOrder(lifecycle));
  return lifecycle.transitions
    .map((transition) => ({ ...transition, sites: sortedPlaces(transition.sites) }))
    .sort((a, b) => rank(a.from, b.from) || rank(a.to, b.to) || classRank[a.class] - classRank[b.class]);
}

/** Places by file and line, each once. */
export function sortedPlaces(places: readonly Place[]): readonly Place[] {
  const seen = new Map(places.map(({ file, line }) => [`${String(line)} ${file}`, { file, line }]));
  return [...seen.values()].sort(byPlace);
}

const severityRank = { high: 0, warning: 1, info: 2 } as const;

/** Hazards by severity, number of the rule, place. */
export function sortedHazards(hazards: readonly Hazard[]): readonly Hazard[] {
  const number = (hazard: Hazard): number => Number(hazard.rule.slice(1));
  return [...hazards].sort(
    (a, b) => severityRank[a.severity] - severityRank[b.severity] || number(a) - number(b) || byPlace(a, b),
  );
}
