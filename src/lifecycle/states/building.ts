import {
  childStatements,
  visitExpressions,
  visitStatements,
  type Expression,
  type Statement,
} from '../../syntax/index.ts';
import type { FunctionInfo, Project } from '../project/project.ts';
import { selfName } from '../project/types.ts';
import { lastName } from './declared.ts';
import { recordOf } from './entries.ts';

/** Is it a variable of the function that only ever holds an object which the function itself makes? */
export function builtHere(holder: Expression, inside: FunctionInfo, project: Project): boolean {
  if (holder.kind !== 'name' || holder.id === selfName(inside)) return false;
  let made = 0;
  let others = 0;
  visitStatements(inside.node.body, (statement) => {
    if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
    const targets =
      statement.kind === 'for' ? [statement.target] : statement.kind === 'assign' ? statement.targets : [];
    if (!targets.some((each) => each.kind === 'name' && each.id === holder.id)) return undefined;
    const value = statement.kind === 'assign' ? statement.value : null;
    if (value !== null && makes(value, inside, project)) made += 1;
    else others += 1;
    return undefined;
  });
  return made > 0 && others === 0;
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

/** Is the place assigned a constant at most once on every way through the function? Twice is a life of its own. */
export function writtenOnce(target: Expression, inside: FunctionInfo): boolean {
  return longest(inside.node.body, target) <= 1;
}

function longest(body: readonly Statement[], target: Expression): number {
  return body.reduce((count, statement) => count + assignments(statement, target), 0);
}

function assignments(statement: Statement, target: Expression): number {
  const of = (body: readonly Statement[]): number => longest(body, target);
  switch (statement.kind) {
    case 'assign':
      if (statement.value === null || !isConstant(statement.value)) return 0;
      return statement.targets.filter((each) => samePlace(each, target)).length;
    case 'if':
      return Math.max(of(statement.body), of(statement.otherwise));
    case 'match':
      return Math.max(0, ...statement.cases.map((each) => of(each.body)));
    case 'function':
    case 'class':
      return 0;
    default:
      return of(childStatements(statement));
  }
}

/** Does the function look at the field of some record, to compare it? */
export function comparesField(inside: FunctionInfo, key: string): boolean {
  let found = false;
  visitExpressions(
    inside.node.body,
    (each) => {
      if (each.kind === 'compare')
        found ||= [each.left, ...each.comparators].some((side) => recordOf(side, key) !== null);
      return undefined;
    },
    'function',
  );
  return found;
}

function isConstant(value: Expression): boolean {
  return value.kind === 'name' || value.kind === 'attribute' || value.kind === 'constant';
}

function samePlace(a: Expression, b: Expression): boolean {
  if (a.kind === 'name' && b.kind === 'name') return a.id === b.id;
  if (a.kind === 'attribute' && b.kind === 'attribute')
    return a.name === b.name && samePlace(a.value, b.value);
  if (a.kind === 'subscript' && b.kind === 'subscript')
    return lastText(a.index) === lastText(b.index) && samePlace(a.value, b.value);
  return false;
}

function lastText(index: Expression): string {
  return index.kind === 'constant' && index.value.type === 'string' ? index.value.value : lastName(index);
}
