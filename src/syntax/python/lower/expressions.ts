import { allInField, hasToken, inField, namedChildren, ofType, type RawNode } from '../raw.ts';
import type { Expression } from '../tree.ts';
import { lowerCall } from './calls.ts';
import { lowerComprehension } from './comprehensions.ts';
import { readFloat, readInteger } from './constants.ts';
import { withoutStar } from './leftmost.ts';
import type { Lowering } from './lowering.ts';
import { lowerBoolean, lowerBinary, lowerCompare } from './operators.ts';
import { lowerParameters } from './parameters.ts';
import { lowerString } from './strings.ts';

/**
 * Any expression, assignment target or list of expressions; what is not known becomes `unknown`. Of an
 * `as` outside `with` and `except`, which is an error, the expression is kept.
 */
export function lowerExpression(node: RawNode, lowering: Lowering): Expression {
  return lowering.deeper(
    () => lower(node, lowering),
    () => ({ kind: 'unknown', span: lowering.span(node) }),
  );
}

/** The expression in a field; `unknown` at the parent's place where the field is missing. */
export function lowerField(node: RawNode, field: string, lowering: Lowering): Expression {
  const child = inField(node, field);
  return child === null ? { kind: 'unknown', span: lowering.span(node) } : lowerExpression(child, lowering);
}

/** The `index`th named child. */
export function lowerChild(node: RawNode, index: number, lowering: Lowering): Expression {
  const child = namedChildren(node)[index];
  return child === undefined
    ? { kind: 'unknown', span: lowering.span(node) }
    : lowerExpression(child, lowering);
}

function lower(node: RawNode, lowering: Lowering): Expression {
  const span = lowering.span(node);
  const unstarred = withoutStar(node);
  if (unstarred !== null) return { kind: 'starred', value: lowerExpression(unstarred, lowering), span };
  switch (node.type) {
    case 'identifier':
    case 'keyword_identifier':
      return { kind: 'name', id: lowering.textOf(node), span };
    case 'attribute':
      return lowerAttribute(node, lowering);
    case 'dotted_name':
      return lowerDottedName(node, lowering);
    case 'subscript':
      return {
        kind: 'subscript',
        value: lowerField(node, 'value', lowering),
        index: lowerIndex(node, lowering),
        span,
      };
    case 'slice':
      return { kind: 'slice', parts: lowerSliceParts(node, lowering), span };
    case 'call':
      return lowerCall(node, lowering);
    case 'string':
    case 'concatenated_string':
      return lowerString(node, lowering);
    case 'integer':
      return { kind: 'constant', value: readInteger(lowering.textOf(node)), span };
    case 'float':
      return { kind: 'constant', value: readFloat(lowering.textOf(node)), span };
    case 'true':
    case 'false':
      return { kind: 'constant', value: { type: 'boolean', value: node.type === 'true' }, span };
    case 'none':
      return { kind: 'constant', value: { type: 'none' }, span };
    case 'ellipsis':
      return { kind: 'constant', value: { type: 'ellipsis' }, span };
    case 'comparison_operator':
      return lowerCompare(node, lowering);
    case 'boolean_operator':
      return lowerBoolean(node, lowering);
    case 'binary_operator':
      return lowerBinary(node, lowering);
    case 'not_operator':
      return { kind: 'not', value: lowerField(node, 'argument', lowering), span };
    case 'unary_operator': {
      const operator = inField(node, 'operator')?.type ?? '';
      return { kind: 'unary', operator, value: lowerField(node, 'argument', lowering), span };
    }
    case 'conditional_expression':
      return {
        kind: 'conditional',
        body: lowerChild(node, 0, lowering),
        test: lowerChild(node, 1, lowering),
        otherwise: lowerChild(node, 2, lowering),
        span,
      };
    case 'named_expression':
      return {
        kind: 'named',
        target: lowerField(node, 'name', lowering),
        value: lowerField(node, 'value', lowering),
        span,
      };
    case 'lambda': {
      const parameters = lowerParameters(inField(node, 'parameters'), lowering);
      return { kind: 'lambda', parameters, body: lowerField(node, 'body', lowering), span };
    }
    case 'tuple_pattern':
      // `(x) = 1`: only a name in brackets.
      if (namedChildren(node).length === 1 && !hasToken(node, ',')) return lowerChild(node, 0, lowering);
      return { kind: 'tuple', items: lowerItems(node, lowering), span };
    case 'tuple':
    case 'expression_list':
    case 'pattern_list':
      return { kind: 'tuple', items: lowerItems(node, lowering), span };
    case 'list':
    case 'list_pattern':
      return { kind: 'list', items: lowerItems(node, lowering), span };
    case 'set':
      return { kind: 'set', items: lowerItems(node, lowering), span };
    case 'dictionary':
      return { kind: 'dictionary', entries: lowerEntries(node, lowering), span };
    case 'list_comprehension':
      return lowerComprehension(node, 'list', lowering);
    case 'set_comprehension':
      return lowerComprehension(node, 'set', lowering);
    case 'dictionary_comprehension':
      return lowerComprehension(node, 'dictionary', lowering);
    case 'generator_expression':
      return lowerComprehension(node, 'generator', lowering);
    case 'await':
      return { kind: 'await', value: lowerChild(node, 0, lowering), span };
    case 'yield': {
      const value = namedChildren(node)[0];
      const from = hasToken(node, 'from');
      return {
        kind: 'yield',
        value: value === undefined ? null : lowerExpression(value, lowering),
        from,
        span,
      };
    }
    case 'list_splat':
    case 'list_splat_pattern':
    case 'dictionary_splat':
    case 'dictionary_splat_pattern':
      return { kind: 'starred', value: lowerChild(node, 0, lowering), span };
    case 'parenthesized_expression':
    case 'as_pattern_target':
    case 'as_pattern':
    case 'type':
    case 'chevron':
      return lowerChild(node, 0, lowering);
    default:
      return { kind: 'unknown', span };
  }
}

