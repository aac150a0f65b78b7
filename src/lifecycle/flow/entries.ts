import type { FunctionId } from '../analysis.ts';
import type { ClassInfo, FunctionInfo } from '../project/project.ts';
import { selfName } from '../project/types.ts';
import { CALLER, type CallGraph } from '../roles/reach.ts';
import type { Spawn } from '../roles/spawns.ts';
import { isConstructor } from '../states/survey.ts';
import { freeArguments } from './arguments.ts';
import type { Budget } from './budget.ts';
import { leftBehind } from './begun.ts';
import { Config } from './config.ts';
import { Sink, type Frame } from './frame.ts';
import type { Machine } from './machine.ts';
import { startConfigs } from './starts.ts';
import { runBody } from './statements.ts';
import { staticValue } from './statics.ts';
import { symbol, type Value } from './value.ts';

/** How a function can be come into. */
export type Entry = 'public' | 'private' | 'spawned' | 'constructor';

/** Subclasses that one function is run for. */
const SELF_LIMIT = 4;

export function entryOf(info: FunctionInfo, spawned: ReadonlySet<FunctionId>): Entry {
  if (spawned.has(info.id)) return 'spawned';
  if (isConstructor(info)) return 'constructor';
  const isSpecial = info.name.startsWith('__') && info.name.endsWith('__');
  return (info.name.startsWith('_') && !isSpecial) || info.parent !== null ? 'private' : 'public';
}

/**
 * Runs everything that can be entered from outside: public functions, constructors, roots of threads, tasks and
 * callbacks. Private helpers are run where they are called; one that nobody was seen to call is run by itself.
 */
export function runEntries(
  machine: Machine,
  graph: CallGraph,
  spawns: readonly Spawn[],
  roles: ReadonlyMap<FunctionId, ReadonlySet<string>>,
  entered: (info: FunctionInfo) => boolean,
  select: (info: FunctionInfo) => boolean = () => true,
): void {
  const spawned = new Set(spawns.map((spawn) => spawn.target.id));
  const relevant = [...machine.project.functions.values()].filter((info) => machine.relevance.function(info));
  const waiting: FunctionInfo[] = [];
  let whole = true;
  for (const info of relevant) {
    if (isPlainSetter(info, machine) || !select(info)) continue;
    const hasCallers = graph.callers(info).some((caller) => caller !== info);
    if (entryOf(info, spawned) === 'private' && hasCallers && !machine.dispatch.has(info.id))
      waiting.push(info);
    else if (!runEntry(info, machine, roles)) whole = false;
  }
  for (const info of waiting) {
    // What an unfinished run did not come to is found by running each helper alone, from any state.
    if (!entered(info)) runEntry(info, machine, roles);
    else if (!whole) runAlone(info, machine, roles);
  }
}

/** A setter is its table; it is run by itself only for a default that it can be called with. */
function isPlainSetter(info: FunctionInfo, machine: Machine): boolean {
  const setter = machine.setters.get(info.id);
  if (setter === undefined) return false;
  const parameter = info.node.parameters.find((each) => each.name === setter.argument);
  if (parameter === undefined || parameter.default === null) return true;
  return staticValue(parameter.default, info.file, info, machine)?.kind !== 'state';
}

/** False if what it calls was not followed to the end. */
function runEntry(
  info: FunctionInfo,
  machine: Machine,
  roles: ReadonlyMap<FunctionId, ReadonlySet<string>>,
): boolean {
  const { allowance, observer } = machine;
  let whole = true;
  for (const self of selfTypes(info, machine)) {
    for (const role of roles.get(info.id) ?? [CALLER]) {
      if (runWithin(allowance.exact(), info, self, role, machine)) continue;
      const coarse = runWithin(allowance.coarse(), info, self, role, machine);
      const complete = coarse || runWithin(allowance.own(), info, self, role, machine);
      observer.unresolved(info.path, info.file, info.node.nameSpan, complete ? 'budget' : 'steps');
      whole &&= coarse;
    }
  }
  return whole;
}

function runAlone(
  info: FunctionInfo,
  machine: Machine,
  roles: ReadonlyMap<FunctionId, ReadonlySet<string>>,
): void {
  for (const self of selfTypes(info, machine)) {
    for (const role of roles.get(info.id) ?? [CALLER]) {
      if (!runWithin(machine.allowance.own(), info, self, role, machine))
        machine.observer.unresolved(info.path, info.file, info.node.nameSpan, 'steps');
    }
  }
}

/** Runs the function for one class and role; false if the budget did not reach to its end, or there was none. */
function runWithin(
  budget: Budget | null,
  info: FunctionInfo,
  self: ClassInfo | null,
  role: string,
  machine: Machine,
): boolean {
  if (budget === null) return false;
  const states = machine.dispatch.get(info.id);
  const frame: Frame = {
    machine,
    info,
    self: selfValue(info, self),
    depth: 0,
    stack: [info.id],
    role,
    constructs: isConstructor(info),
    path: 'normal',
    sink: new Sink(),
    budget,
    site: null,
    awaiting: null,
    plainSuper: false,
    called: states === undefined ? null : { states, handler: info.name },
  };
  const locals = new Map(freeArguments(info, frame));
  for (const [name, given] of defaults(info, machine)) locals.set(name, given);
  for (const start of startConfigs(info, new Config().with({ locals }), frame))
    for (const { config } of runBody(info, start, frame)) leftBehind(config, frame);
  for (const { config, explicit } of frame.sink.items) if (explicit) leftBehind(config, frame);
  return !budget.spent;
}

/** A parameter whose default is a state is taken to have it. */
function defaults(info: FunctionInfo, machine: Machine): readonly (readonly [string, Value])[] {
  return info.node.parameters.flatMap((parameter) => {
    if (parameter.default === null) return [];
    const value = staticValue(parameter.default, info.file, info, machine);
    return value?.kind === 'state' ? [[parameter.name, value] as const] : [];
  });
}

function selfValue(info: FunctionInfo, type: ClassInfo | null): Value | null {
  if (selfName(info) === null) return null;
  if (info.variety === 'class' && type !== null) return { kind: 'class', info: type };
  return symbol('self', type);
}

/** The classes whose objects run a method: the ends of the hierarchy that did not replace it. */
function selfTypes(info: FunctionInfo, machine: Machine): readonly (ClassInfo | null)[] {
  const { project, perspective } = machine;
  const { owner } = info;
  if (owner === null) return [null];
  const method = outermost(info);
  const inherits = (type: ClassInfo): boolean => project.method(type, keyOf(method)) === method;
  if (perspective !== null && project.ancestry(perspective).includes(owner)) {
    return inherits(perspective) || method.owner === perspective ? [perspective] : [];
  }
  const own = project.ends(owner).filter(inherits);
  return own.length > 0 ? own.slice(0, SELF_LIMIT) : [owner];
}

function outermost(info: FunctionInfo): FunctionInfo {
  return info.parent === null ? info : outermost(info.parent);
}

function keyOf(info: FunctionInfo): string {
  return info.variety === 'property-setter' ? `${info.name}=` : info.name;
}
