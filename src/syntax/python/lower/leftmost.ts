import type { RawNode } from '../raw.ts';

/** Nodes that begin with an operand. */
const BEGIN_WITH_OPERAND: ReadonlySet<string> = new Set([
  'call',
  'attribute',
  'subscript',
  'binary_operator',
  'comparison_operator',
  'boolean_operator',
  'conditional_expression',
]);

/**
 * `*f(x)` in a list comes as a call of `*f`; the same node without the star, for which the star holds as a
 * whole. Null for every other node.
 */
export function withoutStar(node: RawNode): RawNode | null {
  if (!BEGIN_WITH_OPERAND.has(node.type)) return null;
  return replaceLeftmost(node, (operand) => {
    if (operand.type !== 'list_splat' && operand.type !== 'list_splat_pattern') return null;
    return operand.children.find((child) => child.named) ?? null;
  });
}

/**
 * `type(x).a = b` comes as an alias of the type `(x).a`; the target `type(x).a`, given the word `type` and
 * the rest. Null where it is an alias.
 */
export function withTypeCall(word: RawNode, rest: RawNode): RawNode | null {
  return replaceLeftmost(rest, (operand) => {
    if (operand.type !== 'parenthesized_expression' && operand.type !== 'tuple') return null;
    const callee: RawNode = { ...word, type: 'identifier', named: true, field: 'function' };
    const list: RawNode = { ...operand, type: 'argument_list', field: 'arguments' };
    return {
      type: 'call',
      named: true,
      field: null,
      start: word.start,
      end: operand.end,
      children: [callee, list],
    };
  });
}

/** The tree with its leftmost operand replaced; null where `replace` leaves the operand as it is. */
function replaceLeftmost(node: RawNode, replace: (operand: RawNode) => RawNode | null): RawNode | null {
  const path: RawNode[] = [];
  let operand = node;
  while (BEGIN_WITH_OPERAND.has(operand.type)) {
    const [first] = operand.children;
    if (first === undefined) return null;
    path.push(operand);
    operand = first;
  }
  const replacement = replace(operand);
  if (replacement === null) return null;
  let changed: RawNode = { ...replacement, field: operand.field };
  for (const parent of path.toReversed()) {
    changed = { ...parent, start: changed.start, children: [changed, ...parent.children.slice(1)] };
  }
  return changed;
}
