import {
  childBlocks,
  ownExpressions,
  visitExpression,
  type Call,
  type Expression,
  type Handler,
  type Statement,
  type Try,
} from '../../syntax/index.ts';
import { expressionText, statementText } from './print.ts';

/** A statement that can end its block by an exception. */
export interface Raiser {
  readonly line: number;
  readonly text: string;
  /** It says so itself (`raise`, `assert`); else it is an operation that is known to fail on bad input. */
  readonly sure: boolean;
}

/** How much is taken for something that can raise. */
export type Suspicion = 'operations' | 'calls';

/**
 * What in the statements can raise past them, in the order of the text; what a `try` inside them handles is left out.
 * `operations`: statements that raise by themselves and operations on data that fail where it is malformed; `calls`:
 * any call that is not known to be harmless as well, and iteration over something shared.
 */
export function raisers(
  statements: readonly Statement[],
  suspicion: Suspicion,
  asked: readonly string[] = [],
): readonly Raiser[] {
  return statements.flatMap((statement) => {
    if (statement.kind === 'function' || statement.kind === 'class') return [];
    const own = ofStatement(statement, suspicion).filter(
      (each) =>
        each.sure || !asked.some((map) => each.text.includes(`${map}[`) || each.text.includes(`${map}.`)),
    );
    if (statement.kind === 'if') {
      const known = [...asked, ...askedFor(statement.test)];
      return [
        ...own,
        ...raisers(statement.body, suspicion, known),
        ...raisers(statement.otherwise, suspicion, known),
      ];
    }
    if (statement.kind === 'try') {
      const guarded = statement.handlers.some(holdsAll) ? [] : raisers(statement.body, suspicion, asked);
      const rest = [statement.otherwise, statement.finalbody, ...statement.handlers.map((each) => each.body)];
      return [...own, ...guarded, ...rest.flatMap((block) => raisers(block, suspicion, asked))];
    }
    return [...own, ...childBlocks(statement).flatMap((block) => raisers(block, suspicion, asked))];
  });
}

/** Containers that a test looks into, as `m` in `k in m`: what follows knows whether there is an entry. */
function askedFor(test: Expression): readonly string[] {
  const found: string[] = [];
  visitExpression(test, (each) => {
    if (each.kind !== 'compare') return undefined;
    each.comparators.forEach((container, index) => {
      if (each.operators[index]?.endsWith('in') === true) found.push(expressionText(container));
    });
    return undefined;
  });
  return found;
}

/** A handler that takes any exception and does not raise again. */
export function holdsAll(handler: Handler): boolean {
  return takesAll(handler) && !handler.body.some((statement) => raisesAgain(statement));
}

/** `except:`, `except Exception`, `except (A, Exception)`. */
export function takesAll(handler: Handler): boolean {
  const { type } = handler;
  if (type === null) return true;
  const types = type.kind === 'tuple' ? type.items : [type];
  return types.some((each) => /(?:^|\.)(?:Exception|BaseException)$/.test(expressionText(each)));
}

function raisesAgain(statement: Statement): boolean {
  return statement.kind === 'raise' || childBlocks(statement).some((block) => block.some(raisesAgain));
}

/** The `try` whose body holds everything from `body`'s point of view, if its handlers take any exception. */
export function handlersOf(statement: Try): readonly Handler[] {
  return statement.handlers.filter(takesAll);
}

function ofStatement(statement: Statement, suspicion: Suspicion): readonly Raiser[] {
  if (statement.kind === 'raise' || statement.kind === 'assert')
    return [{ line: statement.span.line, text: statementText(statement), sure: true }];
  const found: Raiser[] = [];
  const add = (expression: Expression, text = expressionText(expression)): void => {
    found.push({ line: expression.span.line, text, sure: false });
  };
  const targets = statement.kind === 'assign' ? new Set(statement.targets) : new Set<Expression>();
  if (statement.kind === 'delete')
    for (const target of statement.targets)
      if (target.kind === 'subscript') add(target, `del ${expressionText(target)}`);
  if (statement.kind === 'for' && suspicion === 'calls' && isShared(statement.iterable))
    add(statement.iterable);
  for (const own of ownExpressions(statement)) {
    if (targets.has(own)) continue;
    visitExpression(own, (each) => {
      if (each.kind === 'lambda') return 'skip';
      if (each.kind === 'call' && isLogging(each)) return 'skip';
      if (each.kind === 'call' && (converts(each) || (suspicion === 'calls' && !isHarmless(each)))) add(each);
      if (each.kind === 'subscript' && each.index.kind === 'constant' && each.index.value.type === 'integer')
        add(each);
      if (each.kind === 'comprehension' && suspicion === 'calls')
        for (const clause of each.clauses)
          if (isShared(clause.iterable)) add(clause.iterable, `for … in ${expressionText(clause.iterable)}`);
      return undefined;
    });
  }
  return found;
}

/** Calls that turn data of unknown form into values. */
function converts(call: Call): boolean {
  const { callee } = call;
  if (callee.kind === 'name') return /^(?:int|float|next)$/.test(callee.id) && call.args.length === 1;
  if (callee.kind !== 'attribute') return false;
  if (callee.name === 'pop') return call.args.length === 1 && call.args[0]?.kind !== 'constant';
  return /^(?:decode|loads|unpack|unpack_from|fromhex|index|remove)$/.test(callee.name);
}

function isLogging(call: Call): boolean {
  const text = expressionText(call.callee);
  return /(?:^|\.)_?(?:log|logger|logging)\.\w+$/i.test(text) || text === 'print';
}

/** Methods and functions of the language's own types that do not raise on what they are usually given. */
function isHarmless(call: Call): boolean {
  const { callee } = call;
  const name = callee.kind === 'attribute' ? callee.name : callee.kind === 'name' ? callee.id : '';
  if (name === 'pop') return call.args.length !== 1;
  return /^(?:get|append|appendleft|add|discard|clear|setdefault|items|values|keys|copy|set|is_set|len|list|dict|tuple|str|repr|bool|isinstance|type|id|time|monotonic|perf_counter|sleep|notify|notify_all|task_done|get_ident|current_thread|debug|info|warning|error|exception)$/.test(
    name,
  );
}

/** An attribute, or the views of one: others can change it while it is iterated. */
export function isShared(iterable: Expression): boolean {
  if (iterable.kind === 'attribute') return true;
  if (iterable.kind !== 'call' || iterable.callee.kind !== 'attribute' || iterable.args.length > 0)
    return false;
  return /^(?:items|values|keys)$/.test(iterable.callee.name) && iterable.callee.value.kind === 'attribute';
}
