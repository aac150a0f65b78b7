import {
  childBlocks,
  childExpressions,
  ownExpressions,
  type Constant,
  type Expression,
  type Import,
  type Module,
  type Span,
  type Statement,
} from '../../src/syntax/index.ts';

/**
 * Every statement and expression of a module as `place kind detail`, sorted: the lines that reference.py
 * prints for the same text. Left out are what Python itself gives no place to, and the inside of f-strings
 * and patterns.
 */
export function describeModule(module: Module): readonly string[] {
  const found: string[] = [];
  const add = (span: Span, text: string): void => {
    found.push(`${span.line}:${span.column}-${span.endLine}:${span.endColumn} ${text}`);
  };
  const visitExpression = (expression: Expression): void => {
    add(expression.span, describeExpression(expression));
    if (expression.kind !== 'fstring') childExpressions(expression).forEach(visitExpression);
  };
  const visit = (statement: Statement): void => {
    add(spanOf(statement), describeStatement(statement));
    expressionsOf(statement).forEach(visitExpression);
    for (const block of childBlocks(statement)) block.forEach(visit);
  };
  module.body.forEach(visit);
  return found.sort();
}

/** Python counts decorators to a definition, but starts its place behind them. */
function spanOf(statement: Statement): Span {
  if (statement.kind !== 'function' && statement.kind !== 'class') return statement.span;
  return { ...statement.span, line: statement.nameSpan.line, column: -1 };
}

function expressionsOf(statement: Statement): readonly Expression[] {
  if (statement.kind !== 'match') return ownExpressions(statement);
  return [statement.subject, ...statement.cases.flatMap((each) => (each.guard === null ? [] : [each.guard]))];
}

function describeStatement(statement: Statement): string {
  switch (statement.kind) {
    case 'function':
      return `function ${statement.name} ${statement.parameters.length} ${statement.decorators.length} ${statement.async ? 'async' : 'sync'}`;
    case 'class':
      return `class ${statement.name} ${statement.bases.length} ${statement.keywords.length} ${statement.decorators.length}`;
    case 'assign': {
      const value = statement.value === null ? '' : ' value';
      return `assign ${statement.targets.length}${statement.annotation === null ? '' : ` annotated${value}`}`;
    }
    case 'augassign':
      return `augassign ${statement.operator}`;
    case 'if':
    case 'for':
    case 'while':
      return `${statement.kind} ${statement.body.length} ${statement.otherwise.length}`;
    case 'with':
      return `with ${statement.items.length} ${statement.items.filter((item) => item.target !== null).length}`;
    case 'try': {
      const names = statement.handlers.map((handler) => handler.name ?? '').join(',');
      return `try ${statement.body.length} [${names}] ${statement.otherwise.length} ${statement.finalbody.length}`;
    }
    case 'import':
      return `import ${describeImport(statement)}`;
    case 'global':
    case 'nonlocal':
      return `${statement.kind} ${statement.names.join(',')}`;
    case 'match':
      return `match ${statement.cases.length}`;
    case 'delete':
      return `delete ${statement.targets.length}`;
    default:
      return statement.kind;
  }
}

function describeImport(statement: Import): string {
  const names = statement.names
    .map(({ name, alias }) => (alias === null ? name : `${name} as ${alias}`))
    .join(',');
  return statement.module === null ? names : `${statement.level} ${statement.module} ${names}`;
}

function describeExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'name':
      return `name ${expression.id}`;
    case 'attribute':
      return `attribute ${expression.name}`;
    case 'call':
      return `call ${expression.args.length} ${expression.keywords.length}`;
    case 'constant':
      return `constant ${describeConstant(expression.value)}`;
    case 'compare':
      return `compare ${expression.operators.join(',')}`;
    case 'boolean':
      return `boolean ${expression.operator} ${expression.values.length}`;
    case 'unary':
    case 'binary':
      return `${expression.kind} ${expression.operator}`;
    case 'lambda':
      return `lambda ${expression.parameters.length}`;
    case 'tuple':
    case 'list':
    case 'set':
      return `${expression.kind} ${expression.items.length}`;
    case 'dictionary':
      return `dictionary ${expression.entries.length}`;
    case 'comprehension':
      return `comprehension ${expression.variety} ${expression.clauses.length}`;
    case 'yield':
      return expression.from ? 'yield from' : 'yield';
    default:
      return expression.kind;
  }
}

function describeConstant(constant: Constant): string {
  switch (constant.type) {
    case 'string':
    case 'bytes': {
      const units = Array.from({ length: Math.min(constant.value.length, 64) }, (_, at) =>
        constant.value.charCodeAt(at),
      );
      return `${constant.type} ${units.join(',')}`;
    }
    case 'integer':
    case 'boolean':
      return `${constant.type} ${String(constant.value)}`;
    default:
      return constant.type;
  }
}
