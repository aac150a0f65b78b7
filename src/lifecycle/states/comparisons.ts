import { visitExpressions, type Expression } from '../../syntax/index.ts';
import type { ClassInfo, FunctionInfo, Project } from '../project/project.ts';
import { lastName } from './declared.ts';
import type { DeclarationKey, Member } from './group.ts';
import { constantText, entryName } from './entries.ts';
import { memberOf, memberOfSymbol } from './leaves.ts';
import { namedValue } from './named.ts';

interface Compared {
  readonly member: Member;
  /** Attributes and dictionaries, by name, on the other side. */
  readonly slots: ReadonlySet<string>;
}

/** What the code looks at. */
export interface Comparisons {
  /** Constants that something is compared with. */
  readonly members: ReadonlyMap<DeclarationKey, Compared>;
  /** Attributes and dictionaries, by name, that are compared with string literals. */
  readonly literals: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What comparisons, `in`, `match` and tables of the whole project look at. */
export function comparisons(project: Project): Comparisons {
  const members = new Map<DeclarationKey, { member: Member; slots: Set<string> }>();
  const noteMember = (member: Member | null, other: readonly Expression[]): void => {
    if (member?.declaration == null) return;
    const known = members.get(member.declaration) ?? { member, slots: new Set<string>() };
    members.set(member.declaration, known);
    for (const name of other.flatMap(slotNames)) known.slots.add(name);
  };
  const literals = new Map<string, Set<string>>();
  const noteText = (each: Expression, other: readonly Expression[]): void => {
    if (each.kind !== 'constant' || each.value.type !== 'string') return;
    for (const name of other.flatMap(slotNames))
      literals.set(name, (literals.get(name) ?? new Set()).add(each.value.value));
  };
  const functions = new Map<string, FunctionInfo[]>();
  for (const info of project.functions.values()) {
    const list = functions.get(info.file);
    if (list === undefined) functions.set(info.file, [info]);
    else list.push(info);
  }
  for (const source of project.modules.values()) {
    const note = (expression: Expression, other: readonly Expression[]): void => {
      for (const member of namedMembers(expression, source.file, null, project)) noteMember(member, other);
      for (const each of flatten(expression)) {
        const member = memberOf(each, source.file, null, project);
        noteMember(member, other);
        noteText(each, other);
      }
      for (const each of namedItems(expression, source.file, null, project)?.items ?? [])
        noteText(each, other);
    };
    visitExpressions(source.module.body, (expression, statement) => {
      if (expression.kind === 'compare') {
        const sides = [expression.left, ...expression.comparators];
        for (const side of sides)
          note(
            side,
            sides.filter((each) => each !== side),
          );
      } else if (statement.kind === 'match' && expression !== statement.subject) {
        note(expression, [statement.subject]);
      } else if (expression.kind === 'dictionary') {
        for (const entry of expression.entries) if (entry.key !== null) note(entry.key, []);
      }
      return undefined;
    });
    for (const info of functions.get(source.file) ?? []) {
      if (info.owner === null) continue;
      visitExpressions(
        info.node.body,
        (expression) => {
          if (expression.kind !== 'compare') return undefined;
          const sides = [expression.left, ...expression.comparators];
          for (const side of sides) {
            const other = sides.filter((each) => each !== side);
            for (const each of flatten(side)) noteMember(memberOf(each, source.file, info, project), other);
            for (const member of namedMembers(side, source.file, info, project)) noteMember(member, other);
          }
          return undefined;
        },
        'function',
      );
    }
  }
  return { members, literals };
}

function flatten(expression: Expression): readonly Expression[] {
  if (expression.kind === 'tuple' || expression.kind === 'list' || expression.kind === 'set') {
    return expression.items.flatMap(flatten);
  }
  return [expression];
}

const SETS: ReadonlySet<string> = new Set(['frozenset', 'set', 'tuple', 'list']);

/** The constants of a set that has a name: `status in FINAL`, `status in self.FINAL`. */
function namedMembers(
  expression: Expression,
  file: string,
  inside: FunctionInfo | null,
  project: Project,
): readonly Member[] {
  const named = namedItems(expression, file, inside, project);
  if (named === null) return [];
  return named.items.flatMap((each) => {
    // In the body of a class its other names are seen without a prefix.
    const symbol = named.owner !== null && each.kind === 'name' ? project.member(named.owner, each.id) : null;
    const member = symbol === null ? memberOf(each, named.file, null, project) : memberOfSymbol(symbol);
    return member ?? [];
  });
}

/** What is written in a set that has a name; null for anything else. */
function namedItems(
  expression: Expression,
  file: string,
  inside: FunctionInfo | null,
  project: Project,
): { readonly items: readonly Expression[]; readonly file: string; readonly owner: ClassInfo | null } | null {
  const found = namedValue(expression, file, inside, project);
  if (found === null) return null;
  const { value, owner } = found;
  const only = value.kind === 'call' && SETS.has(lastName(value.callee)) ? value.args[0] : undefined;
  const whole = only ?? value;
  if (whole.kind !== 'tuple' && whole.kind !== 'list' && whole.kind !== 'set') return null;
  return { items: flatten(whole), file: found.file, owner };
}

function slotNames(expression: Expression): readonly string[] {
  if (expression.kind === 'attribute') return [expression.name];
  if (expression.kind === 'subscript') {
    const key = constantText(expression.index);
    return key === null ? slotNames(expression.value) : [entryName(key), ...slotNames(expression.value)];
  }
  if (
    expression.kind === 'call' &&
    expression.callee.kind === 'attribute' &&
    expression.callee.name === 'get'
  ) {
    const key = constantText(expression.args[0]);
    return [...(key === null ? [] : [entryName(key)]), ...slotNames(expression.callee.value)];
  }
  return [];
}
