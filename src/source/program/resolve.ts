import { dottedName, type Expression } from '../../syntax/index.ts';
import { folderOf } from '../paths.ts';
import { BUILTINS, originOf } from './library.ts';
import type { Binding, ImportedName, PythonFile, Resolution, Scope } from './model.ts';
import type { ModuleFinder } from './modules.ts';

/** Imports and aliases that are followed for one name before it is given up. */
const STEP_LIMIT = 24;

/** Looks up a member of a class; handed in, because it needs the hierarchy, which needs names. */
export type ClassMember = (
  symbol: Extract<Binding, { kind: 'class' }>,
  name: string,
  signal?: AbortSignal,
) => Promise<Resolution | null>;

/** The scope itself and those around it in which Python looks a name up: a class only for its own body. */
export function scopesOutward(scope: Scope): readonly Scope[] {
  const scopes: Scope[] = [scope];
  let each = scope;
  while (each.kind !== 'module') {
    each = each.parent;
    if (each.kind !== 'class') scopes.push(each);
  }
  return scopes;
}

/** The file that a scope stands in. */
export function fileOf(scope: Scope): PythonFile {
  return scope.kind === 'module' ? scope : scope.file;
}

/** The bindings of a name in the nearest scope that has it. */
export function bindingsOf(
  name: string,
  scope: Scope,
): { readonly scope: Scope; readonly bindings: readonly Binding[] } | null {
  for (const each of scopesOutward(scope)) {
    const bindings = each.names.get(name);
    if (bindings !== undefined) return { scope: each, bindings };
  }
  return null;
}

/** See `PythonProgram.qualifiedName`. */
export function qualifiedName(expression: Expression, scope: Scope): string | null {
  const dotted = dottedName(expression);
  if (dotted === null) return null;
  const [head = '', ...rest] = dotted.split('.');
  const imported = bindingsOf(head, scope)?.bindings.findLast((binding) => binding.kind === 'import');
  if (imported?.kind !== 'import') return dotted;
  return [importedPath(imported), ...rest].join('.');
}

function importedPath(imported: ImportedName): string {
  const dots = '.'.repeat(imported.level);
  if (imported.member === null) return `${dots}${imported.module}`;
  return imported.module === ''
    ? `${dots}${imported.member}`
    : `${dots}${imported.module}.${imported.member}`;
}

/** Gives names and dotted names their meaning, over files. */
export class NameResolver {
  readonly #modules: ModuleFinder;
  readonly #member: ClassMember;

  constructor(modules: ModuleFinder, member: ClassMember) {
    this.#modules = modules;
    this.#member = member;
  }

  module(
    module: string,
    level: number,
    from: PythonFile,
    line: number,
    signal?: AbortSignal,
  ): Promise<Resolution> {
    return this.#modules.find(module, level, from, line, signal);
  }

  name(name: string, scope: Scope, line: number, signal?: AbortSignal): Promise<Resolution> {
    return this.#name(name, scope, line, new Set(), signal);
  }

  async expression(expression: Expression, scope: Scope, signal?: AbortSignal): Promise<Resolution> {
    const { line } = expression.span;
    if (expression.kind === 'name') return this.name(expression.id, scope, line, signal);
    if (expression.kind === 'attribute') {
      const value = await this.expression(expression.value, scope, signal);
      return this.#attribute(value, expression.name, { file: fileOf(scope).path, line }, new Set(), signal);
    }
    return { kind: 'unresolved', reason: { code: 'not-a-name', file: fileOf(scope).path, line } };
  }

  /** What an import binds, followed to its definition. */
  imported(binding: ImportedName, signal?: AbortSignal): Promise<Resolution> {
    return this.#imported(binding, new Set(), signal);
  }

