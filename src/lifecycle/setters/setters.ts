import { visitExpressions, visitStatements, type Expression } from '../../syntax/index.ts';
import type { FunctionId } from '../analysis.ts';
import type { SetterInfo } from '../flow/machine.ts';
import type { FunctionInfo } from '../project/project.ts';
import type { Candidate } from '../states/candidates.ts';
import { lastName } from '../states/declared.ts';
import { argumentOf, isConstructor } from '../states/sinks.ts';
import type { Survey } from '../states/survey.ts';

/** The functions that store their parameter in the candidate's store, wrappers included; constructors are none. */
export function settersOf(candidate: Candidate, survey: Survey): ReadonlyMap<FunctionId, SetterInfo> {
  const own = survey.sinks.filter(
    (sink) =>
      sink.slot.kind === candidate.slot.kind &&
      sink.slot.name === candidate.slot.name &&
      !isConstructor(sink.target) &&
      candidate.writes.some((write) => sameSlot(write.slot, sink.slot)),
  );
  const setters = new Map<FunctionId, SetterInfo>();
  for (const sink of own) {
    if (setters.has(sink.target.id)) continue;
    const key = keyParameter(sink.target, candidate, setters);
    setters.set(sink.target.id, { info: sink.target, argument: sink.parameter, key });
  }
  return setters;
}

function sameSlot(a: Candidate['slot'], b: Candidate['slot']): boolean {
  return a.receiver === b.receiver && a.global === b.global;
}

/** Which parameter selects the entry or the object; null where it is `self` or reached through it. */
function keyParameter(
  info: FunctionInfo,
  candidate: Candidate,
  known: ReadonlyMap<FunctionId, SetterInfo>,
): string | null {
  const parameters = new Set(info.node.parameters.slice(info.isMethod ? 1 : 0).map((each) => each.name));
  const found: string[] = [];
  const take = (expression: Expression | null): void => {
    if (expression?.kind === 'name' && parameters.has(expression.id)) found.push(expression.id);
  };
  visitStatements(info.node.body, (statement) => {
    if (statement.kind !== 'assign') return undefined;
    for (const target of statement.targets) {
      const { name, kind } = candidate.slot;
      if (kind === 'attribute' && target.kind === 'attribute' && target.name === name) take(target.value);
      if (kind === 'keyed' && target.kind === 'subscript' && lastName(target.value) === name)
        take(target.index);
    }
    return undefined;
  });
  if (found.length > 0) return found[0] ?? null;
  visitExpressions(info.node.body, (expression) => {
    if (expression.kind !== 'call') return undefined;
    for (const inner of known.values()) {
      if (inner.key === null || inner.info.name !== lastName(expression.callee)) continue;
      take(argumentOf(expression, inner.info, inner.key));
    }
    return undefined;
  });
  return found[0] ?? null;
}
