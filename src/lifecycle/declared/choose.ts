import type { Project } from '../project/project.ts';
import type { LifecycleChoice, LifecycleQuery } from '../query.ts';
import { classOfStates, type Linked } from './link.ts';
import type { DeclaredMachine } from './model.ts';

/** The tables that a query can mean: by their own name, or by that of their states or class. */
export function fittingDeclared(
  linked: readonly Linked[],
  query: LifecycleQuery,
  project: Project,
): readonly Linked[] {
  return linked.filter(({ machine }) => {
    if (query.store !== undefined && query.store !== machine.name && query.store !== machine.field)
      return false;
    if (query.class !== undefined && query.class !== machine.owner?.name) return false;
    if (query.states === undefined) return true;
    const names = machine.moves.flatMap((move) => [move.from.name, move.to.name]);
    return classOfStates(machine, project) === query.states || names.includes(query.states);
  });
}

export function declaredChoice(machine: DeclaredMachine, project: Project): LifecycleChoice {
  return {
    states: classOfStates(machine, project),
    store: machine.name,
    owner: machine.owner?.name ?? machine.file,
    writes: machine.moves.length,
    file: machine.file,
    line: machine.line,
  };
}
