import type { CompanionFact, CompanionUse, Condition, FunctionFact, WriteFact } from '../analysis.ts';
import { ABSENT, type StateName } from '../model.ts';
import { dottedName, visitExpression, type Expression, type Statement } from '../../syntax/index.ts';
import { functionOf, impliesEnd, movesTo, sameCondition, type Context } from './context.ts';
import { accompanied, levels, within, type Level } from './paths.ts';
import { boundNames, mentions } from './trace.ts';

/** A branch that empties a companion map whatever happens, but writes the status only sometimes. */
export interface Gate {
  readonly companion: CompanionFact;
  readonly removal: CompanionUse;
  readonly owner: FunctionFact;
  /** The write of the same branch that is left out, or that the setter drops. */
  readonly write: WriteFact;
  /** Why it is left out; null where the setter drops it for an entry that is not there. */
  readonly condition: Condition | null;
  /** The condition only asks whether there was something to remove: an early call is lost, others are not. */
  readonly blind: boolean;
  /** States of the entry in which the status stays as it is. */
  readonly left: ReadonlySet<StateName>;
  /** Writes elsewhere that happen only with the companion's entry. */
  readonly needers: readonly WriteFact[];
}

/** All of them, in the order of the companions. */
export function gates(context: Context): readonly Gate[] {
  return context.analysis.companions.flatMap((companion) =>
    companion.uses
      .filter((use) => use.action === 'remove' || use.action === 'clear')
      .flatMap((removal) => gateAt(context, companion, removal) ?? []),
  );
}

function gateAt(context: Context, companion: CompanionFact, removal: CompanionUse): Gate | null {
  const owner = functionOf(context, removal);
  if (owner === undefined || owner.entry === 'constructor') return null;
  if (removal.conditions.some((each) => impliesEnd(context, each))) return null;
  const chain = aroundRemoval(owner, removal, companion);
  const branch = chain.at(-1)?.block;
  if (branch === undefined) return null;
  const outer = removal.conditions.filter((each) => !asksForItself(each, companion));
  const needers = context.writes.filter(
    (write) => !write.initial && write.site.function !== owner.id && needs(write, companion),
  );
  if (needers.length === 0) return null;
  const touches = touching(context, owner);
  const inBranch = context.writes.filter(
    (write) =>
      write.site.function === owner.id && within(branch, write.statement) && sameEntry(write, removal),
  );
  const written = accompanied(chain, touches);
  for (const write of endsFirst(context, inBranch)) {
    const extra = write.conditions.filter((each) => !outer.some((known) => sameCondition(known, each)));
    if (written || extra.length === 0) {
      const dropped =
        written &&
        extra.length === 0 &&
        dropsAbsent(write) &&
        outer.every((each) => each.leaves?.has(ABSENT) !== false) &&
        context.removals.every((each) => each.statement !== removal.statement);
      if (dropped)
        return {
          companion,
          removal,
          owner,
          write,
          condition: null,
          blind: false,
          left: new Set([ABSENT]),
          needers,
        };
      continue;
    }
    const left = remaining(context, extra, write.store.name);
    if ([...left].every((state) => context.terminal.has(state))) continue;
    const blind = extra.every((each) => asksForRemoved(each, removal.statement, companion));
    return { companion, removal, owner, write, condition: extra.at(-1) ?? null, blind, left, needers };
  }
  return null;
}

/** The way to the removal; an `if` around it that only asks for the entry itself makes no difference. */
function aroundRemoval(
  owner: FunctionFact,
  removal: CompanionUse,
  companion: CompanionFact,
): readonly Level[] {
  const way = levels(owner.node.body, removal.statement);
  const tests = removal.conditions.filter((each) => asksForItself(each, companion)).map((each) => each.test);
  const asking = way.findIndex(({ block, index }) => {
    const around = block[index];
    return around?.kind === 'if' && around.otherwise.length === 0 && tests.includes(around.test);
  });
  return asking < 0 ? way : way.slice(0, asking + 1);
}

function asksForItself(condition: Condition, companion: CompanionFact): boolean {
  return condition.subject === 'companion' && condition.companions.every((name) => name === companion.name);
}

