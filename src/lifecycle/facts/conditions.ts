import {
  childBlocks,
  visitExpression,
  type Expression,
  type Span,
  type Statement,
} from '../../syntax/index.ts';
import type { Condition, FunctionId } from '../analysis.ts';
import type { TestRecord } from '../flow/recorder.ts';
import type { StateName } from '../model.ts';
import type { FunctionInfo } from '../project/project.ts';

/** What the tests of the code were seen to do with the status, and which names are companion maps. */
export interface ConditionContext {
  readonly tests: ReadonlyMap<Expression, TestRecord>;
  readonly alphabet: ReadonlySet<StateName>;
  readonly companionNames: ReadonlySet<string>;
}

/** The conditions that hold at a place of a function, outermost first; early exits before it included. */
export function conditionsAt(info: FunctionInfo, at: Span, context: ConditionContext): readonly Condition[] {
  const found: Condition[] = [];
  descend(info.node.body, at, (test, holds, origin) => {
    found.push(conditionOf(test, holds, origin, info.file, info.id, context));
  });
  return found;
}

type Note = (test: Expression, holds: boolean, origin: Condition['origin']) => void;

function descend(block: readonly Statement[], at: Span, note: Note): void {
  for (const statement of block) {
    if (statement.span.end <= at.start) {
      noteEarlier(statement, note);
      continue;
    }
    if (statement.span.start > at.start) return;
    noteEnclosing(statement, at, note);
    // What the body of a `try` found out holds in its `else`, and in no handler.
    if (statement.kind === 'try' && isIn(statement.otherwise, at)) descend(statement.body, at, note);
    for (const inner of childBlocks(statement)) if (isIn(inner, at)) descend(inner, at, note);
    return;
  }
}

/** A branch that left the block before: what its test said is over. */
function noteEarlier(statement: Statement, note: Note): void {
  if (statement.kind === 'assert') note(statement.test, true, 'earlier');
  if (statement.kind !== 'if') return;
  if (leaves(statement.body)) note(statement.test, false, 'earlier');
  else if (statement.otherwise.length > 0 && leaves(statement.otherwise))
    note(statement.test, true, 'earlier');
}

function noteEnclosing(statement: Statement, at: Span, note: Note): void {
  if (statement.kind !== 'if' && statement.kind !== 'while') return;
  if (isIn(statement.body, at)) {
    if (statement.test.kind !== 'constant') note(statement.test, true, 'enclosing');
  } else if (statement.kind === 'if' && isIn(statement.otherwise, at))
    note(statement.test, false, 'enclosing');
}

function isIn(block: readonly Statement[], at: Span): boolean {
  const first = block[0];
  const last = block.at(-1);
  return (
    first !== undefined && last !== undefined && first.span.start <= at.start && at.start < last.span.end
  );
}

/** Does no path reach the end of the block? */
export function leaves(block: readonly Statement[]): boolean {
  const last = block.at(-1);
  switch (last?.kind) {
    case 'return':
    case 'raise':
    case 'continue':
    case 'break':
      return true;
    case 'if':
      return last.otherwise.length > 0 && leaves(last.body) && leaves(last.otherwise);
    case 'with':
      return leaves(last.body);
    case 'try':
      return (
        leaves(last.finalbody) ||
        (leaves(last.body) && last.handlers.every((handler) => leaves(handler.body)))
      );
    default:
      return false;
  }
}

function conditionOf(
  test: Expression,
  holds: boolean,
  origin: Condition['origin'],
  file: string,
  inside: FunctionId,
  context: ConditionContext,
): Condition {
  const outcome = statesOf(test, context);
  const companions = companionsIn(test, context.companionNames);
  return {
    test,
    holds,
    site: { file, span: test.span, function: inside },
    origin,
    subject: outcome !== null ? 'status' : companions.length > 0 ? 'companion' : 'other',
    companions,
    leaves: outcome === null ? null : holds ? outcome.whenTrue : outcome.whenFalse,
  };
}

/** The states with which a test can hold and can fail; null if it does not look at the status. */
export function statesOf(test: Expression, context: ConditionContext): TestRecord | null {
  const record = context.tests.get(test);
  if (record !== undefined) return record;
  if (test.kind === 'not') {
    const inner = statesOf(test.value, context);
    return inner === null ? null : { whenTrue: inner.whenFalse, whenFalse: inner.whenTrue };
  }
  if (test.kind === 'named') return statesOf(test.value, context);
  if (test.kind !== 'boolean') return null;
  const parts = test.values.map((value) => statesOf(value, context));
  if (parts.every((part) => part === null)) return null;
  const open = { whenTrue: context.alphabet, whenFalse: context.alphabet };
  const known = parts.map((part) => part ?? open);
  const all = (pick: (part: TestRecord) => ReadonlySet<StateName>): ReadonlySet<StateName> =>
    new Set([...context.alphabet].filter((state) => known.every((part) => pick(part).has(state))));
  const any = (pick: (part: TestRecord) => ReadonlySet<StateName>): ReadonlySet<StateName> =>
    new Set(known.flatMap((part) => [...pick(part)]));
  return test.operator === 'and'
    ? { whenTrue: all((part) => part.whenTrue), whenFalse: any((part) => part.whenFalse) }
    : { whenTrue: any((part) => part.whenTrue), whenFalse: all((part) => part.whenFalse) };
}

function companionsIn(test: Expression, names: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  visitExpression(test, (each) => {
    if (each.kind === 'attribute' && names.has(each.name)) found.add(each.name);
    return undefined;
  });
  return [...found];
}
