/** The result of an analysis; its JSON form (`json.ts`) is the contract of the command line. */
export interface Lifecycle {
  readonly states: readonly State[];
  readonly stores: readonly Store[];
  readonly setters: readonly Setter[];
  readonly writes: readonly Write[];
  readonly removals: readonly Removal[];
  readonly transitions: readonly Transition[];
  readonly hazards: readonly Hazard[];
  readonly roles: readonly Role[];
  readonly unresolved: readonly Unresolved[];
  /** Where one class runs as either side: the flag, and what is written on which side; left out where there is none. */
  readonly modes?: readonly Mode[];
  /** Tables of transitions that the code declares for these states; left out where there is none. */
  readonly declared?: readonly Declared[];
  readonly cost: {
    readonly files: number;
    readonly bytes: number;
    readonly reads: number;
    readonly ms: number;
  };
}

/** A bare member name (`Failed`), or `absent` for ∅: no entry in the store. */
export type StateName = string;

/** ∅ in names of states. */
export const ABSENT = 'absent';

/** Paths are relative to the root; lines start at 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

export interface State extends Place {
  readonly name: StateName;
  /** As written in the source; null where it has none. */
  readonly value: string | number | null;
  readonly terminal: boolean;
}

export interface Store extends Place {
  readonly name: string;
  /** The class or module that holds it. */
  readonly owner: string;
}

/** A cell: the state after the call, ∅, `rejected` (raises), or `argument-or-old` where it cannot be told. */
export type Cell = StateName;

/** A flag that only constructors assign. Old states are split by it; writes that say no side are in either. */
export interface Mode extends Place {
  readonly name: string;
  readonly owner: string;
  readonly sides: readonly ModeSide[];
}

export interface ModeSide {
  /** `true`, `false`, a constant, `not` and a constant; null for writes that do not tell. */
  readonly side: string | null;
  readonly writes: readonly StateName[];
}

export interface Setter extends Place {
  /** `Class.method`. */
  readonly name: string;
  /** old state or `absent` → argument → cell. */
  readonly table: Readonly<Record<StateName, Readonly<Record<StateName, Cell>>>>;
}

export interface Write extends Place {
  /** Symbol path of the function, nested names joined with dots. */
  readonly function: string;
  readonly role: string;
  readonly to: readonly StateName[];
  readonly from: readonly StateName[];
  readonly class: TransitionClass;
  /** The conditions that hold here, shortened; empty for none. */
  readonly guard: string;
}

export interface Removal extends Place {
  readonly function: string;
  readonly role: string;
  readonly from: readonly StateName[];
  readonly guard: string;
}

export type TransitionClass = 'proved' | 'possible' | 'interleaving';

/** Between stored values; one state in `from` and `to`, no self-loops. */
export interface Transition {
  readonly from: StateName;
  readonly to: StateName;
  readonly class: TransitionClass;
  readonly sites: readonly Place[];
}

export type HazardRule =
  | 'H1'
  | 'H2'
  | 'H3'
  | 'H4'
  | 'H5'
  | 'H6'
  | 'H7'
  | 'H8'
  | 'H9'
  | 'H10'
  | 'H11'
  | 'H12'
  | 'H13'
  | 'H14'
  | 'H15'
  | 'H16'
  | 'H17';

export interface Hazard extends Place {
  readonly rule: HazardRule;
  readonly severity: 'high' | 'warning' | 'info';
  readonly confidence: 'high' | 'medium' | 'low';
  /** Names that the sentence about it needs: states, maps, functions. */
  readonly data: Readonly<Record<string, string>>;
  readonly witness: readonly WitnessStep[];
  /** Path of the innermost function or class that holds its line; missing at the top level of a module. */
  readonly symbol?: string;
  /**
   * The code of its line on one line, at most 200 characters, so that a finding can be told from others of its kind
   * when lines have moved; missing where a result is older than this.
   */
  readonly code?: string;
  /** Why it is no hazard here, by the user's word; such a finding is shown and not counted. */
  readonly accepted?: string;
}

/** A step that a person can check by reading the code at its place. */
export interface WitnessStep extends Place {
  /** Starts at 1. */
  readonly step: number;
  readonly role: string;
  /** What happens, as a code that `messages` turns into a sentence with `data`. */
  readonly action: WitnessAction;
  readonly data: Readonly<Record<string, string>>;
  /** After the step; null where the step says nothing about it. */
  readonly state: StateName | null;
}

