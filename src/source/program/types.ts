import type { Call, Expression, PythonParser } from '../../syntax/index.ts';
import { bindingsOf, scopesOutward } from './resolve.ts';
import type {
  CallTargets,
  ClassSymbol,
  FunctionSymbol,
  MemberLookup,
  Resolution,
  Scope,
  ValueTypes,
  VariableSymbol,
} from './model.ts';

/** Steps from a value to its class before it is given up. */
const DEPTH_LIMIT = 12;

/** What the types need of the rest of the program. */
export interface TypeContext {
  resolve(expression: Expression, scope: Scope): Promise<Resolution>;
  lookup(symbol: ClassSymbol, name: string, after?: ClassSymbol): Promise<MemberLookup>;
  field(symbol: ClassSymbol, name: string): Promise<readonly VariableSymbol[]>;
  callTargets(call: Call, scope: Scope, receiver: ClassSymbol | null, trail: Trail): Promise<CallTargets>;
  readonly parser: PythonParser;
}

/** How a value was come to: steps, and the variables on the way, which would lead round in circles. */
export interface Trail {
  readonly depth: number;
  readonly seen: readonly string[];
}

export const START: Trail = { depth: 0, seen: [] };

export function deeper(trail: Trail): Trail {
  return { depth: trail.depth + 1, seen: trail.seen };
}

const NOTHING: ValueTypes = { classes: [], others: [] };

/** Wrappers in annotations that leave the type as it is: name → how many of its arguments are types. */
const TRANSPARENT: ReadonlyMap<string, number> = new Map([
  ['Optional', 1],
  ['Union', Infinity],
  ['Annotated', 1],
  ['ClassVar', 1],
  ['Final', 1],
  ['Required', 1],
  ['NotRequired', 1],
  ['InitVar', 1],
  ['Awaitable', 1],
]);

/** Containers in annotations: which of their arguments is the type of an element. */
const ELEMENT: ReadonlyMap<string, number> = new Map([
  ...['dict', 'Dict', 'defaultdict', 'DefaultDict', 'OrderedDict', 'Mapping', 'MutableMapping'].map(
    (name) => [name, 1] as const,
  ),
  ...['list', 'List', 'deque', 'Deque', 'Sequence', 'MutableSequence', 'tuple', 'Tuple'].map(
    (name) => [name, 0] as const,
  ),
]);

/** Works out the classes of values, from annotations, constructor calls and fields. */
export class Types {
  readonly #context: TypeContext;
  readonly #receiver: ClassSymbol | null;

  /** `receiver` is the class that `self` has at run time, if it is known better than from the scope. */
  constructor(context: TypeContext, receiver: ClassSymbol | null) {
    this.#context = context;
    this.#receiver = receiver;
  }

  value(expression: Expression, scope: Scope, trail: Trail = START): Promise<ValueTypes> {
    if (trail.depth > DEPTH_LIMIT) return Promise.resolve(NOTHING);
    const inner = (each: Expression): Promise<ValueTypes> => this.value(each, scope, deeper(trail));
    switch (expression.kind) {
      case 'name':
        return this.#name(expression, scope, trail);
      case 'attribute':
        return this.#attribute(expression, scope, trail);
      case 'call':
        return this.#call(expression, scope, trail);
      case 'subscript':
        return this.#element(expression.value, scope, trail);
      case 'await':
      case 'named':
        return inner(expression.value);
      case 'conditional':
        return union([inner(expression.body), inner(expression.otherwise)]);
      case 'boolean':
        return union(expression.values.map(inner));
      default:
        return Promise.resolve(NOTHING);
    }
  }

  /** The classes that an annotation names; `None`, containers and type variables name none. */
  async annotation(annotation: Expression, scope: Scope, trail: Trail = START): Promise<ValueTypes> {
    if (trail.depth > DEPTH_LIMIT) return NOTHING;
    const inner = (each: Expression): Promise<ValueTypes> => this.annotation(each, scope, deeper(trail));
    switch (annotation.kind) {
      case 'constant': {
        const parsed = this.#parseAnnotation(annotation);
        return parsed === null ? NOTHING : inner(parsed);
      }
      case 'binary':
        return union([inner(annotation.left), inner(annotation.right)]);
      case 'subscript': {
        const types = TRANSPARENT.get(lastName(annotation.value) ?? '');
        if (types !== undefined) return union(argumentsOf(annotation.index).slice(0, types).map(inner));
        return ELEMENT.has(lastName(annotation.value) ?? '') ? NOTHING : inner(annotation.value);
      }
      case 'name':
      case 'attribute': {
        if (lastName(annotation) === 'Self') return this.#self(scope);
        return this.#named(annotation, scope, trail);
      }
      default:
        return NOTHING;
    }
  }

