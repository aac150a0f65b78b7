import {
  childStatements,
  ownExpressions,
  visitExpression,
  visitStatements,
  type Call,
  type Expression,
  type Span,
  type Statement,
} from '../../syntax/index.ts';
import type { ClassInfo, FunctionInfo, Project } from '../project/project.ts';
import { selfName, type Types } from '../project/types.ts';
import { constructedFields, copyOf } from './copies.ts';
import { lastName } from './declared.ts';
import { leavesOf, type Leaf } from './leaves.ts';

/** A place that is assigned: an attribute, or an entry of a dictionary in an attribute or a global. */
export interface Slot {
  readonly kind: 'keyed' | 'attribute';
  readonly name: string;
  /** The class that the receiver is of; null where it is not known, and for globals. */
  readonly receiver: ClassInfo | null;
  /** For a dictionary at the top level of a module. */
  readonly global: boolean;
}

/** An assignment to a slot, or a call that hands a value to one. */
export interface SlotWrite {
  readonly slot: Slot;
  readonly leaves: readonly Leaf[];
  readonly file: string;
  readonly span: Span;
  readonly inside: FunctionInfo | null;
  /** In the constructor of the slot's own class, or a default in its body. */
  readonly initial: boolean;
  /** Handed to a function that stores it. */
  readonly call: boolean;
}

/** A function that stores one of its parameters. */
export interface ParameterSink {
  readonly slot: Slot;
  readonly target: FunctionInfo;
  readonly parameter: string;
}

export interface Survey {
  readonly writes: readonly SlotWrite[];
  readonly sinks: readonly ParameterSink[];
  /** How often a slot is named, by `readKey`; where it is assigned to counts as well. */
  readonly reads: ReadonlyMap<string, number>;
}

interface Scene {
  readonly file: string;
  readonly inside: FunctionInfo | null;
  readonly owner: ClassInfo | null;
}

const PASSES = 4;

/** One pass over every file: what is assigned where, and with which constants. */
export function survey(project: Project, types: Types): Survey {
  const writes: SlotWrite[] = [];
  const reads = new Map<string, number>();
  const calls: { readonly call: Call; readonly scene: Scene }[] = [];

  const visit = (body: readonly Statement[], scene: Scene): void => {
    for (const statement of body) {
      if (statement.kind === 'function') {
        const info = project.functionOf(statement);
        if (info !== undefined) visit(statement.body, { file: scene.file, inside: info, owner: info.owner });
        continue;
      }
      if (statement.kind === 'class') {
        const info = project.classOf(statement) ?? null;
        visit(statement.body, { file: scene.file, inside: null, owner: info });
        continue;
      }
      if (statement.kind === 'assign') noteAssign(statement.targets, statement.value, scene);
      if (statement.kind === 'assign' && statement.value?.kind === 'dictionary')
        for (const target of statement.targets) noteEntries(target, statement.value, target.span, scene);
      if (statement.kind === 'augassign' && statement.value.kind === 'dictionary')
        noteEntries(statement.target, statement.value, statement.target.span, scene);
      for (const own of ownExpressions(statement)) noteExpression(own, scene);
      visit(childStatements(statement), scene);
    }
  };

  const noteAssign = (targets: readonly Expression[], value: Expression | null, scene: Scene): void => {
    if (value === null) return;
    for (const target of targets) {
      if (target.kind === 'tuple' && value.kind === 'tuple' && target.items.length === value.items.length) {
        target.items.forEach((item, index) => {
          noteAssign([item], value.items[index] ?? null, scene);
        });
        continue;
      }
      const slot = slotOf(target, scene, project, types);
      if (slot === null) continue;
      const own = scene.inside === null ? scene.owner : scene.inside.owner;
      const constructs =
        scene.inside === null ||
        (isConstructor(scene.inside) && slot.receiver !== null && slot.receiver === own);
      writes.push({
        slot,
        leaves: leavesOf(value, scene.file, scene.inside, project),
        file: scene.file,
        span: target.span,
        inside: scene.inside,
        initial: constructs && slot.kind === 'attribute',
        call: false,
      });
    }
  };

  const noteExpression = (expression: Expression, scene: Scene): void => {
    visitExpression(expression, (each) => {
      if (each.kind === 'call') {
        calls.push({ call: each, scene });
        if (each.callee.kind === 'attribute' && each.callee.name === 'setdefault' && each.args.length === 2) {
          const slot = dictionarySlot(each.callee.value, scene, project, types);
          const value = each.args[1];
          if (slot !== null && value !== undefined) {
            const leaves = leavesOf(value, scene.file, scene.inside, project);
            writes.push({
              slot,
              leaves,
              file: scene.file,
              span: each.span,
              inside: scene.inside,
              initial: false,
              call: false,
            });
          }
        }
      }
      if (each.kind === 'call') noteUpdate(each, scene);
      if (each.kind === 'call') noteFields(each, scene);
      if (each.kind === 'attribute') count(reads, readKey(each.name, false));
      if (each.kind === 'name') count(reads, readKey(each.id, true));
      return undefined;
    });
  };

  /** Fields that a new object is given: by a copy of another one, or by a class without a constructor of its own. */
  const noteFields = (call: Call, scene: Scene): void => {
    const copy = scene.inside === null ? null : copyOf(call, scene.inside, project, types);
    const symbol = copy === null ? project.lookupExpression(scene.file, call.callee) : null;
    const made = symbol?.kind === 'class' ? symbol.info : null;
    const fields = copy?.fields ?? (made === null ? [] : constructedFields(call, made, project));
    for (const { name, value } of fields) {
      const leaves = leavesOf(value, scene.file, scene.inside, project).filter(
        ({ kind }) => kind === 'member' || kind === 'literal',
      );
      if (leaves.length === 0) continue;
      writes.push({
        slot: {
          kind: 'attribute',
          name,
          receiver: copy === null ? made : receiverOf(copy.source, scene, types),
          global: false,
        },
        leaves,
        file: scene.file,
        span: call.span,
        inside: scene.inside,
        initial: copy === null,
        call: true,
      });
    }
  };

  /** `self.status.update({key: value})`. */
  const noteUpdate = (call: Call, scene: Scene): void => {
    const [only] = call.args;
    if (call.callee.kind !== 'attribute' || call.callee.name !== 'update' || only?.kind !== 'dictionary')
      return;
    noteEntries(call.callee.value, only, call.span, scene);
  };

  /** The entries of a dictionary that goes into a slot, `self.status |= {key: value}` too. */
  const noteEntries = (
    holder: Expression,
    dictionary: Extract<Expression, { kind: 'dictionary' }>,
    span: Span,
    scene: Scene,
  ): void => {
    const slot = dictionarySlot(holder, scene, project, types);
    if (slot === null) return;
    for (const { key, value } of dictionary.entries) {
      if (key === null) continue;
      const leaves = leavesOf(value, scene.file, scene.inside, project);
      writes.push({
        slot,
        leaves,
        file: scene.file,
        span,
        inside: scene.inside,
        initial: false,
        call: false,
      });
    }
  };

  for (const source of project.modules.values()) {
    visit(source.module.body, { file: source.file, inside: null, owner: null });
  }
  const sinks = followSinks(writes, calls, project);
  return { writes, sinks, reads };
}

