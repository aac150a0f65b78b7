import { visitStatements, type Call, type Expression } from '../../syntax/index.ts';
import type { ClassInfo, FunctionInfo, Project } from '../project/project.ts';
import { selfName } from '../project/types.ts';
import { bindingValue, lastName, memberValue } from './declared.ts';
import { functionalMember } from './functional.ts';
import { tableValues } from './named.ts';
import { returnedBy } from './returned.ts';
import { mannerOf } from './vocabulary.ts';
import { declarationKey, stateName, type Member } from './group.ts';

/** The function that returns a leaf, where it was followed through a call. */
export function returnedThrough(leaf: Leaf): FunctionInfo | null {
  return leaf.kind === 'member' || leaf.kind === 'literal' ? (leaf.through ?? null) : null;
}

/** What an expression may come to, followed through locals, ternaries, `or`, `max` and conversions. */
export type Leaf =
  | { readonly kind: 'member'; readonly member: Member; readonly through?: FunctionInfo }
  | {
      readonly kind: 'literal';
      readonly value: string;
      readonly line: number;
      /** The function that returns it. */
      readonly through?: FunctionInfo;
    }
  | { readonly kind: 'none' }
  /** The function's own parameter; its default is followed beside it. */
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'other' };

const DEPTH = 4;
const CONSTANT = /^_*[A-Z][A-Z0-9_]*$/;
const PASSES_THROUGH = new Set(['max', 'min', 'int', 'str']);

/** The constant that an expression names (`Phase.IDLE`, `IDLE`, `self.IDLE`, `Phase.IDLE.value`); else null. */
export function memberOf(
  expression: Expression,
  file: string,
  inside: FunctionInfo | null,
  project: Project,
): Member | null {
  if (expression.kind !== 'name' && expression.kind !== 'attribute') return null;
  if (expression.kind === 'attribute') {
    if (expression.name === 'value' && expression.value.kind === 'attribute') {
      const inner = memberOf(expression.value, file, inside, project);
      if (inner !== null) return inner;
    }
    const owner = inside?.owner ?? null;
    if (inside !== null && owner !== null && expression.value.kind === 'name') {
      const isSelf = expression.value.id === selfName(inside);
      // `self.IDLE` is a constant of the class by its name; `self.state` is the object's own, whatever its default.
      if (isSelf)
        return CONSTANT.test(expression.name) ? memberOfSymbol(project.member(owner, expression.name)) : null;
    }
    const holder = inside === null ? null : ownClass(expression.value, inside, project);
    if (holder !== null) return memberOfClass(holder, project.member(holder, expression.name), project);
  }
  const symbol = project.lookupExpression(file, expression);
  if (symbol === null && expression.kind === 'attribute')
    return functionalMember(expression, file, project) ?? foreignMember(expression, file, project);
  if (symbol?.kind !== 'value' || expression.kind !== 'attribute') return memberOfSymbol(symbol);
  const base =
    bindingValue(symbol.binding) === null ? project.lookupExpression(file, expression.value) : null;
  return base?.kind === 'class' ? memberOfClass(base.info, symbol, project) : memberOfSymbol(symbol);
}

/** `TaskStatus.DONE`, `states.DONE` of a library that is not among the files: a state by what it is called. */
function foreignMember(
  expression: Extract<Expression, { kind: 'attribute' }>,
  file: string,
  project: Project,
): Member | null {
  const { name, value } = expression;
  if (!CONSTANT.test(name) || value.kind !== 'name' || mannerOf(value.id) !== 'status') return null;
  const from = project.lookup(file, value.id) === null ? project.importOf(file, value.id) : null;
  if (from === null) return null;
  return {
    name: stateName(name),
    value: null,
    file,
    line: expression.span.line,
    declaration: `${from}.${name}`,
  };
}