function lowerItems(node: RawNode, lowering: Lowering): readonly Expression[] {
  return namedChildren(node).map((child) => lowerExpression(child, lowering));
}

function lowerAttribute(node: RawNode, lowering: Lowering): Expression {
  const name = inField(node, 'attribute') ?? { ...node, start: node.end };
  return {
    kind: 'attribute',
    value: lowerField(node, 'object', lowering),
    name: lowering.textOf(name),
    span: lowering.span(node),
    nameSpan: lowering.span(name),
  };
}

/** `a.b.c` where the grammar has one node for it (imports, patterns). */
export function lowerDottedName(node: RawNode, lowering: Lowering): Expression {
  const [first, ...rest] = node.children.filter((child) => child.type === 'identifier');
  if (first === undefined) return { kind: 'unknown', span: lowering.span(node) };
  let value: Expression = { kind: 'name', id: lowering.textOf(first), span: lowering.span(first) };
  for (const name of rest) {
    const span = lowering.span({ start: node.start, end: name.end });
    value = { kind: 'attribute', value, name: lowering.textOf(name), span, nameSpan: lowering.span(name) };
  }
  return value;
}

function lowerIndex(node: RawNode, lowering: Lowering): Expression {
  const parts = allInField(node, 'subscript').filter((child) => child.named);
  return lowerListed(node, parts, lowering);
}

/** One expression, or a tuple without brackets that ends with its last item or the comma behind it. */
export function lowerListed(node: RawNode, parts: readonly RawNode[], lowering: Lowering): Expression {
  const items = parts.map((part) => lowerExpression(part, lowering));
  const [first] = parts;
  const [only, ...more] = items;
  if (first === undefined || only === undefined) return { kind: 'unknown', span: lowering.span(node) };
  const commas = node.children.filter((child) => child.type === ',' && child.start >= first.start);
  if (more.length === 0 && commas.length === 0) return only;
  const end = Math.max(parts.at(-1)?.end ?? first.end, ...commas.map((comma) => comma.end));
  return { kind: 'tuple', items, span: lowering.span({ start: first.start, end }) };
}

/** Lower bound, upper bound and step; null where one is left out, no third part without a second colon. */
function lowerSliceParts(node: RawNode, lowering: Lowering): readonly (Expression | null)[] {
  const parts: (Expression | null)[] = [null];
  for (const child of node.children) {
    if (child.type === ':' && !child.named) parts.push(null);
    else if (child.named && child.type !== 'ERROR')
      parts[parts.length - 1] = lowerExpression(child, lowering);
  }
  return parts;
}

interface Entry {
  readonly key: Expression | null;
  readonly value: Expression;
}

function lowerEntries(node: RawNode, lowering: Lowering): readonly Entry[] {
  return namedChildren(node).flatMap((child): readonly Entry[] => {
    if (child.type === 'dictionary_splat') return [{ key: null, value: lowerChild(child, 0, lowering) }];
    if (child.type !== 'pair') return [];
    return [{ key: lowerField(child, 'key', lowering), value: lowerField(child, 'value', lowering) }];
  });
}

/** The expression and, for `X as y`, its target, wherever the grammar allows `as`. */
export function splitAs(
  node: RawNode,
  lowering: Lowering,
): { readonly value: Expression; readonly target: Expression | null } {
  if (node.type === 'parenthesized_expression') {
    const inner = ofType(node, 'as_pattern');
    if (inner !== null) return splitAs(inner, lowering);
  }
  if (node.type !== 'as_pattern') return { value: lowerExpression(node, lowering), target: null };
  const alias = inField(node, 'alias');
  return {
    value: lowerChild(node, 0, lowering),
    target: alias === null ? null : lowerExpression(alias, lowering),
  };
}
