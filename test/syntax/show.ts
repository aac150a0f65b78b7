import type { Constant, Expression, Parameter, Pattern, Statement } from '../../src/syntax/index.ts';

/** A tree as nested lists, without places: `(assign [x] 3)`. */
export function show(node: Statement | Expression): string {
  const list = (nodes: readonly (Statement | Expression)[]): string => `[${nodes.map(show).join(' ')}]`;
  const maybe = (node: Expression | null): string => (node === null ? '_' : show(node));
  const word = (...parts: readonly (string | null)[]): string =>
    `(${parts.filter((part) => part !== null).join(' ')})`;
  switch (node.kind) {
    case 'function':
      return word(
        node.async ? 'async' : null,
        'def',
        node.name,
        `[${node.parameters.map(showParameter).join(' ')}]`,
        node.returns === null ? null : `-> ${show(node.returns)}`,
        node.decorators.length === 0 ? null : `@${list(node.decorators)}`,
        list(node.body),
      );
    case 'class':
      return word(
        'class',
        node.name,
        list(node.bases),
        ...node.keywords.map((keyword) => `${keyword.name ?? '**'}=${show(keyword.value)}`),
        node.decorators.length === 0 ? null : `@${list(node.decorators)}`,
        list(node.body),
      );
    case 'return':
      return word('return', maybe(node.value));
    case 'delete':
      return word('del', list(node.targets));
    case 'assign':
      return word(
        'assign',
        list(node.targets),
        node.annotation === null ? null : `: ${show(node.annotation)}`,
        maybe(node.value),
      );
    case 'augassign':
      return word(`${node.operator}=`, show(node.target), show(node.value));
    case 'for':
      return word(
        node.async ? 'async' : null,
        'for',
        show(node.target),
        show(node.iterable),
        list(node.body),
        list(node.otherwise),
      );
    case 'while':
    case 'if':
      return word(node.kind, show(node.test), list(node.body), list(node.otherwise));
    case 'with': {
      const items = node.items.map(
        ({ context, target }) => `${show(context)}${target === null ? '' : ` as ${show(target)}`}`,
      );
      return word(node.async ? 'async' : null, 'with', `[${items.join(', ')}]`, list(node.body));
    }
    case 'raise':
      return word('raise', maybe(node.exception), maybe(node.cause));
    case 'try':
      return word(
        'try',
        list(node.body),
        ...node.handlers.map((handler) =>
          word('except', maybe(handler.type), handler.name ?? '_', list(handler.body)),
        ),
        list(node.otherwise),
        list(node.finalbody),
      );
    case 'assert':
      return word('assert', show(node.test), maybe(node.message));
    case 'import': {
      const names = node.names.map(({ name, alias }) => (alias === null ? name : `${name}:${alias}`));
      return word('import', String(node.level), node.module ?? '_', ...names);
    }
    case 'global':
    case 'nonlocal':
      return word(node.kind, ...node.names);
    case 'expression':
      return show(node.value);
    case 'pass':
    case 'break':
    case 'continue':
      return node.kind;
    case 'match':
      return word(
        'match',
        show(node.subject),
        ...node.cases.map((each) =>
          word('case', showPattern(each.pattern), maybe(each.guard), list(each.body)),
        ),
      );
    case 'unknown':
      return '?';
    case 'name':
      return node.id;
    case 'attribute':
      return `${show(node.value)}.${node.name}`;
    case 'subscript':
      return word('at', show(node.value), show(node.index));
    case 'call':
      return word(
        'call',
        show(node.callee),
        ...node.args.map(show),
        ...node.keywords.map((keyword) => `${keyword.name ?? '**'}=${show(keyword.value)}`),
      );
    case 'constant':
      return showConstant(node.value);
    case 'fstring':
      return word('f', ...node.values.map(show));
    case 'compare':
      return word(
        'compare',
        show(node.left),
        ...node.operators.map((operator, at) => `${operator} ${show(node.comparators[at] ?? node.left)}`),
      );
    case 'boolean':
      return word(node.operator, ...node.values.map(show));
    case 'not':
    case 'await':
    case 'starred':
      return word(node.kind, show(node.value));
    case 'unary':
      return word(node.operator, show(node.value));
    case 'binary':
      return word(node.operator, show(node.left), show(node.right));
    case 'conditional':
      return word('ifelse', show(node.test), show(node.body), show(node.otherwise));
    case 'lambda':
      return word('lambda', `[${node.parameters.map(showParameter).join(' ')}]`, show(node.body));
    case 'tuple':
    case 'list':
    case 'set':
      return word(node.kind, ...node.items.map(show));
    case 'dictionary':
      return word(
        'dict',
        ...node.entries.map(({ key, value }) => `${key === null ? '**' : show(key)}:${show(value)}`),
      );
    case 'comprehension':
      return word(
        `${node.variety}-of`,
        node.key === null ? null : `${show(node.key)}:`,
        show(node.element),
        ...node.clauses.map((each) =>
          word(
            each.async ? 'async' : null,
            'for',
            show(each.target),
            show(each.iterable),
            ...each.conditions.map(show),
          ),
        ),
      );
    case 'yield':
      return word(node.from ? 'yield-from' : 'yield', maybe(node.value));
    case 'named':
      return word(':=', show(node.target), show(node.value));
    case 'slice':
      return word('slice', ...node.parts.map(maybe));
  }
}

function showParameter(parameter: Parameter): string {
  const mark = { positional: '', list: '*', keyword: 'kw:', dictionary: '**' }[parameter.variety];
  const annotation = parameter.annotation === null ? '' : `:${show(parameter.annotation)}`;
  return `${mark}${parameter.name}${annotation}${parameter.default === null ? '' : `=${show(parameter.default)}`}`;
}

export function showPattern(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'value':
      return show(pattern.value);
    case 'or':
      return `(| ${pattern.patterns.map(showPattern).join(' ')})`;
    case 'capture':
      return `(as ${pattern.name}${pattern.pattern === null ? '' : ` ${showPattern(pattern.pattern)}`})`;
    case 'wildcard':
      return '*';
    case 'other':
      return 'other';
  }
}

function showConstant(constant: Constant): string {
  switch (constant.type) {
    case 'string':
      return JSON.stringify(constant.value);
    case 'bytes':
      return `b${JSON.stringify(constant.value)}`;
    case 'integer':
      return String(constant.value);
    case 'float':
      return `${constant.value}f`;
    case 'boolean':
      return constant.value ? 'True' : 'False';
    case 'none':
      return 'None';
    case 'ellipsis':
      return '...';
    case 'other':
      return `<${constant.text}>`;
  }
}
