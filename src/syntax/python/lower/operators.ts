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
  const operator = operatorOf(node) === 'or' ? 'or' : 'and';
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

/** The grammar binds `^` tighter than `&`; in Python it is the other way round. */
const MISBOUND: ReadonlySet<string> = new Set(['&', '^']);

export function lowerBinary(node: RawNode, lowering: Lowering): Expression {
  const operator = operatorOf(node);
  if (namedChildren(node).length < 2) return { kind: 'unknown', span: lowering.span(node) };
  if (MISBOUND.has(operator) && namedChildren(node).some(isMisbound)) return lowerMisbound(node, lowering);
  return {
    kind: 'binary',
    operator,
    left: lowerField(node, 'left', lowering),
    right: lowerField(node, 'right', lowering),
    span: lowering.span(node),
  };
}

function operatorOf(node: RawNode): string {
  return inField(node, 'operator')?.type ?? '';
}

function isMisbound(node: RawNode): boolean {
  return node.type === 'binary_operator' && MISBOUND.has(operatorOf(node));
}

interface Operand {
  readonly value: Expression;
  /** Brackets included. */
  readonly start: number;
  readonly end: number;
}

/** A chain of `&` and `^` without brackets, bound anew: runs of `&` first, then `^` from the left. */
function lowerMisbound(node: RawNode, lowering: Lowering): Expression {
  const operands: Operand[] = [];
  const operators: string[] = [];
  const flatten = (each: RawNode): void => {
    if (!isMisbound(each)) {
      operands.push({ value: lowerExpression(each, lowering), start: each.start, end: each.end });
      return;
    }
    const [left, right] = namedChildren(each).filter((child) => child.field !== 'operator');
    if (left !== undefined)
      lowering.deeper(
        () => flatten(left),
        () => undefined,
      );
    operators.push(operatorOf(each));
    if (right !== undefined)
      lowering.deeper(
        () => flatten(right),
        () => undefined,
      );
  };
  flatten(node);
  const join = (operator: string, left: Operand, right: Operand): Operand => {
    const place = { start: left.start, end: right.end };
    const span = lowering.span(place);
    return { value: { kind: 'binary', operator, left: left.value, right: right.value, span }, ...place };
  };
  const groups: Operand[] = operands.slice(0, 1);
  operators.forEach((operator, index) => {
    const next = operands[index + 1];
    const last = groups.at(-1);
    if (next === undefined || last === undefined) return;
    if (operator === '&') groups[groups.length - 1] = join('&', last, next);
    else groups.push(next);
  });
  const [first, ...rest] = groups;
  if (first === undefined) return { kind: 'unknown', span: lowering.span(node) };
  return rest.reduce((left, right) => join('^', left, right), first).value;
}
