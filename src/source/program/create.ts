import type { Result } from '../../base/index.ts';
import { enclosing, type Call, type Expression, type PythonParser } from '../../syntax/index.ts';
import type { FileError } from '../../transport/index.ts';
import type { SourceTree } from '../tree.ts';
import { callTargets } from './calls.ts';
import { definitionAt } from './definition.ts';
import { ProgramFiles } from './files.ts';
import { Hierarchies } from './hierarchy.ts';
import type {
  CallTargets,
  ClassSymbol,
  FieldSite,
  FunctionSymbol,
  Hierarchy,
  MemberLookup,
  PythonFile,
  PythonSymbol,
  Resolution,
  Scope,
  ValueTypes,
  VariableSymbol,
} from './model.ts';
import { ModuleFinder } from './modules.ts';
import type { CallOptions, LookupOptions, PythonProgram } from './program.ts';
import { NameResolver, qualifiedName } from './resolve.ts';
import { findSubclasses } from './subclasses.ts';
import { deeper, START, Types, type Trail } from './types.ts';

/** Aliases (`Manager = base.Manager`) that are followed from a base class to the class. */
const ALIAS_LIMIT = 8;

/** A program over a tree; nothing is read before the first question. */
export function createProgram(parts: {
  readonly tree: SourceTree;
  readonly parser: PythonParser;
}): PythonProgram {
  return new Program(parts.tree, parts.parser);
}

class Program implements PythonProgram {
  readonly #tree: SourceTree;
  readonly #parser: PythonParser;
  readonly #files: ProgramFiles;
  readonly #names: NameResolver;
  readonly #hierarchies: Hierarchies;

