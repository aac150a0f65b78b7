import { definitions, type ClassDef, type Expression, type FunctionDef } from '../../syntax/index.ts';
import type { FunctionId } from '../analysis.ts';
import { linearize } from './ancestry.ts';
import {
  moduleScope,
  scopeOf,
  type Binding,
  type ModuleResolver,
  type Scope,
  type SourceModule,
} from './module.ts';

/** A class among the files that were read. */
export interface ClassInfo {
  /** `file#path`. */
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly node: ClassDef;
  readonly scope: Scope;
  readonly methods: ReadonlyMap<string, FunctionInfo>;
}

/** A function, method or nested function. */
export interface FunctionInfo {
  readonly id: FunctionId;
  readonly name: string;
  readonly file: string;
  readonly path: string;
  readonly node: FunctionDef;
  readonly source: SourceModule;
  /** The class whose `self` it sees: its own, or that of the outer method. */
  readonly owner: ClassInfo | null;
  /** Directly in the body of `owner`. */
  readonly isMethod: boolean;
  readonly parent: FunctionInfo | null;
  readonly variety: 'plain' | 'property' | 'property-setter' | 'static' | 'class';
}

/** What a name or a dotted name stands for. */
export type Symbol =
  | { readonly kind: 'class'; readonly info: ClassInfo }
  | { readonly kind: 'function'; readonly info: FunctionInfo }
  | { readonly kind: 'value'; readonly file: string; readonly name: string; readonly binding: ValueBinding }
  | { readonly kind: 'module'; readonly file: string };

type ValueBinding = Extract<Binding, { kind: 'value' | 'element' }>;

const LINK_LIMIT = 12;

/** Classes above one that are looked at, the nearest ones. */
const ANCESTOR_LIMIT = 200;

/** The files that were read, with names resolved across them. Synchronous; asks nobody. */
export class Project {
  readonly modules: ReadonlyMap<string, SourceModule>;
  readonly classes: readonly ClassInfo[];
  readonly functions: ReadonlyMap<FunctionId, FunctionInfo>;
  readonly #resolve: ModuleResolver;
  readonly #scopes = new Map<string, Scope>();
  readonly #byNode = new Map<ClassDef | FunctionDef, ClassInfo | FunctionInfo>();
  readonly #ancestry = new Map<ClassInfo, readonly ClassInfo[]>();
  readonly #unresolved = new Map<ClassInfo, readonly Expression[]>();
  readonly #cut = new Set<ClassInfo>();
  readonly #ends = new Map<ClassInfo, readonly ClassInfo[]>();
  #named: ReadonlyMap<string, readonly FunctionInfo[]> | null = null;
  #below: ReadonlyMap<ClassInfo, readonly ClassInfo[]> | null = null;

  constructor(modules: readonly SourceModule[], resolve: ModuleResolver) {
    this.modules = new Map(modules.map((each) => [each.file, each]));
    this.#resolve = resolve;
    const classes: ClassInfo[] = [];
    const functions = new Map<FunctionId, FunctionInfo>();
    const methodsOf = new Map<ClassInfo, Map<string, FunctionInfo>>();
    for (const source of modules) {
      this.#scopes.set(source.file, moduleScope(source.module.body));
      for (const found of definitions(source.module.body)) {
        const id = `${source.file}#${found.path}`;
        const outer = found.parents.at(-1);
        if (found.node.kind === 'class') {
          const methods = new Map<string, FunctionInfo>();
          const info: ClassInfo = {
            id,
            name: found.node.name,
            file: source.file,
            node: found.node,
            scope: scopeOf(found.node.body),
            methods,
          };
          classes.push(info);
          methodsOf.set(info, methods);
          this.#byNode.set(found.node, info);
          continue;
        }
        const around = outer === undefined ? undefined : this.#byNode.get(outer);
        const parent = around !== undefined && 'variety' in around ? around : null;
        const owner = around !== undefined && 'methods' in around ? around : (parent?.owner ?? null);
        const info: FunctionInfo = {
          id: uniqueId(id, functions),
          name: found.node.name,
          file: source.file,
          path: found.path,
          node: found.node,
          source,
          owner,
          isMethod: around !== undefined && 'methods' in around,
          parent,
          variety: varietyOf(found.node),
        };
        functions.set(info.id, info);
        this.#byNode.set(found.node, info);
        if (info.isMethod && owner !== null) methodsOf.get(owner)?.set(methodKey(info), info);
      }
    }
    this.classes = classes;
    this.functions = functions;
  }

  /** The facts of a definition of these files; undefined for a node of other files. */
  functionOf(node: FunctionDef): FunctionInfo | undefined {
    const info = this.#byNode.get(node);
    return info !== undefined && 'variety' in info ? info : undefined;
  }

