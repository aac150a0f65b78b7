import { actorsOf } from './actors.ts';
import { sortedTransitions } from './draw/order.ts';
import { visible } from './draw/visible.ts';
import type { Lifecycle, Place, StateName, Transition } from './model.ts';
import { name, places, table } from './text-parts.ts';

/** The facts of a lifecycle, without what it cost. */
type Facts = Omit<Lifecycle, 'cost'>;

/** Rows that are shown at most; what is more is counted. */
const ROWS = 40;

/** What a place or a state takes part in, as aligned lines of text with visible controls. */
export interface About {
  readonly lines: readonly string[];
  /** Transitions that are not among the lines. */
  readonly more: number;
}

/** The transitions into and out of a state: old and new state, how sure, who makes it under which guard, where. */
export function aboutState(facts: Facts, state: StateName): About {
  return about(facts, (edge) => edge.from === state || edge.to === state, true);
}

/** The transitions that the writes and removals on a line make. */
export function aboutLine(facts: Facts, place: Place): About {
  return about(facts, (edge) => edge.sites.some((site) => isSame(site, place)), false, place);
}

/** The writes and removals on a line that make no transition by themselves, such as the one in a constructor. */
export function writesAt(facts: Facts, place: Place): readonly string[] {
  const states = (list: readonly StateName[]): string => list.map(name).join(' ') || '?';
  return [
    ...facts.writes
      .filter((write) => isSame(write, place))
      .map((write) =>
        row(`${states(write.from)} → ${states(write.to)}`, write.class, write.role, write.guard),
      ),
    ...facts.removals
      .filter((removal) => isSame(removal, place))
      .map((removal) => row(`${states(removal.from)} → ∅`, '', removal.role, removal.guard)),
  ];
}

function row(move: string, kind: string, role: string, guard: string): string {
  return [move, kind, visible(role), guard === '' ? '' : `[${visible(guard)}]`]
    .filter((part) => part !== '')
    .join('  ');
}

function isSame(one: Place, other: Place): boolean {
  return one.file === other.file && one.line === other.line;
}

function about(facts: Facts, takesPart: (edge: Transition) => boolean, sites: boolean, place?: Place): About {
  const edges = sortedTransitions({ ...facts, cost: NO_COST }).filter(takesPart);
  const rows = edges.slice(0, ROWS).map((edge) => {
    const here =
      place === undefined ? edge : { ...edge, sites: edge.sites.filter((site) => isSame(site, place)) };
    const actors = actorsOf(facts, here);
    const by = [...new Set(actors.map((each) => whoOf(each.role, each.guard)))];
    return [
      name(edge.from),
      `→ ${name(edge.to)}`,
      edge.class,
      by.join(', '),
      sites ? places(edge.sites) : '',
    ];
  });
  return { lines: table(rows), more: Math.max(0, edges.length - ROWS) };
}

function whoOf(role: string, guard: string): string {
  return guard === '' ? visible(role) : `${visible(role)} [${visible(guard)}]`;
}

const NO_COST = { files: 0, bytes: 0, reads: 0, ms: 0 } as const;
