import type { RawNode } from '../raw.ts';

/** Nodes that begin with an operand, into which the grammar lets a star slip. */
const LEFTMOST: ReadonlySet<string> = new Set([
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
  return LEFTMOST.has(node.type) ? strip(node) : null;
}

function strip(node: RawNode): RawNode | null {
  let leftmost = node;
  const path: RawNode[] = [];
  for (;;) {
    const [first] = leftmost.children;
    if (first === undefined) return null;
    path.push(leftmost);
    if (first.type === 'list_splat' || first.type === 'list_splat_pattern') break;
    if (!LEFTMOST.has(first.type)) return null;
    leftmost = first;
  }
  const splat = leftmost.children[0];
  const inner = splat?.children.find((child) => child.named);
  if (splat === undefined || inner === undefined) return null;
  let stripped: RawNode = { ...inner, field: splat.field };
  for (const parent of path.toReversed()) {
    stripped = { ...parent, start: stripped.start, children: [stripped, ...parent.children.slice(1)] };
  }
  return stripped;
}
