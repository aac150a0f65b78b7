import { childBlocks, childStatements, type Statement } from '../../syntax/index.ts';

/** A block on the way down to a statement, and where in it the way goes on. */
export interface Level {
  readonly block: readonly Statement[];
  readonly index: number;
}

/** The blocks around `target`, from `body` to the one that holds it; empty where it is not below `body`. */
export function levels(body: readonly Statement[], target: Statement): readonly Level[] {
  for (const [index, statement] of body.entries()) {
    if (statement === target) return [{ block: body, index }];
    if (target.span.start < statement.span.start || target.span.end > statement.span.end) continue;
    for (const block of childBlocks(statement)) {
      const below = levels(block, target);
      if (below.length > 0) return [{ block: body, index }, ...below];
    }
  }
  return [];
}

/** Whether `inner` stands in one of the statements of `block`, at any depth. */
export function within(block: readonly Statement[], inner: Statement): boolean {
  return block.some((each) => each.span.start <= inner.span.start && inner.span.end <= each.span.end);
}

/**
 * Whether every path through a statement does it as well: a statement straight before it does, or everything that can
 * follow does, up to the end of the function or of the loop around.
 */
export function accompanied(way: readonly Level[], does: (statement: Statement) => boolean): boolean {
  const rest: Statement[] = [];
  for (let depth = way.length - 1; depth >= 0; depth -= 1) {
    const level = way[depth];
    if (level === undefined) break;
    const { block, index } = level;
    if (block.slice(0, index).some((each) => always([each], does))) return true;
    rest.push(...block.slice(index + 1));
    const around = way[depth - 1];
    const kind = around?.block[around.index]?.kind;
    if (kind === 'while' || kind === 'for') break;
  }
  return always(rest, does);
}

/** What paths through a block are left that do not do something: to its end, or out of it. */
interface Undone {
  readonly falls: boolean;
  readonly leaves: boolean;
}

/**
 * Whether every path through the block that raises nothing does it: `does` answers for simple statements and for the
 * heads of compound ones. Loops may run zero times.
 */
export function always(block: readonly Statement[], does: (statement: Statement) => boolean): boolean {
  const { falls, leaves } = undone(block, does);
  return !falls && !leaves;
}

function undone(block: readonly Statement[], does: (statement: Statement) => boolean): Undone {
  let leaves = false;
  for (const statement of block) {
    if (does(statement) || statement.kind === 'raise') return { falls: false, leaves };
    if (statement.kind === 'return' || statement.kind === 'continue' || statement.kind === 'break')
      return { falls: false, leaves: true };
    const inside = ofStatement(statement, does);
    leaves ||= inside.leaves;
    if (!inside.falls) return { falls: false, leaves };
  }
  return { falls: true, leaves };
}

function ofStatement(statement: Statement, does: (statement: Statement) => boolean): Undone {
  switch (statement.kind) {
    case 'if':
      return either([undone(statement.body, does), undone(statement.otherwise, does)]);
    case 'with':
      return undone(statement.body, does);
    case 'match': {
      const whole = statement.cases.some((each) => each.guard === null && each.pattern.kind === 'wildcard');
      const parts = statement.cases.map((each) => undone(each.body, does));
      return either(whole ? parts : [...parts, { falls: true, leaves: false }]);
    }
    case 'try': {
      if (always(statement.finalbody, does)) return { falls: false, leaves: false };
      return either([
        undone([...statement.body, ...statement.otherwise], does),
        ...statement.handlers.map((handler) => undone(handler.body, does)),
      ]);
    }
    default:
      return { falls: true, leaves: false };
  }
}

function either(parts: readonly Undone[]): Undone {
  return { falls: parts.some((part) => part.falls), leaves: parts.some((part) => part.leaves) };
}

/** Every statement below the block that begins before `end`, nested functions and classes left out. */
export function statementsBefore(block: readonly Statement[], end: number): readonly Statement[] {
  return block.flatMap((statement) => {
    if (statement.span.start >= end) return [];
    if (statement.kind === 'function' || statement.kind === 'class') return [];
    return [statement, ...statementsBefore(childStatements(statement), end)];
  });
}
