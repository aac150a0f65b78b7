import type { StateName } from '../model.ts';
import type { Entity } from '../flow/config.ts';
import type { SiteRun } from './sites.ts';

/** How a role shares time with the others. */
export interface RoleTime {
  readonly name: string;
  /** `preemptive`: a thread, which can run between any two steps; `cooperative`: only where another one waits. */
  readonly time: 'preemptive' | 'cooperative';
}

/** One step of another role that fits between this site's last look and its write. */
export interface Intrusion {
  readonly by: SiteRun;
  readonly before: StateName;
  readonly after: StateName;
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
  for (const look of run.looks) {
    for (const other of all) {
      if (other === run || !canIntrude(run, look, other, times)) continue;
      for (const step of other.steps) {
        if (step.before !== look.state || step.after === step.before || run.from.has(step.after)) continue;
        const key = `${step.after}|${other.role}|${place(other)}`;
        if (!found.has(key)) found.set(key, { by: other, before: step.before, after: step.after });
      }
    }
  }
  return [...found.values()];
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
