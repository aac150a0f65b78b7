import {
  visitStatements,
  type ClassDef,
  type Expression,
  type FunctionDef,
  type Module,
  type Span,
  type Statement,
} from '../../syntax/index.ts';

/** A parsed file, as the analysis sees it. */
export interface SourceModule {
  /** Relative to the root. */
  readonly file: string;
  readonly text: string;
  readonly module: Module;
}

/** The file of an imported module among those that were read; null when it was not. */
export type ModuleResolver = (file: string, module: string, level: number) => string | null;

/** What a name means at the top level of a module. */
export type Binding =
  | { readonly kind: 'class'; readonly node: ClassDef }
  | { readonly kind: 'function'; readonly node: FunctionDef }
  | { readonly kind: 'value'; readonly value: Expression; readonly span: Span }
  /** `a, b = range(2)`: the place in the tuple. */
  | { readonly kind: 'element'; readonly value: Expression; readonly index: number; readonly span: Span }
  | {
      readonly kind: 'import';
      readonly module: string;
      readonly level: number;
      readonly name: string | null;
    };

/** The top level of one module: the last binding of each name wins, as it does at run time. */
export interface Scope {
  readonly bindings: ReadonlyMap<string, Binding>;
  /** Modules of star imports. */
  readonly stars: readonly { readonly module: string; readonly level: number }[];
}

/** The top level of a module; imports inside functions, made late to break cycles, count where nothing hides them. */
export function moduleScope(body: readonly Statement[]): Scope {
  const scope = scopeOf(body);
  const late = new Map<string, Binding>();
  visitStatements(body, (statement) => {
    if (statement.kind === 'import') collect([statement], late, []);
    return undefined;
  });
  return { bindings: new Map([...late, ...scope.bindings]), stars: scope.stars };
}

/** Reads the bindings of a block; `if`, `try` and `with` blocks count as their surroundings. */
export function scopeOf(body: readonly Statement[]): Scope {
  const bindings = new Map<string, Binding>();
  const stars: { module: string; level: number }[] = [];
  collect(body, bindings, stars);
  return { bindings, stars };
}

function collect(
  body: readonly Statement[],
  bindings: Map<string, Binding>,
  stars: { module: string; level: number }[],
): void {
  for (const statement of body) {
    switch (statement.kind) {
      case 'class':
        bindings.set(statement.name, { kind: 'class', node: statement });
        break;
      case 'function':
        bindings.set(statement.name, { kind: 'function', node: statement });
        break;
      case 'assign':
        if (statement.value !== null) {
          for (const target of statement.targets) bind(target, statement.value, bindings);
        }
        break;
      case 'import':
        for (const each of statement.names) {
          const { module, level } = statement;
          if (each.name === '*') stars.push({ module: module ?? '', level });
          else if (module === null && level === 0) {
            const name = each.alias ?? each.name.split('.')[0] ?? each.name;
            const target = each.alias === null ? name : each.name;
            bindings.set(name, { kind: 'import', module: target, level: 0, name: null });
          } else {
            bindings.set(each.alias ?? each.name, {
              kind: 'import',
              module: module ?? '',
              level,
              name: each.name,
            });
          }
        }
        break;
      case 'if':
        collect(statement.otherwise, bindings, stars);
        collect(statement.body, bindings, stars);
        break;
      case 'try':
        for (const handler of statement.handlers) collect(handler.body, bindings, stars);
        collect(statement.body, bindings, stars);
        collect(statement.otherwise, bindings, stars);
        collect(statement.finalbody, bindings, stars);
        break;
      case 'with':
        collect(statement.body, bindings, stars);
        break;
      default:
        break;
    }
  }
}

function bind(target: Expression, value: Expression, bindings: Map<string, Binding>): void {
  if (target.kind === 'name') {
    // `A = A` repeats what stands above it.
    if (value.kind === 'name' && value.id === target.id && bindings.has(target.id)) return;
    bindings.set(target.id, { kind: 'value', value, span: target.span });
  } else if (target.kind === 'tuple' || target.kind === 'list') {
    target.items.forEach((item, index) => {
      if (item.kind !== 'name') return;
      const own = value.kind === 'tuple' || value.kind === 'list' ? value.items[index] : undefined;
      bindings.set(
        item.id,
        own === undefined
          ? { kind: 'element', value, index, span: item.span }
          : { kind: 'value', value: own, span: item.span },
      );
    });
  }
}