/** The member that a name in the body of a class is: of an enumeration whatever its value. */
function memberOfClass(
  info: ClassInfo,
  symbol: ReturnType<Project['lookup']>,
  project: Project,
): Member | null {
  if (symbol?.kind !== 'value') return null;
  const value = memberValue(info, symbol.binding, project);
  return value === null || symbol.name.startsWith('_')
    ? memberOfSymbol(symbol)
    : asMember(symbol, value.value);
}

/**
 * The class that an expression over a method's own object names: `type(self)`, `self.__class__`, and a class in its
 * body, `self.State`, `cls.State`. Null for the object itself and for everything else.
 */
function ownClass(expression: Expression, inside: FunctionInfo, project: Project): ClassInfo | null {
  const { owner } = inside;
  const isSelf = (each: Expression | undefined): boolean =>
    each?.kind === 'name' && each.id === selfName(inside);
  if (owner === null) return null;
  if (expression.kind === 'call')
    return lastName(expression.callee) === 'type' && isSelf(expression.args[0]) ? owner : null;
  if (expression.kind !== 'attribute') return null;
  if (isSelf(expression.value) && expression.name === '__class__') return owner;
  const around = isSelf(expression.value) ? owner : ownClass(expression.value, inside, project);
  const symbol = around === null ? null : project.member(around, expression.name);
  return symbol?.kind === 'class' ? symbol.info : null;
}

/** The constant that a symbol is; null for anything else. */
export function memberOfSymbol(symbol: ReturnType<Project['lookup']>): Member | null {
  if (symbol?.kind !== 'value') return null;
  const value = bindingValue(symbol.binding);
  return value === null ? null : asMember(symbol, value.value);
}

function asMember(
  symbol: Extract<NonNullable<ReturnType<Project['lookup']>>, { kind: 'value' }>,
  value: string | number | null,
): Member {
  const span = symbol.binding.span;
  return {
    name: stateName(symbol.name),
    value,
    file: symbol.file,
    line: span.line,
    declaration: declarationKey(symbol.file, span),
  };
}

export function leavesOf(
  expression: Expression,
  file: string,
  inside: FunctionInfo | null,
  project: Project,
  depth = DEPTH,
): readonly Leaf[] {
  const again = (each: Expression): readonly Leaf[] => leavesOf(each, file, inside, project, depth - 1);
  if (depth === 0) return [{ kind: 'other' }];
  const member = memberOf(expression, file, inside, project);
  if (member !== null) return [{ kind: 'member', member }];
  switch (expression.kind) {
    case 'constant':
      if (expression.value.type === 'string') {
        return [{ kind: 'literal', value: expression.value.value, line: expression.span.line }];
      }
      return [expression.value.type === 'none' ? { kind: 'none' } : { kind: 'other' }];
    case 'conditional':
      return [...again(expression.body), ...again(expression.otherwise)];
    case 'boolean': {
      // Of `a or B` None is stored only where it stands last.
      if (expression.operator === 'or')
        return expression.values.flatMap((each, index) =>
          again(each).filter((leaf) => leaf.kind !== 'none' || index === expression.values.length - 1),
        );
      // Of `a and B` only B is a state; a is what is false.
      const last = expression.values.at(-1);
      return last === undefined ? [{ kind: 'other' }] : [...again(last), { kind: 'other' }];
    }
    case 'named':
      return again(expression.value);
    case 'await':
      return again(expression.value);
    case 'subscript': {
      const values = tableValues(expression.value, file, inside, project);
      return values === null
        ? [{ kind: 'other' }]
        : values.items.flatMap((each) => leavesOf(each, values.file, null, project, depth - 1));
    }
    case 'call': {
      const name = lastName(expression.callee);
      const looked =
        name === 'get' && expression.callee.kind === 'attribute' ? expression.callee.value : null;
      const values = looked === null ? null : tableValues(looked, file, inside, project);
      if (values !== null) {
        const [, fallback] = expression.args;
        const told = values.items.flatMap((each) => leavesOf(each, values.file, null, project, depth - 1));
        return fallback === undefined ? told : [...told, ...again(fallback)];
      }
      if (name === 'field') {
        const value = expression.keywords.find((each) => each.name === 'default')?.value;
        return value === undefined ? [{ kind: 'other' }] : again(value);
      }
      const symbol = project.lookupExpression(file, expression.callee);
      const converts = symbol?.kind === 'class' && expression.args.length === 1;
      return PASSES_THROUGH.has(name) || converts
        ? expression.args.flatMap(again)
        : ofReturned(expression, file, inside, project, depth - 1);
    }
    case 'name': {
      const item = (value: Expression, index: number): readonly Leaf[] =>
        itemOf(value, index, file, inside, project).flatMap((each) =>
          leavesOf(each.item, each.file, each.file === file ? inside : null, project, depth - 1),
        );
      return inside === null ? [{ kind: 'other' }] : ofLocal(expression.id, inside, again, item);
    }
    default:
      return [{ kind: 'other' }];
  }
}

