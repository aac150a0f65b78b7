import type {
  Call,
  ClassDef,
  Expression,
  For,
  FunctionDef,
  Module,
  Span,
  Statement,
  While,
} from '../syntax/index.ts';
import type { Cell, Role, StateName, TransitionClass, Unresolved } from './model.ts';

/**
 * What is known about one lifecycle before it is printed: hazards are computed from this, `model.ts` is made
 * from it. Tree nodes are kept, so that a rule can look around the place that a fact names; two facts about the
 * same code hold the same node object.
 */
export interface Analysis {
  /** In the order of their declaration. */
  readonly states: readonly StateFact[];
  /** What the store can hold: values that some site writes, initial values, and ∅ where entries come and go. */
  readonly alphabet: ReadonlySet<StateName>;
  /** What constructors and creators write, or the default of the attribute. */
  readonly initial: ReadonlySet<StateName>;
  /** The main store first; others hold copies of the same states (a latch, a cached result). */
  readonly stores: readonly StoreFact[];
  /** Every function that was looked at, nested ones included; keyed by `FunctionFact.id`. */
  readonly functions: ReadonlyMap<FunctionId, FunctionFact>;
  readonly classes: readonly ClassFact[];
  readonly setters: readonly SetterFact[];
  /** Writes to the main store, then those to the others. */
  readonly writes: readonly WriteFact[];
  readonly removals: readonly RemovalFact[];
  readonly readers: readonly ReaderFact[];
  readonly companions: readonly CompanionFact[];
  readonly roles: readonly RoleFact[];
  readonly loops: readonly LoopFact[];
  /** Between different values of the main store; all three classes. */
  readonly edges: readonly EdgeFact[];
  /** Flags of the store's class that split its writes by the side that it runs as. */
  readonly modes: readonly ModeFact[];
  readonly unresolved: readonly Unresolved[];
}

/** `file#path`, the path of symbols joined with dots: `pool.py#Pool.start.run`. */
export type FunctionId = string;

/** Where a fact stands. `file` is relative to the root. */
export interface Site {
  readonly file: string;
  readonly span: Span;
  /** Null at the top level of a module or of a class body. */
  readonly function: FunctionId | null;
}

export interface StateFact {
  readonly name: StateName;
  readonly value: string | number | null;
  /** The place in its declaration, from 0; orders are compared by `value` where all values are numbers. */
  readonly index: number;
  readonly terminal: boolean;
  /** Why it counts as terminal, or why it was named so and does not count. */
  readonly terminalReason: TerminalReason;
  readonly file: string;
  readonly line: number;
}

export type TerminalReason =
  /** In a set or predicate that says so, and no proved edge leaves it; `name` is that set or predicate. */
  | { readonly kind: 'named'; readonly name: string; readonly file: string; readonly line: number }
  /** Readers leave their loop for it alike. */
  | { readonly kind: 'readers'; readonly file: string; readonly line: number }
  /** The user says so. */
  | { readonly kind: 'given' }
  /** Named terminal, but a proved edge leaves it here. */
  | { readonly kind: 'left'; readonly name: string; readonly file: string; readonly line: number }
  | { readonly kind: 'none' };

export interface StoreFact {
  /** `keyed`: entries of a dictionary in attribute `name`; `attribute`: the attribute `name` of an object. */
  readonly kind: 'keyed' | 'attribute';
  readonly name: string;
  /** The class, or the module's path where it is global. */
  readonly owner: string;
  readonly file: string;
  readonly line: number;
  /** The main store holds the lifecycle; a latch is an attribute that other objects keep the same states in. */
  readonly use: 'main' | 'latch';
}

export interface ClassFact {
  readonly name: string;
  readonly file: string;
  readonly node: ClassDef;
  /** Method resolution order, this class first; names of what could not be found end it early. */
  readonly ancestry: readonly string[];
  readonly isThread: boolean;
}

export interface FunctionFact {
  readonly id: FunctionId;
  readonly file: string;
  readonly module: Module;
  readonly name: string;
  /** `Pool.start.run`. */
  readonly path: string;
  readonly node: FunctionDef;
  /** The class whose method it is; for a nested function that of the outer method. */
  readonly className: string | null;
  /** The outer function of a nested one. */
  readonly parent: FunctionId | null;
  readonly entry: 'public' | 'private' | 'spawned' | 'constructor';
  /** Names of roles that reach it; `caller` when nothing else does. */
  readonly roles: readonly string[];
  /** Resolved calls in it, in the order of the text. */
  readonly calls: readonly CallFact[];
  /** Locks that every known caller holds. */
  readonly heldByCallers: readonly string[];
}

export interface CallFact {
  readonly node: Call;
  readonly site: Site;
  /** More than one where subclasses override. */
  readonly targets: readonly FunctionId[];
  /** Found by the name and the number of arguments alone. */
  readonly byName: boolean;
}

/** A condition that is known to hold where a fact stands, innermost last; early exits before it included. */
export interface Condition {
  readonly test: Expression;
  /** False: the test failed. */
  readonly holds: boolean;
  readonly site: Site;
  /** `enclosing`: the fact is in the branch; `earlier`: the other branch left the block before. */
  readonly origin: 'enclosing' | 'earlier';
  /** What the test asks about the status, a companion map (its name in `companions`), or anything else. */
  readonly subject: 'status' | 'companion' | 'other';
  readonly companions: readonly string[];
  /** For `status`: the states that remain, out of the alphabet; null otherwise. */
  readonly leaves: ReadonlySet<StateName> | null;
}

