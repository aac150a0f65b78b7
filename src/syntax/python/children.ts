import { unreachable } from '../../base/index.ts';
import type { Expression, Parameter, Pattern, Statement } from './tree.ts';

/** The blocks of a statement in the order of the text: `body`, handlers, `otherwise`, `finalbody`, cases. */
export function childBlocks(statement: Statement): readonly (readonly Statement[])[] {
  switch (statement.kind) {
    case 'function':
    case 'class':
    case 'with':
      return [statement.body];
    case 'for':
    case 'while':
    case 'if':
      return [statement.body, statement.otherwise];
    case 'try':
      return [
        statement.body,
        ...statement.handlers.map((handler) => handler.body),
        statement.otherwise,
        statement.finalbody,
      ];
    case 'match':
      return statement.cases.map((each) => each.body);
    default:
      return [];
  }
}

/** Statements directly below a statement, of all its blocks. */
export function childStatements(statement: Statement): readonly Statement[] {
  return childBlocks(statement).flat();
}

/**
 * The expressions of a statement itself, without those of the statements below it, in the order of
 * evaluation where it is fixed: a value before its targets, decorators and defaults before a definition.
 */
export function ownExpressions(statement: Statement): readonly Expression[] {
  switch (statement.kind) {
    case 'function':
      return [...statement.decorators, ...ofParameters(statement.parameters), ...present(statement.returns)];
    case 'class':
      return [
        ...statement.decorators,
        ...statement.bases,
        ...statement.keywords.map((keyword) => keyword.value),
      ];
    case 'return':
      return present(statement.value);
    case 'delete':
      return statement.targets;
    case 'assign':
      return [...present(statement.value), ...statement.targets, ...present(statement.annotation)];
    case 'augassign':
      return [statement.target, statement.value];
    case 'for':
      return [statement.iterable, statement.target];
    case 'while':
    case 'if':
      return [statement.test];
    case 'with':
      return statement.items.flatMap((item) => [item.context, ...present(item.target)]);
    case 'raise':
      return [...present(statement.exception), ...present(statement.cause)];
    case 'try':
      return statement.handlers.flatMap((handler) => present(handler.type));
    case 'assert':
      return [statement.test, ...present(statement.message)];
    case 'expression':
      return [statement.value];
    case 'match':
      return [
        statement.subject,
        ...statement.cases.flatMap((each) => [...ofPattern(each.pattern), ...present(each.guard)]),
      ];
    case 'import':
    case 'global':
    case 'nonlocal':
    case 'pass':
    case 'break':
    case 'continue':
    case 'unknown':
      return [];
    default:
      return unreachable(statement);
  }
}

/** Expressions directly below an expression, in the order of the text unless evaluation differs. */
export function childExpressions(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'name':
    case 'constant':
    case 'unknown':
      return [];
    case 'attribute':
    case 'not':
    case 'unary':
    case 'await':
    case 'starred':
      return [expression.value];
    case 'subscript':
      return [expression.value, expression.index];
    case 'call':
      return [expression.callee, ...expression.args, ...expression.keywords.map((keyword) => keyword.value)];
    case 'fstring':
    case 'boolean':
      return expression.values;
    case 'compare':
      return [expression.left, ...expression.comparators];
    case 'binary':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.test, expression.body, expression.otherwise];
    case 'lambda':
      return [...ofParameters(expression.parameters), expression.body];
    case 'tuple':
    case 'list':
    case 'set':
      return expression.items;
    case 'dictionary':
      return expression.entries.flatMap((entry) => [...present(entry.key), entry.value]);
    case 'comprehension':
      return [
        ...expression.clauses.flatMap((clause) => [clause.iterable, clause.target, ...clause.conditions]),
        ...present(expression.key),
        expression.element,
      ];
    case 'yield':
      return present(expression.value);
    case 'named':
      return [expression.value, expression.target];
    case 'slice':
      return expression.parts.flatMap(present);
    default:
      return unreachable(expression);
  }
}

function ofParameters(parameters: readonly Parameter[]): readonly Expression[] {
  return parameters.flatMap((parameter) => [...present(parameter.annotation), ...present(parameter.default)]);
}

function ofPattern(pattern: Pattern): readonly Expression[] {
  switch (pattern.kind) {
    case 'value':
      return [pattern.value];
    case 'or':
      return pattern.patterns.flatMap(ofPattern);
    case 'capture':
      return pattern.pattern === null ? [] : ofPattern(pattern.pattern);
    case 'wildcard':
    case 'other':
      return [];
    default:
      return unreachable(pattern);
  }
}

function present(expression: Expression | null): readonly Expression[] {
  return expression === null ? [] : [expression];
}
