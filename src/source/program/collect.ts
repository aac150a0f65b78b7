import type { Module } from '../../syntax/index.ts';
import type { SourceFile } from '../tree.ts';
import { bindParameters, bindStatements, type Binder } from './bind.ts';
import { collectFields } from './fields.ts';
import type {
  Binding,
  ClassSymbol,
  FieldSite,
  FunctionSymbol,
  ImportedName,
  PythonFile,
  Scope,
} from './model.ts';
import type { ClassDef, FunctionDef } from '../../syntax/index.ts';

/** The symbols of a file, in one pass over its tree. */
export function collectFile(source: SourceFile, module: Module): PythonFile {
  const symbols: (ClassSymbol | FunctionSymbol)[] = [];
  const names = new Map<string, Binding[]>();
  const stars: ImportedName[] = [];
  const file: PythonFile = { kind: 'module', path: source.path, source, module, symbols, names, stars };

  const collectClass = (node: ClassDef, parent: Scope): ClassSymbol => {
    const own = new Map<string, Binding[]>();
    const methods = new Map<string, FunctionSymbol>();
    const fields = new Map<string, readonly FieldSite[]>();
    const path = pathBelow(parent, node.name);
    const symbol: ClassSymbol = {
      kind: 'class',
      name: node.name,
      path,
      file,
      node,
      parent,
      names: own,
      methods,
      fields,
    };
    symbols.push(symbol);
    bindStatements(node.body, binderFor(symbol, own));
    for (const [name, bindings] of own) {
      const last = bindings.findLast((binding) => binding.kind === 'function');
      if (last !== undefined) methods.set(name, last);
    }
    for (const [name, sites] of collectFields(symbol)) fields.set(name, sites);
    return symbol;
  };

  const collectFunction = (node: FunctionDef, parent: Scope): FunctionSymbol => {
    const own = new Map<string, Binding[]>();
    const owner = parent.kind === 'class' ? parent : null;
    const symbol: FunctionSymbol = {
      kind: 'function',
      name: node.name,
      path: pathBelow(parent, node.name),
      file,
      node,
      parent,
      owner,
      ...selfOf(node, parent),
      names: own,
    };
    symbols.push(symbol);
    const binder = binderFor(symbol, own);
    bindParameters(node.parameters, binder);
    bindStatements(node.body, binder);
    return symbol;
  };

  const binderFor = (scope: Scope, own: Map<string, Binding[]>): Binder => ({
    scope,
    file,
    names: own,
    moduleNames: names,
    stars,
    collectClass: (node) => collectClass(node, scope),
    collectFunction: (node) => collectFunction(node, scope),
  });

  bindStatements(module.body, binderFor(file, names));
  return file;
}

function pathBelow(parent: Scope, name: string): string {
  return parent.kind === 'module' ? name : `${parent.path}.${name}`;
}

/** Whose object the first parameter is; nested functions see that of the method around them. */
function selfOf(node: FunctionDef, parent: Scope): Pick<FunctionSymbol, 'selfClass' | 'selfName'> {
  const first = node.parameters.find((parameter) => parameter.variety === 'positional');
  if (parent.kind === 'class') {
    const isStatic = node.decorators.some(
      (decorator) => decorator.kind === 'name' && decorator.id === 'staticmethod',
    );
    return { selfClass: parent, selfName: isStatic ? null : (first?.name ?? null) };
  }
  if (parent.kind === 'module') return { selfClass: null, selfName: null };
  const shadowed = node.parameters.some((parameter) => parameter.name === parent.selfName);
  return { selfClass: parent.selfClass, selfName: shadowed ? null : parent.selfName };
}
