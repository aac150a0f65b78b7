import { childStatements, type Expression, type Statement } from '../../syntax/index.ts';
import { pairTargets } from './bind.ts';
import type { ClassSymbol, FieldSite, FunctionSymbol } from './model.ts';

/** The fields of a class: what its body assigns, and what its methods assign to their object. */
export function collectFields(symbol: ClassSymbol): ReadonlyMap<string, readonly FieldSite[]> {
  const sites = new Map<string, FieldSite[]>();
  const add = (site: FieldSite): void => {
    const known = sites.get(site.name);
    if (known === undefined) sites.set(site.name, [site]);
    else known.push(site);
  };
  for (const statement of symbol.node.body) {
    if (statement.kind !== 'assign') continue;
    for (const target of statement.targets) {
      if (target.kind !== 'name') continue;
      const { annotation, value } = statement;
      add({ name: target.id, annotation, value, function: null, statement, span: target.span });
    }
  }
  for (const bindings of symbol.names.values()) {
    for (const binding of bindings) if (binding.kind === 'function') collectFromFunction(binding, add);
  }
  return sites;
}

function collectFromFunction(method: FunctionSymbol, add: (site: FieldSite) => void): void {
  const visit = (statement: Statement): void => {
    if (statement.kind === 'class') return;
    if (statement.kind === 'function') {
      const inner = method.names
        .get(statement.name)
        ?.find((each) => each.kind === 'function' && each.node === statement);
      if (inner?.kind === 'function') collectFromFunction(inner, add);
      return;
    }
    collectFromStatement(statement, method, add);
    childStatements(statement).forEach(visit);
  };
  method.node.body.forEach(visit);
}

function collectFromStatement(
  statement: Statement,
  method: FunctionSymbol,
  add: (site: FieldSite) => void,
): void {
  const target = (expression: Expression, annotation: Expression | null, value: Expression | null): void => {
    if (expression.kind === 'tuple' || expression.kind === 'list') {
      for (const [item, own] of pairTargets(expression.items, value)) target(item, null, own);
      return;
    }
    if (expression.kind !== 'attribute' || expression.value.kind !== 'name') return;
    if (expression.value.id !== method.selfName) return;
    const { name, nameSpan: span } = expression;
    add({ name, annotation, value, function: method, statement, span });
  };
  if (statement.kind === 'assign') {
    for (const each of statement.targets) target(each, statement.annotation, statement.value);
  } else if (statement.kind === 'for') target(statement.target, null, null);
  else if (statement.kind === 'with') {
    for (const item of statement.items) if (item.target !== null) target(item.target, null, item.context);
  }
}
