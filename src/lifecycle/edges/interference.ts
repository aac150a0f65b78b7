import type { StateName } from '../model.ts';
import type { Entity } from '../flow/config.ts';
import type { SiteRun } from './sites.ts';

/** How a role shares time with the others. */
export interface RoleTime {
  readonly name: string;
  /** `preemptive`: a thread, which can run between any two steps; `cooperative`: only where another one waits. */
  readonly time: 'preemptive' | 'cooperative';
}

/** Steps that are named for each state that can come between; more of them say nothing new. */
const WITNESSES = 40;

/** One step of another role that fits between this site's last look and its write. */
export interface Intrusion {
  readonly by: SiteRun;
  readonly before: StateName;
  readonly after: StateName;
  /** By another run of the same function. */
  readonly twin?: true;
}

/** The runs that can come between the look and the write of one: of tasks that share a loop only if it waits. */
export function neighbours(
  runs: readonly SiteRun[],
  times: ReadonlyMap<string, RoleTime['time']>,
): (run: SiteRun) => readonly SiteRun[] {
  const byRole = new Map<string, SiteRun[]>();
  for (const run of runs) {
    const list = byRole.get(run.role);
    if (list === undefined) byRole.set(run.role, [run]);
    else list.push(run);
  }
  return (run) => {
    if (run.looks.some((look) => look.awaited)) return runs;
    const beside = [...byRole].filter(
      ([role]) =>
        role !== run.role && (times.get(role) === 'preemptive' || times.get(run.role) === 'preemptive'),
    );
    return beside.flatMap(([, list]) => list);
  };
}

/**
 * The states that one write or removal of another role can put in place of what the site knows: one step, so
 * that the witness is short. A lock that both hold without a break keeps it out; among tasks of one loop only an
 * `await` or `yield` since the last look lets it in.
 */
export function intrusionsOf(
  run: SiteRun,
  all: readonly SiteRun[],
  times: ReadonlyMap<string, RoleTime['time']>,
): readonly Intrusion[] {
  const found = new Map<string, Intrusion>();
  const count = new Map<StateName, number>();
  for (const look of run.looks) {
    for (const other of all) {
      if (other === run || !canIntrude(run, look, other, times)) continue;
      for (const step of other.steps) {
        if (step.before !== look.state || step.after === step.before || run.from.has(step.after)) continue;
        if (!reaches(run, look, step.after)) continue;
        const key = `${step.after}|${other.role}|${place(other)}`;
        if (found.has(key) || (count.get(step.after) ?? 0) >= WITNESSES) continue;
        count.set(step.after, (count.get(step.after) ?? 0) + 1);
        found.set(key, { by: other, before: step.before, after: step.after });
      }
    }
  }
  return [...found.values()];
}

/** Between a start and what it starts only what was found to fit there: not where the write ends it as well. */
function reaches(run: SiteRun, look: Entity, state: StateName): boolean {
  if (look.met !== 'handed') return true;
  return run.looks.some((each) => each.met === 'intruded' && each.state === state);
}

function canIntrude(
  run: SiteRun,
  look: Entity,
  other: SiteRun,
  times: ReadonlyMap<string, RoleTime['time']>,
): boolean {
  if (look.locks.some((lock) => other.locks.includes(lock))) return false;
  if (run.role === other.role) return look.awaited;
  const preemptive = times.get(run.role) === 'preemptive' || times.get(other.role) === 'preemptive';
  return preemptive || look.awaited;
}

function place(run: SiteRun): string {
  return `${run.gathered.inside.id}:${run.gathered.node.span.start}`;
}
