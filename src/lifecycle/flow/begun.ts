import type { Call, Expression, For, With } from '../../syntax/index.ts';
import type { StateName } from '../model.ts';
import type { Begin, Waited } from '../roles/begins.ts';
import { bindArguments, NO_ARGUMENTS, type Arguments } from './arguments.ts';
import { invokeWith } from './calls.ts';
import { ConfigSet, type Config } from './config.ts';
import { symbolic } from './expressions.ts';
import { Sink, type Frame } from './frame.ts';
import { silentObserver } from './machine.ts';
import { handedOf, stateOf } from './starts.ts';
import type { Value } from './value.ts';

/**
 * How far something has come that a path has begun: `made` comes to its first line later, `young` at any time from
 * now on, `begun` has come there, and `ended` has been waited for.
 */
export type Phase = 'made' | 'young' | 'begun' | 'ended';

/** Something that a path has begun. */
export interface Begun {
  readonly begin: Begin;
  readonly phase: Phase;
  readonly self: Value | null;
  readonly given: Arguments;
  /** What was known of each entry or object when it could come to its first line. */
  readonly seen: ReadonlyMap<string, StateName>;
}

/** Calls that let threads go on. */
const GIVES_WAY = /^(join|result|wait|wait_for|as_completed|exception|shutdown|terminate|kill|sleep)$/;

/** Something is made for a function: it begins at once, or later. */
export function made(
  begin: Begin,
  self: Value | null,
  given: Arguments,
  config: Config,
  frame: Frame,
): Config {
  const begun: Begun = { begin, self, given, phase: 'made', seen: new Map() };
  return begin.opening === 'at-once' ? open(begun, config, frame) : put(config, begun);
}

/** As `made`, for a function that is named among the arguments of a call. */
export function madeFor(begin: Begin, self: Value | null, config: Config, frame: Frame): Config {
  const positional = begin.args.map((each) => symbolic(each, config, frame));
  return made(begin, self, { ...NO_ARGUMENTS, positional }, config, frame);
}

/** The path gives way here: what waits for that begins. */
export function givenWay(config: Config, frame: Frame): Config {
  let after = config;
  for (const begun of config.begun.values()) {
    const { begin, phase } = begun;
    if (phase === 'young' && !begin.later) after = put(after, { ...begun, phase: 'begun' });
    if (phase === 'made' && begin.opening === 'giving-way') after = open(begun, after, frame);
  }
  return after;
}

/** The path is at its end, or does without the objects that it made: what has not begun yet begins there. */
export function leftBehind(
  config: Config,
  frame: Frame,
  isLost: (value: Value) => boolean = () => true,
): void {
  for (const begun of config.begun.values()) {
    if (begun.phase !== 'made' || begun.begin.opening === 'start') continue;
    if ([...objectsOf(begun, frame).values()].some((each) => each !== null && isLost(each)))
      open(begun, config, frame);
  }
}

/** What a call starts, lets go on, or waits for. */
export function afterCall(call: Call, config: Config, frame: Frame): readonly Config[] {
  const { begins } = frame.machine;
  let after = config;
  for (const begin of begins.startedBy(call)) {
    const known = config.begun.get(begin.id);
    const begun = known ?? {
      begin,
      self: frame.self,
      given: NO_ARGUMENTS,
      phase: 'made' as const,
      seen: new Map(),
    };
    if (begun.phase === 'made') after = open(begun, after, frame);
  }
  const ends = ended(call, after, frame);
  const name = call.callee.kind === 'attribute' ? call.callee.name : '';
  if (!GIVES_WAY.test(name)) return ends;
  return ends.map((each) => {
    let all = each;
    for (const begun of each.begun.values())
      if (begun.phase === 'young' && !begun.begin.later) all = put(all, { ...begun, phase: 'begun' });
    return all;
  });
}

/** Whoever waits for each of a list of what the path has begun waits for one at least. */
export function isEntered(loop: For, config: Config, frame: Frame): boolean {
  return frame.machine.begins.endedIn(loop).some((begin) => {
    const phase = config.begun.get(begin.id)?.phase;
    return phase === 'young' || phase === 'begun';
  });
}