  async #name(
    name: string,
    scope: Scope,
    line: number,
    seen: ReadonlySet<string>,
    signal?: AbortSignal,
  ): Promise<Resolution> {
    const file = fileOf(scope);
    const found = bindingsOf(name, scope);
    if (found !== null) return this.#best(found.bindings, seen, signal);
    const star = await this.#fromStars(name, file, seen, signal);
    if (star !== null) return star;
    if (BUILTINS.has(name)) return { kind: 'external', name: `builtins.${name}`, origin: 'builtin' };
    return { kind: 'unresolved', reason: { code: 'name-not-found', name, file: file.path, line } };
  }

  /** Of several bindings (`try: import … except: … = None`) the first that leads to code, definitions first. */
  async #best(
    bindings: readonly Binding[],
    seen: ReadonlySet<string>,
    signal?: AbortSignal,
  ): Promise<Resolution> {
    const definition = bindings.findLast(
      (binding) => binding.kind === 'class' || binding.kind === 'function',
    );
    if (definition !== undefined) return { kind: 'symbol', symbol: definition };
    let outside: Resolution | null = null;
    for (const binding of bindings) {
      if (binding.kind !== 'import') continue;
      const resolution = await this.#imported(binding, seen, signal);
      if (resolution.kind === 'symbol' || resolution.kind === 'package') return resolution;
      if (outside === null || resolution.kind === 'external') outside = resolution;
    }
    if (outside !== null) return outside;
    const assigned = bindings.filter((binding) => binding.kind === 'variable');
    const telling = assigned.findLast((binding) => binding.value !== null || binding.annotation !== null);
    const symbol = telling ?? assigned.at(-1);
    if (symbol === undefined) throw new Error('a name without bindings');
    return { kind: 'symbol', symbol };
  }

  async #imported(
    binding: ImportedName,
    seen: ReadonlySet<string>,
    signal?: AbortSignal,
  ): Promise<Resolution> {
    const { file, module, level, member } = binding;
    const { line } = binding.span;
    const key = `${file.path}:${binding.span.start}`;
    if (seen.has(key) || seen.size >= STEP_LIMIT) {
      const reason = { code: 'import-cycle', name: binding.name, file: file.path, line } as const;
      return { kind: 'unresolved', reason };
    }
    const target = await this.#modules.find(module, level, file, line, signal);
    if (member === null) return target;
    return this.#attribute(target, member, { file: file.path, line }, new Set([...seen, key]), signal);
  }

  async #fromStars(
    name: string,
    file: PythonFile,
    seen: ReadonlySet<string>,
    signal?: AbortSignal,
  ): Promise<Resolution | null> {
    if (name.startsWith('_')) return null;
    for (const star of file.stars.toReversed()) {
      const key = `${file.path}:${star.span.start}`;
      if (seen.has(key) || seen.size >= STEP_LIMIT) continue;
      const target = await this.#modules.find(star.module, star.level, file, star.span.line, signal);
      if (target.kind !== 'symbol' || target.symbol.kind !== 'module') continue;
      const found = await this.#inModule(target.symbol, name, new Set([...seen, key]), signal);
      if (found !== null) return found;
    }
    return null;
  }

  /** A name that a module binds or has from a star import; submodules are not asked for. */
  async #inModule(
    file: PythonFile,
    name: string,
    seen: ReadonlySet<string>,
    signal?: AbortSignal,
  ): Promise<Resolution | null> {
    const bindings = file.names.get(name);
    if (bindings !== undefined) return this.#best(bindings, seen, signal);
    return this.#fromStars(name, file, seen, signal);
  }

  async #attribute(
    value: Resolution,
    name: string,
    place: { readonly file: string; readonly line: number },
    seen: ReadonlySet<string>,
    signal?: AbortSignal,
  ): Promise<Resolution> {
    const missing: Resolution = { kind: 'unresolved', reason: { code: 'name-not-found', name, ...place } };
    if (value.kind === 'unresolved') return value;
    if (value.kind === 'external') {
      const dotted = `${value.name}.${name}`;
      return { kind: 'external', name: dotted, origin: originOf(dotted) };
    }
    if (value.kind === 'package')
      return (await this.#modules.submodule(value.folder, name, signal)) ?? missing;
    const { symbol } = value;
    switch (symbol.kind) {
      case 'module': {
        const own = await this.#inModule(symbol, name, seen, signal);
        // `from . import x` inside `__init__` leads to the submodule, not back to itself.
        const isLoop = own?.kind === 'unresolved' && own.reason.code === 'import-cycle';
        if (own !== null && !isLoop) return own;
        if (!symbol.path.endsWith('__init__.py')) return own ?? missing;
        const folder = folderOf(symbol.path);
        return (await this.#modules.submodule(folder, name, signal)) ?? own ?? missing;
      }
      case 'class':
        return (await this.#member(symbol, name, signal)) ?? missing;
      case 'function':
      case 'variable':
        return { kind: 'unresolved', reason: { code: 'not-a-name', ...place } };
    }
  }
}
