import type { FunctionFact } from '../analysis.ts';
import {
  dottedName,
  ownExpressions,
  visitExpression,
  visitStatements,
  type Expression,
  type Statement,
} from '../../syntax/index.ts';
import type { Hazard, Place } from '../model.ts';
import type { Context } from './context.ts';
import { givesWay, isPreemptive } from './giving-way.ts';
import { locksAround } from './locks.ts';
import { statementsBefore } from './paths.ts';
import { isShared } from './raising.ts';
import { numbered, step } from './witness.ts';

interface Use {
  readonly owner: FunctionFact;
  readonly place: Place;
  readonly locks: readonly string[];
  /** The loop gives way in its body, so that tasks of the same event loop can come between. */
  readonly yields: boolean;
}

/** The part of H8 about collections beside the status: iterated in one role while another changes the size. */
export function iterations(context: Context): readonly Hazard[] {
  const family = familyOf(context);
  const iterated = new Map<string, Use[]>();
  const changed = new Map<string, Use[]>();
  for (const owner of context.analysis.functions.values()) {
    if (owner.className === null || !family.has(owner.className) || owner.entry === 'constructor') continue;
    for (const [map, name, place, statement] of usesIn(owner)) {
      const yields =
        statement.kind === 'for' &&
        (statement.async || statementsBefore(statement.body, Infinity).some(givesWay));
      const use = { owner, place, locks: locksAround(owner, statement), yields };
      const into = map === 'iterates' ? iterated : changed;
      into.set(name, [...(into.get(name) ?? []), use]);
    }
  }
  return [...iterated].flatMap(([name, uses]) =>
    uses.flatMap((use): readonly Hazard[] => {
      const change = changed
        .get(name)
        ?.find(
          (each) =>
            each.owner.roles.some(
              (role) =>
                !use.owner.roles.includes(role) &&
                (use.yields || [role, ...use.owner.roles].some((one) => isPreemptive(context, one))),
            ) && !each.locks.some((lock) => use.locks.includes(lock)),
        );
      if (
        change === undefined ||
        !(context.writers.has(use.owner.id) || context.writers.has(change.owner.id))
      )
        return [];
      const role = use.owner.roles[0] ?? 'caller';
      const other = change.owner.roles.find((each) => !use.owner.roles.includes(each)) ?? 'caller';
      return [
        {
          rule: 'H8',
          severity: 'high',
          confidence: 'medium',
          ...use.place,
          data: { function: use.owner.path, iterated: name, roles: other },
          witness: numbered([
            step(role, use.place, 'iterates', { map: name }),
            step(other, change.place, 'changes', { map: name }),
            step(role, use.place, 'can-raise', {
              text: 'RuntimeError: changed size during iteration',
              handled: 'maybe',
            }),
          ]),
        },
      ];
    }),
  );
}

/** The class of the main store, its bases and its subclasses. */
function familyOf(context: Context): ReadonlySet<string> {
  const owners = new Set(
    context.analysis.stores.filter((store) => store.use === 'main').map((store) => store.owner),
  );
  const related = context.analysis.classes.filter((each) => each.ancestry.some((name) => owners.has(name)));
  return new Set([...owners, ...related.map((each) => each.name)]);
}

type FoundUse = readonly ['iterates' | 'changes', string, Place, Statement];

/** Methods that change the size of a set or a dictionary. Lists may grow while they are iterated. */
const resizes = /^(?:add|pop|popitem|discard|remove|clear|update|setdefault)$/;

function usesIn(owner: FunctionFact): readonly FoundUse[] {
  const found: FoundUse[] = [];
  const record = (kind: FoundUse[0], target: Expression, line: number, statement: Statement): void => {
    const name = attributeOfSelf(target);
    if (name !== null) found.push([kind, name, { file: owner.file, line }, statement]);
  };
  visitStatements(owner.node.body, (statement) => {
    if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
    if (statement.kind === 'for' && isShared(statement.iterable))
      record('iterates', viewed(statement.iterable), statement.iterable.span.line, statement);
    const stored =
      statement.kind === 'assign' ? statement.targets : statement.kind === 'delete' ? statement.targets : [];
    for (const target of stored)
      if (target.kind === 'subscript') record('changes', target.value, target.span.line, statement);
    for (const own of ownExpressions(statement))
      visitExpression(own, (each) => {
        if (each.kind === 'comprehension')
          for (const { iterable } of each.clauses)
            if (isShared(iterable)) record('iterates', viewed(iterable), iterable.span.line, statement);
        if (each.kind === 'call' && each.callee.kind === 'attribute' && resizes.test(each.callee.name))
          record('changes', each.callee.value, each.span.line, statement);
        return undefined;
      });
    return undefined;
  });
  return found;
}

/** `self.m` of `self.m.items()`. */
function viewed(iterable: Expression): Expression {
  return iterable.kind === 'call' && iterable.callee.kind === 'attribute' ? iterable.callee.value : iterable;
}

function attributeOfSelf(expression: Expression): string | null {
  return expression.kind === 'attribute' && dottedName(expression.value) === 'self' ? expression.name : null;
}
