import type { Circumstances, FunctionFact } from '../analysis.ts';
import { dottedName, type Statement } from '../../syntax/index.ts';
import { functionOf, type Context } from './context.ts';
import { levels } from './paths.ts';

/** A fact that may hold locks. */
export type Holder = Pick<Circumstances, 'locks' | 'site' | 'statement'>;

/** Locks by the last name of the `with` that holds them in the text, and those of every caller. */
export function locksAround(owner: FunctionFact, statement: Statement): readonly string[] {
  const held = owner.heldByCallers.map(lastName);
  for (const { block, index } of levels(owner.node.body, statement)) {
    const around = block[index];
    if (around?.kind !== 'with') continue;
    for (const { context } of around.items) {
      const name = dottedName(context);
      if (name !== null) held.push(lastName(name));
    }
  }
  return held;
}

/** Every lock of a fact by its last name: those that the analysis knows and those that the text shows. */
export function locksOf(context: Context, fact: Holder): readonly string[] {
  const owner = functionOf(context, fact);
  return [...fact.locks.map(lastName), ...(owner === undefined ? [] : locksAround(owner, fact.statement))];
}

/** The facts hold a lock in common, as far as its name tells. */
export function lockedTogether(context: Context, a: Holder, b: Holder): boolean {
  const locks = locksOf(context, b);
  return locksOf(context, a).some((lock) => locks.includes(lock));
}

function lastName(lock: string): string {
  return lock.split('.').at(-1) ?? lock;
}
