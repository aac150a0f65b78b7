import type { Clock } from '../base/index.ts';
import type { PythonProgram, SourceTree } from '../source/index.ts';
import type { Place, StateName, Unresolved } from './model.ts';

/** Which lifecycle is asked for. All are names; with none of them the most written one is taken. */
export interface LifecycleQuery {
  /** The class of the states, or one of the states. */
  readonly states?: string;
  /** The class that owns the store, or a subclass that callers use. */
  readonly class?: string;
  /** The attribute. */
  readonly store?: string;
  /** Files to look into, relative to the root; base classes are followed from there. */
  readonly files?: readonly string[];
  /** States that are final by the user's word: these and no others, whatever the code says. */
  readonly terminal?: readonly string[];
}

export interface LifecycleContext {
  readonly program: PythonProgram;
  readonly tree: SourceTree;
  readonly signal?: AbortSignal;
  /** For the milliseconds in `cost`. */
  readonly clock?: Clock;
  /** Is told before each file that is read: how many came before it, and how many there are. */
  readonly onFile?: (done: number, total: number) => void;
}

/** One of several lifecycles that a query fits. */
export interface LifecycleChoice extends Place {
  /** The class of the states; null where they have none. */
  readonly states: string | null;
  readonly store: string;
  readonly owner: string;
  readonly writes: number;
}

/** Why a file could not be read, or the host not be searched. */
export type ReadError = Extract<Awaited<ReturnType<SourceTree['read']>>, { readonly ok: false }>['error'];

/** Why there is no answer. That nothing was found is an answer: a lifecycle with empty arrays. */
export type LifecycleError =
  | { readonly code: 'lifecycle-ambiguous'; readonly choices: readonly LifecycleChoice[] }
  /** A file that was asked for, or the search for the start, failed. */
  | { readonly code: 'lifecycle-unreadable'; readonly file: string | null; readonly error: ReadError }
  /** A file that was asked for holds no Python. */
  | { readonly code: 'lifecycle-not-python'; readonly file: string }
  /** The user calls states terminal that the lifecycle does not have; `states` are those it has. */
  | {
      readonly code: 'lifecycle-unknown-state';
      readonly names: readonly string[];
      readonly states: readonly string[];
    }
  | { readonly code: 'cancelled' };

/** The lifecycles below a root, and how far was looked. */
export interface Discovery {
  /** Most written first. */
  readonly listings: readonly LifecycleListing[];
  /** What was left out: files that could not be read, those past the limits, base classes that were not found. */
  readonly unread: readonly Unresolved[];
  readonly cost: { readonly files: number; readonly bytes: number; readonly reads: number };
}

/** A lifecycle below the root, in the list of all; most written first. */
export interface LifecycleListing extends Place {
  readonly states: string | null;
  readonly store: string;
  readonly writes: number;
  readonly reads: number;
  readonly kind: 'enum' | 'constants' | 'literals' | 'declared';
  /** The class that holds the store; null for a module's, or where it is not known. */
  readonly owner: string | null;
  /** The states, in the order of their declaration, where they have one. */
  readonly members: readonly StateName[];
}
