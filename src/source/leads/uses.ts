import { visitExpression, visitStatements, ownExpressions, type Expression } from '../../syntax/index.ts';
import type { ClassSymbol, FunctionSymbol, PythonFile } from '../program/model.ts';
import type { LeadSite } from './model.ts';

/** The names that a class's methods use on their object: those that are called, and the others. */
export interface Uses {
  readonly called: ReadonlyMap<string, readonly LeadSite[]>;
  readonly accessed: ReadonlyMap<string, readonly LeadSite[]>;
}

/** Uses in the methods of a class and the functions nested in them; `__dunder__` names are left out. */
export function usesOf(symbol: ClassSymbol, file: PythonFile): Uses {
  const called = new Map<string, LeadSite[]>();
  const accessed = new Map<string, LeadSite[]>();
  for (const method of file.symbols) {
    if (method.kind !== 'function' || method.selfClass !== symbol || method.selfName === null) continue;
    collect(method, called, accessed);
  }
  for (const sites of [...called.values(), ...accessed.values()]) sites.sort((a, b) => a.line - b.line);
  return { called, accessed };
}

function collect(
  method: FunctionSymbol,
  called: Map<string, LeadSite[]>,
  accessed: Map<string, LeadSite[]>,
): void {
  const callees = new Set<Expression>();
  visitStatements(method.node.body, (statement) => {
    for (const own of ownExpressions(statement)) {
      visitExpression(own, (each) => {
        if (each.kind === 'call') callees.add(each.callee);
        if (each.kind !== 'attribute' || !isSelf(each.value, method)) return undefined;
        if (/^__.*__$/.test(each.name)) return undefined;
        const uses = callees.has(each) ? called : accessed;
        const site = { line: each.nameSpan.line, function: method.path };
        const known = uses.get(each.name);
        if (known === undefined) uses.set(each.name, [site]);
        else if (known.at(-1)?.line !== site.line) known.push(site);
        return undefined;
      });
    }
    // Nested functions are methods of the list of their own.
    return statement.kind === 'function' || statement.kind === 'class' ? 'skip' : undefined;
  });
}

function isSelf(value: Expression, method: FunctionSymbol): boolean {
  return value.kind === 'name' && value.id === method.selfName;
}
