import type { Circumstances, LoopFact, ReaderFact } from '../analysis.ts';
import type { StateName } from '../model.ts';
import { functionName, functionOf, roleOf, type Context } from './context.ts';
import { placeOf, step, type Step } from './witness.ts';

/** Something that looks at the status again and again until it has ended. */
export interface Consumer {
  readonly at: { readonly site: Circumstances['site'] };
  readonly function: string;
  readonly role: string;
  /** It stands in a loop of its own, so that the wait is certain. */
  readonly loop: boolean;
}

/**
 * Who waits: a loop that reads the status until it changes, else a function that is called from outside and hands out
 * what it reads. `near` prefers the same file; readers in the roles of `busy` are the machine itself.
 */
export function consumerOf(context: Context, near: string, busy: readonly string[]): Consumer | undefined {
  const [loop] = context.analysis.loops
    .filter((each) => each.kind === 'wait' && !busy.includes(each.role))
    .sort((a, b) => Number(b.site.file === near) - Number(a.site.file === near));
  if (loop !== undefined) return { at: loop, function: loopName(context, loop), role: loop.role, loop: true };
  const [reader] = context.analysis.readers
    .filter((each) => isPoll(context, each) && !each.roles.every((role) => busy.includes(role)))
    .sort((a, b) => rank(context, b, near) - rank(context, a, near));
  if (reader === undefined) return undefined;
  return { at: reader, function: functionName(context, reader), role: roleOf(reader, busy), loop: false };
}

/** The last step of a witness: the consumer keeps seeing `state`. */
export function waits(consumer: Consumer | undefined, state: StateName): Step | null {
  if (consumer === undefined) return null;
  return step(consumer.role, placeOf(consumer.at), 'waits', { function: consumer.function, state }, state);
}

function loopName(context: Context, loop: LoopFact): string {
  return context.analysis.functions.get(loop.function)?.path ?? loop.site.file;
}

/** A public function that reads the status of its own accord and writes none of it unless it has ended. */
function isPoll(context: Context, reader: ReaderFact): boolean {
  const owner = functionOf(context, reader);
  if (owner?.entry !== 'public' || reader.via === 'membership') return false;
  return owner.roles.includes('caller');
}

function rank(context: Context, reader: ReaderFact, near: string): number {
  const owner = functionOf(context, reader);
  const isReader = context.analysis.readers.some((each) => each.reader !== null && each.reader === owner?.id);
  const named = /poll|wait|status|state|done|ready|result|join/i.test(owner?.name ?? '');
  return (
    (reader.site.file === near ? 4 : 0) +
    (named ? 2 : 0) +
    (reader.via === 'call' ? 1 : 0) -
    (isReader ? 8 : 0)
  );
}
