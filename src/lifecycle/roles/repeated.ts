import {
  childBlocks,
  dottedName,
  isDefinition,
  ownExpressions,
  visitExpression,
  visitExpressions,
  type Call,
  type Comprehension,
  type Expression,
  type Statement,
} from '../../syntax/index.ts';
import type { FunctionId } from '../analysis.ts';
import type { Machine } from '../flow/machine.ts';
import type { FunctionInfo } from '../project/project.ts';
import { lastName } from '../states/declared.ts';
import { handedTo } from './handing.ts';
import { functionOf, type Spawn } from './spawns.ts';
import { runsAlone, waitsBetween } from './waiting.ts';

/** A function that is begun again while an earlier run of it may go on, over the same object. */
export interface Repeated {
  /** `self`, and the parameters that are the same object in both runs, by name. */
  readonly objects: ReadonlySet<string>;
  /** Its runs share time without giving way to each other. */
  readonly preemptive: boolean;
}

/** One beginning of a function in the text. */
interface Begin {
  readonly target: FunctionInfo;
  readonly node: Call;
  /** What it is given, by `self` and the names of parameters: a variable or an attribute of one. */
  readonly given: ReadonlyMap<string, string>;
  readonly preemptive: boolean;
}

/** A block on the way down to a place, and the statement of it that holds the place. */
interface Level {
  readonly block: readonly Statement[];
  readonly index: number;
}

/** Functions that one function of the code begins twice, or in a loop, without waiting in between. */
export function repeatedStarts(
  machine: Machine,
  spawns: readonly Spawn[],
): ReadonlyMap<FunctionId, Repeated> {
  const all = new Map<FunctionId, Repeated>();
  for (const [inside, begins] of beginsOf(machine, spawns)) {
    const { body } = inside.node;
    begins.forEach((begin, index) => {
      const inLoop = loopObjects(begin, body);
      const again = begins.slice(index + 1).flatMap((other) => [...pairObjects(begin, other, body)]);
      const known = all.get(begin.target.id);
      const objects = new Set([...(known?.objects ?? []), ...inLoop, ...again]);
      const preemptive = begin.preemptive || known?.preemptive === true;
      if (objects.size > 0) all.set(begin.target.id, { objects, preemptive });
    });
  }
  return all;
}

/** Threads, tasks and jobs of executors, and coroutines that a comprehension or `gather` makes side by side. */
function beginsOf(machine: Machine, spawns: readonly Spawn[]): ReadonlyMap<FunctionInfo, readonly Begin[]> {
  const { project, types, relevance } = machine;
  const found = new Map<FunctionInfo, Begin[]>();
  const note = (inside: FunctionInfo, begin: Begin): void => {
    const list = found.get(inside);
    if (list === undefined) found.set(inside, [begin]);
    else list.push(begin);
  };
  for (const { target, kind, node, inside } of spawns) {
    if (inside === null || node.kind !== 'call' || !relevance.function(target)) continue;
    if (
      kind === 'callback' ||
      kind === 'timer' ||
      runsAlone(node, project.modules.get(inside.file)?.module.body ?? [])
    )
      continue;
    note(inside, { target, node, given: givenTo(target, node, inside), preemptive: kind !== 'task' });
  }
  for (const inside of project.functions.values()) {
    if (!relevance.function(inside)) continue;
    for (const call of gathered(inside.node.body)) {
      const target = functionOf(call.callee, inside, inside.file, project, types);
      if (target?.node.async !== true || !relevance.function(target)) continue;
      const self = givenTo(target, call, inside).get('self');
      note(inside, {
        target,
        node: call,
        given: new Map(self === undefined ? [] : [['self', self]]),
        preemptive: false,
      });
    }
  }
  return found;
}

/** Calls that make a coroutine beside others: arguments of `gather`, elements of a comprehension. */
function gathered(body: readonly Statement[]): readonly Call[] {
  const found: Call[] = [];
  visitExpressions(
    body,
    (each) => {
      const made =
        each.kind === 'comprehension'
          ? [each.element]
          : each.kind === 'call' && lastName(each.callee) === 'gather'
            ? each.args
            : [];
      found.push(...made.flatMap((item) => (item.kind === 'call' ? [item] : [])));
      return undefined;
    },
    'function',
  );
  return found;
}

/** What a start gives to the function, as far as it is a variable or an attribute of one. */
function givenTo(target: FunctionInfo, start: Call, inside: FunctionInfo): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  const [handed, args] = handedTo(start, target);
  const note = (name: string, value: Expression | undefined): void => {
    const text = value === undefined ? null : dottedName(value);
    if (text !== null) given.set(name, text);
  };
  if (handed.kind === 'attribute') note('self', handed.value);
  // A nested function keeps the `self` of the one around it.
  else if (target.parent !== null) given.set('self', inside.node.parameters[0]?.name ?? 'self');
  const isBound = target.isMethod && target.variety !== 'static';
  target.node.parameters.slice(isBound ? 1 : 0).forEach((parameter, index) => {
    note(parameter.name, args[index]);
  });
  return given;
}

