import type { Expression, Span } from '../../syntax/index.ts';
import type { FunctionId } from '../analysis.ts';
import type { StateName, UnresolvedReason } from '../model.ts';
import type { ClassInfo, FunctionInfo, Project } from '../project/project.ts';
import type { Types } from '../project/types.ts';
import type { Begins } from '../roles/begins.ts';
import type { Domain } from '../states/domain.ts';
import type { Allowance } from './budget.ts';
import type { Config, Entity } from './config.ts';
import type { Relevance } from './relevance.ts';
import type { Handed, Starts } from './starts.ts';

/** The store under analysis, as the flow sees it. */
export interface FlowStore {
  readonly kind: 'keyed' | 'attribute';
  readonly name: string;
  /** The topmost class that has it; null where any receiver counts, and for globals. */
  readonly owner: ClassInfo | null;
  readonly global: boolean;
}

/** A function that stores one of its parameters, directly or through another such function. */
export interface SetterInfo {
  readonly info: FunctionInfo;
  readonly argument: string;
  /** The parameter that selects the entry or object; null for `self`. */
  readonly key: string | null;
}

/** What the flow needs to know before it starts. Does not change while it runs, but for what it may still do. */
export interface Machine {
  readonly project: Project;
  readonly types: Types;
  readonly domain: Domain;
  readonly store: FlowStore;
  /** The class that declares the states; null where they are loose constants. */
  readonly stateClass: ClassInfo | null;
  /** What the store can hold; ∅ included where entries come and go. */
  readonly alphabet: readonly StateName[];
  /** The state of an object before its constructor ran; ∅ where nothing is set. */
  readonly blank: StateName;
  readonly setters: ReadonlyMap<FunctionId, SetterInfo>;
  readonly relevance: Relevance;
  /** The class that objects of the owner's hierarchy are taken for. */
  readonly perspective: ClassInfo | null;
  /** Other attributes that hold the same states. */
  readonly latchNames: ReadonlySet<string>;
  /** Names of attributes and variables that hold locks. */
  readonly lockNames: ReadonlySet<string>;
  /** Functions that a table of transitions calls, with the states in which it does. */
  readonly dispatch: ReadonlyMap<FunctionId, ReadonlySet<StateName>>;
  /** What is known where helpers start that are only handed over; empty before a first run has told. */
  readonly starts: Starts;
  /** Where threads, tasks and the like are begun, and where their end is waited for. */
  readonly begins: Begins;
  readonly observer: Observer;
  /** What the runs of this analysis may still take. */
  readonly allowance: Allowance;
}

/** A write as it happens on one path. */
export interface WriteEvent {
  /** The call of the setter, or the target of the assignment. */
  readonly node: Expression;
  readonly inside: FunctionInfo;
  readonly role: string;
  readonly setter: FunctionInfo | null;
  readonly key: Expression | null;
  /** The name of the entry, or of the object whose status it is. */
  readonly entry: string;
  /** What is known about the entry before the write. */
  readonly before: Entity;
  /** Null where the value is not known. */
  readonly after: StateName | null;
  readonly argument: StateName | null;
  readonly locks: readonly string[];
  readonly path: 'normal' | 'handler' | 'finally';
  readonly constructs: boolean;
  /** The calls through which this run came here; runs with another one are another case. */
  readonly context: string;
  /** What the path has begun before. */
  readonly begun: Config['begun'];
}

/** A removal as it happens on one path. */
export interface RemovalEvent {
  readonly node: Expression;
  readonly inside: FunctionInfo;
  readonly role: string;
  readonly via: 'pop' | 'del' | 'clear' | 'reassign' | 'setter';
  readonly key: Expression | null;
  /** The name of the entry, or of the object; null for all of them. */
  readonly entry: string | null;
  readonly before: Entity;
  readonly locks: readonly string[];
  readonly constructs: boolean;
  readonly context: string;
  readonly begun: Config['begun'];
}

/** What the flow reports while it runs; it may report the same thing many times. */
export interface Observer {
  write(event: WriteEvent): void;
  removal(event: RemovalEvent): void;
  /** The outcome of a test on a path where the entry had this state. */
  test(node: Expression, inside: FunctionInfo, state: StateName, outcome: boolean): void;
  call(node: Expression, inside: FunctionInfo, target: FunctionInfo, byName: boolean): void;
  /** Another attribute was given a state: a copy of what was read, or a verdict of its own. */
  latch(node: Expression, inside: FunctionInfo, state: StateName): void;
  /** A function is handed over to be run later, or called. */
  handed(event: Handed): void;
  /** The body of a function is about to be run. */
  enter(info: FunctionInfo, locks: readonly string[]): void;
  unresolved(what: string, file: string, span: Span, why: UnresolvedReason): void;
}

/** Reports to nobody; for runs whose result is the final state alone. */
export const silentObserver: Observer = {
  write: () => undefined,
  removal: () => undefined,
  test: () => undefined,
  call: () => undefined,
  latch: () => undefined,
  handed: () => undefined,
  enter: () => undefined,
  unresolved: () => undefined,
};