/** The key of an attribute, or of a variable of a module, in `reads`. */
export function readKey(name: string, global: boolean): string {
  return global ? name : `.${name}`;
}

function count(into: Map<string, number>, key: string): void {
  into.set(key, (into.get(key) ?? 0) + 1);
}

/** The slot that an assignment target names; null for locals and everything else. */
export function slotOf(target: Expression, scene: Scene, project: Project, types: Types): Slot | null {
  if (target.kind === 'attribute') {
    return {
      kind: 'attribute',
      name: target.name,
      receiver: receiverOf(target.value, scene, types),
      global: false,
    };
  }
  if (target.kind === 'name' && scene.inside === null && scene.owner !== null) {
    return { kind: 'attribute', name: target.id, receiver: scene.owner, global: false };
  }
  if (target.kind === 'subscript') return dictionarySlot(target.value, scene, project, types);
  return null;
}

function dictionarySlot(value: Expression, scene: Scene, project: Project, types: Types): Slot | null {
  if (value.kind === 'attribute') {
    return {
      kind: 'keyed',
      name: value.name,
      receiver: receiverOf(value.value, scene, types),
      global: false,
    };
  }
  if (value.kind === 'name' && scene.inside !== null) {
    const symbol = project.lookup(scene.file, value.id);
    if (symbol?.kind === 'value') return { kind: 'keyed', name: value.id, receiver: null, global: true };
    const alias = aliasOf(value.id, scene.inside);
    return alias === null ? null : dictionarySlot(alias, scene, project, types);
  }
  return null;
}

/** The attribute that a local name stands for, if it is bound to nothing else. */
function aliasOf(name: string, inside: FunctionInfo): Expression | null {
  const values: (Expression | null)[] = [];
  visitStatements(inside.node.body, (statement) => {
    if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
    if (
      statement.kind === 'assign' &&
      statement.targets.some((each) => each.kind === 'name' && each.id === name)
    )
      values.push(statement.value);
    return undefined;
  });
  const [only] = values;
  return values.length === 1 && only?.kind === 'attribute' ? only : null;
}

function receiverOf(value: Expression, scene: Scene, types: Types): ClassInfo | null {
  if (scene.inside === null) return null;
  if (value.kind === 'name' && value.id === selfName(scene.inside)) return scene.inside.owner;
  return types.of(value, scene.inside, scene.inside.owner);
}

export function isConstructor(info: FunctionInfo): boolean {
  return (
    info.isMethod && (info.name === '__init__' || info.name === '__new__' || info.name === '__post_init__')
  );
}

/** Calls that hand constants to functions that store their parameter; wrappers of those count as well. */
function followSinks(
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
