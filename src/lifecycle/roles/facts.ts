import type { FunctionId, RoleFact } from '../analysis.ts';
import type { Machine } from '../flow/machine.ts';
import { CALLER } from './reach.ts';
import type { Spawn } from './spawns.ts';

/** The caller, and every role that is started here and has to do with the status, by place. */
export function roleFacts(
  machine: Machine,
  spawns: readonly Spawn[],
  roles: ReadonlyMap<FunctionId, ReadonlySet<string>>,
): readonly RoleFact[] {
  const members = (role: string): readonly FunctionId[] =>
    [...roles].flatMap(([id, own]) => (own.has(role) ? [id] : []));
  const found = new Map<string, RoleFact>();
  for (const spawn of spawns) {
    const { target } = spawn;
    if (!machine.relevance.function(target) && !runsBeside(spawn, machine)) continue;
    const known = found.get(target.name);
    if (known !== undefined) {
      found.set(target.name, { ...known, several: true });
      continue;
    }
    found.set(target.name, {
      name: target.name,
      kind: spawn.kind,
      file: target.file,
      line: target.node.nameSpan.line,
      root: target.id,
      spawn: { file: spawn.file, span: spawn.node.span, function: spawn.inside?.id ?? null },
      several: spawn.several,
      functions: members(target.name),
    });
  }
  const others = [...found.values()].sort((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line,
  );
  const callers = members(CALLER);
  if (callers.length === 0) return others;
  const first = machine.project.functions.get(callers[0] ?? '');
  const caller: RoleFact = {
    name: CALLER,
    kind: 'caller',
    file: machine.store.owner?.file ?? first?.file ?? '',
    line: machine.store.owner?.node.nameSpan.line ?? first?.node.nameSpan.line ?? 1,
    root: null,
    spawn: null,
    several: false,
    functions: callers,
  };
  return [caller, ...others];
}

/** A thread, task or timer of a class that has to do with the status: one of its roles, whatever it does itself. */
function runsBeside({ kind, target }: Spawn, { project, relevance }: Machine): boolean {
  const { owner } = target;
  if (kind === 'callback' || owner === null) return false;
  return project
    .ancestry(owner)
    .some((each) => [...each.methods.values()].some((method) => relevance.function(method)));
}
