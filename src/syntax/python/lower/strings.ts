import type { RawNode } from '../raw.ts';
import type { Expression } from '../tree.ts';
import { unescapeString } from './constants.ts';
import { lowerExpression } from './expressions.ts';
import type { Lowering } from './lowering.ts';

interface Part {
  readonly variety: 'string' | 'bytes' | 'format';
  readonly value: string;
  readonly interpolated: readonly Expression[];
}

/** A literal, or several that stand side by side: one constant, or one f-string if any part is one. */
export function lowerString(node: RawNode, lowering: Lowering): Expression {
  const nodes =
    node.type === 'concatenated_string' ? node.children.filter((child) => child.type === 'string') : [node];
  const parts = nodes.map((part) => lowerPart(part, lowering));
  const span = lowering.span(node);
  if (parts.some((part) => part.variety === 'format')) {
    return { kind: 'fstring', values: parts.flatMap((part) => part.interpolated), span };
  }
  const value = parts.map((part) => part.value).join('');
  const bytes = parts.length > 0 && parts.every((part) => part.variety === 'bytes');
  return { kind: 'constant', value: { type: bytes ? 'bytes' : 'string', value }, span };
}

function lowerPart(node: RawNode, lowering: Lowering): Part {
  const opening = node.children.find((child) => child.type === 'string_start');
  const start = opening === undefined ? '' : lowering.textOf(opening);
  const prefix = start.replace(/['"]+$/, '').toLowerCase();
  if (prefix.includes('f') || prefix.includes('t')) {
    return { variety: 'format', value: '', interpolated: interpolations(node, lowering) };
  }
  // The closing token may hold more than the quotes; where it is missing the literal goes to its end.
  const isClosed = node.children.some((child) => child.type === 'string_end' && child.start < child.end);
  const end = isClosed ? node.end - (start.length - prefix.length) : node.end;
  const body = lowering.text.slice(opening?.end ?? node.start, end).replaceAll('\r\n', '\n');
  const bytes = prefix.includes('b');
  const value = prefix.includes('r') ? body : unescapeString(body, bytes);
  return { variety: bytes ? 'bytes' : 'string', value, interpolated: [] };
}

/** The expressions between braces in order, those of format specifications behind their own. */
function interpolations(node: RawNode, lowering: Lowering): readonly Expression[] {
  return node.children.flatMap((child) => {
    switch (child.type) {
      case 'interpolation':
      case 'format_expression': {
        const inner = child.children.find((part) => part.field === 'expression');
        const own = inner === undefined ? [] : [lowerExpression(inner, lowering)];
        return [
          ...own,
          ...lowering.deeper(
            () => interpolations(child, lowering),
            () => [],
          ),
        ];
      }
      case 'format_specifier':
        return interpolations(child, lowering);
      default:
        return [];
    }
  });
}
