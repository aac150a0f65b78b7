import type { Span } from '../syntax/index.ts';
import type { ClassSymbol, FunctionSymbol, PythonFile, Scope, VariableSymbol } from './program/model.ts';

/** One entry of an outline, in the order of the text. */
export interface OutlineItem {
  readonly kind: 'class' | 'function' | 'method' | 'property' | 'variable' | 'constant' | 'field';
  readonly name: string;
  /** Symbol path. */
  readonly path: string;
  /** Parameters of a function, bases of a class, as written on one line; empty for variables. */
  readonly detail: string;
  readonly span: Span;
  readonly nameSpan: Span;
  readonly children: readonly OutlineItem[];
}

/** Classes, functions and the names that modules and classes assign, nested as in the text. */
export function outlineOf(file: PythonFile): readonly OutlineItem[] {
  return itemsIn(file, file);
}

function itemsIn(scope: Scope, file: PythonFile): readonly OutlineItem[] {
  const definitions = file.symbols
    .filter((symbol) => symbol.parent === scope)
    .map((symbol) => definitionItem(symbol, file));
  const variables = scope.kind === 'function' ? [] : variableItems(scope);
  const fields = scope.kind === 'class' ? fieldItems(scope) : [];
  return [...definitions, ...variables, ...fields].toSorted((a, b) => a.nameSpan.start - b.nameSpan.start);
}

function definitionItem(symbol: ClassSymbol | FunctionSymbol, file: PythonFile): OutlineItem {
  const { name, path, node } = symbol;
  return {
    kind: symbol.kind === 'class' ? 'class' : functionKind(symbol),
    name,
    path,
    detail: headOf(symbol),
    span: node.span,
    nameSpan: node.nameSpan,
    children: itemsIn(symbol, file),
  };
}

function functionKind(symbol: FunctionSymbol): OutlineItem['kind'] {
  if (symbol.owner === null) return 'function';
  const isProperty = symbol.node.decorators.some((decorator) =>
    decorator.kind === 'name'
      ? decorator.id === 'property' || decorator.id === 'cached_property'
      : decorator.kind === 'attribute' && ['setter', 'deleter', 'cached_property'].includes(decorator.name),
  );
  return isProperty ? 'property' : 'method';
}

/** What stands between the name and the body: `(self, room) -> int`, `(Base)`. */
function headOf(symbol: ClassSymbol | FunctionSymbol): string {
  const { node, file } = symbol;
  const parts =
    node.kind === 'class' ? node.bases.map((base) => base.span) : node.parameters.map((each) => each.span);
  const texts = parts.map(({ start, end }) => file.source.text.slice(start, end).replace(/\s+/g, ' '));
  if (node.kind === 'class') return texts.length === 0 ? '' : `(${texts.join(', ')})`;
  const returns =
    node.returns === null
      ? ''
      : ` -> ${file.source.text.slice(node.returns.span.start, node.returns.span.end)}`;
  return `(${texts.join(', ')})${returns}`;
}

/** Names that are assigned at the top of a module or class, each at its first assignment. */
function variableItems(scope: PythonFile | ClassSymbol): readonly OutlineItem[] {
  return [...scope.names.values()].flatMap((bindings) => {
    const [first] = bindings;
    if (first?.kind !== 'variable' || first.how !== 'assign' || first.parent !== scope) return [];
    return [variableItem(first, /^_*[A-Z][A-Z0-9_]*$/.test(first.name) ? 'constant' : 'variable')];
  });
}

/** Fields that methods assign and the body does not. */
function fieldItems(symbol: ClassSymbol): readonly OutlineItem[] {
  return [...symbol.fields].flatMap(([name, sites]) => {
    const [first] = sites;
    if (first === undefined || symbol.names.has(name) || first.function === null) return [];
    return [variableItem({ name, path: `${symbol.path}.${name}`, span: first.span }, 'field')];
  });
}

function variableItem(
  { name, path, span }: Pick<VariableSymbol, 'name' | 'path' | 'span'>,
  kind: OutlineItem['kind'],
): OutlineItem {
  return { kind, name, path, detail: '', span, nameSpan: span, children: [] };
}
