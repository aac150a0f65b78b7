import { allInField, hasToken, inField, namedChildren, type RawNode } from '../raw.ts';
import type { Comprehension, Expression } from '../tree.ts';
import { lowerChild, lowerExpression, lowerField } from './expressions.ts';
import type { Lowering } from './lowering.ts';

interface Clause {
  readonly async: boolean;
  readonly target: Expression;
  readonly iterable: Expression;
  readonly conditions: Expression[];
}

export function lowerComprehension(
  node: RawNode,
  variety: Comprehension['variety'],
  lowering: Lowering,
): Comprehension {
  const clauses: Clause[] = [];
  for (const child of namedChildren(node)) {
    if (child.type === 'for_in_clause') clauses.push(lowerClause(child, lowering));
    else if (child.type === 'if_clause') clauses.at(-1)?.conditions.push(lowerChild(child, 0, lowering));
  }
  const body = inField(node, 'body');
  const pair = body?.type === 'pair' ? body : null;
  return {
    kind: 'comprehension',
    variety,
    element: pair === null ? lowerField(node, 'body', lowering) : lowerField(pair, 'value', lowering),
    key: pair === null ? null : lowerField(pair, 'key', lowering),
    clauses,
    span: lowering.span(node),
  };
}

function lowerClause(node: RawNode, lowering: Lowering): Clause {
  const iterables = allInField(node, 'right').filter((child) => child.named);
  const [only, ...more] = iterables.map((child) => lowerExpression(child, lowering));
  const span = lowering.span(node);
  const iterable: Expression =
    only === undefined
      ? { kind: 'unknown', span }
      : more.length === 0
        ? only
        : {
            kind: 'tuple',
            items: [only, ...more],
            span: lowering.span({ start: only.span.start, end: node.end }),
          };
  return {
    async: hasToken(node, 'async'),
    target: lowerField(node, 'left', lowering),
    iterable,
    conditions: [],
  };
}
