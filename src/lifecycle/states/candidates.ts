import { setterKey, type ClassInfo, type Project } from '../project/project.ts';
import { comparisons, type Comparisons } from './comparisons.ts';
import { classGroup } from './declared.ts';
import { stateName, type DeclarationKey, type Member, type StateGroup } from './group.ts';
import { entryKey } from './entries.ts';
import { isLifecycle, LEAST_VALUES } from './judge.ts';
import { attributeLiterals, parameterLiterals, type LiteralType } from './literals.ts';
import { isConstructor } from './sinks.ts';
import { readKey, type Slot, type SlotWrite, type Survey } from './survey.ts';

/** A store that holds one group of states: what a lifecycle is made from. */
export interface Candidate {
  readonly group: StateGroup;
  readonly slot: Slot;
  /** The topmost class that has the attribute; null for a global, or where the receiver is not known. */
  readonly owner: ClassInfo | null;
  /** Where the store is first assigned. */
  readonly file: string;
  readonly line: number;
  /** Those that store one of the states. */
  readonly writes: readonly SlotWrite[];
  /** Everything that is stored, None and unknown values included. */
  readonly slotWrites: readonly SlotWrite[];
  readonly reads: number;
  /** More than one value, a write after the first, and somebody who looks; else it can only keep copies. */
  readonly isMachine: boolean;
}

/** Every store that constants are written to; most written first. */
export function candidates(project: Project, survey: Survey): readonly Candidate[] {
  const groups = declaredGroups(project);
  const compared = comparisons(project);
  const homes = attributeHomes(survey);
  const stores = new Map<string, { slot: Slot; owner: ClassInfo | null; writes: SlotWrite[] }>();
  for (const write of survey.writes) {
    if (isProperty(write.slot, project)) continue;
    const owner = topOwner(write.slot, homes, project);
    const home = write.slot.global ? write.file : (owner?.id ?? recordsHome(write, groups));
    const key = `${write.slot.kind}:${write.slot.name}:${home}`;
    const store = stores.get(key);
    if (store === undefined) stores.set(key, { slot: write.slot, owner, writes: [write] });
    else store.writes.push(write);
  }
  adoptUnknownReceivers(stores);
  const found: Candidate[] = [];
  const byName = new Map<string, SlotWrite[]>();
  for (const write of survey.writes) {
    const list = byName.get(write.slot.name);
    if (list === undefined) byName.set(write.slot.name, [write]);
    else list.push(write);
  }
  for (const [key, store] of stores) {
    // Records that are made and never written again.
    if (entryKey(store.slot.name) !== null && store.writes.every((write) => write.initial)) continue;
    for (const [group, writes] of groupsOf(key, store, { groups, compared, project })) {
      const named = byName.get(store.slot.name) ?? [];
      const reads = (survey.reads.get(readKey(store.slot.name, store.slot.global)) ?? 0) - assignments(named);
      const isMachine = isLifecycle({ group, slot: store.slot, writes, all: store.writes, compared, reads });
      const place = declarationOf(store.owner, store.owner === null ? store.writes : named);
      found.push({
        group,
        slot: store.slot,
        owner: store.owner,
        ...place,
        writes,
        slotWrites: store.writes,
        reads: Math.max(reads, 0),
        isMachine,
      });
    }
  }
  return found.sort(
    (a, b) =>
      b.writes.length - a.writes.length ||
      order(a.file, b.file) ||
      a.line - b.line ||
      order(a.slot.name, b.slot.name),
  );
}

/**
 * Records have no class: those that hold the same declared states belong together, others file by file. Empty for
 * attributes.
 */
function recordsHome(write: SlotWrite, groups: ReadonlyMap<DeclarationKey, StateGroup>): string {
  if (entryKey(write.slot.name) === null) return '';
  for (const leaf of write.leaves) {
    const group = leaf.kind === 'member' ? groups.get(leaf.member.declaration ?? '') : undefined;
    if (group !== undefined) return group.id;
  }
  return write.file;
}

