import type { Expression } from '../../syntax/index.ts';
import type { DeclaredForm } from '../model.ts';
import type { ClassInfo, FunctionInfo } from '../project/project.ts';
import type { Member } from '../states/group.ts';

/** A table of transitions as the code declares it, before it is compared with anything. */
export interface DeclaredMachine {
  /** Of the variable, attribute or object that holds the transitions. */
  readonly name: string;
  /** The class in whose body or methods it stands; null for a module's. */
  readonly owner: ClassInfo | null;
  readonly form: DeclaredForm;
  readonly file: string;
  readonly line: number;
  readonly moves: readonly Move[];
  /** The attribute that holds the state, where the declaration names it. */
  readonly field: string | null;
}

/** One declared transition. */
export interface Move {
  readonly from: Member;
  readonly to: Member;
  readonly event: string | null;
  readonly handler: Handler | null;
  readonly file: string;
  readonly line: number;
}

/** What a table calls for a transition. */
export interface Handler {
  readonly name: string;
  /** Null where it is none of the functions that were read. */
  readonly info: FunctionInfo | null;
}

/** Where an expression stands: what its names mean. */
export interface Surroundings {
  readonly file: string;
  readonly owner: ClassInfo | null;
  readonly inside: FunctionInfo | null;
  /** Containers that were assigned before, by name. */
  readonly tables: ReadonlyMap<string, readonly Expression[]>;
}

/** Two states are one if they have the same declaration, or are the same text. */
export function memberKey(member: Member): string {
  return member.declaration ?? `=${String(member.value)}`;
}
