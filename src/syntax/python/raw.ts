import type { TreeCursor } from 'web-tree-sitter';

/** A node of the concrete tree, copied out of the parser's memory. Offsets are UTF-16 units of the text. */
export interface RawNode {
  readonly type: string;
  readonly named: boolean;
  /** The field of the parent that it fills; null for none. */
  readonly field: string | null;
  readonly start: number;
  readonly end: number;
  /** Comments and line continuations are left out. */
  readonly children: readonly RawNode[];
}

/** A concrete tree and the places that could not be read: error nodes, and tokens that are missing. */
export interface RawTree {
  readonly root: RawNode;
  readonly errors: readonly { readonly start: number; readonly end: number }[];
}

/** What the grammar calls its node types, by number. */
export interface NodeTypes {
  nodeTypeForId(id: number): string | null;
  nodeTypeIsNamed(id: number): boolean;
}

interface Growing {
  readonly type: string;
  readonly named: boolean;
  readonly field: string | null;
  readonly start: number;
  end: number;
  readonly children: Growing[];
}

/** Nodes that the parser lets reach over comments and blank lines behind their last statement. */
const BLOCKS: ReadonlySet<string> = new Set([
  'function_definition',
  'class_definition',
  'decorated_definition',
  'block',
  'if_statement',
  'elif_clause',
  'else_clause',
  'for_statement',
  'while_statement',
  'with_statement',
  'try_statement',
  'except_clause',
  'finally_clause',
  'match_statement',
  'case_clause',
]);

/** Ends a block with what it holds, as Python does. */
function endWithLastChild(node: Growing | undefined): void {
  if (node === undefined || !BLOCKS.has(node.type)) return;
  const last = node.children.findLast((child) => child.start < child.end);
  if (last !== undefined) node.end = last.end;
}

/**
 * Copies the tree below the cursor, without recursion, so that its depth is of no concern. Afterwards the
 * parser's tree can be freed.
 */
export function copyTree(cursor: TreeCursor, types: NodeTypes): RawTree {
  const errors: { start: number; end: number }[] = [];
  const read = (): Growing => {
    const id = cursor.nodeTypeId;
    const type = types.nodeTypeForId(id) ?? cursor.nodeType;
    const start = cursor.startIndex;
    const end = cursor.endIndex;
    if (type === 'ERROR' || (start === end && cursor.nodeIsMissing)) errors.push({ start, end });
    return {
      type,
      named: types.nodeTypeIsNamed(id),
      field: cursor.currentFieldName,
      start,
      end,
      children: [],
    };
  };
  const root = read();
  const ancestors = [root];
  if (!cursor.gotoFirstChild()) return { root, errors };
  for (;;) {
    const node = read();
    if (node.type !== 'comment' && node.type !== 'line_continuation') ancestors.at(-1)?.children.push(node);
    if (cursor.gotoFirstChild()) {
      ancestors.push(node);
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      cursor.gotoParent();
      endWithLastChild(ancestors.pop());
      if (ancestors.length === 0) return { root, errors };
    }
  }
}

/** The first child in a field. */
export function inField(node: RawNode, field: string): RawNode | null {
  return node.children.find((child) => child.field === field) ?? null;
}

/** Every child in a field. */
export function allInField(node: RawNode, field: string): readonly RawNode[] {
  return node.children.filter((child) => child.field === field);
}

/** The first child of a type. */
export function ofType(node: RawNode, type: string): RawNode | null {
  return node.children.find((child) => child.type === type) ?? null;
}

/** Whether a token such as `async` or `,` is among the children. */
export function hasToken(node: RawNode, token: string): boolean {
  return node.children.some((child) => !child.named && child.type === token);
}

/** The named children, errors left out. */
export function namedChildren(node: RawNode): readonly RawNode[] {
  return node.children.filter((child) => child.named && child.type !== 'ERROR');
}
