import {
  childStatements,
  ownExpressions,
  visitExpression,
  type ClassDef,
  type Expression,
  type FunctionDef,
  type Import,
  type Parameter,
  type Pattern,
  type Span,
  type Statement,
} from '../../syntax/index.ts';
import type {
  Binding,
  ClassSymbol,
  FunctionSymbol,
  ImportedName,
  PythonFile,
  Scope,
  VariableSymbol,
} from './model.ts';

/** Where the bindings of one scope go. */
export interface Binder {
  readonly scope: Scope;
  readonly file: PythonFile;
  readonly names: Map<string, Binding[]>;
  /** For names that are declared `global`. */
  readonly moduleNames: Map<string, Binding[]>;
  readonly stars: ImportedName[];
  collectClass(node: ClassDef): ClassSymbol;
  collectFunction(node: FunctionDef): FunctionSymbol;
}

/** Binds the parameters of a function in its own scope. */
export function bindParameters(parameters: readonly Parameter[], binder: Binder): void {
  for (const { name, annotation, span } of parameters) {
    bind(variable(binder, name, { annotation, value: null, how: 'parameter', span }), binder, NO_GLOBALS);
  }
}

const NO_GLOBALS: ReadonlySet<string> = new Set();

/** Binds what the statements of one scope bind; nested definitions are collected with scopes of their own. */
export function bindStatements(statements: readonly Statement[], binder: Binder): void {
  bindBlock(statements, binder, declaredGlobal(statements));
}

function declaredGlobal(statements: readonly Statement[]): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (block: readonly Statement[]): void => {
    for (const statement of block) {
      if (statement.kind === 'function' || statement.kind === 'class') continue;
      if (statement.kind === 'global') for (const name of statement.names) names.add(name);
      visit(childStatements(statement));
    }
  };
  visit(statements);
  return names;
}

function bindBlock(statements: readonly Statement[], binder: Binder, globals: ReadonlySet<string>): void {
  for (const statement of statements) {
    bindStatement(statement, binder, globals);
    if (statement.kind !== 'function' && statement.kind !== 'class') {
      bindBlock(childStatements(statement), binder, globals);
    }
  }
}

function bindStatement(statement: Statement, binder: Binder, globals: ReadonlySet<string>): void {
  const target = (expression: Expression, value: Expression | null, how: VariableSymbol['how']): void =>
    bindTarget(expression, { annotation: null, value, how }, binder, globals);
  for (const expression of ownExpressions(statement)) bindInner(expression, binder, globals);
  switch (statement.kind) {
    case 'function':
      bind(binder.collectFunction(statement), binder, globals);
      break;
    case 'class':
      bind(binder.collectClass(statement), binder, globals);
      break;
    case 'import':
      for (const imported of importedNames(statement, binder.file)) {
        if (imported.name === '*') binder.stars.push(imported);
        else bind(imported, binder, globals);
      }
      break;
    case 'assign':
      for (const each of statement.targets) {
        const { annotation, value } = statement;
        bindTarget(each, { annotation, value, how: 'assign' }, binder, globals);
      }
      break;
    case 'augassign':
      if (statement.target.kind === 'name' && !binder.names.has(statement.target.id)) {
        target(statement.target, null, 'other');
      }
      break;
    case 'for':
      target(statement.target, null, 'loop');
      break;
    case 'with':
      for (const item of statement.items) if (item.target !== null) target(item.target, item.context, 'with');
      break;
    case 'try':
      for (const handler of statement.handlers) {
        if (handler.name === null) continue;
        const { span } = handler;
        bind(
          variable(binder, handler.name, { annotation: handler.type, value: null, how: 'except', span }),
          binder,
          globals,
        );
      }
      break;
    case 'match':
      for (const each of statement.cases) bindPattern(each.pattern, binder, globals);
      break;
    default:
      break;
  }
}

/**
 * `name := value` inside an expression. The names of comprehensions and lambdas live in scopes of their own;
 * in functions they are counted to the function, so that a name in them has a meaning.
 */
function bindInner(expression: Expression, binder: Binder, globals: ReadonlySet<string>): void {
  const isFunction = binder.scope.kind === 'function';
  visitExpression(expression, (each) => {
    if (each.kind === 'lambda') {
      if (!isFunction) return 'skip';
      for (const { name, span } of each.parameters) {
        bind(
          variable(binder, name, { annotation: null, value: null, how: 'loop', span }),
          binder,
          NO_GLOBALS,
        );
      }
    }
    if (each.kind === 'comprehension' && isFunction) {
      for (const { target } of each.clauses) {
        bindTarget(target, { annotation: null, value: null, how: 'loop' }, binder, NO_GLOBALS);
      }
    }
    if (each.kind === 'named') {
      bindTarget(each.target, { annotation: null, value: each.value, how: 'assign' }, binder, globals);
    }
    return undefined;
  });
}

type Given = Pick<VariableSymbol, 'annotation' | 'value' | 'how'>;

/** Names in a target; `a, b = x, y` gives each its own value. */
function bindTarget(target: Expression, given: Given, binder: Binder, globals: ReadonlySet<string>): void {
  switch (target.kind) {
    case 'name':
      bind(variable(binder, target.id, { ...given, span: target.span }), binder, globals);
      break;
    case 'starred':
      bindTarget(target.value, { ...given, value: null }, binder, globals);
      break;
    case 'tuple':
    case 'list':
      for (const [item, value] of pairTargets(target.items, given.value)) {
        bindTarget(item, { ...given, value }, binder, globals);
      }
      break;
    default:
      break;
  }
}

/** The items of a tuple target with their values, null where they cannot be told apart. */
export function pairTargets(
  items: readonly Expression[],
  value: Expression | null,
): readonly (readonly [Expression, Expression | null])[] {
  const values = value !== null && (value.kind === 'tuple' || value.kind === 'list') ? value.items : [];
  const pairs =
    values.length === items.length && ![...items, ...values].some((each) => each.kind === 'starred');
  return items.map((item, index) => [item, pairs ? (values[index] ?? null) : null]);
}

function bindPattern(pattern: Pattern, binder: Binder, globals: ReadonlySet<string>): void {
  if (pattern.kind === 'or') {
    for (const each of pattern.patterns) bindPattern(each, binder, globals);
  } else if (pattern.kind === 'capture') {
    const { name, span } = pattern;
    bind(variable(binder, name, { annotation: null, value: null, how: 'other', span }), binder, globals);
    if (pattern.pattern !== null) bindPattern(pattern.pattern, binder, globals);
  }
}

function variable(binder: Binder, name: string, given: Given & { readonly span: Span }): VariableSymbol {
  const { scope, file } = binder;
  const path = scope.kind === 'module' ? name : `${scope.path}.${name}`;
  return { kind: 'variable', name, path, file, parent: scope, ...given };
}

function bind(binding: Binding, binder: Binder, globals: ReadonlySet<string>): void {
  const names = globals.has(binding.name) ? binder.moduleNames : binder.names;
  const known = names.get(binding.name);
  if (known === undefined) names.set(binding.name, [binding]);
  else known.push(binding);
}

/** What an import statement binds. `import a.b` binds `a`, `import a.b as c` binds the module `a.b`. */
function importedNames(statement: Import, file: PythonFile): readonly ImportedName[] {
  const { module, level } = statement;
  return statement.names.map(({ name, alias, span }) => {
    const common = { kind: 'import', file, statement, level, span } as const;
    if (module !== null) return { ...common, name: alias ?? name, module, member: name };
    const head = name.split('.')[0] ?? name;
    return { ...common, name: alias ?? head, module: alias === null ? head : name, member: null };
  });
}
