import { visitExpression, visitExpressions, type Call, type Expression } from '../../syntax/index.ts';
import type { FunctionId } from '../analysis.ts';
import type { FunctionInfo, Project } from '../project/project.ts';
import { selfName } from '../project/types.ts';
import type { Begins } from '../roles/begins.ts';
import { foreignVariables } from './foreign.ts';
import { localsOf, type Locals } from './local-variables.ts';
import type { Domain } from '../states/domain.ts';
import { fieldsOf } from '../states/copies.ts';
import { entryKey } from '../states/entries.ts';
import type { KeywordSetters } from '../states/keywords.ts';
import { lastName } from '../states/declared.ts';
import { memberOf } from '../states/leaves.ts';
import { CONTAINER_METHODS } from './containers.ts';

/** What a function is asked before its body is run, and an expression before it is evaluated. */
interface Traits {
  /** Contains something that the status depends on, whatever its variables hold. */
  readonly always: boolean;
  readonly names: readonly string[];
  readonly mayRaise: boolean;
}

/**
 * Tells which functions and expressions can matter for the status, so that the rest is passed over. Answers
 * err to the side of "matters".
 */
export class Relevance {
  /** Functions that set attributes by the names of their keywords. */
  readonly keywordSetters: KeywordSetters;
  readonly #begins: Begins;
  readonly #project: Project;
  readonly #domain: Domain;
  readonly #attributes: ReadonlySet<string>;
  /** Keys of records that the status is kept under. */
  readonly #keys: ReadonlySet<string>;
  readonly #functions: ReadonlySet<FunctionId>;
  readonly #functionNames: ReadonlySet<string>;
  readonly #locals = new Map<FunctionInfo, Locals>();
  readonly #foreign = new Map<FunctionInfo, ReadonlySet<string>>();
  readonly #generators = new Map<FunctionInfo, boolean>();
  readonly #traits = new WeakMap<Expression, Traits>();

