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
  readonly children: readonly Growing[];
}

/** A node whose children are being read. */
interface Open {
  readonly node: Growing;
  readonly reading: Reading;
  readonly children: Growing[];
}

/** What is read of the nodes of one type. */
interface Reading {
  readonly type: string;
  readonly named: boolean;
  /** A block, which ends with what it holds. */
  readonly isBlock: boolean;
  /** Fields tell its children apart. */
  readonly hasFields: boolean;
  /** Nothing stands below it, or nothing that is asked for. */
  readonly isLeaf: boolean;
  /** A token that nobody asks for. */
  readonly isSilent: boolean;
  /** A comment or the continuation of a line. */
  readonly isNote: boolean;
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
function endWithLastChild(node: Growing): void {
  const last = node.children.findLast((child) => child.start < child.end);
  if (last !== undefined) node.end = last.end;
}

/** Nodes whose children are told apart by their types and their order alone. */
const WITHOUT_FIELDS: ReadonlySet<string> = new Set([
  'module',
  'block',
  'expression_statement',
  'return_statement',
  'argument_list',
  'parameters',
  'lambda_parameters',
  'string',
  'concatenated_string',
  'tuple',
  'list',
  'set',
  'dictionary',
  'parenthesized_expression',
  'expression_list',
  'pattern_list',
  'dotted_name',
  'type',
  'list_splat',
  'dictionary_splat',
  'await',
]);

/** Nodes of a name that hold nothing; of what a text holds, only the expressions beside it are asked for. */
const LEAVES: ReadonlySet<string> = new Set([
  'identifier',
  'integer',
  'float',
  'true',
  'false',
  'none',
  'ellipsis',
  'comment',
  'line_continuation',
  'string_start',
  'string_content',
  'string_end',
  'pass_statement',
  'break_statement',
  'continue_statement',
]);

/** Tokens that say nothing beyond the type of the node that they stand in. */
const SILENT: ReadonlySet<string> = new Set([
  ...['(', ')', '[', ']', '{', '}', '.', '=', '->', 'return', 'lambda', 'raise', 'del', 'assert', 'await'],
  ...['for', 'if', 'else', 'import'],
]);

/** What is read of each type of a grammar; it holds for all texts. */
export class Readings {
  readonly #types: NodeTypes;
  readonly #known = new Map<number, Reading>();

  constructor(types: NodeTypes) {
    this.#types = types;
  }

  of(id: number): Reading {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const made = this.#make(id);
    this.#known.set(id, made);
    return made;
  }

  #make(id: number): Reading {
    // The grammar has no name for what it could not read.
    const type = this.#types.nodeTypeForId(id) ?? 'ERROR';
    const named = this.#types.nodeTypeIsNamed(id);
    return {
      type,
      named,
      isBlock: BLOCKS.has(type),
      hasFields: !WITHOUT_FIELDS.has(type),
      isLeaf: !named || LEAVES.has(type),
      isSilent: !named && SILENT.has(type),
      isNote: type === 'comment' || type === 'line_continuation',
    };
  }
}

/** What every leaf shares. */
const NOTHING: readonly Growing[] = [];

/**
 * Copies the tree below the cursor, without recursion, so that its depth is of no concern. Afterwards the
 * parser's tree can be freed. Each question crosses into the parser's memory: of a text without errors
 * nothing is asked that its grammar says already.
 */
export function copyTree(cursor: TreeCursor, readings: Readings, hasError: boolean): RawTree {
  const errors: { start: number; end: number }[] = [];
  const read = (reading: Reading, field: string | null, children: readonly Growing[]): Growing => {
    const { type, named } = reading;
    const start = cursor.startIndex;
    const end = cursor.endIndex;
    if (hasError && (type === 'ERROR' || (start === end && cursor.nodeIsMissing)))
      errors.push({ start, end });
    return { type, named, field, start, end, children };
  };
  const open = (reading: Reading, field: string | null): Open => {
    const children: Growing[] = [];
    return { node: read(reading, field, children), reading, children };
  };
  let parent = open(readings.of(cursor.nodeTypeId), null);
  const { node: root } = parent;
  if (!cursor.gotoFirstChild()) return { root, errors };
  const ancestors = [parent];
  for (;;) {
    const reading = readings.of(cursor.nodeTypeId);
    const { isNote } = reading;
    const field = (): string | null => (parent.reading.hasFields ? cursor.currentFieldName : null);
    if (!hasError && (isNote || (reading.isSilent && !parent.reading.isBlock))) {
      // Nobody asks for it.
    } else if (!hasError && reading.isLeaf) {
      parent.children.push(read(reading, field(), NOTHING));
    } else {
      const child = open(reading, field());
      if (!isNote) parent.children.push(child.node);
      if (cursor.gotoFirstChild()) {
        ancestors.push(child);
        parent = child;
        continue;
      }
    }
    while (!cursor.gotoNextSibling()) {
      cursor.gotoParent();
      if (parent.reading.isBlock) endWithLastChild(parent.node);
      ancestors.pop();
      const next = ancestors.at(-1);
      if (next === undefined) return { root, errors };
      parent = next;
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