  async #named(annotation: Expression, scope: Scope, trail: Trail): Promise<ValueTypes> {
    const resolution = await this.#context.resolve(annotation, scope);
    if (resolution.kind !== 'symbol') return { classes: [], others: [resolution] };
    const { symbol } = resolution;
    if (symbol.kind === 'class') return { classes: [symbol], others: [] };
    // An alias such as `Manager = Union[A, B]`.
    if (symbol.kind === 'variable' && symbol.value !== null) {
      return this.annotation(symbol.value, symbol.parent, deeper(trail));
    }
    return NOTHING;
  }

  async variable(symbol: VariableSymbol, trail: Trail = START): Promise<ValueTypes> {
    const key = `${symbol.file.path}:${symbol.span.start}`;
    if (trail.depth > DEPTH_LIMIT || trail.seen.includes(key)) return NOTHING;
    const next: Trail = { depth: trail.depth + 1, seen: [...trail.seen, key] };
    if (symbol.annotation !== null) {
      const declared = await this.annotation(symbol.annotation, symbol.parent, next);
      if (declared.classes.length > 0) return declared;
    }
    return symbol.value === null ? NOTHING : this.value(symbol.value, symbol.parent, next);
  }

  #self(scope: Scope): ValueTypes {
    const own = selfClassOf(scope);
    const symbol = this.#receiver ?? own;
    return symbol === null ? NOTHING : { classes: [symbol], others: [] };
  }

  async #name(
    expression: Extract<Expression, { kind: 'name' }>,
    scope: Scope,
    trail: Trail,
  ): Promise<ValueTypes> {
    if (isSelf(expression.id, scope)) return this.#self(scope);
    const found = bindingsOf(expression.id, scope);
    const variables = found?.bindings.filter((binding) => binding.kind === 'variable') ?? [];
    if (variables.length > 0) return union(variables.map((each) => this.variable(each, deeper(trail))));
    const resolution = await this.#context.resolve(expression, scope);
    if (resolution.kind !== 'symbol') return { classes: [], others: [resolution] };
    return resolution.symbol.kind === 'variable' ? this.variable(resolution.symbol, deeper(trail)) : NOTHING;
  }

  async #attribute(
    expression: Extract<Expression, { kind: 'attribute' }>,
    scope: Scope,
    trail: Trail,
  ): Promise<ValueTypes> {
    const owners = await this.value(expression.value, scope, deeper(trail));
    if (owners.classes.length > 0) {
      return union(owners.classes.map((owner) => this.#member(owner, expression.name, trail)));
    }
    const resolution = await this.#context.resolve(expression, scope);
    if (resolution.kind === 'symbol' && resolution.symbol.kind === 'variable') {
      return this.variable(resolution.symbol, deeper(trail));
    }
    return { classes: [], others: owners.others };
  }

  async #member(owner: ClassSymbol, name: string, trail: Trail): Promise<ValueTypes> {
    const fields = await this.#context.field(owner, name);
    if (fields.length > 0) return union(fields.map((field) => this.variable(field, deeper(trail))));
    const member = await this.#context.lookup(owner, name);
    const isProperty =
      member.kind === 'found' && member.symbol.kind === 'function' && isPropertyLike(member.symbol);
    return isProperty ? this.#returned(member.symbol, owner, trail) : NOTHING;
  }

  async #call(call: Call, scope: Scope, trail: Trail): Promise<ValueTypes> {
    const targets = await this.#context.callTargets(call, scope, this.#receiver, trail);
    const plain = targets.functions.filter((each) => each.name !== '__init__');
    const isBound = call.callee.kind === 'attribute' && plain.some((each) => each.node.returns !== null);
    const owner = isBound ? await this.#ownerOf(call.callee.value, scope, trail) : null;
    const returned = await union(plain.map((each) => this.#returned(each, owner, trail)));
    return {
      classes: [...new Set([...targets.classes, ...returned.classes])],
      others: [...targets.others, ...returned.others],
    };
  }

  /** The class on whose object, or on which itself, a method is called. */
  async #ownerOf(value: Expression, scope: Scope, trail: Trail): Promise<ClassSymbol | null> {
    const [first] = (await this.value(value, scope, deeper(trail))).classes;
    if (first !== undefined) return first;
    const resolution = await this.#context.resolve(value, scope);
    return resolution.kind === 'symbol' && resolution.symbol.kind === 'class' ? resolution.symbol : null;
  }

  #returned(symbol: FunctionSymbol, owner: ClassSymbol | null, trail: Trail): Promise<ValueTypes> {
    if (symbol.node.returns === null) return Promise.resolve(NOTHING);
    const types = owner === null ? this : new Types(this.#context, owner);
    return types.annotation(symbol.node.returns, symbol, deeper(trail));
  }

  /** The classes of an element of a container, from the container's annotation. */
  async #element(container: Expression, scope: Scope, trail: Trail): Promise<ValueTypes> {
    const declared = await this.#declarations(container, scope, trail);
    return union(
      declared.flatMap(({ annotation, scope: at }) => {
        const parsed = annotation.kind === 'constant' ? this.#parseAnnotation(annotation) : annotation;
        if (parsed?.kind !== 'subscript') return [];
        const index = ELEMENT.get(lastName(parsed.value) ?? '');
        const element = index === undefined ? undefined : argumentsOf(parsed.index)[index];
        return element === undefined ? [] : [this.annotation(element, at, deeper(trail))];
      }),
    );
  }

  async #declarations(
    container: Expression,
    scope: Scope,
    trail: Trail,
  ): Promise<readonly { readonly annotation: Expression; readonly scope: Scope }[]> {
    const declared = (variables: readonly VariableSymbol[]): { annotation: Expression; scope: Scope }[] =>
      variables.flatMap(({ annotation, parent }) =>
        annotation === null ? [] : [{ annotation, scope: parent }],
      );
    if (container.kind === 'name') {
      const bindings = bindingsOf(container.id, scope)?.bindings ?? [];
      return declared(bindings.filter((binding) => binding.kind === 'variable'));
    }
    if (container.kind !== 'attribute') return [];
    const owners = await this.value(container.value, scope, deeper(trail));
    const fields = await Promise.all(
      owners.classes.map((owner) => this.#context.field(owner, container.name)),
    );
    return declared(fields.flat());
  }

  #parseAnnotation(annotation: Extract<Expression, { kind: 'constant' }>): Expression | null {
    if (annotation.value.type !== 'string') return null;
    const [statement] = this.#context.parser.parse(annotation.value.value).body;
    return statement?.kind === 'expression' ? statement.value : null;
  }
}

