import { inField, namedChildren, type RawNode } from '../raw.ts';
import type { Parameter } from '../tree.ts';
import { lowerAnnotation } from './annotations.ts';
import { lowerExpression } from './expressions.ts';
import type { Lowering } from './lowering.ts';

/** The parameters of a function or lambda; `/` and a bare `*` only decide the variety of the others. */
export function lowerParameters(node: RawNode | null, lowering: Lowering): readonly Parameter[] {
  const parameters: Parameter[] = [];
  let keywordOnly = false;
  for (const child of node === null ? [] : namedChildren(node)) {
    if (child.type === 'keyword_separator') keywordOnly = true;
    if (child.type === 'keyword_separator' || child.type === 'positional_separator') continue;
    const parameter = lowerParameter(child, keywordOnly, lowering);
    if (parameter.variety === 'list') keywordOnly = true;
    parameters.push(parameter);
  }
  return parameters;
}

function lowerParameter(node: RawNode, keywordOnly: boolean, lowering: Lowering): Parameter {
  const holder =
    node.type === 'typed_parameter' ? (namedChildren(node)[0] ?? node) : (inField(node, 'name') ?? node);
  const annotation = inField(node, 'type');
  const value = inField(node, 'value');
  return {
    name: lowering.textOf(holder).replace(/^\*+\s*/, ''),
    variety: variety(holder, keywordOnly),
    annotation: annotation === null ? null : lowerAnnotation(annotation, lowering),
    default: value === null ? null : lowerExpression(value, lowering),
    span: lowering.span(node),
  };
}

function variety(holder: RawNode, keywordOnly: boolean): Parameter['variety'] {
  if (holder.type === 'list_splat_pattern') return 'list';
  if (holder.type === 'dictionary_splat_pattern') return 'dictionary';
  return keywordOnly ? 'keyword' : 'positional';
}