/** What stands where the end of something was waited for: all that it did, whatever else the path has done since. */
export function ended(place: Expression | With, config: Config, frame: Frame): readonly Config[] {
  const waited = frame.machine.begins.endedBy(place).filter(({ begin }) => {
    const begun = config.begun.get(begin.id);
    return (
      begun !== undefined && begun.phase !== 'ended' && (begun.phase !== 'made' || begin.opening !== 'start')
    );
  });
  if (waited.length === 0) return [config];
  const inOrder = (order: readonly Waited[]): readonly Config[] =>
    order.reduce<readonly Config[]>((all, each) => all.flatMap((one) => endOf(each, one, frame)), [config]);
  const all = new ConfigSet(inOrder(waited));
  // Of two that run side by side either may be the last.
  if (waited.length > 1) all.addAll(inOrder(waited.toReversed()));
  return [...all];
}

function endOf(waited: Waited, config: Config, frame: Frame): readonly Config[] {
  const { begin, several, cancelled, certain } = waited;
  const before = config.begun.get(begin.id);
  if (before === undefined) return [config];
  const opened = before.phase === 'made' ? open(before, config, frame) : config;
  const begun = opened.begun.get(begin.id) ?? before;
  const over = put(opened, { ...begun, phase: 'ended' });
  const ends = runToEnd(begun, waited, over, frame);
  // What never ends tells nothing of its end.
  if (ends.size === 0) return [over];
  if (several) for (const each of [...ends]) ends.addAll(runToEnd(begun, waited, each, frame));
  if (!certain || cancelled || isWritten(begun, config)) ends.add(over);
  return [...ends];
}

/** The ends of one run, from what stands; what it reports is reported where it runs by itself. */
function runToEnd({ begin, self, given }: Begun, waited: Waited, config: Config, frame: Frame): ConfigSet {
  const { machine } = frame;
  const sink = new Sink();
  const node = begin.handed;
  const inner: Frame = {
    ...frame,
    machine: { ...machine, observer: silentObserver },
    sink,
    awaiting: node,
    site: null,
  };
  const ends = new ConfigSet(
    invokeWith(begin.target, self, given, node, config, inner).map((each) => each.config),
  );
  for (const { config: raised, exception, explicit } of sink.items) {
    const left = raised.with({ locals: config.locals });
    if (waited.raises) frame.sink.add(left, waited.cancelled ? null : exception, explicit);
    else if (explicit || waited.cancelled) ends.add(left);
  }
  return ends;
}

/** What stands when that is called which a call hands over: after the end of what it is added to. */
export function whenCalled(call: Call, config: Config, frame: Frame): readonly Config[] {
  const followed = frame.machine.begins.followedBy(call).flatMap(({ id }) => config.begun.get(id) ?? []);
  const how = { certain: true, raises: false, cancelled: true, several: false };
  const ends = followed.flatMap((begun) => [
    ...runToEnd(begun, { begin: begun.begin, ...how }, config, frame),
  ]);
  return ends.length === 0 ? [config] : ends;
}

/** Has the path itself written since? */
function isWritten({ seen }: Begun, config: Config): boolean {
  return [...config.entities].some(
    ([id, { state, origin }]) => origin === 'written' && seen.get(id) !== state,
  );
}

function open(begun: Begun, config: Config, frame: Frame): Config {
  const { begin } = begun;
  frame.machine.observer.handed({
    info: begin.target,
    node: begin.handed,
    inside: begin.inside,
    called: false,
    objects: new Map(
      [...objectsOf(begun, frame)].map(([name, each]) => [name, stateOf(each, config, frame)]),
    ),
    begin,
  });
  const phase = begin.opening === 'giving-way' && !begin.later ? 'begun' : 'young';
  const isWaitedFor = frame.machine.begins.isWaitedFor(begin);
  const seen = new Map(isWaitedFor ? [...config.entities].map(([id, { state }]) => [id, state]) : []);
  return put(config, { ...begun, phase, seen });
}

function objectsOf({ begin, self, given }: Begun, frame: Frame): ReadonlyMap<string, Value | null> {
  return handedOf(self, bindArguments(begin.target, given, frame));
}

function put(config: Config, begun: Begun): Config {
  return config.with({ begun: new Map(config.begun).set(begun.begin.id, begun) });
}
