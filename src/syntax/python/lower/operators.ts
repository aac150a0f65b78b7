import { allInField, inField, namedChildren, type RawNode } from '../raw.ts';
import type { Expression } from '../tree.ts';
import { lowerExpression, lowerField } from './expressions.ts';
import type { Lowering } from './lowering.ts';

/** `a < b not in c`: a chain is one comparison. Python 2's `<>` is `!=`. */
export function lowerCompare(node: RawNode, lowering: Lowering): Expression {
  const operators = allInField(node, 'operators').map((child) => comparison(child, lowering));
  const operands = node.children
    .filter((child) => child.named && child.field !== 'operators' && child.type !== 'ERROR')
    .map((child) => lowerExpression(child, lowering));
  const [left, ...comparators] = operands;
  const span = lowering.span(node);
  if (left === undefined || comparators.length !== operators.length) return { kind: 'unknown', span };
  return { kind: 'compare', left, operators, comparators, span };
}

function comparison(node: RawNode, lowering: Lowering): string {
  if (node.type === '<>') return '!=';
  if (node.type === 'not in' || node.type === 'is not') return node.type;
  return lowering.textOf(node).replace(/\s+/g, ' ');
}

/** `a and b and c` is one node with three values; an operand in parentheses stays a node of its own. */
export function lowerBoolean(node: RawNode, lowering: Lowering): Expression {
  const operator = inField(node, 'operator')?.type === 'or' ? 'or' : 'and';
  const values: RawNode[] = [];
  let left: RawNode | null = node;
  while (left?.type === 'boolean_operator' && (inField(left, 'operator')?.type ?? operator) === operator) {
    const right = inField(left, 'right');
    if (right !== null) values.unshift(right);
    left = inField(left, 'left');
  }
  if (left !== null) values.unshift(left);
  return {
    kind: 'boolean',
    operator,
    values: values.map((value) => lowerExpression(value, lowering)),
    span: lowering.span(node),
  };
}

export function lowerBinary(node: RawNode, lowering: Lowering): Expression {
  const operator = inField(node, 'operator')?.type ?? '';
  if (namedChildren(node).length < 2) return { kind: 'unknown', span: lowering.span(node) };
  return {
    kind: 'binary',
    operator,
    left: lowerField(node, 'left', lowering),
    right: lowerField(node, 'right', lowering),
    span: lowering.span(node),
  };
}
