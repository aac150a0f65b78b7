import { visitExpressions } from '../../syntax/index.ts';
import type { ReaderFact, SetterFact } from '../analysis.ts';
import type { Machine } from '../flow/machine.ts';
import type { FunctionInfo } from '../project/project.ts';
import { lastName } from '../states/declared.ts';
import { tabulate } from './tabulate.ts';

/** The setters with their tables, by function; base classes before what overrides them. */
export function setterFacts(machine: Machine): readonly SetterFact[] {
  return [...machine.setters.values()].map((setter) => {
    const callsSuper = usesSuper(setter.info);
    const composed = tabulate(setter, machine, { plainSuper: false });
    return {
      name: setter.info.path,
      function: setter.info.id,
      own: callsSuper ? tabulate(setter, machine, { plainSuper: true }) : composed,
      composed,
      readsThenWrites: false,
      locks: [],
      callsSuper,
      keyParameter: setter.key,
      argumentParameter: setter.argument,
    };
  });
}

/** Adds what only the facts about reads and locks can tell. */
export function withReads(
  setter: SetterFact,
  readers: readonly ReaderFact[],
  locks: readonly string[],
): SetterFact {
  const reads = readers.some((reader) => reader.site.function === setter.function);
  return { ...setter, readsThenWrites: reads && locks.length === 0, locks };
}

function usesSuper(info: FunctionInfo): boolean {
  let found = false;
  visitExpressions(info.node.body, (expression) => {
    if (expression.kind !== 'call' || expression.callee.kind !== 'attribute') return undefined;
    const { value, name } = expression.callee;
    if (name === info.name && value.kind === 'call' && lastName(value.callee) === 'super') found = true;
    return undefined;
  });
  return found;
}
