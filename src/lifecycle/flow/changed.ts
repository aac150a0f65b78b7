import { visitExpressions, visitStatements, type Expression, type Statement } from '../../syntax/index.ts';
import type { Project } from '../project/project.ts';

/** Methods that change what a list, a set or a dictionary has in it. */
const CHANGES = new Set(
  'add append appendleft clear discard extend insert pop popitem popleft remove setdefault update'.split(' '),
);

const known = new WeakMap<Project, ReadonlySet<string>>();

/** Is a name at the top of a module or class given another value by a function, or a container that is changed? */
export function isChanged(name: string, file: string, project: Project): boolean {
  let found = known.get(project);
  if (found === undefined) {
    found = collect(project);
    known.set(project, found);
  }
  return found.has(name) || found.has(`${file}#${name}`);
}

const given = new WeakMap<Project, ReadonlySet<string>>();

/** Is an attribute of that name assigned to any object, or what it holds changed? */
export function isGiven(name: string, project: Project): boolean {
  let found = given.get(project);
  if (found === undefined) {
    found = givenNames(project);
    given.set(project, found);
  }
  return found.has(name);
}

function givenNames(project: Project): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { module } of project.modules.values()) {
    visitStatements(module.body, (statement) => {
      const targets =
        statement.kind === 'assign' || statement.kind === 'delete'
          ? statement.targets
          : statement.kind === 'augassign' || statement.kind === 'for'
            ? [statement.target]
            : [];
      for (const target of targets.flatMap((each) => (each.kind === 'tuple' ? each.items : [each])))
        if (target.kind === 'attribute') found.add(target.name);
      return undefined;
    });
    for (const each of changedIn(module.body, 'all')) if (each.kind === 'attribute') found.add(each.name);
  }
  return found;
}

function collect(project: Project): ReadonlySet<string> {
  const found = new Set<string>();
  for (const source of project.modules.values()) {
    visitStatements(source.module.body, (statement) => {
      if (statement.kind === 'global')
        for (const name of statement.names) found.add(`${source.file}#${name}`);
      return undefined;
    });
    for (const each of changedIn(source.module.body, 'all')) {
      if (each.kind === 'name') found.add(`${source.file}#${each.id}`);
      // A name that is written as a constant is one wherever it is reached through.
      if (each.kind === 'attribute' && /^_*[A-Z]/.test(each.name)) found.add(each.name);
    }
  }
  return found;
}

/** Containers that the statements add to, take from, or set an item of. */
export function changedIn(block: readonly Statement[], scope: 'all' | 'function'): readonly Expression[] {
  const found: Expression[] = [];
  visitStatements(block, (statement) => {
    const targets =
      statement.kind === 'assign' || statement.kind === 'delete'
        ? statement.targets
        : statement.kind === 'augassign'
          ? [statement.target]
          : [];
    for (const target of targets) if (target.kind === 'subscript') found.push(target.value);
    const inner = statement.kind === 'function' || statement.kind === 'class';
    return inner && scope === 'function' ? 'skip' : undefined;
  });
  visitExpressions(
    block,
    (each) => {
      if (each.kind === 'call' && each.callee.kind === 'attribute' && CHANGES.has(each.callee.name))
        found.push(each.callee.value);
      return undefined;
    },
    scope,
  );
  return found;
}

/** Variables that a function inside gives other values. */
export function sharedWithin(block: readonly Statement[]): ReadonlySet<string> {
  const found = new Set<string>();
  visitStatements(block, (statement) => {
    if (statement.kind === 'nonlocal') for (const name of statement.names) found.add(name);
    return undefined;
  });
  return found;
}
