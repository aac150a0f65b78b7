import {
  ownExpressions,
  visitExpression,
  visitStatements,
  type Call,
  type Expression,
  type For,
  type Statement,
  type With,
} from '../../syntax/index.ts';
import type { FunctionInfo } from '../project/project.ts';
import { lastName } from '../states/declared.ts';
import { handedTo } from './handing.ts';
import { heldIn, namesOf } from './kept-names.ts';
import type { Spawn } from './spawns.ts';

/** A place at which a thread, task, job or timer is made for a function. */
export interface Begin {
  /** Tells it from every other one. */
  readonly id: string;
  readonly call: Call;
  readonly inside: FunctionInfo;
  readonly target: FunctionInfo;
  readonly kind: Spawn['kind'];
  /** What stands for the function, and what it is called with. */
  readonly handed: Expression;
  readonly args: readonly Expression[];
  /** The last names of what it is kept as. */
  readonly names: ReadonlySet<string>;
  /** When its first line can come: where the starter gives way, at once, or once its `start` is called. */
  readonly opening: 'giving-way' | 'at-once' | 'start';
  /** Its time is not the next one: a timer. */
  readonly later: boolean;
}

/** The end of something that was begun before, for which a place waits. */
export interface Waited {
  readonly begin: Begin;
  /** False where it may go on afterwards: a time-out. */
  readonly certain: boolean;
  /** What ends it by an exception is raised here as well. */
  readonly raises: boolean;
  /** It was told to stop before. */
  readonly cancelled: boolean;
  /** One of many. */
  readonly several: boolean;
}

const ON_LOOP = /^(create_task|ensure_future|start_soon|call_soon|call_later|call_at)$/;
const MADE = /^(Thread|Timer)$/;
/** Waits for all that it is given. */
const TOGETHER = /^(gather|wait_for|shield|wait|wrap_future|run_until_complete)$/;

/** Where things are begun in a program, where they are started, and where their end is waited for. */
export class Begins {
  readonly #byMention = new Map<Expression, Begin>();
  readonly #started = new Map<Expression, Begin[]>();
  readonly #waited = new Map<Expression | With, Waited[]>();
  readonly #followed = new Map<Expression, Begin[]>();
  readonly #ends = new Set<Begin>();
  readonly #loops = new Map<For, Begin[]>();

  constructor(spawns: readonly Spawn[]) {
    const inFunctions = new Map<FunctionInfo, Begin[]>();
    for (const spawn of spawns) {
      const begin = beginOf(spawn);
      if (begin === null) continue;
      this.#byMention.set(begin.handed, begin);
      add(inFunctions, begin.inside, begin);
      if (begin.opening === 'start') this.#findStarts(begin);
    }
    for (const [inside, begins] of inFunctions) this.#findWaits(inside, begins);
  }

  /** What is begun for the function that this stands for. */
  at(mention: Expression): Begin | null {
    return this.#byMention.get(mention) ?? null;
  }

  /** What was made elsewhere, or before, and starts here. */
  startedBy(call: Expression): readonly Begin[] {
    return this.#started.get(call) ?? [];
  }

  /** Does anything wait for its end? */
  isWaitedFor(begin: Begin): boolean {
    return this.#ends.has(begin);
  }

  endedBy(place: Expression | With): readonly Waited[] {
    return this.#waited.get(place) ?? [];
  }

  /** What has ended when that is called which this call hands over. */
  followedBy(call: Expression): readonly Begin[] {
    return this.#followed.get(call) ?? [];
  }

  /** What a loop waits for, one after the other. */
  endedIn(loop: For): readonly Begin[] {
    return this.#loops.get(loop) ?? [];
  }

  /** Is it a place where a run of such a function starts or has ended? */
  concerns(place: Expression, matters: (target: FunctionInfo) => boolean): boolean {
    return (
      this.startedBy(place).some((begin) => matters(begin.target)) ||
      this.endedBy(place).some(({ begin }) => matters(begin.target))
    );
  }

  /** In the function that makes it, else in another method of its class. */
  #findStarts(begin: Begin): void {
    const { inside, names, call } = begin;
    const starts = (each: Expression): boolean =>
      each.kind === 'call' &&
      each.callee.kind === 'attribute' &&
      each.callee.name === 'start' &&
      (each.callee.value === call || names.has(lastName(each.callee.value)));
    const note = (info: FunctionInfo): boolean => {
      const found = expressionsIn(info.node.body).filter(starts);
      for (const each of found) add(this.#started, each, begin);
      return found.length > 0;
    };
    if (note(inside) || inside.owner === null) return;
    for (const method of inside.owner.methods.values()) if (method !== inside) note(method);
  }