/** Statements that write or remove the status, or call something that does. */
function touching(context: Context, owner: FunctionFact): (statement: Statement) => boolean {
  const statements = new Set(
    [...context.writes, ...context.removals]
      .filter((fact) => fact.site.function === owner.id)
      .map((fact) => fact.statement),
  );
  const calls = owner.calls.filter((call) => call.targets.some((target) => context.writers.has(target)));
  const spans = calls.map((call) => call.site.span.start);
  return (statement) =>
    statements.has(statement) ||
    (isSimple(statement) &&
      spans.some((start) => statement.span.start <= start && start < statement.span.end));
}

function isSimple(statement: Statement): boolean {
  return statement.kind === 'expression' || statement.kind === 'assign' || statement.kind === 'return';
}

/** The same entry as far as the text of the keys tells. */
function sameEntry(a: { readonly keyText: string | null }, b: { readonly keyText: string | null }): boolean {
  return a.keyText === null || b.keyText === null || a.keyText === b.keyText;
}

/** Writes of an end before others. */
function endsFirst(context: Context, writes: readonly WriteFact[]): readonly WriteFact[] {
  const ends = (write: WriteFact): number =>
    Number([...write.arguments].some((state) => context.terminal.has(state)));
  return [...writes].sort((a, b) => ends(b) - ends(a));
}

/** The setter stores nothing where there is no entry. */
function dropsAbsent(write: WriteFact): boolean {
  const row = write.setter?.composed.get(ABSENT);
  return [...write.arguments].some((argument) => row?.get(argument) === ABSENT);
}

/** The condition asks for what was taken out of the companion itself. */
function asksForRemoved(condition: Condition, removal: Statement, companion: CompanionFact): boolean {
  if (asksForItself(condition, companion)) return true;
  return condition.subject !== 'status' && mentions(condition.test, boundNames([removal]));
}

/** States in which the extra conditions fail. Where a test raises without an entry, nothing after it is reached. */
function remaining(context: Context, extra: readonly Condition[], store: string): ReadonlySet<StateName> {
  const { alphabet } = context.analysis;
  const left = new Set<StateName>();
  for (const { leaves } of extra) for (const state of alphabet) if (!leaves?.has(state)) left.add(state);
  if (extra.some((each) => each.subject === 'status' && subscripts(each.test, store))) left.delete(ABSENT);
  return left;
}

/** `self.store[key]` stands in the test. */
function subscripts(test: Expression, store: string): boolean {
  let found = false;
  visitExpression(test, (each) => {
    if (each.kind === 'subscript' && dottedName(each.value)?.split('.').at(-1) === store) found = true;
    return undefined;
  });
  return found;
}

/**
 * Whether a write happens only while the companion has an entry: it is asked for, or read by its key, before. Who
 * makes the entry in the same function does not depend on it.
 */
export function needs(write: WriteFact, companion: CompanionFact): boolean {
  const asked = write.conditions.some(
    (each) => each.subject === 'companion' && each.companions.includes(companion.name),
  );
  if (asked) return true;
  const before = companion.uses.filter(
    (use) =>
      use.site.function === write.site.function &&
      use.site.span.start < write.site.span.start &&
      sameEntry(use, write),
  );
  return (
    !before.some((use) => use.action === 'set') &&
    before.some(
      (use) =>
        use.action === 'read' &&
        use.conditions.every((each) => write.conditions.some((known) => sameCondition(known, each))),
    )
  );
}

/** The needers that take an end back: the state that the gate writes is moved to one that is not an end. */
export function takesBack(context: Context, gate: Gate): WriteFact | undefined {
  const [end] = [...gate.write.arguments].filter((state) => context.terminal.has(state));
  if (end === undefined) return undefined;
  return gate.needers.findLast((write) => {
    const moved = movesTo(write, end);
    return (
      write.path === 'normal' &&
      write.fromInterleaved.has(end) &&
      moved !== undefined &&
      !context.terminal.has(moved) &&
      moved !== ABSENT
    );
  });
}
