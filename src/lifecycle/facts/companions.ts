import {
  ownExpressions,
  visitExpression,
  visitExpressions,
  visitStatements,
  type Expression,
  type Statement,
} from '../../syntax/index.ts';
import type { CompanionFact, CompanionUse, FunctionId } from '../analysis.ts';
import type { FunctionInfo, Project } from '../project/project.ts';
import { selfName } from '../project/types.ts';
import { codeAt } from './text.ts';
import { circumstances, type Scene } from './scene.ts';

/** A dictionary or set attribute that is used with a key. */
interface KeyedUse {
  readonly name: string;
  readonly owner: string;
  readonly key: Expression | null;
  readonly node: Expression;
  readonly action: CompanionUse['action'];
}

/** Names of attributes that hold containers keyed like the status: same key text in one function. */
export function companionNames(
  project: Project,
  keys: ReadonlyMap<FunctionId, ReadonlySet<string>>,
  storeName: string,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [id, texts] of keys) {
    const info = project.functions.get(id);
    if (info === undefined) continue;
    for (const use of keyedUses(info)) {
      if (use.name === storeName || use.key === null) continue;
      if (texts.has(codeAt(project, info.file, use.key.span))) names.add(use.name);
    }
  }
  return names;
}

/** Every use of those containers, in all functions. */
export function companionsOf(scene: Scene, names: ReadonlySet<string>): readonly CompanionFact[] {
  const found = new Map<string, { owner: string; uses: CompanionUse[] }>();
  for (const info of scene.machine.project.functions.values()) {
    for (const use of keyedUses(info)) {
      if (!names.has(use.name)) continue;
      const companion = found.get(use.name) ?? { owner: use.owner, uses: [] };
      found.set(use.name, companion);
      companion.uses.push({ ...circumstances(scene, info, use.node, { key: use.key }), action: use.action });
    }
  }
  return [...found].map(([name, { owner, uses }]) => ({ name, owner, uses }));
}

function keyedUses(info: FunctionInfo): readonly KeyedUse[] {
  const uses: KeyedUse[] = [];
  const claimed = new Set<Expression>();
  const owner = info.owner?.name ?? info.file;
  const note = (
    container: Expression,
    key: Expression | null,
    node: Expression,
    action: CompanionUse['action'],
  ): void => {
    if (container.kind !== 'attribute') return;
    if (container.value.kind === 'name' && !isObject(container.value.id, info)) return;
    claimed.add(node);
    uses.push({ name: container.name, owner, key, node, action });
  };
  visitStatements(info.node.body, (statement) => {
    if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
    noteStatement(statement, note);
    return undefined;
  });
  visitExpressions(
    info.node.body,
    (expression) => {
      if (!claimed.has(expression)) noteExpression(expression, note);
      return undefined;
    },
    'function',
  );
  return uses;
}

type Note = (
  container: Expression,
  key: Expression | null,
  node: Expression,
  action: CompanionUse['action'],
) => void;

/** `self`, parameters and locals are objects; modules are not told apart, which costs nothing here. */
function isObject(name: string, info: FunctionInfo): boolean {
  return name === selfName(info) || /^[a-z_]/.test(name);
}

function noteStatement(statement: Statement, note: Note): void {
  switch (statement.kind) {
    case 'assign':
      for (const target of statement.targets) {
        if (target.kind === 'subscript') note(target.value, target.index, target, 'set');
      }
      break;
    case 'augassign':
      if (statement.target.kind === 'subscript')
        note(statement.target.value, statement.target.index, statement.target, 'set');
      break;
    case 'delete':
      for (const target of statement.targets) {
        if (target.kind === 'subscript') note(target.value, target.index, target, 'remove');
      }
      break;
    case 'for':
      noteIteration(statement.iterable, note);
      break;
    case 'if':
    case 'while':
    case 'assert':
      noteTest(statement.test, note);
      break;
    default:
      break;
  }
  for (const own of ownExpressions(statement)) {
    visitExpression(own, (expression) => {
      if (expression.kind === 'comprehension')
        for (const clause of expression.clauses) noteIteration(clause.iterable, note);
      if (expression.kind === 'conditional') noteTest(expression.test, note);
      return undefined;
    });
  }
}

function noteIteration(iterable: Expression, note: Note): void {
  if (iterable.kind === 'attribute') note(iterable, null, iterable, 'iterate');
  if (iterable.kind !== 'call' || iterable.callee.kind !== 'attribute') return;
  if (['items', 'keys', 'values'].includes(iterable.callee.name))
    note(iterable.callee.value, null, iterable, 'iterate');
}

/** A `get` that decides a branch asks whether there is an entry. */
function noteTest(test: Expression, note: Note): void {
  visitExpression(test, (expression) => {
    if (
      expression.kind !== 'call' ||
      expression.callee.kind !== 'attribute' ||
      expression.callee.name !== 'get'
    )
      return undefined;
    const [key] = expression.args;
    if (key !== undefined) note(expression.callee.value, key, expression, 'test');
    return undefined;
  });
}

function noteExpression(expression: Expression, note: Note): void {
  if (expression.kind === 'subscript') note(expression.value, expression.index, expression, 'read');
  if (expression.kind === 'compare') {
    expression.operators.forEach((operator, index) => {
      const container = expression.comparators[index];
      const key = index === 0 ? expression.left : expression.comparators[index - 1];
      if ((operator === 'in' || operator === 'not in') && container !== undefined && key !== undefined) {
        note(container, key, expression, 'test');
      }
    });
  }
  if (expression.kind !== 'call' || expression.callee.kind !== 'attribute') return;
  const [key] = expression.args;
  const container = expression.callee.value;
  switch (expression.callee.name) {
    case 'pop':
    case 'discard':
    case 'remove':
      if (key !== undefined) note(container, key, expression, 'remove');
      break;
    case 'get':
      if (key !== undefined) note(container, key, expression, 'read');
      break;
    case 'setdefault':
    case 'add':
      if (key !== undefined) note(container, key, expression, 'set');
      break;
    case 'clear':
      if (key === undefined) note(container, null, expression, 'clear');
      break;
    default:
      break;
  }
}