  /** The same for a class. */
  classOf(node: ClassDef): ClassInfo | undefined {
    const info = this.#byNode.get(node);
    return info !== undefined && 'methods' in info ? info : undefined;
  }

  /** A top-level name as seen from a file, through imports. */
  lookup(file: string, name: string, links = LINK_LIMIT): Symbol | null {
    const scope = this.#scopes.get(file);
    if (scope === undefined || links === 0) return null;
    const binding = scope.bindings.get(name);
    if (binding !== undefined) return this.#symbol(file, name, binding, links);
    for (const star of scope.stars) {
      const target = this.#resolve(file, star.module, star.level);
      const found = target === null ? null : this.lookup(target, name, links - 1);
      if (found !== null) return found;
    }
    return null;
  }

  /** Where a name of a file is imported from, in the words of the import; null where it is no import. */
  importOf(file: string, name: string): string | null {
    const binding = this.#scopes.get(file)?.bindings.get(name);
    return binding?.kind === 'import' ? [binding.module, binding.name ?? ''].join(':') : null;
  }

  /** `Name`, `module.Name`, `Class.Inner`, as seen from a file. */
  lookupExpression(file: string, expression: Expression): Symbol | null {
    if (expression.kind === 'name') return this.lookup(file, expression.id);
    if (expression.kind === 'constant' && expression.value.type === 'string') {
      return /^\w+$/.test(expression.value.value) ? this.lookup(file, expression.value.value) : null;
    }
    if (expression.kind !== 'attribute') return null;
    const base = this.lookupExpression(file, expression.value);
    if (base === null) return null;
    if (base.kind === 'module') return this.lookup(base.file, expression.name);
    if (base.kind === 'class') return this.member(base.info, expression.name);
    return null;
  }

  /** A name in the body of a class or of its ancestors. */
  member(info: ClassInfo, name: string): Symbol | null {
    for (const each of this.ancestry(info)) {
      const binding = each.scope.bindings.get(name);
      if (binding !== undefined) return this.#symbol(each.file, name, binding, LINK_LIMIT);
    }
    return null;
  }

