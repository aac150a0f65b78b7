import { inField, type RawNode } from '../raw.ts';
import type { Expression, Statement } from '../tree.ts';
import { lowerAnnotation } from './annotations.ts';
import { lowerExpression, lowerField } from './expressions.ts';
import type { Lowering } from './lowering.ts';

/** `a = b = value`, `a: T`, `a: T = value`. */
export function lowerAssignment(node: RawNode, lowering: Lowering): Statement {
  const targets: Expression[] = [];
  let annotation: RawNode | null = null;
  let value: RawNode | null = node;
  while (value?.type === 'assignment') {
    targets.push(lowerField(value, 'left', lowering));
    annotation ??= inField(value, 'type');
    value = inField(value, 'right');
  }
  return {
    kind: 'assign',
    targets,
    annotation: annotation === null ? null : lowerAnnotation(annotation, lowering),
    value: value === null ? null : lowerExpression(value, lowering),
    span: lowering.span(node),
  };
}

/** `a += value`; the operator is written without its `=`. */
export function lowerAugmented(node: RawNode, lowering: Lowering): Statement {
  return {
    kind: 'augassign',
    target: lowerField(node, 'left', lowering),
    operator: (inField(node, 'operator')?.type ?? '').replace(/=$/, ''),
    value: lowerField(node, 'right', lowering),
    span: lowering.span(node),
  };
}