/** The circumstances of a write, removal or read. */
export interface Circumstances {
  readonly site: Site;
  readonly statement: Statement;
  readonly roles: readonly string[];
  readonly conditions: readonly Condition[];
  /** Canonical names of locks that are held here, callers' included: `Pool.lock`. */
  readonly locks: readonly string[];
  /** The expression that selects the entry or object: `room`, `self.room`, `task`; null for all (`clear()`). */
  readonly key: Expression | null;
  /** Two facts with the same text in the same function are about the same entry, as far as can be told. */
  readonly keyText: string | null;
}

export interface WriteFact extends Circumstances {
  readonly store: StoreFact;
  /** The arguments that reach the store here. */
  readonly arguments: ReadonlySet<StateName>;
  /** Through which setter; null for a direct write. The setter's own stores are not writes by themselves. */
  readonly setter: SetterFact | null;
  /** States of this entry before the write in a run without interference, cut to the alphabet. */
  readonly from: ReadonlySet<StateName>;
  /** And where one write of another role can come between; a superset of `from`. */
  readonly fromInterleaved: ReadonlySet<StateName>;
  /** What makes each state of `fromInterleaved` that is not in `from`. */
  readonly interference: readonly Interference[];
  /** The code pins the old state here: by a guard, or by an earlier write in the same role. */
  readonly pinned: 'guard' | 'earlier-write' | 'initial' | null;
  /** In a constructor or creator: sets the initial state. */
  readonly initial: boolean;
  /** The states afterwards, without interference. */
  readonly to: ReadonlySet<StateName>;
  /** Runs however the block before ends (`finally`), or only when something was raised (`handler`). */
  readonly path: 'normal' | 'handler' | 'finally';
  readonly class: TransitionClass;
}

/** A write or removal of another role that can stand between this role's last look and its write. */
export interface Interference {
  readonly role: string;
  readonly by: WriteFact | RemovalFact;
  readonly before: StateName;
  readonly after: StateName;
  /** By another run of the same function, which was begun twice over one object. */
  readonly twin: boolean;
}

export interface RemovalFact extends Circumstances {
  readonly store: StoreFact;
  readonly via: 'pop' | 'del' | 'clear' | 'reassign' | 'setter';
  readonly from: ReadonlySet<StateName>;
}

export interface SetterFact {
  /** `Pool.update`. */
  readonly name: string;
  readonly function: FunctionId;
  /** Table of this method alone: a `super()` call counts as a plain write of its argument where it is not known. */
  readonly own: SetterTable;
  /** What callers of this class get, `super()` followed; the same object as `own` where there is none. */
  readonly composed: SetterTable;
  /** Reads the old status and then stores, in two steps without a lock. */
  readonly readsThenWrites: boolean;
  readonly locks: readonly string[];
  /** Calls `super()` with the same name. */
  readonly callsSuper: boolean;
  /** Positions in the parameters, `self` included; the key is null for an attribute store. */
  readonly keyParameter: string | null;
  readonly argumentParameter: string;
}

/** old → argument → cell; every state and ∅ (keyed) as old, every state as argument. */
export type SetterTable = ReadonlyMap<StateName, ReadonlyMap<StateName, Cell>>;

/** An expression or a function that reads the status. */
export interface ReaderFact extends Circumstances {
  readonly store: StoreFact;
  /** The function whose result is the status (`check`), or null for a read in place. */
  readonly reader: FunctionId | null;
  readonly via: 'subscript' | 'get' | 'attribute' | 'call' | 'membership';
  /** What ∅ reads as: a state, or `none`, or `raises`; null for attributes and tests of membership. */
  readonly absentAs: string | null;
  /** The default stands in the text of the reader (`get(k, X)`). */
  readonly expression: Expression;
}

/** A map of the same class that is used with the same key as the status. */
export interface CompanionFact {
  readonly name: string;
  readonly owner: string;
  readonly uses: readonly CompanionUse[];
}

export interface CompanionUse extends Circumstances {
  readonly action: 'set' | 'remove' | 'read' | 'test' | 'iterate' | 'clear';
}

export interface RoleFact extends Role {
  /** Null for `caller`. */
  readonly root: FunctionId | null;
  /** Where it is started; null for `caller` and for subclasses of Thread that nobody starts here. */
  readonly spawn: Site | null;
  /** Started in a loop or more than once. */
  readonly several: boolean;
  readonly functions: readonly FunctionId[];
}

/** A `while`/`for` in a role of its own, or one in which something waits for the status. */
export interface LoopFact {
  readonly function: FunctionId;
  readonly node: While | For;
  readonly site: Site;
  readonly role: string;
  /** `worker`: takes items from a queue, socket or list; `wait`: reads the status until it changes. */
  readonly kind: 'worker' | 'wait';
  /** `continue`, `return`, `break`, `raise` in it, in the order of the text, nested functions left out. */
  readonly exits: readonly LoopExit[];
}

export interface LoopExit {
  readonly kind: 'continue' | 'return' | 'break' | 'raise';
  readonly site: Site;
  readonly conditions: readonly Condition[];
}

/** One class that runs as either side: an attribute that constructors alone assign, and what is written on which. */
export interface ModeFact {
  /** The flag. */
  readonly name: string;
  readonly owner: string;
  readonly file: string;
  readonly line: number;
  /** States that are written, by the side that the writes say; `''` for those that say none. */
  readonly sides: ReadonlyMap<string, ReadonlySet<StateName>>;
}

export interface EdgeFact {
  readonly from: StateName;
  readonly to: StateName;
  readonly class: TransitionClass;
  /** The sites in the order of class, then of place. A removal makes X → absent. */
  readonly sites: readonly { readonly by: WriteFact | RemovalFact; readonly class: TransitionClass }[];
}
