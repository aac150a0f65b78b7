import type { EdgeFact, RemovalFact, WriteFact } from '../analysis.ts';
import type { StateName, TransitionClass } from '../model.ts';
import type { Intrusion } from './interference.ts';
import type { SiteRun } from './sites.ts';

const ORDER: readonly TransitionClass[] = ['proved', 'possible', 'interleaving'];

/** A run with the fact that is shown for it, and what can come between. */
export interface Placed {
  readonly run: SiteRun;
  readonly fact: WriteFact | RemovalFact;
  readonly intrusions: readonly Intrusion[];
}

/**
 * The edges between different values: proved where the code pins the old state, possible where nothing does,
 * interleaving where only a write of another role makes it. Sorted by the order of the states.
 */
export function edgesOf(
  placed: readonly Placed[],
  alphabet: ReadonlySet<StateName>,
  order: readonly StateName[],
): readonly EdgeFact[] {
  const edges = new Map<
    string,
    { from: StateName; to: StateName; sites: Map<Placed['fact'], TransitionClass> }
  >();
  const note = (from: StateName, to: StateName, fact: Placed['fact'], kind: TransitionClass): void => {
    if (from === to || !alphabet.has(from)) return;
    const key = `${from}>${to}`;
    const edge = edges.get(key) ?? { from, to, sites: new Map<Placed['fact'], TransitionClass>() };
    edges.set(key, edge);
    const known = edge.sites.get(fact);
    if (known === undefined || rank(kind) < rank(known)) edge.sites.set(fact, kind);
  };
  for (const { run, fact, intrusions } of placed) {
    for (const step of run.steps) note(step.before, step.after, fact, step.class);
    for (const intrusion of intrusions) {
      for (const after of run.apply(intrusion.after)) note(intrusion.after, after, fact, 'interleaving');
    }
  }
  const index = (state: StateName): number => order.indexOf(state);
  return [...edges.values()]
    .map(({ from, to, sites }): EdgeFact => {
      const sorted = [...sites]
        .map(([by, kind]) => ({ by, class: kind }))
        .sort((a, b) => rank(a.class) - rank(b.class) || byPlace(a.by, b.by));
      return { from, to, class: sorted[0]?.class ?? 'possible', sites: sorted };
    })
    .sort((a, b) => index(a.from) - index(b.from) || index(a.to) - index(b.to));
}

export function rank(kind: TransitionClass): number {
  return ORDER.indexOf(kind);
}

function byPlace(a: Placed['fact'], b: Placed['fact']): number {
  if (a.site.file !== b.site.file) return a.site.file < b.site.file ? -1 : 1;
  return a.site.span.start - b.site.span.start;
}

/** The class of a site: that of its best edge; a write that changes nothing counts by what pins it. */
export function siteClass(run: SiteRun, intrusions: readonly Intrusion[]): TransitionClass {
  const moving = run.steps.filter((step) => step.before !== step.after);
  const [best] = moving.map((step) => step.class).sort((a, b) => rank(a) - rank(b));
  if (best !== undefined) return best;
  const intruded = intrusions.some((each) => run.apply(each.after).some((after) => after !== each.after));
  if (intruded) return 'interleaving';
  return run.pinned === null ? 'possible' : 'proved';
}
