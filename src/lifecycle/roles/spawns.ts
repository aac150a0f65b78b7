import {
  visitExpression,
  visitStatements,
  ownExpressions,
  type Call,
  type Expression,
} from '../../syntax/index.ts';
import { CONTAINER_METHODS } from '../flow/containers.ts';
import type { Role } from '../model.ts';
import type { FunctionInfo, Project } from '../project/project.ts';
import { selfName, type Types } from '../project/types.ts';
import { lastName } from '../states/declared.ts';

/** A function that is handed to somebody else to run. */
export interface Spawn {
  readonly target: FunctionInfo;
  readonly kind: Exclude<Role['kind'], 'caller'>;
  readonly node: Expression;
  /** Null at the top level of a module. */
  readonly inside: FunctionInfo | null;
  readonly file: string;
  /** In a loop or comprehension: more than one may run. */
  readonly several: boolean;
}

/** Where the function stands among the arguments, by the name of what is called. */
const SPAWNERS: Readonly<
  Record<string, { readonly kind: Spawn['kind']; readonly at: number; readonly keyword?: string }>
> = {
  Thread: { kind: 'thread', at: 1, keyword: 'target' },
  Process: { kind: 'thread', at: 1, keyword: 'target' },
  start_new_thread: { kind: 'thread', at: 0 },
  Timer: { kind: 'timer', at: 1, keyword: 'function' },
  call_later: { kind: 'timer', at: 1 },
  call_at: { kind: 'timer', at: 1 },
  submit: { kind: 'executor', at: 0 },
  run_in_executor: { kind: 'executor', at: 1 },
  to_thread: { kind: 'executor', at: 0 },
  create_task: { kind: 'task', at: 0 },
  ensure_future: { kind: 'task', at: 0 },
  start_soon: { kind: 'task', at: 0 },
  run_coroutine_threadsafe: { kind: 'task', at: 0 },
  call_soon: { kind: 'callback', at: 0 },
  call_soon_threadsafe: { kind: 'callback', at: 0 },
  add_done_callback: { kind: 'callback', at: 0 },
  signal: { kind: 'callback', at: 1 },
};

/** Calls that use a function at once and keep nothing. */
const IMMEDIATE = new Set([
  'map',
  'filter',
  'sorted',
  'max',
  'min',
  'sort',
  'any',
  'all',
  'sum',
  'reduce',
  'next',
  'isinstance',
  'getattr',
  'hasattr',
  'print',
  'repr',
  'str',
  'super',
  'property',
  'wraps',
]);

/** Names of calls and keywords that keep a function for later. */
const REGISTERS =
  /callback|handler|listener|hook|subscrib|regist|observ|connect|attach|schedule|defer|(^|_)(on|add|set|when)_|^on$/i;

/** Every function that is started as a thread, task, executor job, timer, or handed over as a callback. */
export function findSpawns(project: Project, types: Types): readonly Spawn[] {
  const spawns: Spawn[] = [];
  const resolve = (expression: Expression, inside: FunctionInfo | null, file: string): FunctionInfo | null =>
    functionOf(expression, inside, file, project, types);
  for (const info of [...project.functions.values()]) {
    collect(info.node.body, info, info.file, resolve, spawns);
  }
  for (const source of project.modules.values())
    collect(source.module.body, null, source.file, resolve, spawns);
  for (const info of project.classes) {
    const run = info.methods.get('run');
    const isThread = project
      .ancestry(info)
      .some((each) => each.node.bases.some((base) => /^(Thread|Process)$/.test(lastName(base))));
    if (run === undefined || !isThread) continue;
    spawns.push({
      target: run,
      kind: 'thread',
      node: { kind: 'unknown', span: info.node.nameSpan },
      inside: null,
      file: info.file,
      several: false,
    });
  }
  return spawns;
}

type Resolve = (expression: Expression, inside: FunctionInfo | null, file: string) => FunctionInfo | null;

