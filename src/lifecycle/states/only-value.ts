import { visitStatements, type Expression } from '../../syntax/index.ts';
import type { FunctionInfo } from '../project/project.ts';

/** What a variable is given, where that is written once; null otherwise. */
export function onlyValue(name: string, inside: FunctionInfo): Expression | null {
  const values: (Expression | null)[] = [];
  visitStatements(inside.node.body, (statement) => {
    if (statement.kind === 'assign')
      for (const target of statement.targets)
        if (target.kind === 'name' && target.id === name) values.push(statement.value);
    return statement.kind === 'function' || statement.kind === 'class' ? 'skip' : undefined;
  });
  return values.length === 1 ? (values[0] ?? null) : null;
}