/** What is the same in each run that a loop or comprehension begins; nothing where it waits, or begins just one. */
function loopObjects(begin: Begin, body: readonly Statement[]): ReadonlySet<string> {
  const objects = new Set<string>();
  const way = wayTo(body, begin.node.span.start);
  const last = way.at(-1);
  for (const made of last === undefined ? [] : comprehensionsAround(last, begin.node))
    for (const name of constant(begin, namesBound(made))) objects.add(name);
  way.forEach(({ block, index }, depth) => {
    const loop = block[index];
    if (loop?.kind !== 'for' && loop?.kind !== 'while') return;
    const inner = way.slice(depth + 1);
    if (inner[0]?.block !== loop.body || inner.some((level) => branches(level) || leaves(level.block)))
      return;
    if (waitsBetween(loop.body, loop.span.start, loop.span.end, begin.node)) return;
    for (const name of constant(begin, assignedIn(loop))) objects.add(name);
  });
  return objects;
}

/** What two beginnings in one function have in common; nothing where only one is come to, or the first has ended. */
function pairObjects(first: Begin, second: Begin, body: readonly Statement[]): ReadonlySet<string> {
  if (first.target !== second.target || first.node === second.node) return new Set();
  const [a, b] = [first, second].sort((left, right) => left.node.span.start - right.node.span.start);
  if (a === undefined || b === undefined || a.node.span.end > b.node.span.start) return new Set();
  const [before, after] = [wayTo(body, a.node.span.start), wayTo(body, b.node.span.start)];
  const common = before.findIndex((level, depth) => level.index !== after[depth]?.index);
  const depth = common < 0 ? before.length - 1 : common;
  if (before[depth]?.block !== after[depth]?.block) return new Set();
  const inner = before.slice(depth + 1);
  if (inner.some((level) => leaves(level.block)) || before.slice(depth, -1).some(isLeftBehind))
    return new Set();
  const statement = before[depth]?.block[before[depth].index];
  const isOneCall = statement === after[depth]?.block[after[depth].index];
  if (!isOneCall && waitsBetween(body, statement?.span.start ?? 0, b.node.span.start, a.node))
    return new Set();
  return new Set([...a.given].flatMap(([name, text]) => (b.given.get(name) === text ? [name] : [])));
}

/** Whoever leaves a `with` waits for what it holds: a group of tasks, an executor. */
function isLeftBehind({ block, index }: Level): boolean {
  return block[index]?.kind === 'with';
}

/** The statement decides whether what is in it is come to. */
function branches({ block, index }: Level): boolean {
  const kind = block[index]?.kind;
  return kind === 'if' || kind === 'match' || kind === 'with' || kind === 'while' || kind === 'for';
}

function leaves(block: readonly Statement[]): boolean {
  return block.some(
    ({ kind }) => kind === 'return' || kind === 'break' || kind === 'raise' || kind === 'continue',
  );
}

function wayTo(block: readonly Statement[], at: number): readonly Level[] {
  const index = block.findIndex(({ span }) => span.start <= at && at < span.end);
  const statement = block[index];
  if (statement === undefined || isDefinition(statement)) return [];
  const inner = childBlocks(statement).flatMap((each) => wayTo(each, at));
  return [{ block, index }, ...inner];
}

function comprehensionsAround({ block, index }: Level, node: Call): readonly Comprehension[] {
  const found: Comprehension[] = [];
  const statement = block[index];
  for (const own of statement === undefined ? [] : ownExpressions(statement))
    visitExpression(own, (each) => {
      if (each.span.start > node.span.start || each.span.end < node.span.end) return 'skip';
      // What is awaited in the comprehension runs one after the other.
      if (each.kind === 'comprehension') found.push(each);
      if (each.kind === 'await' && found.length > 0) found.length = 0;
      return undefined;
    });
  return found;
}

/** The names of what is given that no name among `bound` changes from one run to the next. */
function constant({ given }: Begin, bound: ReadonlySet<string>): readonly string[] {
  return [...given].flatMap(([name, text]) => {
    const [root = text] = text.split('.');
    return bound.has(root) || bound.has(text) ? [] : [name];
  });
}

function namesBound({ clauses }: Comprehension): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { target } of clauses) noteNames(target, names);
  return names;
}

function assignedIn(loop: Statement): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (statement: Statement): void => {
    if (statement.kind === 'for') noteNames(statement.target, names);
    if (statement.kind === 'assign') for (const target of statement.targets) noteNames(target, names);
    if (statement.kind === 'with')
      for (const { target } of statement.items) if (target !== null) noteNames(target, names);
    if (isDefinition(statement)) return;
    for (const own of ownExpressions(statement))
      visitExpression(own, (each) => {
        if (each.kind === 'named') noteNames(each.target, names);
        return undefined;
      });
    for (const block of childBlocks(statement)) block.forEach(visit);
  };
  visit(loop);
  return names;
}

function noteNames(target: Expression, into: Set<string>): void {
  visitExpression(target, (each) => {
    const name = dottedName(each);
    if (name === null) return undefined;
    into.add(name);
    return 'skip';
  });
}
