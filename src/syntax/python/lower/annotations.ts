import { hasToken, namedChildren, type RawNode } from '../raw.ts';
import type { Expression } from '../tree.ts';
import { lowerExpression } from './expressions.ts';
import type { Lowering } from './lowering.ts';

/** A type annotation as the expression that it is in Python: `list[int]` a subscript, `A | B` a binary. */
export function lowerAnnotation(node: RawNode, lowering: Lowering): Expression {
  return lowering.deeper(
    () => lower(node, lowering),
    () => ({ kind: 'unknown', span: lowering.span(node) }),
  );
}

function lower(node: RawNode, lowering: Lowering): Expression {
  const span = lowering.span(node);
  const [first, second] = namedChildren(node);
  switch (node.type) {
    case 'type':
      return first === undefined ? { kind: 'unknown', span } : lowerAnnotation(first, lowering);
    case 'generic_type': {
      if (first === undefined || second === undefined) return { kind: 'unknown', span };
      const items = namedChildren(second).map((item) => lowerAnnotation(item, lowering));
      const only = items.length === 1 && !hasToken(second, ',') ? items[0] : undefined;
      const inside = { start: second.start + 1, end: second.end - 1 };
      const index = only ?? { kind: 'tuple', items, span: lowering.span(inside) };
      return { kind: 'subscript', value: lowerExpression(first, lowering), index, span };
    }
    case 'union_type':
      if (first === undefined || second === undefined) return { kind: 'unknown', span };
      return {
        kind: 'binary',
        operator: '|',
        left: lowerAnnotation(first, lowering),
        right: lowerAnnotation(second, lowering),
        span,
      };
    case 'member_type':
      if (first === undefined || second === undefined) return { kind: 'unknown', span };
      return {
        kind: 'attribute',
        value: lowerAnnotation(first, lowering),
        name: lowering.textOf(second),
        nameSpan: lowering.span(second),
        span,
      };
    case 'splat_type':
      return first === undefined
        ? { kind: 'unknown', span }
        : { kind: 'starred', value: lowerExpression(first, lowering), span };
    case 'constrained_type':
      return first === undefined ? { kind: 'unknown', span } : lowerAnnotation(first, lowering);
    default:
      return lowerExpression(node, lowering);
  }
}
