import { visitExpressions, type Call, type Expression } from '../../syntax/index.ts';
import type { FunctionId } from '../analysis.ts';
import type { StateName } from '../model.ts';
import type { FunctionInfo, Project } from '../project/project.ts';
import type { Begin } from '../roles/begins.ts';
import type { Spawn } from '../roles/spawns.ts';
import { lastName } from '../states/declared.ts';
import { bindArguments, type Arguments } from './arguments.ts';
import { followStart, type Met } from './before-start.ts';
import { made, madeFor } from './begun.ts';
import { prefixOf } from './built-names.ts';
import type { Config, Entity } from './config.ts';
import type { Frame } from './frame.ts';
import type { Machine } from './machine.ts';
import type { Recorder } from './recorder.ts';
import { identity, type Value } from './value.ts';

/** A function that is handed over to be run later, or called here, on one path. */
export interface Handed {
  readonly info: FunctionInfo;
  /** The name, or the attribute, that stands for the function. */
  readonly node: Expression;
  /** Where that stands. */
  readonly inside: FunctionInfo;
  /** Called here: what it meets is followed there. */
  readonly called: boolean;
  /** Found by a part of its name, to be called at once. */
  readonly found?: boolean;
  /** The states of the objects that it is given, by `self` and the names of parameters; null where not known. */
  readonly objects: ReadonlyMap<string, StateName | null>;
  /** The place that makes a thread or task of it. */
  readonly begin?: Begin;
  /** It is called when these have ended. */
  readonly after?: readonly Begin[];
}

/** By function, the states of its objects when it starts; objects that are missing may have any. */
export type Starts = ReadonlyMap<FunctionId, ReadonlyMap<string, ReadonlyMap<StateName, Met>>>;

const SELF = 'self';

/** Notes a bound method or nested function among the arguments of a call. */
export function noteArgument(
  value: Value | undefined,
  node: Expression,
  config: Config,
  frame: Frame,
  after: readonly Begin[] = [],
): Config {
  if (value?.kind !== 'function') return config;
  const { info } = value;
  const self = value.self ?? (info.parent === null ? null : frame.self);
  const begin = frame.machine.begins.at(node);
  if (begin !== null && isFollowed(begin, info, frame)) return madeFor(begin, self, config, frame);
  const objects = new Map([[SELF, stateOf(self, config, frame)]]);
  frame.machine.observer.handed({ info, node, inside: frame.info, called: false, objects, after });
  return config;
}

/** Notes the methods that `getattr(object, 'on_' + name)` can find. */
export function noteFound(object: Value, call: Call, config: Config, frame: Frame): void {
  const { project, observer } = frame.machine;
  const [, name] = call.args;
  const pattern = name === undefined ? null : prefixOf(name, frame.info, project);
  if (name === undefined || pattern === null || object.kind !== 'symbol' || object.type === null) return;
  const objects = new Map([[SELF, stateOf(object, config, frame)]]);
  for (const info of project.ancestry(object.type).flatMap((each) => [...each.methods.values()]))
    if (pattern.test(info.name))
      observer.handed({ info, node: name, inside: frame.info, called: false, found: true, objects });
}

/** Notes the call of a function: of a coroutine that is not awaited, what it is given is kept for its start. */
export function noteCall(
  info: FunctionInfo,
  self: Value | null,
  given: Arguments,
  node: Expression,
  called: boolean,
  config: Config,
  frame: Frame,
): Config {
  const { begins, observer } = frame.machine;
  const mention = node.kind === 'call' ? node.callee : node;
  const begin = called ? null : begins.at(mention);
  if (begin !== null && isFollowed(begin, info, frame)) return made(begin, self, given, config, frame);
  const handed = called ? [] : [...handedOf(self, bindArguments(info, given, frame))];
  const objects = new Map(handed.map(([name, value]) => [name, stateOf(value, config, frame)]));
  observer.handed({ info, node: mention, inside: frame.info, called, objects });
  return config;
}

/** Does it matter when the function begins: who waits for it, or what is known at its start? */
function isFollowed(begin: Begin, info: FunctionInfo, { machine }: Frame): boolean {
  if (begin.target !== info || !machine.relevance.function(info)) return false;
  return machine.begins.isWaitedFor(begin) || isHelper(info, machine);
}