function collect(
  body: Parameters<typeof visitStatements>[0],
  inside: FunctionInfo | null,
  file: string,
  resolve: Resolve,
  spawns: Spawn[],
): void {
  const loops: { readonly start: number; readonly end: number }[] = [];
  visitStatements(body, (statement) => {
    if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
    if (statement.kind === 'for' || statement.kind === 'while') loops.push(statement.span);
    const several = (at: number): boolean => loops.some((loop) => loop.start <= at && at < loop.end);
    if (statement.kind === 'assign' && statement.value?.kind === 'attribute') {
      const handed = statement.targets.some((target) => target.kind === 'attribute');
      const target = handed ? resolve(statement.value, inside, file) : null;
      if (target !== null && target.variety === 'plain') {
        spawns.push({ target, kind: 'callback', node: statement.value, inside, file, several: false });
      }
    }
    for (const own of ownExpressions(statement)) {
      visitExpression(own, (expression) => {
        if (expression.kind === 'comprehension') loops.push(expression.span);
        if (expression.kind !== 'call') return undefined;
        for (const found of spawnsOf(expression, inside, file, resolve)) {
          spawns.push({ ...found, several: several(expression.span.start) });
        }
        return undefined;
      });
    }
    return undefined;
  });
}

function spawnsOf(call: Call, inside: FunctionInfo | null, file: string, resolve: Resolve): readonly Spawn[] {
  const name = lastName(call.callee);
  const spawner = Object.hasOwn(SPAWNERS, name) ? SPAWNERS[name] : undefined;
  if (spawner !== undefined) {
    const keyword = call.keywords.find((each) => each.name === spawner.keyword)?.value;
    const handed = keyword ?? call.args[spawner.at] ?? null;
    const target = handed === null ? null : started(handed, inside, file, resolve);
    return target === null ? [] : [{ target, kind: spawner.kind, node: call, inside, file, several: false }];
  }
  if (IMMEDIATE.has(name) || (CONTAINER_METHODS.has(name) && name !== 'connect' && name !== 'append'))
    return [];
  const handed = REGISTERS.test(name)
    ? [...call.args, ...call.keywords.map((keyword) => keyword.value)]
    : call.keywords.flatMap((keyword) => (REGISTERS.test(keyword.name ?? '') ? [keyword.value] : []));
  return handed.flatMap((each): readonly Spawn[] => {
    if (each.kind !== 'attribute' && each.kind !== 'name') return [];
    const target = resolve(each, inside, file);
    if (target?.variety !== 'plain') return [];
    return [{ target, kind: 'callback', node: call, inside, file, several: false }];
  });
}

/** The function behind `f`, `partial(f, …)`, `lambda: f(…)`, `f(…)` of a coroutine. */
function started(
  expression: Expression,
  inside: FunctionInfo | null,
  file: string,
  resolve: Resolve,
): FunctionInfo | null {
  if (expression.kind === 'lambda') return started(expression.body, inside, file, resolve);
  if (expression.kind === 'await') return started(expression.value, inside, file, resolve);
  if (expression.kind === 'call') {
    const only = expression.args[0];
    if (lastName(expression.callee) === 'partial' && only !== undefined)
      return started(only, inside, file, resolve);
    return resolve(expression.callee, inside, file);
  }
  return resolve(expression, inside, file);
}

/** The function that an expression names without calling it. */
export function functionOf(
  expression: Expression,
  inside: FunctionInfo | null,
  file: string,
  project: Project,
  types: Types,
): FunctionInfo | null {
  if (expression.kind === 'name') {
    if (inside?.node.parameters.some((each) => each.name === expression.id) === true) return null;
    for (let outer = inside; outer !== null; outer = outer.parent) {
      const nested = project.functions.get(`${outer.file}#${outer.path}.${expression.id}`);
      if (nested !== undefined) return nested;
    }
    const symbol = project.lookup(file, expression.id);
    return symbol?.kind === 'function' ? symbol.info : null;
  }
  if (expression.kind !== 'attribute') return null;
  if (inside !== null) {
    const isSelf = expression.value.kind === 'name' && expression.value.id === selfName(inside);
    const type = isSelf ? inside.owner : types.of(expression.value, inside, inside.owner);
    if (type !== null) {
      const own = project.method(type, expression.name);
      if (own !== null || !isSelf) return own;
      // A mixin or an abstract base: what subclasses define.
      for (const each of project.descendants(type)) {
        const method = each.methods.get(expression.name);
        if (method !== undefined) return method;
      }
      return null;
    }
  }
  const symbol = project.lookupExpression(file, expression);
  return symbol?.kind === 'function' ? symbol.info : null;
}
