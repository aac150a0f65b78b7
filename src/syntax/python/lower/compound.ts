import { allInField, hasToken, inField, namedChildren, ofType, type RawNode } from '../raw.ts';
import type { Expression, Handler, If, MatchCase, Statement } from '../tree.ts';
import { lowerExpression, lowerField, lowerListed, splitAs } from './expressions.ts';
import type { Lowering } from './lowering.ts';
import { guardOf, lowerCasePattern } from './patterns.ts';
import { lowerSuite } from './statements.ts';

/** `if … elif … else`; each `elif` is an `if` alone in the `otherwise` before it. */
export function lowerIf(node: RawNode, lowering: Lowering): If {
  const alternatives = allInField(node, 'alternative');
  return {
    kind: 'if',
    test: lowerField(node, 'condition', lowering),
    body: lowerSuite(inField(node, 'consequence'), lowering),
    otherwise: lowerAlternatives(alternatives, 0, node.end, lowering),
    span: lowering.span(node),
  };
}

function lowerAlternatives(
  alternatives: readonly RawNode[],
  at: number,
  end: number,
  lowering: Lowering,
): readonly Statement[] {
  const clause = alternatives[at];
  if (clause === undefined) return [];
  if (clause.type === 'else_clause') return lowerSuite(inField(clause, 'body'), lowering);
  const span = lowering.span({ start: clause.start, end });
  return lowering.deeper<readonly Statement[]>(
    () => [
      {
        kind: 'if',
        test: lowerField(clause, 'condition', lowering),
        body: lowerSuite(inField(clause, 'consequence'), lowering),
        otherwise: lowerAlternatives(alternatives, at + 1, end, lowering),
        span,
      },
    ],
    () => [{ kind: 'unknown', span }],
  );
}

function lowerElse(node: RawNode, lowering: Lowering): readonly Statement[] {
  const clause = ofType(node, 'else_clause');
  return clause === null ? [] : lowerSuite(inField(clause, 'body'), lowering);
}

export function lowerFor(node: RawNode, lowering: Lowering): Statement {
  return {
    kind: 'for',
    async: hasToken(node, 'async'),
    target: lowerField(node, 'left', lowering),
    iterable: lowerField(node, 'right', lowering),
    body: lowerSuite(inField(node, 'body'), lowering),
    otherwise: lowerElse(node, lowering),
    span: lowering.span(node),
  };
}

export function lowerWhile(node: RawNode, lowering: Lowering): Statement {
  return {
    kind: 'while',
    test: lowerField(node, 'condition', lowering),
    body: lowerSuite(inField(node, 'body'), lowering),
    otherwise: lowerElse(node, lowering),
    span: lowering.span(node),
  };
}

export function lowerWith(node: RawNode, lowering: Lowering): Statement {
  const clause = ofType(node, 'with_clause');
  const items = clause === null ? [] : withItems(namedChildren(clause), lowering);
  return {
    kind: 'with',
    async: hasToken(node, 'async'),
    items,
    body: lowerSuite(inField(node, 'body'), lowering),
    span: lowering.span(node),
  };
}

type WithItem = { readonly context: Expression; readonly target: Expression | null };

/** `with (a as b, c as d):` may come as one tuple; Python reads it as two items. */
function withItems(nodes: readonly RawNode[], lowering: Lowering): readonly WithItem[] {
  const values = nodes.map((item) => inField(item, 'value') ?? item);
  const [only] = values;
  const inner = values.length === 1 && only?.type === 'tuple' ? namedChildren(only) : values;
  return inner.map((value) => {
    const { value: context, target } = splitAs(value, lowering);
    return { context, target };
  });
}

export function lowerTry(node: RawNode, lowering: Lowering): Statement {
  const final = ofType(node, 'finally_clause');
  return {
    kind: 'try',
    body: lowerSuite(inField(node, 'body'), lowering),
    handlers: node.children
      .filter((child) => child.type === 'except_clause' || child.type === 'except_group_clause')
      .map((child) => lowerHandler(child, lowering)),
    otherwise: lowerElse(node, lowering),
    finalbody: lowerSuite(final === null ? null : ofType(final, 'block'), lowering),
    span: lowering.span(node),
  };
}

function lowerHandler(node: RawNode, lowering: Lowering): Handler {
  const [first, ...more] = allInField(node, 'value').filter((child) => child.named);
  const split = first === undefined ? null : splitAs(first, lowering);
  const alias = inField(node, 'alias');
  const target = alias === null ? (split?.target ?? null) : lowerExpression(alias, lowering);
  return {
    type: split === null ? null : withMore(split.value, more, lowering),
    name: target?.kind === 'name' ? target.id : null,
    body: lowerSuite(ofType(node, 'block'), lowering),
    span: lowering.span(node),
  };
}

/** `except A, B:` of Python 3.14 catches both. */
function withMore(first: Expression, more: readonly RawNode[], lowering: Lowering): Expression {
  if (more.length === 0) return first;
  const items = [first, ...more.map((node) => lowerExpression(node, lowering))];
  return {
    kind: 'tuple',
    items,
    span: lowering.span({ start: first.span.start, end: more.at(-1)?.end ?? first.span.end }),
  };
}

export function lowerMatch(node: RawNode, lowering: Lowering): Statement {
  const subjects = allInField(node, 'subject').filter((child) => child.named);
  const block = inField(node, 'body');
  return {
    kind: 'match',
    subject: lowerListed(node, subjects, lowering),
    cases: (block?.children ?? [])
      .filter((child) => child.type === 'case_clause')
      .map((child) => lowerCase(child, lowering)),
    span: lowering.span(node),
  };
}

function lowerCase(node: RawNode, lowering: Lowering): MatchCase {
  const guard = guardOf(node);
  return {
    pattern: lowerCasePattern(node, lowering),
    guard: guard === null ? null : lowerExpression(guard, lowering),
    body: lowerSuite(inField(node, 'consequence'), lowering),
    span: lowering.span(node),
  };
}
