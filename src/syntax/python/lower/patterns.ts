import { hasToken, inField, namedChildren, type RawNode } from '../raw.ts';
import type { Pattern } from '../tree.ts';
import { lowerDottedName, lowerExpression } from './expressions.ts';
import type { Lowering } from './lowering.ts';

/** A pattern of `case`. Sequences, mappings and classes are `other`. */
export function lowerPattern(node: RawNode, lowering: Lowering): Pattern {
  return lowering.deeper(
    () => lower(node, lowering),
    () => ({ kind: 'other', span: lowering.span(node) }),
  );
}

function lower(node: RawNode, lowering: Lowering): Pattern {
  const span = lowering.span(node);
  const children = namedChildren(node);
  const [first] = children;
  switch (node.type) {
    case 'case_pattern':
      if (hasToken(node, '_')) return { kind: 'wildcard', span };
      if (hasToken(node, '-') && first !== undefined) return negative(first, node, lowering);
      return first === undefined ? { kind: 'other', span } : lowerPattern(first, lowering);
    case '_':
      return { kind: 'wildcard', span };
    case 'as_pattern': {
      const name = children.at(-1);
      if (first === undefined || name === undefined || name === first) return { kind: 'other', span };
      return { kind: 'capture', name: lowering.textOf(name), pattern: lowerPattern(first, lowering), span };
    }
    case 'union_pattern':
      return { kind: 'or', patterns: alternatives(node, lowering), span };
    case 'dotted_name': {
      const value = lowerDottedName(node, lowering);
      if (value.kind === 'name' && value.id === '_') return { kind: 'wildcard', span };
      if (value.kind === 'name') return { kind: 'capture', name: value.id, pattern: null, span };
      return value.kind === 'unknown' ? { kind: 'other', span } : { kind: 'value', value, span };
    }
    case 'tuple_pattern':
      // `case (A.B):` is only a pattern in parentheses.
      if (children.length === 1 && first !== undefined && !hasToken(node, ','))
        return lowerPattern(first, lowering);
      return { kind: 'other', span };
    case 'string':
    case 'concatenated_string':
    case 'true':
    case 'false':
    case 'none':
    case 'integer':
    case 'float':
      return { kind: 'value', value: lowerExpression(node, lowering), span };
    default:
      return { kind: 'other', span };
  }
}

function negative(
  number: RawNode,
  whole: { readonly start: number; readonly end: number },
  lowering: Lowering,
): Pattern {
  const span = lowering.span(whole);
  return {
    kind: 'value',
    value: { kind: 'unary', operator: '-', value: lowerExpression(number, lowering), span },
    span,
  };
}

/** The sides of `a | b`; a sign and its number are two tokens there. */
function alternatives(node: RawNode, lowering: Lowering): readonly Pattern[] {
  const patterns: Pattern[] = [];
  let sign: RawNode | null = null;
  for (const child of node.children) {
    if (child.type === '-') sign = child;
    else if (child.type === '_') patterns.push({ kind: 'wildcard', span: lowering.span(child) });
    else if (child.named && child.type !== 'ERROR') {
      patterns.push(
        sign === null
          ? lowerPattern(child, lowering)
          : negative(child, { start: sign.start, end: child.end }, lowering),
      );
      sign = null;
    }
  }
  return patterns;
}

/** The pattern of a whole `case`, which may be a sequence without brackets. */
export function lowerCasePattern(clause: RawNode, lowering: Lowering): Pattern {
  const patterns = clause.children.filter((child) => child.type === 'case_pattern');
  const [first] = patterns;
  if (first === undefined) return { kind: 'other', span: lowering.span(clause) };
  if (patterns.length === 1 && !hasToken(clause, ',')) return lowerPattern(first, lowering);
  return {
    kind: 'other',
    span: lowering.span({ start: first.start, end: patterns.at(-1)?.end ?? first.end }),
  };
}

/** The `if` behind a pattern. */
export function guardOf(clause: RawNode): RawNode | null {
  const guard = inField(clause, 'guard');
  return guard === null ? null : (namedChildren(guard)[0] ?? null);
}
