import {
  childStatements,
  ownExpressions,
  visitExpression,
  type Call,
  type Expression,
  type Span,
  type Statement,
} from '../../syntax/index.ts';
import type { ClassInfo, FunctionInfo, Project } from '../project/project.ts';
import { selfName, type Types } from '../project/types.ts';
import { Building } from './building.ts';
import { Copies } from './copies.ts';
import { lastName } from './declared.ts';
import { constantText, entryName, fieldsGiven, recordCopy } from './entries.ts';
import { KeywordSetters } from './keywords.ts';
import { leavesOf, returnedThrough, type Leaf } from './leaves.ts';
import { isReturnedState } from './returned.ts';
import { followSinks, isConstructor } from './sinks.ts';
import { dictionarySlot, receiverOf, slotOf } from './slots.ts';

export { isConstructor } from './sinks.ts';

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
  /** The only write to an object that the same function has just made: a part of making it. */
  readonly built?: boolean;
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
  /** Functions that set attributes by the names of their keywords. */
  readonly keywords: KeywordSetters;
}

/** Where something stands. */
export interface Scene {
  readonly file: string;
  readonly inside: FunctionInfo | null;
  readonly owner: ClassInfo | null;
}

/** One pass over every file: what is assigned where, and with which constants. */
export function survey(project: Project, types: Types): Survey {
  const writes: SlotWrite[] = [];
  const records: RecordWrite[] = [];
  const building = new Building(project);
  const copies = new Copies(project, types);
  const keywords = new KeywordSetters(project, types);
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
      if (statement.kind === 'augassign' && statement.value.kind === 'dictionary') {
        const { target, value } = statement;
        // `job |= {…}` and `self.jobs[key] |= {…}` update a record.
        noteEntries(
          target,
          value,
          target.span,
          scene,
          dictionarySlot(target, scene, project, types) === null,
        );
      }
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
      const key = target.kind === 'subscript' ? constantText(target.index) : null;
      if (key !== null && target.kind === 'subscript' && scene.inside !== null) {
        const holder = target.value;
        const built = building.isPart(target, scene.inside);
        const write = entryWrite(key, value, target.span, scene, built);
        records.push({ write, keyed: dictionarySlot(holder, scene, project, types) });
        continue;
      }
      const slot = slotOf(target, scene, project, types);
      if (slot === null) continue;
      const built =
        target.kind === 'attribute' && scene.inside !== null && building.isPart(target, scene.inside);
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
        built,
      });
    }
  };

  /** `{"status": X}` makes a record in state X; `{**job, "status": X}` puts it in the place of another. */
  const noteRecord = (made: Expression, scene: Scene): void => {
    for (const { name, value } of fieldsGiven(made)) {
      const write = entryWrite(name, value, made.span, scene, false);
      const states = write.leaves.filter(({ kind }) => kind === 'member' || kind === 'literal');
      const initial = recordCopy(made, name) === null;
      if (states.length > 0) records.push({ write: { ...write, leaves: states, initial }, keyed: null });
    }
  };

  const entryWrite = (
    key: string,
    value: Expression,
    span: Span,
    scene: Scene,
    built: boolean,
  ): SlotWrite => ({
    slot: { kind: 'attribute', name: entryName(key), receiver: null, global: false },
    leaves: leavesOf(value, scene.file, scene.inside, project),
    file: scene.file,
    span,
    inside: scene.inside,
    initial: false,
    call: false,
    built,
  });

  const noteExpression = (expression: Expression, scene: Scene): void => {
    visitExpression(expression, (each) => {
      if (each.kind === 'call') {
        calls.push({ call: each, scene });
        if (each.callee.kind === 'attribute' && each.callee.name === 'setdefault' && each.args.length === 2) {
          const name = constantText(each.args[0]);
          const slot = dictionarySlot(each.callee.value, scene, project, types);
          const value = each.args[1];
          if (name !== null && value !== undefined) {
            const write = entryWrite(name, value, each.span, scene, false);
            if (write.leaves.some(({ kind }) => kind === 'member' || kind === 'literal'))
              records.push({ write: { ...write, call: true }, keyed: slot });
          } else if (slot !== null && value !== undefined) {
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
      if (each.kind === 'call') noteSetattr(each, scene);
      noteRecord(each, scene);
      if (each.kind === 'subscript') {
        const key = constantText(each.index);
        if (key !== null) count(reads, readKey(entryName(key), false));
      }
      if (each.kind === 'attribute') count(reads, readKey(each.name, false));
      if (each.kind === 'name') count(reads, readKey(each.id, true));
      return undefined;
    });
  };

  /** `setattr(job, "status", X)`, `object.__setattr__(self, "status", X)`. */
  const noteSetattr = (call: Call, scene: Scene): void => {
    const [object, named, value] = call.args;
    const isCall = ['setattr', '__setattr__'].includes(lastName(call.callee));
    const name = constantText(named);
    if (!isCall || object === undefined || value === undefined || name === null) return;
    writes.push({
      slot: { kind: 'attribute', name, receiver: receiverOf(object, scene, types), global: false },
      leaves: leavesOf(value, scene.file, scene.inside, project),
      file: scene.file,
      span: call.span,
      inside: scene.inside,
      initial: false,
      call: true,
    });
  };

  /** Fields that a new object is given: by a copy of another one, or by a class without a constructor of its own. */
  const noteFields = (call: Call, scene: Scene): void => {
    const copy = scene.inside === null ? null : copies.copyOf(call, scene.inside);
    const symbol = copy === null ? project.lookupExpression(scene.file, call.callee) : null;
    const made = symbol?.kind === 'class' ? symbol.info : null;
    const fields = copy?.fields ?? (made === null ? [] : copies.constructedFields(call, made));
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
    const setter =
      scene.inside === null || call.keywords.length === 0 ? null : keywords.calledBy(call, scene.inside);
    if (setter !== null) {
      noteKeywords(call, setter, scene);
      return;
    }
    if (call.callee.kind === 'attribute' && call.callee.name === 'update') noteRecordUpdate(call, scene);
    if (call.callee.kind !== 'attribute' || call.callee.name !== 'update' || only?.kind !== 'dictionary')
      return;
    noteEntries(call.callee.value, only, call.span, scene, true);
  };

  /** `self.update(job, status=X)` of a function that sets attributes by the names of its keywords. */
  const noteKeywords = (call: Call, setter: FunctionInfo, scene: Scene): void => {
    const object = keywords.objectAt(call, setter);
    const type = setter.node.parameters.find((each) => each.name === keywords.objectOf(setter));
    const own = setter.owner !== null && keywords.objectOf(setter) === selfName(setter) ? setter.owner : null;
    const receiver =
      (object === null ? null : receiverOf(object, scene, types)) ??
      own ??
      types.annotated(setter.file, type?.annotation ?? null);
    for (const { name, value } of keywords.setBy(call, setter)) {
      const leaves = leavesOf(value, scene.file, scene.inside, project);
      if (!leaves.some(({ kind }) => kind === 'member' || kind === 'literal')) continue;
      writes.push({
        slot: { kind: 'attribute', name, receiver, global: false },
        leaves,
        file: scene.file,
        span: call.span,
        inside: scene.inside,
        initial: false,
        call: true,
      });
    }
  };

  /** `record.update(status=X)`. */
  const noteRecordUpdate = (call: Call, scene: Scene): void => {
    const [only] = call.args;
    const named = call.keywords.flatMap(({ name, value }) => (name === null ? [] : [{ name, value }]));
    const given = only?.kind === 'dictionary' ? named : [...named, ...fieldsGiven(only, true)];
    for (const { name, value } of given) {
      const write = entryWrite(name, value, call.span, scene, false);
      if (write.leaves.some(({ kind }) => kind === 'member' || kind === 'literal'))
        records.push({ write: { ...write, call: true }, keyed: null });
    }
  };

  /** The entries of a dictionary that goes into a slot, `self.status |= {key: value}` too. */
  const noteEntries = (
    holder: Expression,
    dictionary: Extract<Expression, { kind: 'dictionary' }>,
    span: Span,
    scene: Scene,
    updates = false,
  ): void => {
    const slot = dictionarySlot(holder, scene, project, types);
    for (const { key, value } of dictionary.entries) {
      if (key === null) continue;
      const name = constantText(key);
      // In a record the literal has made it already, unless an older record is updated.
      if (name !== null && (slot !== null || updates)) {
        const write = { ...entryWrite(name, value, span, scene, false), call: updates };
        records.push({ write, keyed: slot, only: updates ? null : 'keyed' });
      }
      if (name !== null || slot === null) continue;
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
  placeRecords(records, writes);
  const sinks = followSinks(writes, calls, project);
  return { writes: writes.map(withoutComputed), sinks, reads, keywords };
}

/** Constants that a function returns count where they are states. */
function withoutComputed(write: SlotWrite): SlotWrite {
  const leaves = write.leaves.map((leaf): Leaf => {
    const through = returnedThrough(leaf);
    return through === null || isReturnedState(through, write.slot) ? leaf : { kind: 'other' };
  });
  return { ...write, leaves };
}

/** A write under a constant key: of the store that the dictionary may be, or of a field of a record. */
interface RecordWrite {
  readonly write: SlotWrite;
  readonly keyed: Slot | null;
  readonly only?: 'keyed' | null;
}

/**
 * `jobs["a"] = X` is an entry of a store where other entries of `jobs` are written by a key that varies, and a field
 * of a record where none is.
 */
function placeRecords(records: readonly RecordWrite[], writes: SlotWrite[]): void {
  const keyedNames = new Set(
    writes.flatMap(({ slot }) => (slot.kind === 'keyed' ? [readKey(slot.name, slot.global)] : [])),
  );
  for (const { write, keyed, only } of records) {
    const isStore = keyed !== null && keyedNames.has(readKey(keyed.name, keyed.global));
    if (only === 'keyed' && !isStore) continue;
    writes.push(isStore ? { ...write, slot: keyed, built: false } : write);
  }
}

/** The key of an attribute, or of a variable of a module, in `reads`. */
export function readKey(name: string, global: boolean): string {
  return global ? name : `.${name}`;
}

function count(into: Map<string, number>, key: string): void {
  into.set(key, (into.get(key) ?? 0) + 1);
}
