import { inField, namedChildren, type RawNode } from '../raw.ts';
import type { Expression, Statement } from '../tree.ts';
import { lowerAnnotation } from './annotations.ts';
import { lowerExpression, lowerField } from './expressions.ts';
import { withTypeCall } from './leftmost.ts';
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

/** `type X = …` has no part in the analysis; `type(x).a = …` and `type(x).a: T = …` are assignments. */
export function lowerTypeStatement(node: RawNode, lowering: Lowering): Statement {
  const span = lowering.span(node);
  const [word] = node.children;
  const [left, right] = namedChildren(node).filter((child) => child.type === 'type' && child !== word);
  const [inner] = left === undefined ? [] : namedChildren(left);
  if (word === undefined || inner === undefined || right === undefined) return { kind: 'unknown', span };
  const [constrained, annotation] = inner.type === 'constrained_type' ? namedChildren(inner) : [];
  const [target] = constrained === undefined ? [inner] : namedChildren(constrained);
  const changed = target === undefined ? null : withTypeCall(word, target);
  if (changed === null) return { kind: 'unknown', span };
  return {
    kind: 'assign',
    targets: [lowerExpression(changed, lowering)],
    annotation: annotation === undefined ? null : lowerAnnotation(annotation, lowering),
    value: lowerAnnotation(right, lowering),
    span,
  };
}
