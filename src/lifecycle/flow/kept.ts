import {
  childBlocks,
  ownExpressions,
  visitExpression,
  visitExpressions,
  visitStatements,
  type Expression,
  type Statement,
} from '../../syntax/index.ts';
import type { Frame } from './frame.ts';

/** Methods that change what a list or set has in it. */
const CHANGES = new Set(['append', 'extend', 'insert', 'add', 'update', 'appendleft', 'extendleft']);

/**
 * The value that a variable surely has where it is used, as it was when it was given: nothing between the two gives
 * it another one, adds to it, waits, or can write a status. Null otherwise.
 */
export function keptValue(use: Extract<Expression, { kind: 'name' }>, frame: Frame): Expression | null {
  const found = searchBlock(frame.info.node.body, use, frame);
  return found === 'open' ? null : found;
}

/** What the statements before the use say; `open` where none of them gives the variable a value. */
function searchBlock(
  block: readonly Statement[],
  use: Extract<Expression, { kind: 'name' }>,
  frame: Frame,
): Expression | 'open' | null {
  const at = use.span.start;
  const index = block.findIndex((each) => each.span.start <= at && at < each.span.end);
  const around = block[index];
  if (around === undefined) return null;
  const own = ownExpressions(around);
  const inner = childBlocks(around).find((each) =>
    each.some((statement) => statement.span.start <= at && at < statement.span.end),
  );
  if (inner !== undefined) {
    const within = searchBlock(inner, use, frame);
    if (within !== 'open') return within;
    // In another round of a loop, in a handler: what stands before it in the text is not all that came before.
    if (!['if', 'with'].includes(around.kind) || own.some((each) => disturbs(each, use.id, frame)))
      return null;
  } else if (around.kind === 'while' || (around.kind !== 'for' && own.some((each) => gives(each, use.id)))) {
    return null;
  }
  for (const before of block.slice(0, index).reverse()) {
    if (before.kind === 'assign' && before.targets.some((each) => each.kind === 'name' && each.id === use.id))
      return before.targets.length === 1 ? before.value : null;
    if (changes(before, use.id, frame)) return null;
  }
  return 'open';
}

function changes(statement: Statement, name: string, frame: Frame): boolean {
  let found = false;
  visitStatements([statement], (each) => {
    if (each.kind === 'function' || each.kind === 'class') return 'skip';
    if (writtenBy(each).some((target) => touches(target, name, frame))) found = true;
    return undefined;
  });
  visitExpressions(
    [statement],
    (each) => {
      if (disturbsItself(each, name, frame)) found = true;
      return undefined;
    },
    'function',
  );
  return found;
}

function writtenBy(statement: Statement): readonly Expression[] {
  switch (statement.kind) {
    case 'assign':
    case 'delete':
      return statement.targets;
    case 'augassign':
    case 'for':
      return [statement.target];
    case 'with':
      return statement.items.flatMap(({ target }) => target ?? []);
    default:
      return [];
  }
}

/** Does giving the target a value give the variable another one, an item of it, or a status? */
function touches(target: Expression, name: string, frame: Frame): boolean {
  if (target.kind === 'tuple' || target.kind === 'list')
    return target.items.some((each) => touches(each, name, frame));
  if (target.kind === 'name') return target.id === name;
  if (target.kind === 'subscript' && target.value.kind === 'name' && target.value.id === name) return true;
  return frame.machine.relevance.expression(target, frame.info, () => false);
}

function disturbs(expression: Expression, name: string, frame: Frame): boolean {
  let found = false;
  visitExpression(expression, (each) => {
    if (disturbsItself(each, name, frame)) found = true;
    return each.kind === 'lambda' ? 'skip' : undefined;
  });
  return found;
}

function disturbsItself(each: Expression, name: string, frame: Frame): boolean {
  if (each.kind === 'await' || each.kind === 'yield') return true;
  if (gives(each, name)) return true;
  if (each.kind !== 'call') return false;
  const { callee } = each;
  const isOwn = callee.kind === 'attribute' && callee.value.kind === 'name' && callee.value.id === name;
  if (isOwn) return CHANGES.has(callee.name);
  return frame.machine.relevance.expression(callee, frame.info, () => false);
}

function gives(each: Expression, name: string): boolean {
  return each.kind === 'named' && each.target.kind === 'name' && each.target.id === name;
}
