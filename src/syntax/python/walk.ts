import { childStatements, eachBlock, eachChildExpression, eachOwnExpression } from './children.ts';
import type { ClassDef, Expression, FunctionDef, Statement } from './tree.ts';

/** What a visitor answers: `skip` leaves out what is below; anything else goes on. */
export type Visit = 'skip' | undefined;

/** Every statement, parents first, in the order of the text. */
export function visitStatements(
  statements: readonly Statement[],
  visit: (statement: Statement) => Visit,
): void {
  const visitBlock = (block: readonly Statement[]): void => {
    for (const statement of block) if (visit(statement) !== 'skip') eachBlock(statement, visitBlock);
  };
  visitBlock(statements);
}

/** An expression and every one below it, parents first. */
export function visitExpression(expression: Expression, visit: (expression: Expression) => Visit): void {
  const visitBelow = (each: Expression): void => {
    if (visit(each) !== 'skip') eachChildExpression(each, visitBelow);
  };
  visitBelow(expression);
}

/**
 * Every expression of the statements and of those below them. With `scope: 'function'` the bodies of
 * nested functions, classes and lambdas are left out, because they run at another time or have names of
 * their own; their decorators, defaults and bases are visited.
 */
export function visitExpressions(
  statements: readonly Statement[],
  visit: (expression: Expression, statement: Statement) => Visit,
  scope: 'all' | 'function' = 'all',
): void {
  visitStatements(statements, (statement) => {
    const visitBelow = (each: Expression): void => {
      if (visit(each, statement) === 'skip') return;
      if (scope === 'function' && each.kind === 'lambda') visitDefaults(each);
      else eachChildExpression(each, visitBelow);
    };
    const visitDefaults = ({ parameters }: Extract<Expression, { kind: 'lambda' }>): void => {
      for (const parameter of parameters) if (parameter.default !== null) visitBelow(parameter.default);
    };
    eachOwnExpression(statement, visitBelow);
    return scope === 'function' && isDefinition(statement) ? 'skip' : undefined;
  });
}

export type Definition = FunctionDef | ClassDef;

export function isDefinition(statement: Statement): statement is Definition {
  return statement.kind === 'function' || statement.kind === 'class';
}

/** A definition with the names around it. */
export interface NamedDefinition {
  readonly node: Definition;
  /** Names joined with dots, nested functions included, without module or `<locals>`. */
  readonly path: string;
  /** From the outermost to the one directly around it. */
  readonly parents: readonly Definition[];
}

/** Every function and class of the statements, however deep, parents first, in the order of the text. */
export function definitions(
  statements: readonly Statement[],
  parents: readonly Definition[] = [],
): readonly NamedDefinition[] {
  const found: NamedDefinition[] = [];
  for (const statement of statements) {
    if (!isDefinition(statement)) {
      found.push(...definitions(childStatements(statement), parents));
      continue;
    }
    const path = [...parents, statement].map((each) => each.name).join('.');
    found.push({ node: statement, path, parents }, ...definitions(statement.body, [...parents, statement]));
  }
  return found;
}

/** The definitions around an offset, from the outermost to the innermost; decorators count as inside. */
export function enclosing(statements: readonly Statement[], offset: number): readonly Definition[] {
  for (const statement of statements) {
    if (offset < statement.span.start || offset > statement.span.end) continue;
    const inner = enclosing(childStatements(statement), offset);
    return isDefinition(statement) ? [statement, ...inner] : inner;
  }
  return [];
}

/** The innermost function around an offset; null at module and class level. */
export function enclosingFunction(statements: readonly Statement[], offset: number): FunctionDef | null {
  return enclosing(statements, offset).findLast((each) => each.kind === 'function') ?? null;
}

/** The innermost expression that holds an offset; null between expressions. */
export function expressionAt(statements: readonly Statement[], offset: number): Expression | null {
  let found: Expression | null = null;
  const holds = (span: { start: number; end: number }): boolean => span.start <= offset && offset <= span.end;
  visitStatements(statements, (statement) => {
    if (!holds(statement.span)) return 'skip';
    eachOwnExpression(statement, (own) => {
      visitExpression(own, (expression) => {
        if (!holds(expression.span)) return 'skip';
        found = expression;
        return undefined;
      });
    });
    return undefined;
  });
  return found;
}

/** The dotted name that an expression spells, as `self.kv.status`; null for anything else. */
export function dottedName(expression: Expression): string | null {
  if (expression.kind === 'name') return expression.id;
  if (expression.kind !== 'attribute') return null;
  const value = dottedName(expression.value);
  return value === null ? null : `${value}.${expression.name}`;
}
