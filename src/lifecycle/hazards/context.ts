import type {
  Analysis,
  Circumstances,
  Condition,
  FunctionFact,
  FunctionId,
  RemovalFact,
  WriteFact,
} from '../analysis.ts';
import { feedersOf, isRelated } from './feeding.ts';
import { ABSENT, type Hazard, type Place, type StateName } from '../model.ts';

/** A rule reads the facts and answers its findings. */
export type Rule = (context: Context) => readonly Hazard[];

/** The facts, and what several rules derive from them. */
export interface Context {
  readonly analysis: Analysis;
  readonly terminal: ReadonlySet<StateName>;
  /** Writes to the main store. */
  readonly writes: readonly WriteFact[];
  /** Removals from the main store. */
  readonly removals: readonly RemovalFact[];
  /** Functions in which, or below which, the status is written or removed. */
  readonly writers: ReadonlySet<FunctionId>;
  /** Whether a fact stands in a class whose objects give the role its work, or in a relative of one. */
  feeds(fact: { readonly site: Circumstances['site'] }, role: string): boolean;
}

/** Derives the context once for all rules. */
export function createContext(analysis: Analysis): Context {
  const writes = analysis.writes.filter((write) => write.store.use === 'main');
  const removals = analysis.removals.filter((removal) => removal.store.use === 'main');
  const writers = new Set<FunctionId>();
  for (const fact of [...writes, ...removals])
    if (fact.site.function !== null) writers.add(fact.site.function);
  for (let before = -1; before !== writers.size;) {
    before = writers.size;
    for (const each of analysis.functions.values())
      if (each.calls.some((call) => !call.byName && call.targets.some((target) => writers.has(target))))
        writers.add(each.id);
  }
  const terminal = new Set(analysis.states.filter((state) => state.terminal).map((state) => state.name));
  const feeders = new Map<string, ReadonlySet<string>>();
  const feeds: Context['feeds'] = ({ site }, role) => {
    const owner = site.function === null ? null : analysis.functions.get(site.function)?.className;
    const known = feeders.get(role) ?? feedersOf(analysis, role);
    feeders.set(role, known);
    return owner != null && known.size > 0 && isRelated(analysis, owner, known);
  };
  return { analysis, terminal, writes, removals, writers, feeds };
}

/** The function a fact stands in; undefined at module level. */
export function functionOf(
  context: Context,
  fact: { readonly site: Circumstances['site'] },
): FunctionFact | undefined {
  return fact.site.function === null ? undefined : context.analysis.functions.get(fact.site.function);
}

/** `Class.method`, or the path of a nested function; the module's file at top level. */
export function functionName(context: Context, fact: { readonly site: Circumstances['site'] }): string {
  return functionOf(context, fact)?.path ?? fact.site.file;
}

/** The line of a function's name. */
export function definitionOf(fact: FunctionFact): Place {
  return { file: fact.file, line: fact.node.nameSpan.line };
}

/** What a write can leave when the entry was in `old`: the setter's cell for each argument, or the argument. */
export function statesAfter(write: WriteFact, old: StateName): ReadonlySet<StateName> {
  const after = new Set<StateName>();
  for (const argument of write.arguments) {
    const cell =
      write.setter === null ? argument : (write.setter.composed.get(old)?.get(argument) ?? argument);
    if (cell === 'rejected') continue;
    if (cell === 'argument-or-old') after.add(argument).add(old);
    else after.add(cell);
  }
  return after;
}

/** Whether a write can move `old` to another state; the first such state. */
export function movesTo(write: WriteFact, old: StateName): StateName | undefined {
  return [...statesAfter(write, old)].find((state) => state !== old);
}

/** The role to name for a fact: one that is not in `others` if there is one, threads before the caller. */
export function roleOf(fact: { readonly roles: readonly string[] }, others: readonly string[] = []): string {
  const free = fact.roles.filter((role) => !others.includes(role));
  const choice = free.length > 0 ? free : fact.roles;
  return choice.find((role) => role !== 'caller') ?? choice[0] ?? 'caller';
}

/** Whether two facts can run in different roles, or in two instances of the same one. */
export function beside(
  context: Context,
  a: { readonly roles: readonly string[] },
  b: { readonly roles: readonly string[] },
): boolean {
  const several = (role: string): boolean =>
    context.analysis.roles.some((each) => each.name === role && each.several);
  return a.roles.some((left) => b.roles.some((right) => left !== right || several(left)));
}

/** The condition leaves only ends, or nothing at all, of the status. */
export function impliesEnd(context: Context, condition: Condition): boolean {
  if (condition.subject !== 'status' || condition.leaves === null) return false;
  return [...condition.leaves].every((state) => context.terminal.has(state) || state === ABSENT);
}

/** Both are the same test with the same outcome. */
export function sameCondition(a: Condition, b: Condition): boolean {
  return a.test === b.test && a.holds === b.holds;
}
