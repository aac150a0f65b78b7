import {
  childStatements,
  visitExpressions,
  visitStatements,
  type Expression,
  type Statement,
} from '../../syntax/index.ts';
import type { FunctionInfo, Project } from '../project/project.ts';
import { selfName } from '../project/types.ts';
import { constantText, recordOf } from './entries.ts';

/** What functions make and put together; each function is looked through once. */
export class Building {
  readonly #project: Project;
  readonly #made = new Map<FunctionInfo, ReadonlySet<string>>();
  readonly #counts = new Map<FunctionInfo, ReadonlyMap<string, number>>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** Is the assignment a part of making an object: the only one on every way to an object that the function makes? */
  isPart(target: Expression, inside: FunctionInfo): boolean {
    const place = placeOf(target);
    if (place === null || place.holder === selfName(inside)) return false;
    if (!this.#madeIn(inside).has(place.holder)) return false;
    return (this.#countsIn(inside).get(place.text) ?? 0) <= 1;
  }

  /** Variables that only ever hold objects which the function itself makes. */
  #madeIn(inside: FunctionInfo): ReadonlySet<string> {
    const known = this.#made.get(inside);
    if (known !== undefined) return known;
    const made = new Set<string>();
    const others = new Set<string>();
    visitStatements(inside.node.body, (statement) => {
      if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
      const targets =
        statement.kind === 'for' ? [statement.target] : statement.kind === 'assign' ? statement.targets : [];
      const value = statement.kind === 'assign' ? statement.value : null;
      for (const target of targets) {
        if (target.kind !== 'name') continue;
        const makesOne = value !== null && makes(value, inside, this.#project);
        (makesOne ? made : others).add(target.id);
      }
      return undefined;
    });
    const only = new Set([...made].filter((name) => !others.has(name)));
    this.#made.set(inside, only);
    return only;
  }

  #countsIn(inside: FunctionInfo): ReadonlyMap<string, number> {
    const known = this.#counts.get(inside) ?? countsOf(inside.node.body);
    this.#counts.set(inside, known);
    return known;
  }
}

/** `job.status`, `job["status"]` of a variable; null for any other place. */
function placeOf(target: Expression): { readonly holder: string; readonly text: string } | null {
  const base = target.kind === 'attribute' || target.kind === 'subscript' ? target.value : null;
  if (base?.kind !== 'name') return null;
  const key =
    target.kind === 'attribute'
      ? target.name
      : target.kind === 'subscript'
        ? constantText(target.index)
        : null;
  return key === null ? null : { holder: base.id, text: `${base.id} ${target.kind} ${key}` };
}

/** How often a place is assigned a constant on the longest way through a block. Twice is a life of its own. */
function countsOf(body: readonly Statement[]): ReadonlyMap<string, number> {
  const total = new Map<string, number>();
  const add = (counts: ReadonlyMap<string, number>): void => {
    for (const [text, count] of counts) total.set(text, (total.get(text) ?? 0) + count);
  };
  for (const statement of body) {
    switch (statement.kind) {
      case 'assign':
        if (statement.value !== null && isConstant(statement.value))
          add(
            new Map(statement.targets.flatMap((each) => placeOf(each)?.text ?? []).map((text) => [text, 1])),
          );
        break;
      case 'if':
        add(longest([countsOf(statement.body), countsOf(statement.otherwise)]));
        break;
      case 'match':
        add(longest(statement.cases.map((each) => countsOf(each.body))));
        break;
      case 'function':
      case 'class':
        break;
      default:
        add(countsOf(childStatements(statement)));
    }
  }
  return total;
}

function longest(ways: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  for (const way of ways)
    for (const [text, count] of way) most.set(text, Math.max(most.get(text) ?? 0, count));
  return most;
}

/** `Job(…)`, `cls(…)`, `self.factory(…)` where that is a class, `{…}`, `dict(…)`. */
function makes(value: Expression, inside: FunctionInfo, project: Project): boolean {
  if (value.kind === 'dictionary') return true;
  if (value.kind !== 'call') return false;
  const { callee } = value;
  if (callee.kind === 'name' && callee.id === 'dict') return true;
  const own = selfName(inside);
  if (callee.kind === 'name' && inside.variety === 'class' && callee.id === own) return true;
  if (project.lookupExpression(inside.file, callee)?.kind === 'class') return true;
  const ofSelf = callee.kind === 'attribute' && callee.value.kind === 'name' && callee.value.id === own;
  if (!ofSelf || inside.owner === null) return false;
  const symbol = project.member(inside.owner, callee.name);
  if (symbol?.kind === 'class') return true;
  if (symbol?.kind !== 'value' || symbol.binding.kind !== 'value') return false;
  return project.lookupExpression(symbol.file, symbol.binding.value)?.kind === 'class';
}

/** Does the function look at the field of some record, to compare it? */
export function comparesField(inside: FunctionInfo, key: string): boolean {
  let found = false;
  visitExpressions(
    inside.node.body,
    (each, statement) => {
      if (each.kind === 'compare')
        found ||= [each.left, ...each.comparators].some((side) => recordOf(side, key) !== null);
      if (statement.kind === 'match' && each === statement.subject) found ||= recordOf(each, key) !== null;
      return undefined;
    },
    'function',
  );
  return found;
}

/** Does the function compare an attribute of that name, or an entry of it, with anything but None? */
export function comparesSlot(inside: FunctionInfo, name: string, global: boolean): boolean {
  let found = false;
  const names = (side: Expression): boolean => {
    if (side.kind === 'attribute') return side.name === name;
    if (side.kind === 'name') return global && side.id === name;
    if (side.kind === 'subscript') return names(side.value);
    return side.kind === 'call' && side.callee.kind === 'attribute' && names(side.callee.value);
  };
  visitExpressions(
    inside.node.body,
    (each, statement) => {
      if (each.kind === 'compare') {
        const sides = [each.left, ...each.comparators];
        found ||= sides.some(names) && !sides.some(isNone);
      }
      if (statement.kind === 'match' && each === statement.subject) found ||= names(each);
      return undefined;
    },
    'function',
  );
  return found;
}

function isNone(value: Expression): boolean {
  return value.kind === 'constant' && value.value.type === 'none';
}

function isConstant(value: Expression): boolean {
  return value.kind === 'name' || value.kind === 'attribute' || value.kind === 'constant';
}
