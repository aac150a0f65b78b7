import type { FunctionFact } from '../analysis.ts';
import {
  dottedName,
  ownExpressions,
  visitExpression,
  type Call,
  type Statement,
} from '../../syntax/index.ts';
import { movesTo, type Context } from './context.ts';
import { statementsBefore } from './paths.ts';
import type { StateName } from '../model.ts';

const queues = /^_*(?:get|get_nowait|pop|popleft|recv|receive|read|readline|take|dequeue|accept|next)$/;
const events =
  /^_*(?:recv|receive|drain|poll|pump|fetch|consume|collect|take|read|get)(?:_\w+)?_(?:notif\w*|messages?|events?|responses?|replies|results?|updates?|answers?|inbox|completions?|packets?|frames?|msgs?|acks?|reports?|nowait|multipart|json|pyobj)$/;

/** A call that takes something that has arrived: from a queue, a socket, an inbox; not a look into a dictionary. */
export function takesEvent(call: Call): boolean {
  const { callee, args } = call;
  if (callee.kind === 'name') return events.test(callee.id);
  if (callee.kind !== 'attribute') return false;
  if (events.test(callee.name)) return true;
  if (!queues.test(callee.name)) return /^_*(?:drain|poll|select|pump)$/.test(callee.name);
  // `get(key)` and `pop(key, …)` look something up; `get(True, 1)` and `recv(4096)` take what comes.
  if (!/^_*(?:get|pop|take|next)$/.test(callee.name)) return true;
  return args.every(
    (each) => each.kind === 'constant' && each.value.type !== 'string' && each.value.type !== 'none',
  );
}

/** The calls in a statement's own expressions. */
export function callsOf(statement: Statement): readonly Call[] {
  const found: Call[] = [];
  for (const own of ownExpressions(statement))
    visitExpression(own, (each) => {
      if (each.kind === 'lambda') return 'skip';
      if (each.kind === 'call') found.push(each);
      return undefined;
    });
  return found;
}

/** The first call below the statement that takes something, there or in a function that it calls, two deep. */
export function takesIn(
  context: Context,
  owner: FunctionFact,
  statement: Statement,
  depth = 2,
): Call | undefined {
  for (const inner of statementsBefore([statement], Infinity))
    for (const call of callsOf(inner)) {
      if (takesEvent(call)) return call;
      if (depth === 0) continue;
      for (const target of [...targetsOf(context, owner, call), ...ofField(context, call)]) {
        const callee = context.analysis.functions.get(target);
        if (callee === undefined) continue;
        for (const each of callee.node.body) {
          const taken = takesIn(context, callee, each, depth - 1);
          if (taken !== undefined) return taken;
        }
      }
    }
  return undefined;
}

/** What a call takes from, as far as its text tells: `inbox` for `self.inbox.get()`. */
export function sourceOf({ callee }: Call): string {
  if (callee.kind === 'name') return callee.id;
  if (callee.kind !== 'attribute') return '';
  return dottedName(callee.value)?.split('.').at(-1) ?? '';
}

/** The method of an object in a field, where only one class that was read has a method of that name. */
function ofField(context: Context, { callee }: Call): readonly string[] {
  if (callee.kind !== 'attribute' || callee.value.kind !== 'attribute') return [];
  const named = [...context.analysis.functions.values()].filter(
    (each) => each.name === callee.name && each.className !== null && each.parent === null,
  );
  return named.length === 1 ? named.map((each) => each.id) : [];
}

/**
 * What a call resolves to, as far as it is no guess: what the analysis knows, else a method of the same object by its
 * name, or a function of the same file. The analysis follows only calls that have to do with the status.
 */
export function targetsOf(context: Context, owner: FunctionFact, call: Call): readonly string[] {
  const known = owner.calls.filter((each) => each.node === call && !each.byName);
  if (known.length > 0) return known.flatMap((each) => each.targets);
  const { callee } = call;
  const { functions, classes } = context.analysis;
  if (callee.kind === 'name') {
    const found = functions.get(`${owner.file}#${owner.path}.${callee.id}`);
    const top = found ?? functions.get(`${owner.file}#${callee.id}`);
    return top === undefined ? [] : [top.id];
  }
  if (callee.kind !== 'attribute' || callee.value.kind !== 'name' || owner.className === null) return [];
  if (callee.value.id !== owner.node.parameters[0]?.name && callee.value.id !== 'self') return [];
  const own = classes.find((each) => each.name === owner.className);
  for (const name of own?.ancestry ?? []) {
    const file = classes.find((each) => each.name === name)?.file ?? owner.file;
    const found = functions.get(`${file}#${name}.${callee.name}`);
    if (found !== undefined) return [found.id];
  }
  return [];
}

/** Whether the statement, or a function called in it, writes a status that moves `old`, or an end beside it. */
export function movesStatus(
  context: Context,
  owner: FunctionFact,
  statement: Statement,
  old: StateName,
): boolean {
  const inner = new Set(statementsBefore([statement], Infinity));
  const own = context.analysis.writes.some(
    (write) =>
      write.site.function === owner.id &&
      inner.has(write.statement) &&
      (write.store.use === 'latch'
        ? [...write.arguments].some((state) => context.terminal.has(state))
        : movesTo(write, old) !== undefined),
  );
  if (own) return true;
  return [...inner].some((each) =>
    callsOf(each).some((call) =>
      targetsOf(context, owner, call).some((target) => context.writers.has(target)),
    ),
  );
}
