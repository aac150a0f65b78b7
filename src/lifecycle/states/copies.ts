import { visitExpression, visitExpressions, type Call, type Expression } from '../../syntax/index.ts';
import type { ClassInfo, FunctionInfo, Project } from '../project/project.ts';
import { selfName, type Types } from '../project/types.ts';
import { lastName } from './declared.ts';

/** An attribute that a new object gets instead of the one that the copied object has. */
export interface CopiedField {
  readonly name: string;
  readonly value: Expression;
}

/** A call that makes an object like another one but for some attributes. */
export interface Copy {
  /** The object that is copied; it stays as it is. */
  readonly source: Expression;
  readonly fields: readonly CopiedField[];
}

/** Functions of the standard library and of record libraries: `replace(job, status=…)`, `job._replace(status=…)`. */
const FUNCTIONS: ReadonlySet<string> = new Set(['replace', 'evolve']);
const METHODS: ReadonlySet<string> = new Set(['_replace', 'replace', '__replace__']);
const UPDATES: ReadonlySet<string> = new Set(['model_copy', 'copy']);
const RECORDS: ReadonlySet<string> = new Set(
  'dataclass define frozen mutable attrs attributes s NamedTuple BaseModel Struct'.split(' '),
);

/** The same for a whole project: what was found out about methods and classes is kept. */
export class Copies {
  readonly #project: Project;
  readonly #types: Types;
  readonly #methods = new Map<string, FunctionInfo[]>();
  readonly #copying = new Map<FunctionInfo, boolean>();
  readonly #fields = new Map<ClassInfo, readonly string[]>();

  constructor(project: Project, types: Types) {
    this.#project = project;
    this.#types = types;
    for (const each of project.classes) {
      for (const [name, method] of each.methods) {
        const known = this.#methods.get(name);
        if (known === undefined) this.#methods.set(name, [method]);
        else known.push(method);
      }
    }
  }

