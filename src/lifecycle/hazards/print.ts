import { unreachable } from '../../base/index.ts';
import type { Constant, Expression, Statement } from '../../syntax/index.ts';

/** An expression as Python on one line, cut at `limit` code units; comprehensions and lambdas are shortened. */
export function expressionText(expression: Expression, limit = 80): string {
  const text = write(expression);
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

/** The first line of a statement, for a witness. */
export function statementText(statement: Statement, limit = 80): string {
  const text = head(statement);
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

function write(expression: Expression): string {
  switch (expression.kind) {
    case 'name':
      return expression.id;
    case 'attribute':
      return `${operand(expression.value)}.${expression.name}`;
    case 'subscript':
      return `${operand(expression.value)}[${write(expression.index)}]`;
    case 'call': {
      const keywords = expression.keywords.map(({ name, value }) =>
        name === null ? `**${write(value)}` : `${name}=${write(value)}`,
      );
      return `${operand(expression.callee)}(${[...expression.args.map(write), ...keywords].join(', ')})`;
    }
    case 'constant':
      return constant(expression.value);
    case 'fstring':
      return `f"${expression.values.map((value) => `{${write(value)}}`).join('')}"`;
    case 'compare':
      return [
        operand(expression.left),
        ...expression.comparators.map(
          (right, index) => `${expression.operators[index] ?? '?'} ${operand(right)}`,
        ),
      ].join(' ');
    case 'boolean':
      return expression.values.map(operand).join(` ${expression.operator} `);
    case 'not':
      return `not ${operand(expression.value)}`;
    case 'unary':
      return `${expression.operator}${operand(expression.value)}`;
    case 'binary':
      return `${operand(expression.left)} ${expression.operator} ${operand(expression.right)}`;
    case 'conditional':
      return `${operand(expression.body)} if ${operand(expression.test)} else ${operand(expression.otherwise)}`;
    case 'lambda':
      return 'lambda …';
    case 'tuple':
      return `(${expression.items.map(write).join(', ')}${expression.items.length === 1 ? ',' : ''})`;
    case 'list':
      return `[${expression.items.map(write).join(', ')}]`;
    case 'set':
      return `{${expression.items.map(write).join(', ')}}`;
    case 'dictionary':
      return expression.entries.length === 0 ? '{}' : '{…}';
    case 'comprehension': {
      const clause = expression.clauses[0];
      const inner = `${write(expression.element)} for … in ${clause === undefined ? '…' : write(clause.iterable)}`;
      if (expression.variety === 'list') return `[${inner}]`;
      return expression.variety === 'generator' ? `(${inner})` : `{${inner}}`;
    }
    case 'await':
      return `await ${operand(expression.value)}`;
    case 'yield':
      return expression.value === null ? 'yield' : `yield ${write(expression.value)}`;
    case 'starred':
      return `*${operand(expression.value)}`;
    case 'named':
      return `${write(expression.target)} := ${write(expression.value)}`;
    case 'slice':
      return expression.parts.map((part) => (part === null ? '' : write(part))).join(':');
    case 'unknown':
      return '…';
    default:
      return unreachable(expression);
  }
}

/** In parentheses where it would read differently without. */
function operand(expression: Expression): string {
  const loose = ['boolean', 'conditional', 'lambda', 'named', 'compare', 'binary', 'not', 'yield', 'await'];
  return loose.includes(expression.kind) ? `(${write(expression)})` : write(expression);
}

function constant(value: Constant): string {
  switch (value.type) {
    case 'string':
      return JSON.stringify(value.value);
    case 'bytes':
      return `b${JSON.stringify(value.value)}`;
    case 'integer':
    case 'float':
      return String(value.value);
    case 'boolean':
      return value.value ? 'True' : 'False';
    case 'none':
      return 'None';
    case 'ellipsis':
      return '...';
    case 'other':
      return value.text;
    default:
      return unreachable(value);
  }
}

function head(statement: Statement): string {
  switch (statement.kind) {
    case 'return':
      return statement.value === null ? 'return' : `return ${write(statement.value)}`;
    case 'delete':
      return `del ${statement.targets.map(write).join(', ')}`;
    case 'assign': {
      const targets = statement.targets.map(write).join(' = ');
      return statement.value === null ? targets : `${targets} = ${write(statement.value)}`;
    }
    case 'augassign':
      return `${write(statement.target)} ${statement.operator}= ${write(statement.value)}`.replace('==', '=');
    case 'for':
      return `for ${write(statement.target)} in ${write(statement.iterable)}`;
    case 'while':
      return `while ${write(statement.test)}`;
    case 'if':
      return `if ${write(statement.test)}`;
    case 'with':
      return `with ${statement.items.map((item) => write(item.context)).join(', ')}`;
    case 'raise':
      return statement.exception === null ? 'raise' : `raise ${write(statement.exception)}`;
    case 'assert':
      return `assert ${write(statement.test)}`;
    case 'expression':
      return write(statement.value);
    case 'function':
      return `def ${statement.name}`;
    case 'class':
      return `class ${statement.name}`;
    case 'match':
      return `match ${write(statement.subject)}`;
    case 'try':
    case 'pass':
    case 'break':
    case 'continue':
    case 'global':
    case 'nonlocal':
    case 'import':
      return statement.kind;
    case 'unknown':
      return '…';
    default:
      return unreachable(statement);
  }
}
