import { visitStatements, type Call, type Expression } from '../../syntax/index.ts';
import type { FunctionInfo, Project } from '../project/project.ts';
import { selfName } from '../project/types.ts';
import { comparesSlot } from './building.ts';
import type { Slot } from './survey.ts';
import { mannerOf } from './vocabulary.ts';

/** What a call comes to where its function is at hand: the values that it returns. */
export function returnedBy(
  call: Call,
  file: string,
  inside: FunctionInfo | null,
  project: Project,
): { readonly target: FunctionInfo; readonly values: readonly Expression[] } | null {
  const target = calledFunction(call.callee, file, inside, project);
  if (target === null) return null;
  const values: Expression[] = [];
  visitStatements(target.node.body, (statement) => {
    if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
    if (statement.kind === 'return' && statement.value !== null) values.push(statement.value);
    return undefined;
  });
  return { target, values };
}

/** A method of the same object, a nested function, or a function of a module. */
function calledFunction(
  callee: Expression,
  file: string,
  inside: FunctionInfo | null,
  project: Project,
): FunctionInfo | null {
  if (callee.kind === 'attribute' && inside?.owner != null && callee.value.kind === 'name')
    if (callee.value.id === selfName(inside)) return project.method(inside.owner, callee.name);
  if (callee.kind === 'name')
    for (let outer = inside; outer !== null; outer = outer.parent) {
      const nested = project.functions.get(`${outer.file}#${outer.path}.${callee.id}`);
      if (nested !== undefined) return nested;
    }
  const symbol = project.lookupExpression(file, callee);
  return symbol?.kind === 'function' ? symbol.info : null;
}

/**
 * Constants that a function returns are states of the store by its name, or where the function looks at what the
 * store holds; else they may be anything that was computed or decoded.
 */
export function isReturnedState(through: FunctionInfo, slot: Slot): boolean {
  return mannerOf(slot.name) === 'status' || comparesSlot(through, slot.name, slot.global);
}
