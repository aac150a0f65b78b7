import {
  visitExpression,
  visitExpressions,
  type Call,
  type Expression,
  type Statement,
} from '../../syntax/index.ts';
import type { Analysis, FunctionFact, Site } from '../analysis.ts';
import { statementsBefore } from './paths.ts';
import { boundNames } from './trace.ts';

/** Methods that hand an item to whoever takes it out of a queue or list. */
const PUTS: ReadonlySet<string> = new Set(['put', 'put_nowait', 'append', 'appendleft', 'add', 'send']);
/** Methods that take one out. */
const TAKES: ReadonlySet<string> = new Set(['get', 'get_nowait', 'popleft', 'pop', 'recv', 'receive']);

/**
 * The classes whose objects give a role its work: their methods put an item where the root of the role takes it, or
 * call a function that does. Empty where the role takes no items, or nobody is seen to put them.
 */
export function feedersOf(analysis: Analysis, role: string): ReadonlySet<string> {
  const fact = analysis.roles.find((each) => each.name === role);
  const root = fact?.root == null ? undefined : analysis.functions.get(fact.root);
  if (fact === undefined || root === undefined) return new Set();
  const spawner = fact.spawn?.function == null ? undefined : analysis.functions.get(fact.spawn.function);
  const sources = takenFrom(root).flatMap((each): readonly string[] => {
    const attributes = attributesIn(each, root);
    if (attributes.length > 0 || each.kind !== 'name' || spawner === undefined || fact.spawn === null)
      return attributes;
    const given = handedOver(spawner, fact.spawn, root, each.id);
    return given === null ? [] : attributesIn(given, spawner);
  });
  const queues = new Set(sources);
  if (queues.size === 0) return new Set();
  const functions = [...analysis.functions.values()];
  const puts = new Set(functions.filter((each) => each.id !== root.id && putsInto(each, queues)));
  // A name that other functions bear too says nothing.
  const names = new Set([...puts].map((each) => each.name));
  for (const each of functions) if (!puts.has(each)) names.delete(each.name);
  const callers = functions.filter((each) => calls(each, names));
  return new Set(callers.flatMap((each) => (each.className === null ? [] : [each.className])));
}

/** Whether a class is one of `classes`, a base of one of them, or derived from one. */
export function isRelated(analysis: Analysis, name: string, classes: ReadonlySet<string>): boolean {
  return analysis.classes.some(
    (each) =>
      (classes.has(each.name) && each.ancestry.includes(name)) ||
      (each.name === name && each.ancestry.some((base) => classes.has(base))),
  );
}

/** What a function takes items out of: `self.queue`, `queue`. */
function takenFrom(root: FunctionFact): readonly Expression[] {
  return expressionsIn(root.node.body).flatMap((each) =>
    each.kind === 'call' && each.callee.kind === 'attribute' && takes(each, each.callee.name)
      ? [each.callee.value]
      : [],
  );
}

/** A lookup in a dictionary has a key, a queue gives what is next. */
function takes(call: Call, method: string): boolean {
  return TAKES.has(method) && (call.args.length === 0 || method.startsWith('recv'));
}

/** What a parameter of the root is where the role is started: `args=(queue,)`, `submit(work, queue)`. */
function handedOver(spawner: FunctionFact, spawn: Site, root: FunctionFact, name: string): Expression | null {
  const call = expressionsIn(spawner.node.body).find(
    (each) =>
      each.kind === 'call' && each.span.start === spawn.span.start && each.span.end === spawn.span.end,
  );
  if (call?.kind !== 'call') return null;
  const self = root.className !== null && root.parent === null ? 1 : 0;
  const at = root.node.parameters.findIndex((each) => each.name === name) - self;
  const tuple = call.keywords.find((each) => each.name === 'args')?.value;
  if (tuple?.kind === 'tuple' || tuple?.kind === 'list') return tuple.items[at] ?? null;
  return at < 0 ? null : (call.args[at + 1] ?? null);
}

/** The attributes that an expression names, local names followed to what they are bound to. */
function attributesIn(expression: Expression, owner: FunctionFact, depth = 2): readonly string[] {
  const found: string[] = [];
  visitExpression(expression, (each) => {
    if (each.kind === 'attribute') found.push(each.name);
    if (each.kind === 'name' && depth > 0)
      for (const source of sourcesOf(each.id, owner.node.body))
        found.push(...attributesIn(source, owner, depth - 1));
    return undefined;
  });
  return found;
}

/** What a name is bound to in loops and assignments. */
function sourcesOf(name: string, body: readonly Statement[]): readonly Expression[] {
  return statementsBefore(body, Infinity).flatMap((statement): readonly Expression[] => {
    if (statement.kind !== 'for' && statement.kind !== 'assign') return [];
    const source = statement.kind === 'for' ? statement.iterable : statement.value;
    return source !== null && boundNames([statement]).has(name) ? [source] : [];
  });
}

function putsInto(owner: FunctionFact, queues: ReadonlySet<string>): boolean {
  return expressionsIn(owner.node.body).some(
    (each) =>
      each.kind === 'call' &&
      each.callee.kind === 'attribute' &&
      PUTS.has(each.callee.name) &&
      attributesIn(each.callee.value, owner).some((name) => queues.has(name)),
  );
}

function calls(owner: FunctionFact, names: ReadonlySet<string>): boolean {
  return expressionsIn(owner.node.body).some(
    (each) => each.kind === 'call' && each.callee.kind === 'attribute' && names.has(each.callee.name),
  );
}

function expressionsIn(body: readonly Statement[]): readonly Expression[] {
  const found: Expression[] = [];
  visitExpressions(
    body,
    (expression) => {
      found.push(expression);
      return undefined;
    },
    'function',
  );
  return found;
}
