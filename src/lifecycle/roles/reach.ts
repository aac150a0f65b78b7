import { visitExpressions } from '../../syntax/index.ts';
import type { FunctionId } from '../analysis.ts';
import { ofType } from '../flow/targets.ts';
import type { Machine } from '../flow/machine.ts';
import type { FunctionInfo } from '../project/project.ts';
import { selfName } from '../project/types.ts';
import { functionOf, type Spawn } from './spawns.ts';

/** Which functions call which, among those that matter for the status, without running anything. */
export interface CallGraph {
  callees(info: FunctionInfo): readonly FunctionInfo[];
  callers(info: FunctionInfo): readonly FunctionInfo[];
}

export function callGraph(machine: Machine): CallGraph {
  const callees = new Map<FunctionId, readonly FunctionInfo[]>();
  const callers = new Map<FunctionId, FunctionInfo[]>();
  for (const info of machine.project.functions.values()) {
    if (!machine.relevance.function(info)) continue;
    const targets = new Set<FunctionInfo>();
    visitExpressions(
      info.node.body,
      (expression) => {
        if (expression.kind === 'call')
          for (const each of calledBy(expression.callee, info, machine)) targets.add(each);
        if (expression.kind === 'attribute') {
          const self =
            expression.value.kind === 'name' && expression.value.id === selfName(info) ? info.owner : null;
          const property = self === null ? null : machine.project.method(self, expression.name);
          if (property?.variety === 'property') targets.add(property);
        }
        return undefined;
      },
      'function',
    );
    callees.set(info.id, [...targets]);
    for (const target of targets) {
      const list = callers.get(target.id);
      if (list === undefined) callers.set(target.id, [info]);
      else list.push(info);
    }
  }
  return {
    callees: (info) => callees.get(info.id) ?? [],
    callers: (info) => callers.get(info.id) ?? [],
  };
}

function calledBy(
  callee: Parameters<typeof functionOf>[0],
  info: FunctionInfo,
  machine: Machine,
): readonly FunctionInfo[] {
  const { project, types } = machine;
  if (callee.kind === 'attribute') {
    if (
      callee.value.kind === 'call' &&
      callee.value.callee.kind === 'name' &&
      callee.value.callee.id === 'super'
    ) {
      const found = info.owner === null ? null : project.method(info.owner, callee.name, info.owner);
      return found === null ? [] : [found];
    }
    const isSelf = callee.value.kind === 'name' && callee.value.id === selfName(info);
    const type = isSelf ? info.owner : types.of(callee.value, info, info.owner);
    if (type !== null) return ofType(type, callee.name, { kind: 'store' }, machine).map((each) => each.info);
  }
  const symbol = project.lookupExpression(info.file, callee);
  if (symbol?.kind === 'class') {
    const constructor = project.method(symbol.info, '__init__');
    return constructor === null ? [] : [constructor];
  }
  const found = functionOf(callee, info, info.file, project, types);
  return found === null ? [] : [found];
}

/** Role names of every function that matters; functions that no root reaches are the caller's. */
export function rolesOf(
  machine: Machine,
  graph: CallGraph,
  spawns: readonly Spawn[],
): ReadonlyMap<FunctionId, ReadonlySet<string>> {
  const roles = new Map<FunctionId, Set<string>>();
  const give = (info: FunctionInfo, role: string): boolean => {
    const own = roles.get(info.id) ?? new Set<string>();
    roles.set(info.id, own);
    if (own.has(role)) return false;
    own.add(role);
    return true;
  };
  const spread = (root: FunctionInfo, role: string, stops: ReadonlySet<FunctionId>): void => {
    const open = [root];
    for (let info = open.pop(); info !== undefined; info = open.pop()) {
      if (!give(info, role)) continue;
      open.push(...graph.callees(info).filter((each) => !stops.has(each.id)));
    }
  };
  const roots = new Set(spawns.map((spawn) => spawn.target.id));
  for (const spawn of spawns) spread(spawn.target, spawn.target.name, new Set());
  // Whoever no root reaches is entered from outside; what it calls is the caller's as well.
  const outside = [...machine.project.functions.values()].filter(
    (info) => machine.relevance.function(info) && !roles.has(info.id),
  );
  for (const info of outside) spread(info, CALLER, roots);
  return roles;
}

export const CALLER = 'caller';