  constructor(tree: SourceTree, parser: PythonParser) {
    this.#tree = tree;
    this.#parser = parser;
    this.#files = new ProgramFiles(tree, parser);
    this.#names = new NameResolver(new ModuleFinder(tree, this.#files), async (symbol, name, signal) => {
      const member = await this.lookupMember(symbol, name, withSignal(signal));
      return member.kind === 'found' ? { kind: 'symbol', symbol: member.symbol } : null;
    });
    this.#hierarchies = new Hierarchies((base, of, signal) => this.#followed(base, of.parent, signal));
  }

  get files(): readonly PythonFile[] {
    return this.#files.parsed;
  }

  file(path: string, signal?: AbortSignal): Promise<Result<PythonFile, FileError>> {
    return this.#files.open(path, signal);
  }

  symbol(file: PythonFile, path: string): ClassSymbol | FunctionSymbol | null {
    return file.symbols.findLast((symbol) => symbol.path === path) ?? null;
  }

  scopeAt(file: PythonFile, offset: number): Scope {
    const inside = enclosing(file.module.body, offset).filter((node) => offset >= node.nameSpan.start);
    const innermost = inside.at(-1);
    return file.symbols.find((symbol) => symbol.node === innermost) ?? file;
  }

  qualifiedName(expression: Expression, scope: Scope): string | null {
    return qualifiedName(expression, scope);
  }

  resolveName(name: string, scope: Scope, signal?: AbortSignal): Promise<Resolution> {
    const line = scope.kind === 'module' ? 1 : scope.node.nameSpan.line;
    return this.#names.name(name, scope, line, signal);
  }

  resolve(expression: Expression, scope: Scope, signal?: AbortSignal): Promise<Resolution> {
    return this.#names.expression(expression, scope, signal);
  }

  resolveModule(module: string, level: number, from: PythonFile, signal?: AbortSignal): Promise<Resolution> {
    return this.#names.module(module, level, from, 1, signal);
  }

  hierarchy(symbol: ClassSymbol, signal?: AbortSignal): Promise<Hierarchy> {
    return this.#hierarchies.of(symbol, signal);
  }

  async lookupMember(symbol: ClassSymbol, name: string, options: LookupOptions = {}): Promise<MemberLookup> {
    const hierarchy = await this.hierarchy(symbol, options.signal);
    const start = options.after === undefined ? 0 : hierarchy.order.indexOf(options.after) + 1;
    for (const owner of hierarchy.order.slice(start)) {
      const bindings = owner.names.get(name) ?? [];
      const member =
        bindings.findLast((binding) => binding.kind === 'function' || binding.kind === 'class') ??
        bindings.findLast((binding) => binding.kind === 'variable');
      if (member !== undefined) return { kind: 'found', owner, symbol: member };
    }
    for (const owner of hierarchy.order.slice(start)) {
      const site = owner.fields.get(name)?.[0];
      if (site !== undefined) return { kind: 'found', owner, symbol: fieldVariable(site, owner) };
    }
    return { kind: 'not-found', hierarchy };
  }

  subclasses(symbol: ClassSymbol, signal?: AbortSignal): Promise<readonly ClassSymbol[]> {
    return findSubclasses(symbol, this, this.#tree, signal);
  }

  async fieldType(symbol: ClassSymbol, field: string, signal?: AbortSignal): Promise<ValueTypes> {
    const types = this.#types(null, signal);
    const found = await Promise.all(
      (await this.#fields(symbol, field, signal)).map((each) => types.variable(each)),
    );
    return {
      classes: [...new Set(found.flatMap((each) => each.classes))],
      others: found.flatMap((each) => each.others),
    };
  }

  valueType(expression: Expression, scope: Scope, signal?: AbortSignal): Promise<ValueTypes> {
    return this.#types(null, signal).value(expression, scope);
  }

  callTargets(call: Call, scope: Scope, options: CallOptions = {}): Promise<CallTargets> {
    return this.#callTargets(call, scope, options.receiver ?? null, START, options.signal);
  }

  definitionAt(file: PythonFile, offset: number, signal?: AbortSignal): Promise<PythonSymbol | null> {
    return definitionAt(file, offset, this, signal);
  }

  /** Every place in the hierarchy that gives a field a value or a type, the class's own first. */
  async #fields(
    symbol: ClassSymbol,
    field: string,
    signal?: AbortSignal,
  ): Promise<readonly VariableSymbol[]> {
    const { order } = await this.hierarchy(symbol, signal);
    return order.flatMap((owner) =>
      (owner.fields.get(field) ?? []).map((site) => fieldVariable(site, owner)),
    );
  }

  #callTargets(
    call: Call,
    scope: Scope,
    receiver: ClassSymbol | null,
    trail: Trail,
    signal?: AbortSignal,
  ): Promise<CallTargets> {
    return callTargets(call, scope, receiver, {
      resolve: (expression, at) => this.#followed(expression, at, signal),
      lookup: (symbol, name, after) => this.#lookup(symbol, name, after, signal),
      valueType: (expression, at, self) => this.#types(self, signal).value(expression, at, deeper(trail)),
    });
  }

  #types(receiver: ClassSymbol | null, signal?: AbortSignal): Types {
    return new Types(
      {
        parser: this.#parser,
        resolve: (expression, scope) => this.resolve(expression, scope, signal),
        lookup: (symbol, name, after) => this.#lookup(symbol, name, after, signal),
        field: (symbol, name) => this.#fields(symbol, name, signal),
        callTargets: (call, scope, self, trail) => this.#callTargets(call, scope, self, trail, signal),
      },
      receiver,
    );
  }

  #lookup(
    symbol: ClassSymbol,
    name: string,
    after?: ClassSymbol,
    signal?: AbortSignal,
  ): Promise<MemberLookup> {
    return this.lookupMember(symbol, name, {
      ...(after === undefined ? {} : { after }),
      ...withSignal(signal),
    });
  }

  /** A name with aliases followed to the class, function or module behind them. */
  async #followed(expression: Expression, scope: Scope, signal?: AbortSignal): Promise<Resolution> {
    let resolution = await this.resolve(expression, scope, signal);
    for (let step = 0; step < ALIAS_LIMIT; step += 1) {
      if (resolution.kind !== 'symbol' || resolution.symbol.kind !== 'variable') return resolution;
      const { value, parent } = resolution.symbol;
      if (value?.kind !== 'name' && value?.kind !== 'attribute') return resolution;
      const next = await this.resolve(value, parent, signal);
      if (next.kind === 'unresolved') return resolution;
      resolution = next;
    }
    return resolution;
  }
}

/** A field as a variable, so that its value is looked up in the method that assigns it. */
function fieldVariable(site: FieldSite, owner: ClassSymbol): VariableSymbol {
  const { name, annotation, value, span } = site;
  const parent = site.function ?? owner;
  return {
    kind: 'variable',
    name,
    path: `${owner.path}.${name}`,
    file: owner.file,
    parent,
    annotation,
    value,
    how: 'assign',
    span,
  };
}

function withSignal(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
