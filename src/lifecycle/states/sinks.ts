import type { Call, Expression } from '../../syntax/index.ts';
import type { FunctionInfo, Project } from '../project/project.ts';
import { selfName } from '../project/types.ts';
import { lastName } from './declared.ts';
import { leavesOf } from './leaves.ts';
import type { ParameterSink, Scene, SlotWrite } from './survey.ts';

const PASSES = 4;

/** `__init__` and what stands for it. */
export function isConstructor(info: FunctionInfo): boolean {
  return (
    info.isMethod && (info.name === '__init__' || info.name === '__new__' || info.name === '__post_init__')
  );
}

/** Calls that hand constants to functions that store their parameter; wrappers of those count as well. */
export function followSinks(
  writes: SlotWrite[],
  calls: readonly { readonly call: Call; readonly scene: Scene }[],
  project: Project,
): readonly ParameterSink[] {
  const byName = new Map<string, { readonly call: Call; readonly scene: Scene }[]>();
  for (const each of calls) {
    const name = lastName(each.call.callee);
    const list = byName.get(name);
    if (list === undefined) byName.set(name, [each]);
    else list.push(each);
  }
  const sinks: ParameterSink[] = [];
  let fresh = unique(writes.flatMap((write) => sinksOf(write)));
  for (let pass = 0; pass < PASSES && fresh.length > 0; pass += 1) {
    sinks.push(...fresh);
    const next: ParameterSink[] = [];
    for (const sink of fresh) {
      if (sink.target.variety === 'property-setter') writes.push(...throughProperty(sink, writes, project));
      const constructor = isConstructor(sink.target);
      const places = namesOf(sink.target, project).flatMap((name) => byName.get(name) ?? []);
      for (const { call, scene } of places) {
        if (
          constructor &&
          lastName(call.callee) === sink.target.name &&
          !isBelow(scene, sink.target, project)
        )
          continue;
        if (!constructor && isOfAnother(call, scene, sink.target, project)) continue;
        const value = argumentOf(call, sink.target, sink.parameter);
        if (value === null) continue;
        const leaves = leavesOf(value, scene.file, scene.inside, project);
        const write: SlotWrite = {
          slot: sink.slot,
          leaves,
          file: scene.file,
          span: call.span,
          inside: scene.inside,
          initial: constructor,
          call: true,
        };
        writes.push(write);
        next.push(
          ...sinksOf(write).filter(
            (each) =>
              !sinks.some((known) => known.target === each.target && known.parameter === each.parameter),
          ),
        );
      }
    }
    fresh = unique(next);
  }
  return sinks;
}

/** What a call of a function is written as: a constructor by its class, a subclass that inherits it, `super()`. */
function namesOf(target: FunctionInfo, project: Project): readonly string[] {
  const { owner } = target;
  if (!isConstructor(target) || owner === null) return [target.name];
  const heirs = project.descendants(owner).filter((each) => project.method(each, target.name) === target);
  return [owner.name, ...heirs.map((each) => each.name), target.name];
}

/** In a subclass of the function's class: `super().__init__(…)` there may be a call of it. */
function isBelow(scene: Scene, target: FunctionInfo, project: Project): boolean {
  const own = scene.inside?.owner ?? null;
  return (
    own !== null &&
    target.owner !== null &&
    own !== target.owner &&
    project.ancestry(own).includes(target.owner)
  );
}

/** `self.set(X)` in a class that has such a method, and nothing to do with the class of the function. */
function isOfAnother(call: Call, scene: Scene, target: FunctionInfo, project: Project): boolean {
  const { callee } = call;
  const { inside } = scene;
  const own = inside?.owner ?? null;
  if (own === null || inside === null || target.owner === null || callee.kind !== 'attribute') return false;
  if (callee.value.kind !== 'name' || callee.value.id !== selfName(inside)) return false;
  const method = project.method(own, callee.name);
  if (method === null || method === target) return false;
  return !project.ancestry(own).includes(target.owner) && !project.ancestry(target.owner).includes(own);
}

/** Assignments to a property are calls of its setter. */
function throughProperty(
  sink: ParameterSink,
  writes: readonly SlotWrite[],
  project: Project,
): readonly SlotWrite[] {
  const { owner, name } = sink.target;
  return writes
    .filter(({ slot }) => slot.kind === 'attribute' && slot.name === name && slot !== sink.slot)
    .filter(
      ({ slot }) =>
        slot.receiver === null || owner === null || project.ancestry(slot.receiver).includes(owner),
    )
    .map((write) => ({ ...write, slot: sink.slot }));
}

function unique(sinks: readonly ParameterSink[]): readonly ParameterSink[] {
  return sinks.filter(
    (each, index) =>
      sinks.findIndex((other) => other.target === each.target && other.parameter === each.parameter) ===
      index,
  );
}

function sinksOf(write: SlotWrite): ParameterSink[] {
  const { inside, slot } = write;
  if (inside === null) return [];
  return write.leaves.flatMap((leaf) =>
    leaf.kind === 'parameter' ? [{ slot, target: inside, parameter: leaf.name }] : [],
  );
}

/** The argument that a call binds to a parameter; null where it is left to its default or not to be told. */
export function argumentOf(call: Call, target: FunctionInfo, parameter: string): Expression | null {
  const named = call.keywords.find((each) => each.name === parameter);
  if (named !== undefined) return named.value;
  const index = target.node.parameters.findIndex((each) => each.name === parameter);
  const own = target.node.parameters[index];
  if (own?.variety !== 'positional') return null;
  const skipsSelf = target.isMethod && target.variety !== 'static' && !isUnbound(call, target);
  const value = call.args[skipsSelf ? index - 1 : index];
  return value === undefined || value.kind === 'starred' ? null : value;
}

/** `Base.method(self, …)`: the object is handed over by hand. */
function isUnbound(call: Call, target: FunctionInfo): boolean {
  const callee = call.callee;
  return (
    callee.kind === 'attribute' &&
    callee.value.kind === 'name' &&
    target.owner !== null &&
    callee.value.id === target.owner.name &&
    target.variety === 'plain'
  );
}