/** The constants that a function returns, if it returns any. */
function ofReturned(
  call: Call,
  file: string,
  inside: FunctionInfo | null,
  project: Project,
  depth: number,
): readonly Leaf[] {
  const returned = returnedBy(call, file, inside, project);
  if (returned === null) return [{ kind: 'other' }];
  const { target, values } = returned;
  return values.flatMap((value) =>
    leavesOf(value, target.file, target, project, depth).map((leaf): Leaf => {
      if (leaf.kind === 'member' || leaf.kind === 'literal')
        return { ...leaf, through: leaf.through ?? target };
      return { kind: 'other' };
    }),
  );
}

function ofLocal(
  name: string,
  inside: FunctionInfo,
  again: (each: Expression) => readonly Leaf[],
  itemAt: (value: Expression, index: number) => readonly Leaf[],
): readonly Leaf[] {
  const found: Leaf[] = [];
  visitStatements(inside.node.body, (statement) => {
    if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
    if (statement.kind === 'assign' && statement.value !== null) {
      const { value } = statement;
      if (statement.targets.some((target) => target.kind === 'name' && target.id === name))
        found.push(...again(value));
      for (const target of statement.targets) {
        const items = target.kind === 'tuple' || target.kind === 'list' ? target.items : [];
        const index = items.findIndex((item) => item.kind === 'name' && item.id === name);
        if (index >= 0) found.push(...itemAt(value, index));
      }
    }
    return undefined;
  });
  const parameter = inside.node.parameters.find((each) => each.name === name);
  if (parameter !== undefined) {
    found.push({ kind: 'parameter', name });
    if (parameter.default !== null) found.push(...again(parameter.default));
  }
  return found.length === 0 ? [{ kind: 'other' }] : found;
}

/** What `a, b = value` gives the variable at an index: of a pair, or of each row of a table that is looked up. */
function itemOf(
  value: Expression,
  index: number,
  file: string,
  inside: FunctionInfo | null,
  project: Project,
): readonly { readonly item: Expression; readonly file: string }[] {
  if (value.kind === 'tuple') {
    const item = value.items[index];
    return item === undefined ? [] : [{ item, file }];
  }
  const isGet = value.kind === 'call' && value.callee.kind === 'attribute' && value.callee.name === 'get';
  const looked = value.kind === 'subscript' ? value.value : isGet ? value.callee.value : null;
  const rows = looked === null ? null : tableValues(looked, file, inside, project);
  if (rows === null) return [];
  const fallback = isGet ? value.args.slice(1).map((row) => ({ row, file })) : [];
  return [...rows.items.map((row) => ({ row, file: rows.file })), ...fallback].flatMap((each) => {
    const item = each.row.kind === 'tuple' ? each.row.items[index] : undefined;
    return item === undefined ? [] : [{ item, file: each.file }];
  });
}