/** The objects that a function is given, by `self` and the names of parameters. */
export function handedOf(
  self: Value | null,
  given: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value | null> {
  const objects = new Map<string, Value | null>([[SELF, self]]);
  for (const [name, value] of given) if (value.kind === 'symbol') objects.set(name, value);
  return objects;
}

/** The state of an object, as far as the path knows it. */
export function stateOf(object: Value | null, config: Config, frame: Frame): StateName | null {
  if (object === null || frame.constructs) return null;
  return config.entities.get(identity(object))?.state ?? null;
}

/**
 * What is known where helpers start that are only ever handed over: the states in which they are, and those that
 * follow from these by writes. A task, a thread and a timer are started once for each time; before they begin only
 * others can write. What is kept to be called again may come after its own writes, too.
 */
export function startsOf(
  machine: Machine,
  recorder: Recorder,
  spawns: readonly Spawn[],
  repeated: ReadonlyMap<FunctionId, unknown>,
): Starts {
  const all = new Map<FunctionId, ReadonlyMap<string, ReadonlyMap<StateName, Met>>>();
  if (machine.store.kind !== 'attribute' || machine.store.global) return all;
  const mentions = new Mentions(machine.project);
  for (const [info, events] of recorder.handedOver) {
    const later = events.filter((each) => !each.called);
    if (later.length === 0 || !isHelper(info, machine)) continue;
    const known = new Set(events.map((each) => each.node));
    if (!mentions.of(info.name).every((each) => known.has(each))) continue;
    const found = later.filter((each) => each.found === true);
    const kept = later.filter((each) => each.found !== true);
    const once =
      !repeated.has(info.id) && kept.every((each) => startOf(each, spawns) !== null || isCompletion(each));
    const starts = new Map<string, ReadonlyMap<StateName, Met>>();
    for (const name of new Set(later.flatMap((each) => [...each.objects.keys()]))) {
      const given = (each: Handed): StateName | null => each.objects.get(name) ?? null;
      if (later.some((each) => given(each) === null)) continue;
      const states = new Map<StateName, Met>();
      for (const each of found.map(given)) if (each !== null) states.set(each, 'handed');
      const whole = kept.every((handed) => {
        const state = given(handed);
        return (
          state !== null &&
          followStart({ handed, state, spawn: startOf(handed, spawns), once }, recorder, states)
        );
      });
      if (whole && machine.alphabet.some((state) => !states.has(state))) starts.set(name, states);
    }
    if (starts.size > 0) all.set(info.id, starts);
  }
  return all;
}

/** Nobody outside calls it: a nested function, or a method with a private name. */
function isHelper(info: FunctionInfo, machine: Machine): boolean {
  if (machine.dispatch.has(info.id) || machine.setters.has(info.id)) return false;
  return info.parent !== null || (info.name.startsWith('_') && !info.name.endsWith('__'));
}

/** What starts the function once for each time that it is handed over here; null where it is kept. */
function startOf({ info, node }: Handed, spawns: readonly Spawn[]): Spawn | null {
  return (
    spawns.find(
      (spawn) =>
        spawn.target === info &&
        (['task', 'thread', 'executor', 'timer'].includes(spawn.kind) || runsOnce(spawn.node)) &&
        spawn.node.span.start <= node.span.start &&
        node.span.end <= spawn.node.span.end,
    ) ?? null
  );
}

/** It is named for the end of what it is handed over for: `_on_request_complete`. */
function isCompletion({ info }: Handed): boolean {
  return /(^|_)(complete|completed|completion|done|finished|reply|response)$/.test(info.name);
}

/** What is called once for each time that it is handed over. */
function runsOnce(node: Expression): boolean {
  return (
    node.kind === 'call' && /^(call_soon(_threadsafe)?|add_done_callback|once)$/.test(lastName(node.callee))
  );
}

/** Places where a name stands in the project, found when the first is asked for. */
class Mentions {
  readonly #project: Project;
  #all: ReadonlyMap<string, readonly Expression[]> | null = null;

  constructor(project: Project) {
    this.#project = project;
  }

  of(name: string): readonly Expression[] {
    this.#all ??= collect(this.#project);
    return this.#all.get(name) ?? [];
  }
}

function collect(project: Project): ReadonlyMap<string, readonly Expression[]> {
  const found = new Map<string, Expression[]>();
  for (const { module } of project.modules.values()) {
    visitExpressions(module.body, (each) => {
      const name =
        each.kind === 'attribute'
          ? each.name
          : each.kind === 'name'
            ? each.id
            : each.kind === 'constant' && each.value.type === 'string'
              ? each.value.value
              : null;
      if (name === null) return undefined;
      const list = found.get(name);
      if (list === undefined) found.set(name, [each]);
      else list.push(each);
      return undefined;
    });
  }
  return found;
}

/** The ways in which a run of the function begins. */
export function startConfigs(info: FunctionInfo, config: Config, frame: Frame): readonly Config[] {
  const { machine } = frame;
  let configs: readonly Config[] = [config];
  for (const [name, states] of machine.starts.get(info.id) ?? []) {
    const id = name === SELF ? (frame.self === null ? null : identity(frame.self)) : `${info.name}:${name}`;
    if (id === null) continue;
    configs = configs.flatMap((each) =>
      [...states].map(([state, met]) => each.withEntity(id, begun(state, met))),
    );
  }
  return configs;
}

/** Others may have written since it was handed over. */
function begun(state: StateName, met: Met): Entity {
  return { state, origin: 'entry', narrowed: true, locks: [], awaited: true, met, base: null };
}