/** Whether a name is the object of the method around it and not assigned anew. */
export function isSelf(name: string, scope: Scope): boolean {
  for (const each of scopesOutward(scope)) {
    if (each.kind !== 'function') return false;
    if (each.selfName !== name) continue;
    const bindings = each.names.get(name);
    if (bindings === undefined) continue;
    return bindings.every((binding) => binding.kind === 'variable' && binding.how === 'parameter');
  }
  return false;
}

/** The class of the method around a scope. */
export function selfClassOf(scope: Scope): ClassSymbol | null {
  if (scope.kind === 'function') return scope.selfClass;
  return scope.kind === 'class' ? scope : null;
}

function isPropertyLike(symbol: FunctionSymbol): boolean {
  return symbol.node.decorators.some((decorator) =>
    ['property', 'cached_property', 'getter', 'setter'].includes(lastName(decorator) ?? ''),
  );
}

function lastName(expression: Expression): string | null {
  if (expression.kind === 'name') return expression.id;
  return expression.kind === 'attribute' ? expression.name : null;
}

function argumentsOf(index: Expression): readonly Expression[] {
  return index.kind === 'tuple' ? index.items : [index];
}

async function union(types: readonly Promise<ValueTypes>[]): Promise<ValueTypes> {
  const all = await Promise.all(types);
  return {
    classes: [...new Set(all.flatMap((each) => each.classes))],
    others: all.flatMap((each) => each.others),
  };
}