/** Extended by the hazards as they need it; each has a sentence in `messages/lifecycle.ts`. */
export type WitnessAction =
  | 'writes'
  | 'writes-through-setter'
  | 'keeps-old'
  | 'removes-status'
  | 'removes-companion'
  | 'reads'
  | 'reads-absent-as'
  | 'checks'
  | 'skips'
  | 'does-not-write'
  | 'waits'
  | 'nothing-else-writes'
  | 'takes-item'
  | 'can-raise'
  | 'handles'
  | 'ends'
  | 'iterates'
  | 'changes'
  | 'starts';

/** A table of transitions, or calls and decorators that make one, beside what the code really writes. */
export interface Declared extends Place {
  /** Of the table, or of the object on which transitions are added. */
  readonly name: string;
  /** The class or the file that holds it. */
  readonly owner: string;
  readonly form: DeclaredForm;
  readonly transitions: readonly DeclaredTransition[];
  /** Transitions that are drawn, and that the table does not have. */
  readonly undeclared: readonly { readonly from: StateName; readonly to: StateName }[];
}

/**
 * `handlers`: `{(a, b): function}`. `pairs`: a collection of `(a, b)`. `events`: `{(a, event): b}`, or by state and
 * then by event. `successors`: `{a: {b, c}}`. `records`: a list of dictionaries or lists. `calls`:
 * `add_transition(…)`. `states`: `a.to(b)`. `decorators`: `@transition(source=…, target=…)`.
 */
export type DeclaredForm =
  'handlers' | 'pairs' | 'events' | 'successors' | 'records' | 'calls' | 'states' | 'decorators';

export interface DeclaredTransition extends Place {
  readonly from: StateName;
  readonly to: StateName;
  /** What causes it, as it is written; null where nothing is said. */
  readonly event: string | null;
  /** The function that is called for it; null where the table names none. */
  readonly handler: string | null;
  /** Some write makes it; null where the code writes none of these states, so that the table is all there is. */
  readonly written: boolean | null;
}

export interface Role extends Place {
  /** The target function's name; `caller` for the rest. */
  readonly name: string;
  readonly kind: 'caller' | 'thread' | 'task' | 'executor' | 'callback' | 'timer';
}

export interface Unresolved extends Place {
  readonly what: string;
  readonly why: UnresolvedReason;
}

export type UnresolvedReason =
  | 'base-class-not-found'
  | 'import-not-found'
  | 'unreadable-file'
  | 'value-not-known'
  | 'call-not-resolved'
  | 'not-tabulated'
  | 'depth-limit'
  /** A function with more paths than are told apart: some were merged, so that more may follow than it does. */
  | 'budget'
  /** A function that was not followed to its end, because the analysis has taken all its steps. */
  | 'steps'
  /** A file that was not read, because enough was. */
  | 'files'
  /** States beyond the first so many; `what` is their number. */
  | 'states'
  /** Code that is nested deeper than is read. */
  | 'nesting'
  /** Classes above one that are not looked at, because they are too many; `what` is the class. */
  | 'ancestors'
  /** Subclasses that were not run by themselves; `what` is their number. */
  | 'subclasses'
  /** Hazards were not looked for, because there are too many writes; `what` is their number. */
  | 'hazards'
  /** More items of this list; `what` is their number. */
  | 'more'
  /** A finding that the user called no hazard is not found any more. */
  | 'accepted-gone';

/** Turns codes into sentences; implemented by `messages`, handed in at the edges. */
export interface LifecycleWords {
  hazardTitle(hazard: Hazard): string;
  witnessStep(step: WitnessStep): string;
  unresolved(item: Unresolved): string;
  /** The heading of a part of the text form. */
  heading(part: LifecyclePart): string;
  /** Stands in a part that is empty: how far was looked, never that something cannot be. */
  nothingFound(part: LifecyclePart, scope: { readonly files: number; readonly unresolved: number }): string;
  /** What was read, for the last line of the text form. */
  cost(cost: Lifecycle['cost'], unresolved: number): string;
}

/** The parts of the text form, in its order. */
export type LifecyclePart =
  | 'states'
  | 'stores'
  | 'roles'
  | 'setters'
  | 'transitions'
  /** Only where one class runs as either side. */
  | 'modes'
  /** Only where the code declares a table. */
  | 'declared'
  | 'writes'
  | 'removals'
  | 'hazards'
  | 'unresolved';