  /** The copy that a call makes; null for any other call. */
  copyOf(call: Call, inside: FunctionInfo): Copy | null {
    const { callee } = call;
    const library = libraryCopy(call) ?? rebuilt(call, inside, this.#project, this.#types);
    if (library !== null || callee.kind !== 'attribute' || call.args.length > 0) return library;
    const named = namedFields(call);
    const namesakes = this.#methods.get(callee.name);
    if (named.length === 0 || !namesakes?.some((each) => this.#makesCopy(each))) return null;
    const type = this.#types.of(callee.value, inside, inside.owner);
    const [only] = namesakes;
    const method =
      type !== null
        ? this.#project.method(type, callee.name)
        : namesakes.length === 1
          ? (only ?? null)
          : null;
    return method !== null && this.#makesCopy(method) ? { source: callee.value, fields: named } : null;
  }

  #makesCopy(method: FunctionInfo): boolean {
    const known = this.#copying.get(method) ?? makesCopy(method, this.#project);
    this.#copying.set(method, known);
    return known;
  }

  /** What a call of a class without a constructor of its own gives its fields. */
  constructedFields(call: Call, info: ClassInfo): readonly CopiedField[] {
    if (this.#project.method(info, '__init__') !== null) return [];
    const names = this.#fields.get(info) ?? fieldsOf(info, this.#project);
    this.#fields.set(info, names);
    return given(call, names, info, this.#project);
  }
}

/** The copy that a call makes; null for any other call. */
export function copyOf(call: Call, inside: FunctionInfo, project: Project, types: Types): Copy | null {
  const { callee } = call;
  const library = libraryCopy(call) ?? rebuilt(call, inside, project, types);
  if (library !== null || callee.kind !== 'attribute' || call.args.length > 0) return library;
  const named = namedFields(call);
  const method = named.length === 0 ? null : methodOf(callee, inside, project, types);
  return method !== null && makesCopy(method, project) ? { source: callee.value, fields: named } : null;
}

function namedFields(call: Call): readonly CopiedField[] {
  return call.keywords.flatMap(({ name, value }) => (name === null ? [] : [{ name, value }]));
}

/** A copy that a library makes. */
function libraryCopy(call: Call): Copy | null {
  const { callee, args, keywords } = call;
  if (keywords.length === 0) return null;
  const named = namedFields(call);
  const name = lastName(callee);
  const [first] = args;
  if (FUNCTIONS.has(name) && first !== undefined && args.length === 1)
    return named.length === 0 ? null : { source: first, fields: named };
  if (callee.kind !== 'attribute' || args.length > 0) return null;
  if (METHODS.has(name)) return named.length === 0 ? null : { source: callee.value, fields: named };
  if (!UPDATES.has(name)) return null;
  const update = named.find((each) => each.name === 'update')?.value;
  return update?.kind === 'dictionary' ? { source: callee.value, fields: entriesOf(update) } : null;
}

function entriesOf(dictionary: Extract<Expression, { kind: 'dictionary' }>): readonly CopiedField[] {
  return dictionary.entries.flatMap(({ key, value }) =>
    key?.kind === 'constant' && key.value.type === 'string' ? [{ name: key.value.value, value }] : [],
  );
}

/** What tells one record from another. */
const IDENTITY = /^_*(id|key|uid|uuid|guid|pk|name)$|_(id|key|uid|uuid|pk)$/;

/**
 * `Job(id=self.id, status=X)`: a record that takes over what tells another one of its class apart stands in its
 * place.
 */
function rebuilt(call: Call, inside: FunctionInfo, project: Project, types: Types): Copy | null {
  const own = selfName(inside);
  const info = classMade(call.callee, inside, own, project);
  if (info === null) return null;
  const fields = constructedFields(call, info, project);
  const takes = ({ name, value }: CopiedField): boolean => value.kind === 'attribute' && value.name === name;
  const kept = fields.find((each) => takes(each) && IDENTITY.test(each.name));
  if (kept?.value.kind !== 'attribute') return null;
  const source = kept.value.value;
  const type =
    source.kind === 'name' && source.id === own ? inside.owner : types.of(source, inside, inside.owner);
  if (type === null || !(project.ancestry(type).includes(info) || project.ancestry(info).includes(type)))
    return null;
  return { source, fields: fields.filter((each) => !takes(each)) };
}

/** `Job`, `type(self)`, `self.__class__`: the class. */
function classMade(
  callee: Expression,
  inside: FunctionInfo,
  own: string | null,
  project: Project,
): ClassInfo | null {
  const symbol = project.lookupExpression(inside.file, callee);
  if (symbol?.kind === 'class') return symbol.info;
  const isOwn =
    own !== null && inside.owner !== null && isOwnClass(callee, own, inside.owner, inside, project);
  return isOwn ? inside.owner : null;
}

/** The method that is called, where the class is known or only one class has it. */
function methodOf(
  callee: Extract<Expression, { kind: 'attribute' }>,
  inside: FunctionInfo,
  project: Project,
  types: Types,
): FunctionInfo | null {
  const type = types.of(callee.value, inside, inside.owner);
  if (type !== null) return project.method(type, callee.name);
  const found = project.classes.flatMap((each) => each.methods.get(callee.name) ?? []);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Makes an object of its own class from what its own object has, and changes nothing in it. */
function makesCopy(method: FunctionInfo, project: Project): boolean {
  const own = selfName(method);
  const { owner } = method;
  if (own === null || owner === null) return false;
  let found = false;
  visitExpressions(
    method.node.body,
    (each) => {
      if (each.kind === 'call' && isOwnClass(each.callee, own, owner, method, project))
        found ||= readsOwn(each, own);
      if (each.kind === 'call' && FUNCTIONS.has(lastName(each.callee)))
        found ||= each.args.some((arg) => arg.kind === 'name' && arg.id === own);
      return undefined;
    },
    'function',
  );
  return found;
}

/** `Job`, `type(self)`, `self.__class__`. */
function isOwnClass(
  callee: Expression,
  own: string,
  owner: ClassInfo,
  method: FunctionInfo,
  project: Project,
): boolean {
  if (callee.kind === 'attribute')
    return callee.name === '__class__' && callee.value.kind === 'name' && callee.value.id === own;
  if (callee.kind === 'call') return lastName(callee.callee) === 'type' && callee.args.length === 1;
  const symbol = project.lookupExpression(method.file, callee);
  return symbol?.kind === 'class' && project.ancestry(symbol.info).includes(owner);
}

/** Does an argument name an attribute of the object itself, or all of them? */
function readsOwn(call: Call, own: string): boolean {
  let found = false;
  visitExpression(call, (each) => {
    const base = each.kind === 'attribute' ? each.value : each.kind === 'call' ? each.args[0] : undefined;
    const isOwn = base?.kind === 'name' && base.id === own;
    if (isOwn && each.kind === 'attribute' && each.name !== '__class__') found = true;
    if (isOwn && each.kind === 'call' && ['vars', 'asdict'].includes(lastName(each.callee))) found = true;
    return undefined;
  });
  return found;
}

/**
 * What a call of a class without a constructor of its own gives its fields: by name, and by position where the
 * class is a record (https://docs.python.org/3/library/dataclasses.html).
 */
export function constructedFields(call: Call, info: ClassInfo, project: Project): readonly CopiedField[] {
  if (project.method(info, '__init__') !== null) return [];
  return given(call, fieldsOf(info, project), info, project);
}

function given(
  call: Call,
  names: readonly string[],
  info: ClassInfo,
  project: Project,
): readonly CopiedField[] {
  if (names.length === 0) return [];
  const named = call.keywords.flatMap(({ name, value }) =>
    name !== null && names.includes(name) ? [{ name, value }] : [],
  );
  if (!isRecord(info, project) || call.args.some((arg) => arg.kind === 'starred')) return named;
  const placed = call.args.flatMap((value, index) => {
    const name = names[index];
    return name === undefined ? [] : [{ name, value }];
  });
  return [...placed, ...named];
}

function isRecord(info: ClassInfo, project: Project): boolean {
  return project.ancestry(info).some(({ node }) => {
    const decorators = node.decorators.map((each) => (each.kind === 'call' ? each.callee : each));
    return [...decorators, ...node.bases].some((each) => RECORDS.has(lastName(each)));
  });
}

/** The annotated names in the bodies of a class and of its ancestors, theirs first. */
export function fieldsOf(info: ClassInfo, project: Project): readonly string[] {
  const names = new Set<string>();
  for (const each of [...project.ancestry(info)].reverse()) {
    for (const statement of each.node.body) {
      if (statement.kind !== 'assign' || statement.annotation === null) continue;
      const { annotation } = statement;
      const wrapper = annotation.kind === 'subscript' ? annotation.value : annotation;
      if (['ClassVar', 'KW_ONLY', 'InitVar'].includes(lastName(wrapper))) continue;
      for (const target of statement.targets) if (target.kind === 'name') names.add(target.id);
    }
  }
  return [...names];
}
