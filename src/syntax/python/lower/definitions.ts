import { hasToken, inField, ofType, type RawNode } from '../raw.ts';
import type { ClassDef, Expression, FunctionDef, Statement } from '../tree.ts';
import { lowerAnnotation } from './annotations.ts';
import { lowerArguments } from './calls.ts';
import { lowerChild } from './expressions.ts';
import type { Lowering } from './lowering.ts';
import { lowerParameters } from './parameters.ts';
import { lowerSuite } from './statements.ts';

/** `@a @b def …` or `class …`; the span starts at the first decorator. */
export function lowerDecorated(node: RawNode, lowering: Lowering): Statement {
  const decorators = node.children
    .filter((child) => child.type === 'decorator')
    .map((child) => lowerChild(child, 0, lowering));
  const definition =
    inField(node, 'definition') ?? ofType(node, 'function_definition') ?? ofType(node, 'class_definition');
  if (definition === null) return { kind: 'unknown', span: lowering.span(node) };
  return definition.type === 'class_definition'
    ? lowerClass(definition, decorators, node.start, lowering)
    : lowerFunction(definition, decorators, node.start, lowering);
}

export function lowerFunction(
  node: RawNode,
  decorators: readonly Expression[],
  start: number,
  lowering: Lowering,
): FunctionDef {
  const name = inField(node, 'name') ?? { ...node, end: node.start };
  const returns = inField(node, 'return_type');
  return {
    kind: 'function',
    name: lowering.textOf(name),
    async: hasToken(node, 'async'),
    parameters: lowerParameters(inField(node, 'parameters'), lowering),
    returns: returns === null ? null : lowerAnnotation(returns, lowering),
    decorators,
    body: lowerSuite(inField(node, 'body'), lowering),
    span: lowering.span({ start, end: node.end }),
    nameSpan: lowering.span(name),
  };
}

export function lowerClass(
  node: RawNode,
  decorators: readonly Expression[],
  start: number,
  lowering: Lowering,
): ClassDef {
  const name = inField(node, 'name') ?? { ...node, end: node.start };
  const list = inField(node, 'superclasses');
  const { args, keywords } = list === null ? { args: [], keywords: [] } : lowerArguments(list, lowering);
  return {
    kind: 'class',
    name: lowering.textOf(name),
    bases: args,
    keywords,
    decorators,
    body: lowerSuite(inField(node, 'body'), lowering),
    span: lowering.span({ start, end: node.end }),
    nameSpan: lowering.span(name),
  };
}
