import { inField, namedChildren, type RawNode } from '../raw.ts';
import type { Call, Expression, Keyword } from '../tree.ts';
import { lowerChild, lowerExpression, lowerField } from './expressions.ts';
import type { Lowering } from './lowering.ts';

export function lowerCall(node: RawNode, lowering: Lowering): Call {
  const list = inField(node, 'arguments');
  const callee = lowerField(node, 'function', lowering);
  const span = lowering.span(node);
  if (list === null) return { kind: 'call', callee, args: [], keywords: [], span };
  // `f(x for x in y)`: the generator and the brackets of the call are one node.
  if (list.type === 'generator_expression') {
    return { kind: 'call', callee, args: [lowerExpression(list, lowering)], keywords: [], span };
  }
  return { kind: 'call', callee, ...lowerArguments(list, lowering), span };
}

/** The arguments of a call, or the bases and keywords of a class. */
export function lowerArguments(
  list: RawNode,
  lowering: Lowering,
): { readonly args: readonly Expression[]; readonly keywords: readonly Keyword[] } {
  const args: Expression[] = [];
  const keywords: Keyword[] = [];
  for (const child of namedChildren(list)) {
    if (child.type === 'keyword_argument') {
      const name = inField(child, 'name');
      keywords.push({
        name: name === null ? '' : lowering.textOf(name),
        value: lowerField(child, 'value', lowering),
      });
    } else if (child.type === 'dictionary_splat') {
      keywords.push({ name: null, value: lowerChild(child, 0, lowering) });
    } else {
      args.push(lowerExpression(child, lowering));
    }
  }
  return { args, keywords };
}