/** Assigning to a property runs its setter: what that stores is the store. */
function isProperty(slot: Slot, project: Project): boolean {
  return (
    slot.kind === 'attribute' &&
    slot.receiver !== null &&
    project.method(slot.receiver, setterKey(slot.name)) !== null
  );
}

/** Places where the name of the slot stands to be assigned to. */
function assignments(named: readonly SlotWrite[]): number {
  return named.filter((write) => !write.call && write.inside !== null).length;
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function declaredGroups(project: Project): ReadonlyMap<DeclarationKey, StateGroup> {
  const groups = new Map<DeclarationKey, StateGroup>();
  for (const info of project.classes) {
    const group = classGroup(info, project);
    if (group === null) continue;
    for (const member of group.members)
      if (member.declaration !== null) groups.set(member.declaration, group);
  }
  return groups;
}

/** Classes that assign an attribute of their own objects, by the attribute's name. */
function attributeHomes(survey: Survey): ReadonlyMap<string, ReadonlySet<ClassInfo>> {
  const homes = new Map<string, Set<ClassInfo>>();
  for (const write of survey.writes) {
    const { slot } = write;
    const own = write.inside === null ? slot.receiver : write.inside.owner;
    if (slot.receiver === null || slot.receiver !== own) continue;
    homes.set(slot.name, (homes.get(slot.name) ?? new Set()).add(slot.receiver));
  }
  return homes;
}

function topOwner(
  slot: Slot,
  homes: ReadonlyMap<string, ReadonlySet<ClassInfo>>,
  project: Project,
): ClassInfo | null {
  if (slot.receiver === null) return null;
  const own = homes.get(slot.name);
  return project.ancestry(slot.receiver).findLast((each) => own?.has(each) === true) ?? slot.receiver;
}

/** Writes on a receiver of unknown class belong to the only store of that name, if there is only one. */
function adoptUnknownReceivers(
  stores: Map<string, { slot: Slot; owner: ClassInfo | null; writes: SlotWrite[] }>,
): void {
  const owned = new Map<string, { slot: Slot; owner: ClassInfo | null; writes: SlotWrite[] }[]>();
  const nameOf = ({ kind, name }: Slot): string => `${kind}:${name}`;
  for (const store of stores.values()) {
    if (store.owner === null) continue;
    const list = owned.get(nameOf(store.slot));
    if (list === undefined) owned.set(nameOf(store.slot), [store]);
    else list.push(store);
  }
  for (const [key, store] of [...stores]) {
    if (store.owner !== null || store.slot.global) continue;
    const namesakes = owned.get(nameOf(store.slot)) ?? [];
    const only = namesakes[0];
    if (only === undefined || namesakes.length > 1) continue;
    only.writes.push(...store.writes);
    stores.delete(key);
  }
}

/** What is known of all files before their stores are looked at. */
interface Known {
  readonly groups: ReadonlyMap<DeclarationKey, StateGroup>;
  readonly compared: Comparisons;
  readonly project: Project;
}

/** The groups that are written to one store, with their writes. */
function groupsOf(
  key: string,
  store: { readonly slot: Slot; readonly owner: ClassInfo | null; readonly writes: readonly SlotWrite[] },
  { groups, compared, project }: Known,
): ReadonlyMap<StateGroup, readonly SlotWrite[]> {
  const { slot, owner, writes } = store;
  const result = new Map<StateGroup, SlotWrite[]>();
  const loose = new Map<string, Member>();
  const literal = new Map<string, Member>();
  for (const write of writes) {
    const own = new Set<StateGroup>();
    for (const leaf of write.leaves) {
      if (leaf.kind === 'literal') {
        literal.set(leaf.value, {
          name: stateName(leaf.value),
          value: leaf.value,
          file: write.file,
          line: leaf.line,
          declaration: null,
        });
      }
      if (leaf.kind !== 'member' || leaf.member.declaration === null) continue;
      const group = groups.get(leaf.member.declaration);
      if (group === undefined) loose.set(leaf.member.declaration, leaf.member);
      else own.add(group);
    }
    for (const group of own) {
      const list = result.get(group);
      if (list === undefined) result.set(group, [write]);
      else list.push(write);
    }
  }
  if (loose.size >= LEAST_VALUES) {
    const group = looseGroup(key, slot, loose, compared);
    result.set(
      group,
      writes.filter((write) =>
        write.leaves.some((leaf) => leaf.kind === 'member' && loose.has(leaf.member.declaration ?? '')),
      ),
    );
  } else if (loose.size === 0 && result.size === 0 && literal.size >= LEAST_VALUES) {
    const type = declaredLiterals(slot, owner, writes, project);
    const group = literalGroup(key, slot, literal, compared, type);
    result.set(
      group,
      writes.filter((write) => write.leaves.some((leaf) => leaf.kind === 'literal')),
    );
  }
  return result;
}

/** Constants that one store holds, and others that it is compared with. */
function looseGroup(
  key: string,
  slot: Slot,
  loose: ReadonlyMap<string, Member>,
  compared: Comparisons,
): StateGroup {
  const members = new Map(loose);
  const kinds = new Set([...loose.values()].map((each) => typeof each.value));
  for (const [declaration, { member, slots }] of compared.members) {
    if (kinds.has(typeof member.value) && slots.has(slot.name)) members.set(declaration, member);
  }
  const sorted = [...members.values()].sort(
    (a, b) => order(a.file, b.file) || a.line - b.line || offset(a) - offset(b),
  );
  const first = sorted[0];
  return {
    id: key,
    name: null,
    kind: 'constants',
    file: first?.file ?? '',
    line: first?.line ?? 1,
    members: sorted,
  };
}

function offset(member: Member): number {
  const own = Number(member.declaration?.split(':').at(-1) ?? 0);
  return Number.isNaN(own) ? 0 : own;
}

/** `Literal[…]` in an annotation of the store, or of a parameter that is stored. */
function declaredLiterals(
  slot: Slot,
  owner: ClassInfo | null,
  writes: readonly SlotWrite[],
  project: Project,
): LiteralType | null {
  const own = owner === null ? null : attributeLiterals(owner, slot.name, project);
  if (own !== null) return own;
  for (const { leaves, inside } of writes) {
    for (const leaf of leaves) {
      if (leaf.kind !== 'parameter' || inside === null) continue;
      const type = parameterLiterals(inside, leaf.name, project);
      if (type !== null) return type;
    }
  }
  return null;
}

function literalGroup(
  key: string,
  slot: Slot,
  literal: ReadonlyMap<string, Member>,
  compared: Comparisons,
  type: LiteralType | null,
): StateGroup {
  const listed = new Set(type?.members.map((each) => each.value));
  if (type !== null && [...literal.keys()].every((value) => listed.has(value))) {
    const { name, file, line, members: all } = type;
    return { id: key, name, kind: 'literals', file, line, members: all };
  }
  const members = new Map(literal);
  const first = [...literal.values()][0];
  for (const value of compared.literals.get(slot.name) ?? []) {
    if (!members.has(value) && first !== undefined) {
      members.set(value, {
        name: stateName(value),
        value,
        file: first.file,
        line: first.line,
        declaration: null,
      });
    }
  }
  return {
    id: key,
    name: null,
    kind: 'literals',
    file: first?.file ?? '',
    line: first?.line ?? 1,
    members: [...members.values()],
  };
}

/** Where the attribute is first assigned: the empty dictionary of a keyed store, the default of an attribute. */
function declarationOf(
  owner: ClassInfo | null,
  writes: readonly SlotWrite[],
): { readonly file: string; readonly line: number } {
  const named = writes.filter((write) => owner === null || write.slot.receiver === owner);
  const first = named.find((write) => write.inside === null || isConstructor(write.inside)) ?? named[0];
  return { file: first?.file ?? owner?.file ?? '', line: first?.span.line ?? owner?.node.nameSpan.line ?? 1 };
}
