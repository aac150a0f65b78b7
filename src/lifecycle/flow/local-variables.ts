import { ownExpressions, visitExpression, visitStatements, type Expression } from '../../syntax/index.ts';
import type { FunctionInfo } from '../project/project.ts';
import { changedIn, sharedWithin } from './changed.ts';

/** The variables of one function. */
export interface Locals {
  readonly all: ReadonlySet<string>;
  /** Those whose value can matter for the status. */
  readonly used: ReadonlySet<string>;
  /** Those that a function inside gives other values: what they hold is not known. */
  readonly shared: ReadonlySet<string>;
  /** Those that hold a container which is changed. */
  readonly changed: ReadonlySet<string>;
}

/**
 * A variable is used if it stands in an expression that matters, is returned, steers a branch while it is
 * assigned plain constants (a flag), is an alias whose entries are taken, or is assigned to one that is used. All others would only multiply paths.
 */
export function localsOf(info: FunctionInfo, matters: (expression: Expression) => boolean): Locals {
  const all = new Set(info.node.parameters.map((each) => each.name));
  const used = new Set<string>();
  const tested = new Set<string>();
  const flags = new Set<string>();
  const holders = new Set<string>();
  const sources = new Map<string, Set<string>>();
  const bind = (target: Expression, value: Expression | null): void => {
    if (target.kind === 'starred') bind(target.value, null);
    if (target.kind === 'tuple' || target.kind === 'list') {
      const items = value?.kind === 'tuple' || value?.kind === 'list' ? value.items : [];
      target.items.forEach((item, index) => {
        bind(item, items[index] ?? null);
      });
    }
    if (target.kind !== 'name') return;
    all.add(target.id);
    if (value === null) return;
    if (value.kind === 'constant') flags.add(target.id);
    if (matters(value)) flags.add(target.id);
    if (value.kind === 'name' || value.kind === 'attribute' || value.kind === 'conditional') {
      sources.set(target.id, new Set([...(sources.get(target.id) ?? []), ...namesIn(value)]));
    }
  };
  visitStatements(info.node.body, (statement) => {
    if (statement.kind === 'class') return 'skip';
    if (statement.kind === 'function') {
      all.add(statement.name);
      used.add(statement.name);
      return 'skip';
    }
    switch (statement.kind) {
      case 'assign': {
        const { value } = statement;
        if (value !== null && statement.targets.some(matters))
          for (const name of namesIn(value)) used.add(name);
        for (const target of statement.targets) bind(target, value);
        break;
      }
      case 'augassign':
        bind(statement.target, null);
        break;
      case 'for':
        bind(statement.target, null);
        break;
      case 'with':
        for (const item of statement.items) if (item.target !== null) bind(item.target, null);
        break;
      case 'try':
        for (const handler of statement.handlers) if (handler.name !== null) all.add(handler.name);
        break;
      case 'if':
      case 'while':
      case 'assert':
        for (const name of namesIn(statement.test)) tested.add(name);
        break;
      case 'return':
        if (statement.value !== null) for (const name of namesIn(statement.value)) used.add(name);
        break;
      default:
        break;
    }
    for (const own of ownExpressions(statement)) {
      visitExpression(own, (each) => {
        if (each.kind === 'named') bind(each.target, each.value);
        if (each.kind === 'subscript' && each.value.kind === 'name') holders.add(each.value.id);
        if (each.kind === 'conditional') for (const name of namesIn(each.test)) tested.add(name);
        return undefined;
      });
      // The whole of a target such as `self.status[key]` matters, and so does the key in it.
      if (matters(own)) for (const name of namesIn(own)) used.add(name);
    }
    return undefined;
  });
  for (const name of flags) if (tested.has(name) || holders.has(name)) used.add(name);
  for (let grew = true; grew;) {
    grew = false;
    for (const [name, from] of sources) {
      if (!used.has(name)) continue;
      for (const each of from) {
        if (used.has(each)) continue;
        used.add(each);
        grew = true;
      }
    }
  }
  for (const parameter of info.node.parameters) used.add(parameter.name);
  const changed = changedIn(info.node.body, 'all').flatMap((each) => (each.kind === 'name' ? [each.id] : []));
  return { all, used, shared: sharedWithin(info.node.body), changed: new Set(changed) };
}

function namesIn(expression: Expression): readonly string[] {
  const names: string[] = [];
  visitExpression(expression, (each) => {
    if (each.kind === 'lambda') return 'skip';
    if (each.kind === 'name') names.push(each.id);
    return undefined;
  });
  return names;
}