  /** `attributes` are the names of the store and of the latches; `roots` functions that always matter. */
  constructor(
    project: Project,
    domain: Domain,
    attributes: ReadonlySet<string>,
    roots: ReadonlySet<FunctionId>,
    keywordSetters: KeywordSetters,
    begins: Begins,
  ) {
    this.#begins = begins;
    this.#project = project;
    this.keywordSetters = keywordSetters;
    this.#domain = domain;
    this.#attributes = attributes;
    this.#keys = keysOf(attributes);
    [this.#functions, this.#functionNames] = closure(project, attributes, roots);
  }

  /** Does the function touch the status, itself or through what it calls? */
  function(info: FunctionInfo): boolean {
    return this.#functions.has(info.id);
  }

  /** Is it a variable whose attribute of the store's name holds something else? */
  foreign(info: FunctionInfo, name: string): boolean {
    let known = this.#foreign.get(info);
    if (known === undefined) {
      known = foreignVariables(info, this.#attributes, this.#domain, this.#project);
      this.#foreign.set(info, known);
    }
    return known.has(name);
  }

  /** Does calling it only make a generator? */
  generator(info: FunctionInfo): boolean {
    const known = this.#generators.get(info);
    if (known !== undefined) return known;
    let found = false;
    visitExpressions(
      info.node.body,
      (expression) => {
        if (expression.kind === 'yield') found = true;
        return undefined;
      },
      'function',
    );
    this.#generators.set(info, found);
    return found;
  }

  /** Is it a variable of the function? */
  isLocal(info: FunctionInfo, name: string): boolean {
    return this.#localsOf(info).all.has(name);
  }

  /** Can what a variable holds matter for the status: does it select an entry, hold a state or steer a branch? */
  usesLocal(info: FunctionInfo, name: string): boolean {
    return this.#localsOf(info).used.has(name);
  }

  /** Is what the function assigns to a variable, a container or something else, what it holds later? */
  isSteady(info: FunctionInfo, name: string, container: boolean): boolean {
    const { shared, changed } = this.#localsOf(info);
    return !shared.has(name) && !(container && changed.has(name));
  }

  #localsOf(info: FunctionInfo): Locals {
    const known = this.#locals.get(info);
    if (known !== undefined) return known;
    const locals = localsOf(info, (expression) => this.#of(expression, info).always);
    this.#locals.set(info, locals);
    return locals;
  }

  /** Is any function of that name one that matters? */
  functionName(name: string): boolean {
    return this.#functionNames.has(name);
  }

  /** Can the value or the effect of an expression matter, given which variables hold something known? */
  expression(expression: Expression, inside: FunctionInfo, isKnown: (name: string) => boolean): boolean {
    const traits = this.#of(expression, inside);
    return traits.always || traits.names.some(isKnown);
  }

  mayRaise(expression: Expression, inside: FunctionInfo): boolean {
    return this.#of(expression, inside).mayRaise;
  }

  #of(expression: Expression, inside: FunctionInfo): Traits {
    const cached = this.#traits.get(expression);
    if (cached !== undefined) return cached;
    const names = new Set<string>();
    let always = false;
    let mayRaise = false;
    visitExpression(expression, (each) => {
      switch (each.kind) {
        case 'lambda':
          if (each.body.kind === 'call' && this.#functionNames.has(lastName(each.body.callee))) always = true;
          return 'skip';
        case 'name':
          names.add(each.id);
          if (this.#attributes.has(each.id) || this.#isMember(each, inside)) always = true;
          break;
        case 'attribute':
          if (this.#attributes.has(each.name) || each.name === 'acquire' || each.name === 'release')
            always = true;
          else if (this.#functionNames.has(calledName(each, inside)) || this.#isMember(each, inside))
            always = true;
          break;
        case 'call':
          mayRaise = true;
          if (each.callee.kind === 'name' && this.#functionNames.has(each.callee.id)) always = true;
          if (this.#begins.concerns(each, (target) => this.function(target))) always = true;
          // A method that is found by a part of its name may be one of ours.
          if (isSearch(each)) always = true;
          if (givesField(each, this.#attributes) || givesField(each, this.#keys)) always = true;
          if (
            each.args.some(
              (arg) =>
                arg.kind === 'constant' &&
                arg.value.type === 'string' &&
                this.#attributes.has(arg.value.value),
            )
          )
            always = true;
          break;
        case 'subscript':
          mayRaise = true;
          break;
        case 'constant':
          // A state that is written as its text.
          if (each.value.type !== 'string') break;
          if (this.#domain.ofValue(each.value.value) !== null) always = true;
          if (this.#keys.has(each.value.value)) always = true;
          break;
        case 'conditional':
          if (this.#isLiteral(each.body) || this.#isLiteral(each.otherwise)) always = true;
          break;
        case 'await':
        case 'yield':
          mayRaise = true;
          always = true;
          break;
        case 'named':
          always = true;
          break;
        default:
          break;
      }
      return undefined;
    });
    const traits = { always, names: [...names], mayRaise };
    this.#traits.set(expression, traits);
    return traits;
  }

  /** A number that is the value of a state. */
  #isLiteral(expression: Expression): boolean {
    if (expression.kind !== 'constant' || expression.value.type !== 'integer') return false;
    return this.#domain.ofValue(expression.value.value) !== null;
  }

  #isMember(expression: Expression, inside: FunctionInfo): boolean {
    const member = memberOf(expression, inside.file, inside, this.#project);
    return member !== null && this.#domain.ofMember(member) !== null;
  }
}

/** `getattr(self, 'on_' + name)`. */
function isSearch({ callee, args }: Call): boolean {
  return (
    callee.kind === 'name' && callee.id === 'getattr' && args[1] !== undefined && args[1].kind !== 'constant'
  );
}

function keysOf(attributes: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...attributes].flatMap((name) => entryKey(name) ?? []));
}

/** `replace(job, status=…)`, `Job(status=…)`, `job.model_copy(update={'status': …})`. */
function givesField(call: Call, attributes: ReadonlySet<string>): boolean {
  return call.keywords.some(
    ({ name, value }) =>
      (name !== null && attributes.has(name)) ||
      (value.kind === 'dictionary' &&
        value.entries.some(
          ({ key }) =>
            key?.kind === 'constant' && key.value.type === 'string' && attributes.has(key.value.value),
        )),
  );
}

/** Functions that touch one of the attributes, and their callers by name, until nothing is added. */
function closure(
  project: Project,
  attributes: ReadonlySet<string>,
  roots: ReadonlySet<FunctionId>,
): readonly [ReadonlySet<FunctionId>, ReadonlySet<string>] {
  const calls = new Map<FunctionInfo, ReadonlySet<string>>();
  const found = new Set<FunctionId>(roots);
  const keys = keysOf(attributes);
  for (const info of project.functions.values()) {
    const called = new Set<string>();
    visitExpressions(
      info.node.body,
      (each) => {
        if (each.kind === 'attribute') {
          if (attributes.has(each.name)) found.add(info.id);
          // A property is called by being read.
          called.add(calledName(each, info));
        }
        if (each.kind === 'name' && attributes.has(each.id)) found.add(info.id);
        if (each.kind === 'constant' && each.value.type === 'string' && keys.has(each.value.value))
          found.add(info.id);
        if (each.kind === 'call') {
          if (each.callee.kind === 'name') called.add(each.callee.id);
          if (givesField(each, attributes) || givesField(each, keys)) found.add(info.id);
          const second = each.args[1];
          if (
            second?.kind === 'constant' &&
            second.value.type === 'string' &&
            attributes.has(second.value.value)
          )
            found.add(info.id);
        }
        return undefined;
      },
      'function',
    );
    calls.set(info, called);
  }
  const names = new Set<string>();
  const namesOf = (info: FunctionInfo): readonly string[] => {
    const constructor = info.isMethod && info.name === '__init__' && info.owner !== null;
    const own = CONTAINER_METHODS.has(info.name) ? `self.${info.name}` : info.name;
    return constructor ? [own, info.owner.name] : [own];
  };
  for (const id of found) {
    const info = project.functions.get(id);
    if (info !== undefined) for (const name of namesOf(info)) names.add(name);
  }
  for (const each of project.classes) {
    if (each.methods.has('__init__')) continue;
    if (fieldsOf(each, project).some((name) => attributes.has(name))) names.add(each.name);
  }
  for (let grew = true; grew;) {
    grew = false;
    for (const [info, called] of calls) {
      if (found.has(info.id)) continue;
      if (![...called].some((name) => names.has(name))) continue;
      found.add(info.id);
      for (const name of namesOf(info)) names.add(name);
      grew = true;
    }
  }
  return [found, names];
}

/**
 * The name under which an attribute may be one of our functions. A name that containers have counts only on
 * `self` and `super()`, written `self.clear`.
 */
function calledName(expression: Extract<Expression, { kind: 'attribute' }>, inside: FunctionInfo): string {
  if (!CONTAINER_METHODS.has(expression.name)) return expression.name;
  const { value } = expression;
  const onSelf =
    (value.kind === 'name' && value.id === selfName(inside)) ||
    (value.kind === 'call' && value.callee.kind === 'name' && value.callee.id === 'super');
  return onSelf ? `self.${expression.name}` : '';
}
