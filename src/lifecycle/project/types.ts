import { visitStatements, type Assign, type Expression } from '../../syntax/index.ts';
import type { ClassInfo, FunctionInfo, Project } from './project.ts';

/** Wrappers whose argument is what an attribute can be asked of. */
const TRANSPARENT = new Set([
  'Optional',
  'Union',
  'Final',
  'ClassVar',
  'Annotated',
  'Required',
  'Type',
  'type',
]);

const MAPPINGS = new Set(
  'dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict WeakValueDictionary SortedDict'.split(
    ' ',
  ),
);
const ITERABLES = new Set(
  (
    'list List set Set frozenset FrozenSet tuple Tuple Sequence MutableSequence Iterable Iterator Collection ' +
    'deque Deque WeakSet MutableSet AbstractSet HeapSet OrderedSet'
  ).split(' '),
);
/** Methods of containers whose result is one of what they hold. */
const TAKES_ONE = new Set(['get', 'pop', 'setdefault', 'popleft', 'peek']);
const COPIES = new Set(['list', 'tuple', 'set', 'frozenset', 'sorted', 'reversed', 'iter']);

function lastWord(expression: Expression): string {
  if (expression.kind === 'name') return expression.id;
  return expression.kind === 'attribute' ? expression.name : '';
}

/** Classes of expressions, from annotations and constructor calls; null where nothing says. */
export class Types {
  readonly #project: Project;
  readonly #fields = new Map<ClassInfo, ReadonlyMap<string, ClassInfo>>();
  readonly #annotations = new Map<ClassInfo, ReadonlyMap<string, Expression>>();
  readonly #assignments = new Map<FunctionInfo, ReadonlyMap<string, readonly Assign[]>>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** `T`, `Optional[T]`, `T | None`, `'T'`. */
  annotated(file: string, annotation: Expression | null): ClassInfo | null {
    if (annotation === null) return null;
    switch (annotation.kind) {
      case 'name':
      case 'attribute':
      case 'constant': {
        const symbol = this.#project.lookupExpression(file, annotation);
        return symbol?.kind === 'class' ? symbol.info : null;
      }
      case 'subscript': {
        const wrapper = annotation.value;
        const name = wrapper.kind === 'name' ? wrapper.id : wrapper.kind === 'attribute' ? wrapper.name : '';
        if (!TRANSPARENT.has(name)) return null;
        const inner = annotation.index.kind === 'tuple' ? annotation.index.items : [annotation.index];
        return first(inner, (each) => this.annotated(file, each));
      }
      case 'binary':
        return this.annotated(file, annotation.left) ?? this.annotated(file, annotation.right);
      default:
        return null;
    }
  }