  /** The method resolution order, the class itself first; unknown bases are left out. */
  ancestry(info: ClassInfo): readonly ClassInfo[] {
    const known = this.#ancestry.get(info);
    if (known !== undefined) return known;
    // Without recursion: a line of classes may be longer than the stack is deep.
    const path: ClassInfo[] = [];
    for (let open: ClassInfo | undefined = info; open !== undefined; open = path.at(-1)) {
      // Set before the bases are asked, so that a cycle in hostile code ends.
      if (!this.#ancestry.has(open)) {
        this.#ancestry.set(open, [open]);
        path.push(open);
      }
      const bases = this.bases(open);
      const next = bases.find((base) => !this.#ancestry.has(base));
      if (next !== undefined) {
        this.#ancestry.set(next, [next]);
        path.push(next);
        continue;
      }
      const order = linearize(
        open,
        bases.map((base) => this.#ancestry.get(base) ?? []),
      );
      const isCut = order.length > ANCESTOR_LIMIT || open.node.bases.length > ANCESTOR_LIMIT;
      if (isCut || bases.some((base) => this.#cut.has(base))) this.#cut.add(open);
      this.#ancestry.set(open, order.slice(0, ANCESTOR_LIMIT));
      path.pop();
    }
    return this.#ancestry.get(info) ?? [info];
  }

  /** Classes with more ancestors than are looked at; known for those that were asked for. */
  get cut(): ReadonlySet<ClassInfo> {
    return this.#cut;
  }

  /** Direct bases among the files that were read. */
  bases(info: ClassInfo): readonly ClassInfo[] {
    return info.node.bases.slice(0, ANCESTOR_LIMIT).flatMap((base) => {
      const symbol = this.lookupExpression(info.file, unsubscripted(base));
      return symbol?.kind === 'class' && symbol.info !== info ? [symbol.info] : [];
    });
  }

  /** Base expressions of the class or its ancestors that are in none of the files. */
  unresolvedBases(info: ClassInfo): readonly Expression[] {
    const known = this.#unresolved.get(info);
    if (known !== undefined) return known;
    const missing = info.node.bases.filter((base) => {
      const symbol = this.lookupExpression(info.file, unsubscripted(base));
      return symbol?.kind !== 'class';
    });
    this.#unresolved.set(info, missing);
    return missing;
  }

  /** The methods of that name in all classes, in the order of the files. */
  methodsNamed(name: string): readonly FunctionInfo[] {
    if (this.#named === null) {
      const named = new Map<string, FunctionInfo[]>();
      for (const info of this.functions.values()) {
        if (!info.isMethod) continue;
        const list = named.get(info.name);
        if (list === undefined) named.set(info.name, [info]);
        else list.push(info);
      }
      this.#named = named;
    }
    return this.#named.get(name) ?? [];
  }

  /** Direct and indirect subclasses, in the order of the files. */
  descendants(info: ClassInfo): readonly ClassInfo[] {
    return this.#descendantsOf().get(info) ?? [];
  }

  /** The class and its subclasses that are bases of none among them. */
  ends(info: ClassInfo): readonly ClassInfo[] {
    const known = this.#ends.get(info);
    if (known !== undefined) return known;
    const family = [info, ...this.descendants(info)];
    // Every base of a member that is one itself stands in the line of another.
    const inner = new Set(family.flatMap((each) => this.bases(each)));
    const ends = family.filter((each) => !inner.has(each));
    this.#ends.set(info, ends);
    return ends;
  }

  #descendantsOf(): ReadonlyMap<ClassInfo, readonly ClassInfo[]> {
    if (this.#below !== null) return this.#below;
    const below = new Map<ClassInfo, ClassInfo[]>();
    for (const each of this.classes) {
      for (const above of this.ancestry(each)) {
        if (above === each) continue;
        const list = below.get(above);
        if (list === undefined) below.set(above, [each]);
        else list.push(each);
      }
    }
    this.#below = below;
    return below;
  }

  /** The method that an object of the class answers with; `after` skips up to that class, as `super()` does. */
  method(info: ClassInfo, name: string, after: ClassInfo | null = null): FunctionInfo | null {
    const order = this.ancestry(info);
    const start = after === null ? 0 : order.indexOf(after) + 1;
    for (const each of order.slice(start)) {
      const found = each.methods.get(name);
      if (found !== undefined) return found;
    }
    return null;
  }

  #symbol(file: string, name: string, binding: Binding, links: number): Symbol | null {
    switch (binding.kind) {
      case 'class':
      case 'function': {
        const info = this.#byNode.get(binding.node);
        if (info === undefined) return null;
        return 'variety' in info ? { kind: 'function', info } : { kind: 'class', info };
      }
      case 'value':
      case 'element':
        if (binding.kind === 'value' && isReference(binding.value) && links > 1) {
          const target = this.#follow(file, name, binding.value, links - 1);
          if (target !== null) return target;
        }
        return { kind: 'value', file, name, binding };
      case 'import': {
        const target = this.#resolve(file, binding.module, binding.level);
        if (binding.name === null) return target === null ? null : { kind: 'module', file: target };
        if (target !== null) {
          const found = this.lookup(target, binding.name, links - 1);
          if (found !== null) return found;
        }
        const inner = this.#resolve(
          file,
          binding.module === '' ? binding.name : `${binding.module}.${binding.name}`,
          binding.level,
        );
        return inner === null ? null : { kind: 'module', file: inner };
      }
    }
  }

  /** `A = other.A` and `A = B`: an alias of what it names. */
  #follow(file: string, name: string, value: Expression, links: number): Symbol | null {
    if (value.kind === 'name') return value.id === name ? null : this.lookup(file, value.id, links);
    if (value.kind !== 'attribute') return null;
    const base = value.value.kind === 'name' ? this.lookup(file, value.value.id, links) : null;
    if (base?.kind === 'module') return this.lookup(base.file, value.name, links);
    return base?.kind === 'class' ? this.member(base.info, value.name) : null;
  }
}

function isReference(value: Expression): boolean {
  return value.kind === 'name' || value.kind === 'attribute';
}

function unsubscripted(base: Expression): Expression {
  return base.kind === 'subscript' ? base.value : base;
}

function varietyOf(node: FunctionDef): FunctionInfo['variety'] {
  for (const decorator of node.decorators) {
    if (decorator.kind === 'attribute' && decorator.name === 'setter') return 'property-setter';
    const name =
      decorator.kind === 'name' ? decorator.id : decorator.kind === 'attribute' ? decorator.name : '';
    if (name === 'staticmethod') return 'static';
    if (name === 'classmethod') return 'class';
    if (name === 'property' || name === 'cached_property' || name === 'abstractproperty') return 'property';
  }
  return 'plain';
}

/** A property setter has the name of its getter; it is kept under `name=`. */
export function setterKey(name: string): string {
  return `${name}=`;
}

function methodKey(info: FunctionInfo): string {
  return info.variety === 'property-setter' ? setterKey(info.name) : info.name;
}

function uniqueId(id: FunctionId, taken: ReadonlyMap<FunctionId, FunctionInfo>): FunctionId {
  if (!taken.has(id)) return id;
  let number = 2;
  while (taken.has(`${id}@${number}`)) number += 1;
  return `${id}@${number}`;
}
