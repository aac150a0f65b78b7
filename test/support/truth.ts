import type { Cell, HazardRule, Role, StateName } from '../../src/lifecycle/index.ts';

/**
 * What a person found out about one lifecycle by reading the code, with the reason for each row.
 * Nothing in here was copied from what Sonde printed.
 */
export interface Truth {
  readonly states: readonly TrueState[];
  readonly store: { readonly name: string; readonly owner: string; readonly at: Spot };
  /** Base classes first; a composed setter is the one that callers of its class get. */
  readonly setters: readonly TrueSetter[];
  readonly readers: readonly TrueReader[];
  /** Every call or assignment that can change the status, the inside of the setters left out. */
  readonly writes: readonly TrueWrite[];
  readonly removals: readonly TrueRemoval[];
  readonly transitions: readonly TrueTransition[];
  readonly roles: readonly TrueRole[];
  readonly hazards: readonly TrueHazard[];
  /** Nothing of this rule may be reported as high at this place. */
  readonly notHazards: readonly { readonly rule: HazardRule; readonly at: Spot; readonly reason: string }[];
}

/** Relative to the root, lines from 1. */
export interface Spot {
  readonly file: string;
  readonly line: number;
}

export interface TrueState {
  readonly name: StateName;
  readonly value: number;
  readonly terminal: boolean;
  readonly at: Spot;
}

export interface TrueSetter {
  /** `Class.method`. */
  readonly name: string;
  readonly at: Spot;
  readonly table: Readonly<Record<StateName, Readonly<Record<StateName, Cell>>>>;
  /** Why each row is as it is, by old state. */
  readonly reasons: Readonly<Record<StateName, string>>;
}

export interface TrueReader {
  readonly name: string;
  readonly at: Spot;
  /** What the reader makes of a missing entry. */
  readonly absent: Cell;
}

export interface TrueWrite {
  readonly at: Spot;
  readonly function: string;
  readonly role: string;
  readonly to: readonly StateName[];
  /** Stored values that the entry can have here when no other role writes in between. */
  readonly from: readonly StateName[];
  readonly reason: string;
}

export interface TrueRemoval {
  readonly at: Spot;
  readonly function: string;
  readonly role: string;
  readonly from: readonly StateName[];
  readonly reason: string;
}

/**
 * core: has to be found, as proved or possible. possible: right where it is drawn. interleaving: right
 * in the third class. wrong: counts against the tool where it is drawn, with the reason why it cannot be.
 * A pair of states may have two rows, one of them interleaving: other sites, another class.
 */
export type TransitionVerdict = 'core' | 'possible' | 'interleaving' | 'wrong';

export interface TrueTransition {
  readonly from: StateName;
  readonly to: StateName;
  readonly verdict: TransitionVerdict;
  /** Writes and removals that make it. */
  readonly sites: readonly Spot[];
  readonly reason: string;
}

export interface TrueRole {
  readonly name: string;
  readonly kind: Role['kind'];
  readonly defined: Spot;
  readonly spawned: Spot | null;
}

/**
 * expected: has to be found. tolerated: right by the letter of the rule, harmless or disputable; neither
 * a hit nor a false alarm.
 */
export interface TrueHazard {
  /** The name that the tests print. */
  readonly id: string;
  readonly rule: HazardRule;
  readonly verdict: 'expected' | 'tolerated';
  readonly severity: 'high' | 'warning' | 'info';
  /** The finding stands at one of these. */
  readonly at: readonly Spot[];
  /** The witness passes these, in this order (other steps may lie between). */
  readonly witness: readonly WitnessSpot[];
  readonly reason: string;
}

export interface WitnessSpot extends Spot {
  readonly role: string;
  /** After the step; null where the step says nothing about it. */
  readonly state: StateName | null;
}
