import { ABSENT, type StateName } from '../model.ts';
import type { FunctionInfo } from '../project/project.ts';
import type { Spawn } from '../roles/spawns.ts';
import { cancels, keptAs, givesWayBetween } from '../roles/waiting.ts';
import type { WriteEvent } from './machine.ts';
import type { Gathered, Recorder } from './recorder.ts';
import type { Handed } from './starts.ts';

/**
 * How an object can be in a state when a function starts with it: it was handed over in it; its starter wrote it
 * afterwards, or the start is for another time; or others wrote it between the two.
 */
export type Met = 'handed' | 'later' | 'intruded';

const ORDER: readonly Met[] = ['handed', 'later', 'intruded'];

/** One way in which a function comes to be started. */
export interface Start {
  readonly handed: Handed;
  /** Of the object, when it is handed over. */
  readonly state: StateName;
  /** What starts it; null where it is kept to be called. */
  readonly spawn: Spawn | null;
  /** Its own writes come only after it has begun. */
  readonly once: boolean;
}

type Step = { readonly before: StateName; readonly after: StateName };

type Event = Pick<WriteEvent, 'context' | 'begun'>;

/** Adds what the object can be in when the function begins; false where that may be anything. */
export function followStart(start: Start, recorder: Recorder, into: Map<StateName, Met>): boolean {
  const { handed, state, spawn, once } = start;
  const others = <E>(all: readonly Gathered<E>[]): readonly Gathered<E>[] =>
    all.filter((each) => !once || each.role !== handed.info.name);
  const writes = others(recorder.writes);
  if (writes.some(({ events }) => events.some((each) => each.after === null))) return false;
  const kept =
    handed.begin !== undefined
      ? [...handed.begin.names]
      : spawn?.node.kind === 'call'
        ? keptAs(handed.inside.node.body, spawn.node)
        : [];
  const followers = followersOf(handed, recorder);
  const steps = { starter: [] as Step[], others: [] as Step[] };
  const note = (
    site: { readonly inside: FunctionInfo } & Gathered<unknown>,
    event: Event,
    step: Step,
  ): void => {
    // It may have no role of its own where nothing tells that it is run by others.
    const [root = ''] = event.context.split(',');
    if ((once && root === handed.info.id) || followers.has(root)) return;
    const when = placeOf(site, event, start);
    if (when === 'past' || kept.some((name) => cancels(site.inside.node.body, name))) return;
    steps[when].push(step);
  };
  for (const site of writes)
    for (const event of site.events)
      if (event.after !== null && event.before.origin !== 'initial')
        note(site, event, { before: event.before.state, after: event.after });
  for (const site of others(recorder.removals))
    for (const event of site.events) note(site, event, { before: event.before.state, after: ABSENT });
  const sequential = closure([state], steps.starter);
  const all = closure(sequential, [...steps.starter, ...steps.others]);
  for (const each of all) {
    const met = each === state ? 'handed' : sequential.has(each) || !isSoon(spawn) ? 'later' : 'intruded';
    const known = into.get(each);
    if (known === undefined || ORDER.indexOf(met) < ORDER.indexOf(known)) into.set(each, met);
  }
  return true;
}

/** The functions that are called only when what begins here has ended. */
function followersOf({ begin }: Handed, recorder: Recorder): ReadonlySet<string> {
  const all = begin === undefined ? [] : recorder.handedOver;
  const found = all.filter(([, events]) =>
    events.every((each) => begin !== undefined && each.after?.includes(begin) === true),
  );
  return new Set(found.map(([info]) => info.id));
}

/** A thread or task begins by itself; a timer, and what is called when something happens, at another time. */
function isSoon(spawn: Spawn | null): boolean {
  return spawn !== null && ['task', 'thread', 'executor'].includes(spawn.kind);
}

/** Whether a write comes from the starter after the hand-over, from it once the start is over, or from others. */
function placeOf(
  { node, inside }: Gathered<unknown>,
  { context, begun }: Event,
  { handed, spawn }: Start,
): 'starter' | 'past' | 'others' {
  if (handed.begin !== undefined) {
    const phase = begun.get(handed.begin.id)?.phase;
    if (phase !== undefined) return phase === 'young' ? 'starter' : 'past';
    // Where none was begun none begins afterwards.
    return inside === handed.begin.inside && handed.begin.call.span.end <= node.span.start
      ? 'past'
      : 'others';
  }
  if (inside !== handed.inside) return context.split(',').includes(handed.inside.id) ? 'starter' : 'others';
  const from = spawn?.node.span.end ?? handed.node.span.end;
  if (node.span.start < from) return 'others';
  return givesWayBetween(inside.node.body, from, node.span.start) ? 'past' : 'starter';
}

function closure(from: Iterable<StateName>, steps: readonly Step[]): ReadonlySet<StateName> {
  const states = new Set(from);
  for (let size = -1; size !== states.size;) {
    size = states.size;
    for (const { before, after } of steps) if (states.has(before)) states.add(after);
  }
  return states;
}
