import type { Call } from '../../syntax/index.ts';
import type { ClassInfo, FunctionInfo } from '../project/project.ts';
import { CONTAINER_METHODS } from './containers.ts';
import type { Frame } from './frame.ts';
import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

/** A function that a call may reach. */
export interface Target {
  readonly info: FunctionInfo;
  readonly self: Value | null;
  /** `Base.method(self, …)`: the object is the first argument. */
  readonly unbound: boolean;
}

export interface Targets {
  readonly targets: readonly Target[];
  readonly byName: boolean;
}

const OVERRIDE_LIMIT = 6;

/** What `value.name(…)` reaches. */
export function dispatch(call: Call, name: string, value: Value, frame: Frame): Targets {
  const { machine } = frame;
  if (value.kind === 'super') {
    const own = value.self.kind === 'symbol' ? value.self.type : null;
    const method = machine.project.method(own ?? value.after, name, value.after);
    return exactly(method, value.self);
  }
  if (value.kind === 'class') {
    const method = machine.project.method(value.info, name);
    const isStatic = method?.variety === 'static' || method?.variety === 'class';
    if (method === null) return NOWHERE;
    return { targets: [{ info: method, self: isStatic ? value : null, unbound: !isStatic }], byName: false };
  }
  // A state answers with the methods of its own class: `status.is_final()`.
  if (value.kind === 'state') {
    return exactly(
      machine.stateClass === null ? null : machine.project.method(machine.stateClass, name),
      value,
    );
  }
  if (value.kind !== 'symbol') return NOWHERE;
  if (value.type !== null) return { targets: ofType(value.type, name, value, machine), byName: false };
  return byName(call, name, value, frame);
}

const NOWHERE: Targets = { targets: [], byName: false };

function exactly(info: FunctionInfo | null, self: Value): Targets {
  return info === null ? NOWHERE : { targets: [{ info, self, unbound: false }], byName: false };
}

/** Objects of a class may be of a subclass: its own method, and what subclasses put in its place. */
export function ofType(type: ClassInfo, name: string, self: Value, machine: Machine): readonly Target[] {
  const seen = new Set<FunctionInfo>();
  const add = (method: FunctionInfo | null): void => {
    if (method !== null) seen.add(method);
  };
  const { perspective, project } = machine;
  if (perspective !== null && project.ancestry(perspective).includes(type)) {
    add(project.method(perspective, name));
  } else {
    add(project.method(type, name));
    for (const each of project.descendants(type)) add(each.methods.get(name) ?? null);
  }
  return [...seen].slice(0, OVERRIDE_LIMIT).map((info) => ({ info, self, unbound: false }));
}

/** The class is not known: methods of that name that take so many arguments, if they are of one family. */
function byName(call: Call, name: string, self: Value, frame: Frame): Targets {
  const { machine } = frame;
  if (CONTAINER_METHODS.has(name) || !machine.relevance.functionName(name)) return NOWHERE;
  const { project, perspective } = machine;
  const found = project
    .methodsNamed(name)
    .filter((info) => accepts(info, call) && machine.relevance.function(info));
  const roots = new Set(
    found.map((info) => (info.owner === null ? null : project.ancestry(info.owner).at(-1))),
  );
  if (found.length === 0 || roots.size > 1) return NOWHERE;
  const own = found.filter(
    (info) => perspective === null || info.owner === null || project.method(perspective, name) === info,
  );
  const chosen = own.length > 0 ? own : found;
  return {
    targets: chosen.slice(0, OVERRIDE_LIMIT).map((info) => ({ info, self, unbound: false })),
    byName: true,
  };
}

/** Can the function take the arguments of the call? */
export function accepts(info: FunctionInfo, call: Call): boolean {
  const parameters = info.node.parameters.slice(info.variety === 'static' ? 0 : 1);
  if (call.args.some((arg) => arg.kind === 'starred') || call.keywords.some((each) => each.name === null))
    return true;
  const positional = parameters.filter((each) => each.variety === 'positional');
  const takesMore = parameters.some((each) => each.variety === 'list');
  const takesNames = parameters.some((each) => each.variety === 'dictionary');
  if (call.args.length > positional.length && !takesMore) return false;
  const names = new Set(parameters.map((each) => each.name));
  if (!takesNames && call.keywords.some((each) => each.name !== null && !names.has(each.name))) return false;
  const given = new Set(call.keywords.map((each) => each.name));
  return positional.slice(call.args.length).every((each) => each.default !== null || given.has(each.name));
}
