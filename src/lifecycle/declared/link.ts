import type { Project } from '../project/project.ts';
import type { Candidate } from '../states/candidates.ts';
import type { StateGroup } from '../states/group.ts';
import type { DeclaredMachine } from './model.ts';
import { memberKey } from './model.ts';

/** A declared table and the store that it speaks of; null where no store holds these states. */
export interface Linked {
  readonly machine: DeclaredMachine;
  readonly store: Candidate | null;
}

/**
 * Finds the store of each table: one that holds all its states, named by the declaration, or else of the same
 * class, of the same file, or written most.
 */
export function linkDeclared(
  machines: readonly DeclaredMachine[],
  all: readonly Candidate[],
  project: Project,
): readonly Linked[] {
  return machines.map((machine) => {
    const fitting = all.filter(
      (each) => each.isMachine && holds(each.group, machine) && isNamed(each, machine),
    );
    const near = (each: Candidate): number => {
      const own = each.owner;
      if (own !== null && machine.owner !== null && project.ancestry(machine.owner).includes(own)) return 2;
      return each.file === machine.file ? 1 : 0;
    };
    const [best = null] = [...fitting].sort((a, b) => near(b) - near(a) || b.writes.length - a.writes.length);
    return { machine, store: best };
  });
}

function isNamed(candidate: Candidate, machine: DeclaredMachine): boolean {
  return machine.field === null || candidate.slot.name === machine.field;
}

function holds(group: StateGroup, machine: DeclaredMachine): boolean {
  const literal = group.kind === 'literals';
  const keys = new Set(group.members.map((each) => (literal ? `=${String(each.value)}` : memberKey(each))));
  return machine.moves.every((move) => keys.has(memberKey(move.from)) && keys.has(memberKey(move.to)));
}

/** The class that declares all states of a table; null where there is none. */
export function classOfStates(machine: DeclaredMachine, project: Project): string | null {
  const members = machine.moves.flatMap((move) => [move.from, move.to]);
  const found = project.classes.find((each) =>
    members.every(
      (member) =>
        member.declaration !== null &&
        member.file === each.file &&
        each.node.span.line <= member.line &&
        member.line <= each.node.span.endLine,
    ),
  );
  return found?.name ?? null;
}
