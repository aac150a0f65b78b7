import type { RemovalFact, SetterFact, WriteFact } from '../analysis.ts';
import type { Entity } from '../flow/config.ts';
import type { RemovalEvent, WriteEvent } from '../flow/machine.ts';
import type { Gathered } from '../flow/recorder.ts';
import { ABSENT, type Cell, type StateName, type TransitionClass } from '../model.ts';

/** One step that a site can make from one old state, and how sure the code makes it. */
export interface Step {
  readonly before: StateName;
  readonly after: StateName;
  readonly class: TransitionClass;
}

/** A write or removal in one role, before interference is known. */
export interface SiteRun {
  readonly kind: 'write' | 'removal';
  readonly role: string;
  readonly gathered: Gathered<WriteEvent> | Gathered<RemovalEvent>;
  /** Sequential steps, self-loops included. */
  readonly steps: readonly Step[];
  readonly from: ReadonlySet<StateName>;
  /** What each old state was known by; several where paths differ. */
  readonly looks: readonly Entity[];
  readonly pinned: WriteFact['pinned'];
  readonly initial: boolean;
  /** Locks held on every path. */
  readonly locks: readonly string[];
  /** Old state to new one for any old state; ∅ for a removal. */
  readonly apply: (old: StateName) => readonly StateName[];
}

/** Where more than half of the states remain, nothing is pinned. */
function pins(states: ReadonlySet<StateName>, alphabet: ReadonlySet<StateName>): boolean {
  return states.size > 0 && states.size * 2 <= alphabet.size;
}

/** Where some events were left out for their mode, all of them: what pins a state is judged by these. */
type Split<E> = Gathered<E> & { readonly known?: readonly E[] };

export function writeRun(
  gathered: Split<WriteEvent>,
  setter: SetterFact | null,
  alphabet: ReadonlySet<StateName>,
  keyed: boolean,
): SiteRun {
  const { events, known = gathered.events } = gathered;
  // The first assignment of an attribute in a constructor sets the initial state, it leaves none.
  const isInitial = (event: WriteEvent): boolean => event.before.origin === 'initial';
  const initial =
    events.length > 0 && events.every((event) => isInitial(event) || (keyed && event.constructs));
  const moving = keyed ? events : events.filter((event) => !isInitial(event));
  const steps = moving.flatMap((event): readonly Step[] =>
    event.after === null
      ? []
      : [
          {
            before: event.before.state,
            after: event.after,
            class: classOf(event, event.path !== 'handler', known, alphabet),
          },
        ],
  );
  const args = new Set(events.flatMap((event) => event.argument ?? []));
  return {
    kind: 'write',
    role: gathered.role,
    gathered,
    steps,
    from: sequential(moving),
    looks: moving.map((event) => event.before),
    pinned: events.every((event) => event.path !== 'handler') ? pinnedSite(known, alphabet) : null,
    initial,
    locks: commonLocks(events),
    apply: (old) =>
      [...args].flatMap((argument) =>
        cellStates(setter?.composed.get(old)?.get(argument) ?? argument, old, argument),
      ),
  };
}

export function removalRun(gathered: Split<RemovalEvent>, alphabet: ReadonlySet<StateName>): SiteRun {
  const { events, known = gathered.events } = gathered;
  return {
    kind: 'removal',
    role: gathered.role,
    gathered,
    steps: events.map((event) => ({
      before: event.before.state,
      after: ABSENT,
      class: classOf(event, true, known, alphabet),
    })),
    from: sequential(events),
    looks: events.map((event) => event.before),
    pinned: pinnedSite(known, alphabet),
    initial: false,
    locks: commonLocks(events),
    apply: () => [ABSENT],
  };
}

function cellStates(cell: Cell, old: StateName, argument: StateName): readonly StateName[] {
  if (cell === 'rejected') return [];
  return cell === 'argument-or-old' ? [old, argument] : [cell];
}

/** The old states that are met without a write of another role since the hand-over. */
function sequential(events: readonly Event[]): ReadonlySet<StateName> {
  return new Set(events.flatMap(({ before }) => (before.met === 'intruded' ? [] : [before.state])));
}

/** What a handler knows holds only if something was raised at the right moment: nothing pins that. */
function classOf(
  event: Event,
  pinnable: boolean,
  events: readonly Event[],
  alphabet: ReadonlySet<StateName>,
): TransitionClass {
  if (event.before.met === 'intruded') return 'interleaving';
  return pinnable && pinnedEvent(event, events, alphabet) !== null ? 'proved' : 'possible';
}

type Event = { readonly before: Entity; readonly context: string };

/** What pins the old state of one event, among the events of the same run. */
function pinnedEvent(
  event: Event,
  events: readonly Event[],
  alphabet: ReadonlySet<StateName>,
): WriteFact['pinned'] {
  if (event.before.origin === 'initial') return 'initial';
  if (event.before.met === 'later' || event.before.met === 'intruded') return null;
  const alike = events.filter(
    (each) => each.context === event.context && each.before.origin === event.before.origin,
  );
  if (!pins(new Set(alike.map((each) => each.before.state)), alphabet)) return null;
  return event.before.origin === 'written' ? 'earlier-write' : 'guard';
}

/** What pins the site as a whole: every case of it, by the weakest reason. */
function pinnedSite(events: readonly Event[], alphabet: ReadonlySet<StateName>): WriteFact['pinned'] {
  const reasons = events.map((event) => pinnedEvent(event, events, alphabet));
  if (reasons.length === 0 || reasons.includes(null)) return null;
  if (reasons.includes('guard')) return 'guard';
  return reasons.includes('earlier-write') ? 'earlier-write' : 'initial';
}

function commonLocks(events: readonly { readonly locks: readonly string[] }[]): readonly string[] {
  const [first, ...rest] = events;
  return (first?.locks ?? []).filter((lock) => rest.every((event) => event.locks.includes(lock)));
}

/** Facts that stand for runs; filled in the order of the runs. */
export type SiteFact = WriteFact | RemovalFact;
