import { unreachable } from '../../base/index.ts';
import type { Expression, Parameter, Pattern, Statement } from './tree.ts';

/** Hands on the blocks of a statement in the order of the text: `body`, handlers, `otherwise`, `finalbody`, cases. */
export function eachBlock(statement: Statement, visit: (block: readonly Statement[]) => void): void {
  switch (statement.kind) {
    case 'function':
    case 'class':
    case 'with':
      visit(statement.body);
      break;
    case 'for':
    case 'while':
    case 'if':
      visit(statement.body);
      visit(statement.otherwise);
      break;
    case 'try':
      visit(statement.body);
      for (const handler of statement.handlers) visit(handler.body);
      visit(statement.otherwise);
      visit(statement.finalbody);
      break;
    case 'match':
      for (const each of statement.cases) visit(each.body);
      break;
    default:
      break;
  }
}

/** The blocks of a statement in the order of the text. */
export function childBlocks(statement: Statement): readonly (readonly Statement[])[] {
  const found: (readonly Statement[])[] = [];
  eachBlock(statement, (block) => found.push(block));
  return found;
}

/** Statements directly below a statement, of all its blocks. */
export function childStatements(statement: Statement): readonly Statement[] {
  const found: Statement[] = [];
  eachBlock(statement, (block) => found.push(...block));
  return found;
}

/** What takes one expression after the other. */
type Visitor = (expression: Expression) => void;

/**
 * Hands on the expressions of a statement itself, without those of the statements below it, in the order of
 * evaluation where it is fixed: a value before its targets, decorators and defaults before a definition.
 */
export function eachOwnExpression(statement: Statement, visit: Visitor): void {
  switch (statement.kind) {
    case 'function':
      all(statement.decorators, visit);
      ofParameters(statement.parameters, visit);
      present(statement.returns, visit);
      break;
    case 'class':
      all(statement.decorators, visit);
      all(statement.bases, visit);
      for (const keyword of statement.keywords) visit(keyword.value);
      break;
    case 'return':
      present(statement.value, visit);
      break;
    case 'delete':
      all(statement.targets, visit);
      break;
    case 'assign':
      present(statement.value, visit);
      all(statement.targets, visit);
      present(statement.annotation, visit);
      break;
    case 'augassign':
      visit(statement.target);
      visit(statement.value);
      break;
    case 'for':
      visit(statement.iterable);
      visit(statement.target);
      break;
    case 'while':
    case 'if':
      visit(statement.test);
      break;
    case 'with':
      for (const item of statement.items) {
        visit(item.context);
        present(item.target, visit);
      }
      break;
    case 'raise':
      present(statement.exception, visit);
      present(statement.cause, visit);
      break;
    case 'try':
      for (const handler of statement.handlers) present(handler.type, visit);
      break;
    case 'assert':
      visit(statement.test);
      present(statement.message, visit);
      break;
    case 'expression':
      visit(statement.value);
      break;
    case 'match':
      visit(statement.subject);
      for (const each of statement.cases) {
        ofPattern(each.pattern, visit);
        present(each.guard, visit);
      }
      break;
    case 'import':
    case 'global':
    case 'nonlocal':
    case 'pass':
    case 'break':
    case 'continue':
    case 'unknown':
      break;
    default:
      unreachable(statement);
  }
}

/** The expressions of a statement itself, in the order of evaluation. */
export function ownExpressions(statement: Statement): readonly Expression[] {
  const found: Expression[] = [];
  eachOwnExpression(statement, (expression) => found.push(expression));
  return found;
}

/** Hands on the expressions directly below an expression, in the order of the text unless evaluation differs. */
export function eachChildExpression(expression: Expression, visit: Visitor): void {
  switch (expression.kind) {
    case 'name':
    case 'constant':
    case 'unknown':
      break;
    case 'attribute':
    case 'not':
    case 'unary':
    case 'await':
    case 'starred':
      visit(expression.value);
      break;
    case 'subscript':
      visit(expression.value);
      visit(expression.index);
      break;
    case 'call':
      visit(expression.callee);
      all(expression.args, visit);
      for (const keyword of expression.keywords) visit(keyword.value);
      break;
    case 'fstring':
    case 'boolean':
      all(expression.values, visit);
      break;
    case 'compare':
      visit(expression.left);
      all(expression.comparators, visit);
      break;
    case 'binary':
      visit(expression.left);
      visit(expression.right);
      break;
    case 'conditional':
      visit(expression.test);
      visit(expression.body);
      visit(expression.otherwise);
      break;
    case 'lambda':
      ofParameters(expression.parameters, visit);
      visit(expression.body);
      break;
    case 'tuple':
    case 'list':
    case 'set':
      all(expression.items, visit);
      break;
    case 'dictionary':
      for (const entry of expression.entries) {
        present(entry.key, visit);
        visit(entry.value);
      }
      break;
    case 'comprehension':
      for (const clause of expression.clauses) {
        visit(clause.iterable);
        visit(clause.target);
        all(clause.conditions, visit);
      }
      present(expression.key, visit);
      visit(expression.element);
      break;
    case 'yield':
      present(expression.value, visit);
      break;
    case 'named':
      visit(expression.value);
      visit(expression.target);
      break;
    case 'slice':
      for (const part of expression.parts) present(part, visit);
      break;
    default:
      unreachable(expression);
  }
}

/** The expressions directly below an expression. */
export function childExpressions(expression: Expression): readonly Expression[] {
  const found: Expression[] = [];
  eachChildExpression(expression, (child) => found.push(child));
  return found;
}

function all(expressions: readonly Expression[], visit: Visitor): void {
  for (const expression of expressions) visit(expression);
}

function present(expression: Expression | null, visit: Visitor): void {
  if (expression !== null) visit(expression);
}

function ofParameters(parameters: readonly Parameter[], visit: Visitor): void {
  for (const parameter of parameters) {
    present(parameter.annotation, visit);
    present(parameter.default, visit);
  }
}

function ofPattern(pattern: Pattern, visit: Visitor): void {
  switch (pattern.kind) {
    case 'value':
      visit(pattern.value);
      break;
    case 'or':
      for (const each of pattern.patterns) ofPattern(each, visit);
      break;
    case 'capture':
      if (pattern.pattern !== null) ofPattern(pattern.pattern, visit);
      break;
    case 'wildcard':
    case 'other':
      break;
    default:
      unreachable(pattern);
  }
}
