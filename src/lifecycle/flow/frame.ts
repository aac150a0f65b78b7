import type { Expression, Statement } from '../../syntax/index.ts';
import type { FunctionId } from '../analysis.ts';
import type { StateName } from '../model.ts';
import type { FunctionInfo } from '../project/project.ts';
import type { Budget } from './budget.ts';
import { Config, ConfigSet } from './config.ts';
import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

/** How the statements of one function are being run. */
export interface Frame {
  readonly machine: Machine;
  readonly info: FunctionInfo;
  readonly self: Value | null;
  /** Calls around this one; helpers are followed to `DEPTH`. */
  readonly depth: number;
  readonly stack: readonly FunctionId[];
  readonly role: string;
  /** Within the constructor of an object: entries that it names did not exist before. */
  readonly constructs: boolean;
  readonly path: 'normal' | 'handler' | 'finally';
  readonly sink: Sink;
  readonly budget: Budget;
  /** The call of a setter whose body is being run; writes in it belong to the call. */
  readonly site: SetterSite | null;
  /** What is being awaited: a coroutine runs only inside of it. */
  readonly awaiting: Expression | null;
  /** In the tests of a chain of `if` and `elif`: what they answer is kept for those that follow. */
  readonly chained?: boolean;
  /** What the call of this function sets by the names of its keywords, and the statement that does it. */
  readonly setting?: Setting | null;
  /** `super()` counts as a plain write of its argument. */
  readonly plainSuper: boolean;
  /** The entry was called by a table: the object that it was handed is in one of these states. */
  readonly called: Dispatched | null;
}

/** The states in which a handler is called, and the function whose parameters name the object. */
export interface Dispatched {
  readonly states: ReadonlySet<StateName>;
  readonly handler: string;
}

export interface Setting {
  readonly statement: Statement;
  readonly write: (config: Config) => readonly Config[];
}

export interface SetterSite {
  readonly node: Expression;
  readonly argument: StateName | null;
}

export const DEPTH = 4;

/** A path that goes on with a value. */
export interface Branch {
  readonly config: Config;
  readonly value: Value;
}

/** A path that was left by an exception. */
export interface Raised {
  readonly config: Config;
  /** The name of its class; null where anything could have been raised. */
  readonly exception: string | null;
  /** Written as `raise` or `assert`, or certain (a missing key); false where a call merely may raise. */
  readonly explicit: boolean;
}

/** Collects paths that raise. */
export class Sink {
  readonly #items = new Map<string, Raised>();

  add(config: Config, exception: string | null, explicit: boolean): void {
    const key = `${exception ?? '?'}|${explicit ? 'e' : ''}|${config.key}`;
    if (!this.#items.has(key)) this.#items.set(key, { config, exception, explicit });
  }

  get items(): Iterable<Raised> {
    return this.#items.values();
  }
}

/** How a block of statements can be left. */
export interface Flow {
  readonly normal: ConfigSet;
  readonly breaks: ConfigSet;
  readonly continues: ConfigSet;
  readonly returns: readonly Branch[];
}

/** Runs `then` on every branch, keeping the order. */
export function chain(
  branches: readonly Branch[],
  then: (branch: Branch) => readonly Branch[],
): readonly Branch[] {
  const only = branches[0];
  if (branches.length === 1 && only !== undefined) return then(only);
  return branches.flatMap(then);
}