  #findWaits(inside: FunctionInfo, begins: readonly Begin[]): void {
    const { body } = inside.node;
    const waitable = begins.filter((each) => each.kind !== 'timer' && each.kind !== 'callback');
    if (waitable.length === 0) return;
    const all = expressionsIn(body);
    const note = (place: Expression | With, begin: Begin, how: Partial<Waited> = {}): void => {
      if (begin.call.span.start >= place.span.end) return;
      const stops = (each: Expression): boolean =>
        isCallOf(each, 'cancel', begin) && begin.call.span.start < each.span.start;
      const cancelled = all.some((each) => stops(each) && each.span.start < place.span.end);
      const several = heldIn(body, begin.call);
      this.#ends.add(begin);
      add(this.#waited, place, { begin, certain: true, raises: true, cancelled, several, ...how });
    };
    for (const each of all) {
      if (each.kind === 'await')
        for (const begin of waitable)
          waitsIn(each.value, begin, (how) => {
            note(each, begin, how);
          });
      if (each.kind !== 'call') continue;
      const { callee, args } = each;
      for (const begin of waitable) {
        if (/^(run_until_complete|wait)$/.test(lastName(callee)))
          waitsIn(each, begin, (how) => {
            note(each, begin, how);
          });
        if (isCallOf(each, 'join', begin))
          note(each, begin, { raises: false, certain: isUntimed(each) && args.length === 0 });
        if (isCallOf(each, 'result', begin)) note(each, begin);
        if (isCallOf(each, 'add_done_callback', begin)) add(this.#followed, each, begin);
        if (isShutdown(each, begin)) note(each, begin, { raises: false });
      }
    }
    for (const loop of statementsIn(body, 'for'))
      for (const [place, waits] of this.#waited)
        if (isWithin(place, loop))
          for (const { begin } of waits)
            if (begin.inside === inside && begin.names.has(lastName(loop.iterable)))
              add(this.#loops, loop, begin);
    for (const group of statementsIn(body, 'with'))
      for (const begin of waitable) if (isMadeBy(begin, group)) note(group, begin, { raises: group.async });
  }
}

function beginOf({ node, inside, target, kind }: Spawn): Begin | null {
  if (node.kind !== 'call' || inside === null) return null;
  const name = lastName(node.callee);
  // What runs in another process has an object of its own.
  if (name === 'Process' || (kind === 'callback' && !name.startsWith('call_soon'))) return null;
  const [handed, args] = handedTo(node, target);
  if (handed === node) return null;
  const opening = ON_LOOP.test(name) ? 'giving-way' : MADE.test(name) ? 'start' : 'at-once';
  const names = namesOf(inside.node.body, node);
  const id = `${inside.file}:${String(node.span.start)}`;
  return { id, call: node, inside, target, kind, handed, args, names, opening, later: kind === 'timer' };
}

/** `task`, `gather(task, other)`, `wait([task])`, the call that begins it; says how it is waited for. */
function waitsIn(
  value: Expression,
  begin: Begin,
  note: (how: Partial<Waited>) => void,
  how: Partial<Waited> = {},
): void {
  const again = (each: Expression, more: Partial<Waited> = {}): void => {
    waitsIn(each, begin, note, { ...how, ...more });
  };
  if (value === begin.call) note(how);
  else if (value.kind === 'name' || value.kind === 'attribute') {
    if (begin.names.has(lastName(value))) note(how);
  } else if (value.kind === 'starred') again(value.value);
  else if (value.kind === 'list' || value.kind === 'tuple' || value.kind === 'set')
    for (const item of value.items) again(item);
  else if (value.kind === 'call' && TOGETHER.test(lastName(value.callee))) {
    const name = lastName(value.callee);
    const collects = name === 'wait' || value.keywords.some((each) => each.name === 'return_exceptions');
    const certain = name !== 'wait' || isUntimed(value);
    for (const arg of value.args)
      again(arg, { ...(collects ? { raises: false } : {}), ...(certain ? {} : { certain }) });
  }
}

/** No time-out, and no answer before all have ended. */
function isUntimed({ keywords }: Call): boolean {
  return !keywords.some(
    ({ name, value }) =>
      name === 'return_when' ||
      (name === 'timeout' && !(value.kind === 'constant' && value.value.type === 'none')),
  );
}

function isCallOf(expression: Expression, method: string, { names, call }: Begin): boolean {
  if (expression.kind !== 'call' || expression.callee.kind !== 'attribute') return false;
  const { name, value } = expression.callee;
  return name === method && (value === call || names.has(lastName(value)));
}

/** `pool.shutdown()` of the pool that has the job. */
function isShutdown(each: Call, { call, kind }: Begin): boolean {
  return (
    kind === 'executor' &&
    each.callee.kind === 'attribute' &&
    each.callee.name === 'shutdown' &&
    call.callee.kind === 'attribute' &&
    lastName(call.callee.value) === lastName(each.callee.value) &&
    !each.keywords.some(({ name }) => name === 'wait') &&
    each.args.length === 0
  );
}

/** A task of a group, a job of an executor, of which the end of the block waits for all. */
function isMadeBy({ call, kind }: Begin, { items, span }: With): boolean {
  if (kind === 'thread' || call.callee.kind !== 'attribute') return false;
  if (call.span.start < span.start || call.span.end > span.end) return false;
  const owner = lastName(call.callee.value);
  return items.some(({ target, context }) => {
    const held = target ?? context;
    return owner !== '' && lastName(held) === owner;
  });
}

function isWithin({ span }: Expression | With, around: For): boolean {
  return around.span.start <= span.start && span.end <= around.span.end;
}

function statementsIn<K extends 'for' | 'with'>(
  body: readonly Statement[],
  kind: K,
): readonly Extract<Statement, { kind: K }>[] {
  const found: Extract<Statement, { kind: K }>[] = [];
  const isKind = (each: Statement): each is Extract<Statement, { kind: K }> => each.kind === kind;
  visitStatements(body, (statement) => {
    if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
    if (isKind(statement)) found.push(statement);
    return undefined;
  });
  return found;
}

function expressionsIn(body: readonly Statement[]): readonly Expression[] {
  const found: Expression[] = [];
  visitStatements(body, (statement) => {
    if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
    for (const own of ownExpressions(statement))
      visitExpression(own, (each) => {
        if (each.kind === 'lambda') return 'skip';
        found.push(each);
        return undefined;
      });
    return undefined;
  });
  return found;
}

function add<K, V>(into: Map<K, V[]>, key: K, value: V): void {
  const list = into.get(key);
  if (list === undefined) into.set(key, [value]);
  else list.push(value);
}
