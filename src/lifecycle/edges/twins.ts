import type { FunctionId } from '../analysis.ts';
import type { RemovalEvent, WriteEvent } from '../flow/machine.ts';
import { ABSENT, type StateName } from '../model.ts';
import type { Repeated } from '../roles/repeated.ts';
import type { Intrusion } from './interference.ts';
import type { SiteRun } from './sites.ts';

/** What one site does in a function that may go on twice over one object. */
interface Share {
  readonly run: SiteRun;
  readonly events: readonly (WriteEvent | RemovalEvent)[];
}

/** The steps that another run of the same function, over the same object, puts between a look and its write. */
export class Twins {
  readonly #shares: readonly { readonly repeated: Repeated; readonly shares: readonly Share[] }[];

  constructor(runs: readonly SiteRun[], repeated: ReadonlyMap<FunctionId, Repeated>) {
    this.#shares = [...repeated]
      .map(([id, each]) => ({ repeated: each, shares: runs.flatMap((run) => shareOf(run, id, each)) }))
      .filter(({ repeated: each, shares }) => areTogether(shares, each.preemptive));
  }

  /** Any number of steps, because the other run may come to its end. */
  intrusions(run: SiteRun): readonly Intrusion[] {
    const found = new Map<string, Intrusion>();
    for (const { repeated, shares } of this.#shares) {
      const own = shares.find((each) => each.run === run);
      for (const { before } of own?.events ?? []) {
        if (!repeated.preemptive && !before.awaited) continue;
        const free = shares.filter((each) => !before.locks.some((lock) => each.run.locks.includes(lock)));
        for (const each of reached(before.state, free))
          if (!run.from.has(each.after)) found.set(each.after, found.get(each.after) ?? each);
      }
    }
    return [...found.values()];
  }
}

/** The part of a site that belongs to the function and to the object that its runs share. */
function shareOf(run: SiteRun, id: FunctionId, { objects }: Repeated): readonly Share[] {
  const name = nameOf(id);
  const events = [...run.gathered.events].filter(
    ({ context, entry, before }) =>
      before.origin !== 'initial' && context.split(',').includes(id) && isShared(entry, name, objects),
  );
  return events.length === 0 ? [] : [{ run, events }];
}

function nameOf(id: FunctionId): string {
  return id.slice(Math.max(id.lastIndexOf('.'), id.lastIndexOf('#')) + 1);
}

/** `self`, `self.job`, a parameter that both are given, the entry that one of these selects, or a constant. */
function isShared(entry: string | null, name: string, objects: ReadonlySet<string>): boolean {
  if (entry === null) return true;
  const path = entry.startsWith('[') ? entry.slice(1, -1) : entry;
  if (path !== entry && path.startsWith('"')) return true;
  const [root = path, ...rest] = path.split('.');
  return (
    rest.every((each) => /^\w+$/.test(each)) &&
    [...objects].some((each) => root === (each === 'self' ? each : `${name}:${each}`))
  );
}

/**
 * Whether a second run gets past its first look while the first is on its way: no lock holds look and write together,
 * or it is let in by a state that the first leaves standing while it waits.
 */
function areTogether(shares: readonly Share[], preemptive: boolean): boolean {
  const events = shares.flatMap((each) => each.events);
  const isOpen = ({ before }: Share['events'][number]): boolean =>
    preemptive ? before.locks.length === 0 : before.awaited && before.met === undefined;
  const midway = new Set(
    events.flatMap(({ before }) =>
      before.origin === 'written' && !before.narrowed && (preemptive || before.awaited) ? [before.state] : [],
    ),
  );
  return events.some(
    (each) => each.before.origin === 'entry' && (isOpen(each) || midway.has(each.before.state)),
  );
}

/** Every step that can be taken from a state on, by the other run alone. */
function reached(from: StateName, shares: readonly Share[]): readonly Intrusion[] {
  const found: Intrusion[] = [];
  const states = new Set([from]);
  for (const state of states)
    for (const { run, events } of shares)
      for (const event of events) {
        const after = 'argument' in event ? event.after : ABSENT;
        if (after === null || event.before.state !== state || states.has(after)) continue;
        states.add(after);
        found.push({ by: run, before: state, after, twin: true });
      }
  return found;
}
