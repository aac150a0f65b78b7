import { visitStatements, type Expression } from '../../syntax/index.ts';
import type { ClassInfo, FunctionInfo, Project } from '../project/project.ts';
import { lastName } from '../states/declared.ts';
import type { Config } from './config.ts';
import { symbolic, typeOf } from './expressions.ts';
import type { Frame } from './frame.ts';
import type { Machine } from './machine.ts';

const LOCK_CLASSES = new Set(['Lock', 'RLock', 'Condition', 'Semaphore', 'BoundedSemaphore']);
const LOCK_NAME = /(^|_)(r?lock|mutex|cond|condition|cv)$/i;

/** Attributes and variables that are assigned a lock somewhere. */
export function lockNames(project: Project): ReadonlySet<string> {
  const names = new Set<string>();
  for (const source of project.modules.values()) {
    visitStatements(source.module.body, (statement) => {
      if (statement.kind !== 'assign' || statement.value?.kind !== 'call') return undefined;
      if (!LOCK_CLASSES.has(lastName(statement.value.callee))) return undefined;
      for (const target of statement.targets) names.add(lastName(target));
      return undefined;
    });
  }
  return names;
}

/** The canonical name of a lock, `Pool.lock`; null for an expression that is none. */
export function lockOf(expression: Expression, config: Config, frame: Frame): string | null {
  const type = expression.kind === 'attribute' ? typeOf(symbolic(expression.value, config, frame)) : null;
  return lockNamed(expression, type, frame.machine);
}

/** The same without a path: the class of the object comes from the text alone. */
export function staticLock(expression: Expression, inside: FunctionInfo, machine: Machine): string | null {
  const type =
    expression.kind === 'attribute' ? machine.types.of(expression.value, inside, inside.owner) : null;
  return lockNamed(expression, type, machine);
}

function lockNamed(expression: Expression, type: ClassInfo | null, machine: Machine): string | null {
  const name = lastName(expression);
  if (name === '' || !(machine.lockNames.has(name) || LOCK_NAME.test(name))) return null;
  if (expression.kind !== 'attribute' || type === null) return name;
  const home = machine.project
    .ancestry(type)
    .findLast(
      (each) =>
        each.scope.bindings.has(name) || assignsField(each.methods.get('__init__')?.node.body ?? [], name),
    );
  return `${(home ?? type).name}.${name}`;
}

function assignsField(body: Parameters<typeof visitStatements>[0], name: string): boolean {
  let found = false;
  visitStatements(body, (statement) => {
    if (
      statement.kind === 'assign' &&
      statement.targets.some((target) => target.kind === 'attribute' && target.name === name)
    ) {
      found = true;
    }
    return undefined;
  });
  return found;
}
