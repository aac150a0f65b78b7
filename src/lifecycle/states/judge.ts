import { visitExpressions } from '../../syntax/index.ts';
import { comparesField, comparesSlot } from './building.ts';
import type { Comparisons } from './comparisons.ts';
import { entryKey } from './entries.ts';
import type { StateGroup } from './group.ts';
import type { Slot, SlotWrite } from './survey.ts';
import { isPythons, mannerOf, type Manner } from './vocabulary.ts';

/** Two constants make a choice; a machine has a write after the first one, and somebody who looks at it. */
export const LEAST_VALUES = 2;

/** What is known of a store and of the constants that it holds. */
interface Case {
  readonly group: StateGroup;
  readonly slot: Slot;
  /** Those that store one of the constants. */
  readonly writes: readonly SlotWrite[];
  /** Everything that is stored. */
  readonly all: readonly SlotWrite[];
  readonly compared: Comparisons;
  /** How often the store is named other than to be assigned to. */
  readonly reads: number;
}

/** Is it a lifecycle, or a setting, a kind, a code, what was decoded? */
export function isLifecycle(found: Case): boolean {
  const { group, slot, writes, all } = found;
  const manners = [mannerOf(slot.name), ...(group.name === null ? [] : [mannerOf(group.name)])];
  if (isPythons(slot.name) || slot.name === 'environ' || manners.includes('code')) return false;
  const values = new Set(writes.flatMap((write) => write.leaves.flatMap(leafName)));
  const later = writes.filter(
    (write) =>
      !write.initial &&
      (write.built !== true || group.name !== null) &&
      write.leaves.some((leaf) => leafName(leaf).length > 0),
  );
  if (values.size < LEAST_VALUES || later.length === 0 || isSetting(group, later, all)) return false;
  const writers = new Set(later.map(({ inside }) => inside));
  const asks = [...writers].some((inside) => inside !== null && asksIn(inside, slot));
  const isRecord = entryKey(slot.name) !== null;
  // Texts in records are statuses where somebody looks at the old one before a new one is written.
  if (group.kind === 'literals' && isRecord && (!asks || !manners.includes('status'))) return false;
  // A code of a status is an answer, unless the old one decides about a new one.
  if (manners.includes('status-code') && !asks) return false;
  const isKind = manners.includes('kind') && !manners.includes('status');
  const asksAtAll = asks || [...writers].some((inside) => inside !== null && asksThrough(inside, slot));
  if (isKind && (!asksAtAll || group.kind === 'literals')) return false;
  return isLooked(found) || isPublished(found, manners, later);
}

function asksIn(inside: NonNullable<SlotWrite['inside']>, slot: Slot): boolean {
  const key = entryKey(slot.name);
  return key === null ? comparesSlot(inside, slot.name, slot.global) : comparesField(inside, key);
}

/** `if not self.is_idle: raise`: a test asks a property or method of the object that compares the store. */
function asksThrough(inside: NonNullable<SlotWrite['inside']>, slot: Slot): boolean {
  const { owner } = inside;
  let found = false;
  visitExpressions(
    inside.node.body,
    (each, statement) => {
      const isTest = statement.kind === 'if' || statement.kind === 'while' || statement.kind === 'assert';
      if (!isTest || each.kind !== 'attribute' || found) return undefined;
      const asked = owner?.methods.get(each.name);
      found = asked !== undefined && asked !== inside && asksIn(asked, slot);
      return undefined;
    },
    'function',
  );
  return found;
}

function isLooked({ group, slot, compared }: Case): boolean {
  return (
    group.members.some((each) => compared.members.has(each.declaration ?? '')) ||
    compared.literals.has(slot.name)
  );
}

/** Declared as states by their names, changed by more than one value, and told to others rather than compared. */
function isPublished(
  { group, reads }: Case,
  manners: readonly Manner[],
  later: readonly SlotWrite[],
): boolean {
  if (group.name === null || group.kind === 'literals') return false;
  const values = new Set(later.flatMap((write) => write.leaves.flatMap(leafName)));
  const [store, ...declared] = manners;
  return (
    values.size >= LEAST_VALUES &&
    (store === 'status' || (reads > 0 && declared.some((each) => each === 'status')))
  );
}

/**
 * A setting, or what was decoded: one constant at most replaces what the constructor left, and beside it the store
 * takes values that are none of the constants (computed, saved before, read from a message). Constants that a class
 * declares together are states all the same.
 */
function isSetting(group: StateGroup, later: readonly SlotWrite[], all: readonly SlotWrite[]): boolean {
  const values = new Set(later.flatMap((write) => write.leaves.flatMap(leafName)));
  if (group.name !== null) return false;
  return (
    values.size < LEAST_VALUES && all.some((write) => write.leaves.some((leaf) => leaf.kind === 'other'))
  );
}

function leafName(leaf: SlotWrite['leaves'][number]): readonly string[] {
  if (leaf.kind === 'member') return [leaf.member.name];
  return leaf.kind === 'literal' ? [leaf.value] : [];
}