  /** The class of attribute `name` of objects of a class, from its own methods and its ancestors'. */
  field(info: ClassInfo, name: string): ClassInfo | null {
    return first(this.#project.ancestry(info), (each) => this.#fieldsOf(each).get(name) ?? null);
  }

  /** The class of what a container holds: the values of a dictionary, the items of anything else. */
  element(expression: Expression, inside: FunctionInfo, self: ClassInfo | null, depth = 4): ClassInfo | null {
    if (depth === 0) return null;
    if (expression.kind === 'call') {
      const { callee, args } = expression;
      const name = callee.kind === 'name' ? callee.id : callee.kind === 'attribute' ? callee.name : '';
      if (callee.kind === 'attribute' && (name === 'values' || name === 'copy'))
        return this.element(callee.value, inside, self, depth - 1);
      const [only] = args;
      return COPIES.has(name) && only !== undefined ? this.element(only, inside, self, depth - 1) : null;
    }
    const found = this.#annotation(expression, inside, self, depth);
    return found === null ? null : this.#held(found.annotation, found.file);
  }

  /** `dict[K, V]` holds V, `list[T]` holds T. */
  #held(annotation: Expression, file: string): ClassInfo | null {
    if (annotation.kind === 'binary')
      return this.#held(annotation.left, file) ?? this.#held(annotation.right, file);
    if (annotation.kind !== 'subscript') return null;
    const name = lastWord(annotation.value);
    const inner = annotation.index.kind === 'tuple' ? annotation.index.items : [annotation.index];
    if (TRANSPARENT.has(name)) return first(inner, (each) => this.#held(each, file));
    if (MAPPINGS.has(name)) return this.annotated(file, inner[1] ?? null);
    return ITERABLES.has(name) ? this.annotated(file, inner[0] ?? null) : null;
  }

  /** What is written beside a variable, a parameter or an attribute of a known class. */
  #annotation(
    expression: Expression,
    inside: FunctionInfo,
    self: ClassInfo | null,
    depth: number,
  ): { readonly annotation: Expression; readonly file: string } | null {
    if (expression.kind === 'name') {
      const parameter = inside.node.parameters.find((each) => each.name === expression.id);
      const annotation = parameter?.annotation ?? null;
      return annotation === null ? null : { annotation, file: inside.file };
    }
    if (expression.kind !== 'attribute') return null;
    const base = this.of(expression.value, inside, self, depth - 1);
    if (base === null) return null;
    return first(this.#project.ancestry(base), (each) => {
      const annotation = this.#annotationsOf(each).get(expression.name);
      return annotation === undefined ? null : { annotation, file: each.file };
    });
  }

  /** Annotations of attributes: in the body of the class, and where methods assign them. */
  #annotationsOf(info: ClassInfo): ReadonlyMap<string, Expression> {
    const known = this.#annotations.get(info);
    if (known !== undefined) return known;
    const found = new Map<string, Expression>();
    this.#annotations.set(info, found);
    visitStatements(info.node.body, (statement) => {
      if (statement.kind !== 'assign' || statement.annotation === null) return undefined;
      for (const target of statement.targets) {
        const name = lastWord(target);
        if (name !== '' && !found.has(name)) found.set(name, statement.annotation);
      }
      return undefined;
    });
    return found;
  }

  /** The class of an expression inside a function whose `self` is of `self`. */
  of(expression: Expression, inside: FunctionInfo, self: ClassInfo | null, depth = 4): ClassInfo | null {
    if (depth === 0) return null;
    switch (expression.kind) {
      case 'name': {
        if (expression.id === selfName(inside)) return self;
        const local = this.#local(expression.id, inside, self, depth - 1);
        if (local !== null) return local;
        const isGiven = inside.node.parameters.some((each) => each.name === expression.id);
        return isGiven || inside.parent === null ? null : this.of(expression, inside.parent, self, depth - 1);
      }
      case 'attribute': {
        const base = this.of(expression.value, inside, self, depth - 1);
        return base === null ? null : this.field(base, expression.name);
      }
      case 'call': {
        const symbol = this.#project.lookupExpression(inside.file, expression.callee);
        if (symbol?.kind === 'class') return symbol.info;
        if (symbol?.kind === 'function') return this.annotated(symbol.info.file, symbol.info.node.returns);
        if (expression.callee.kind === 'attribute') {
          if (TAKES_ONE.has(expression.callee.name)) {
            const one = this.element(expression.callee.value, inside, self, depth - 1);
            if (one !== null) return one;
          }
          const base = this.of(expression.callee.value, inside, self, depth - 1);
          const method = base === null ? null : this.#project.method(base, expression.callee.name);
          return method === null ? null : this.annotated(method.file, method.node.returns);
        }
        return null;
      }
      case 'subscript':
        return this.element(expression.value, inside, self, depth - 1);
      case 'await':
      case 'named':
        return this.of(expression.value, inside, self, depth);
      case 'conditional':
        return (
          this.of(expression.body, inside, self, depth) ?? this.of(expression.otherwise, inside, self, depth)
        );
      default:
        return null;
    }
  }

  #local(name: string, inside: FunctionInfo, self: ClassInfo | null, depth: number): ClassInfo | null {
    const parameter = inside.node.parameters.find((each) => each.name === name);
    if (parameter !== undefined) return this.annotated(inside.file, parameter.annotation);
    for (const { annotation, value } of this.#assignmentsIn(inside).get(name) ?? []) {
      const found =
        this.annotated(inside.file, annotation) ??
        (value === null ? null : this.of(value, inside, self, depth));
      if (found !== null) return found;
    }
    return null;
  }

  /** What the variables of a function are assigned, by name, in the order of the text. */
  #assignmentsIn(inside: FunctionInfo): ReadonlyMap<string, readonly Assign[]> {
    const known = this.#assignments.get(inside);
    if (known !== undefined) return known;
    const found = new Map<string, Assign[]>();
    this.#assignments.set(inside, found);
    visitStatements(inside.node.body, (statement) => {
      if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
      if (statement.kind !== 'assign') return undefined;
      for (const target of statement.targets) {
        if (target.kind !== 'name') continue;
        const list = found.get(target.id);
        if (list === undefined) found.set(target.id, [statement]);
        else list.push(statement);
      }
      return undefined;
    });
    return found;
  }

  #fieldsOf(info: ClassInfo): ReadonlyMap<string, ClassInfo> {
    const known = this.#fields.get(info);
    if (known !== undefined) return known;
    const fields = new Map<string, ClassInfo>();
    // Set before it is filled, so that two classes that build each other end.
    this.#fields.set(info, fields);
    const note = (name: string, type: ClassInfo | null): void => {
      if (type !== null && !fields.has(name)) fields.set(name, type);
    };
    for (const statement of info.node.body) {
      if (statement.kind !== 'assign') continue;
      for (const target of statement.targets) {
        if (target.kind === 'name') note(target.id, this.annotated(info.file, statement.annotation));
      }
    }
    for (const method of info.methods.values()) {
      const self = selfName(method);
      if (self === null) continue;
      if (method.variety === 'property') note(method.name, this.annotated(method.file, method.node.returns));
      visitStatements(method.node.body, (statement) => {
        if (statement.kind !== 'assign') return undefined;
        for (const target of statement.targets) {
          if (target.kind !== 'attribute' || target.value.kind !== 'name' || target.value.id !== self)
            continue;
          const type =
            this.annotated(info.file, statement.annotation) ??
            (statement.value === null ? null : this.of(statement.value, method, info));
          note(target.name, type);
        }
        return undefined;
      });
    }
    return fields;
  }
}

/** What a function calls its object: its first parameter, or that of the outer method; null for none. */
export function selfName(inside: FunctionInfo): string | null {
  if (inside.isMethod) {
    return inside.variety === 'static' ? null : (inside.node.parameters[0]?.name ?? null);
  }
  const outer = inside.parent === null ? null : selfName(inside.parent);
  // A parameter of that name is another object, whoever hands it over.
  return inside.node.parameters.some((each) => each.name === outer) ? null : outer;
}

function first<T, U>(items: readonly T[], choose: (item: T) => U | null): U | null {
  for (const item of items) {
    const chosen = choose(item);
    if (chosen !== null) return chosen;
  }
  return null;
}
