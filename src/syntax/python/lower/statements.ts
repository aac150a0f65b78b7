import { hasToken, inField, namedChildren, ofType, type RawNode } from '../raw.ts';
import type { Expression, Statement } from '../tree.ts';
import { lowerAssignment, lowerAugmented, lowerTypeStatement } from './assignments.ts';
import { lowerFor, lowerIf, lowerMatch, lowerTry, lowerWhile, lowerWith } from './compound.ts';
import { lowerClass, lowerDecorated, lowerFunction } from './definitions.ts';
import { lowerChild, lowerExpression } from './expressions.ts';
import { lowerImport } from './imports.ts';
import type { Lowering } from './lowering.ts';

/** The statements of a block or module. Those inside a place that could not be read are kept. */
export function lowerSuite(node: RawNode | null, lowering: Lowering): readonly Statement[] {
  if (node === null) return [];
  return node.children.flatMap((child) => {
    if (child.type === 'ERROR')
      return lowering.deeper(
        () => salvage(child, lowering),
        () => [],
      );
    return child.named ? [lowerStatement(child, lowering)] : [];
  });
}

/** Whole statements inside an error node; its loose tokens and expressions are left out. */
function salvage(node: RawNode, lowering: Lowering): readonly Statement[] {
  return node.children.flatMap((child) => {
    if (child.type === 'ERROR' || child.type === 'block')
      return lowering.deeper(
        () => salvage(child, lowering),
        () => [],
      );
    return child.named && STATEMENTS.has(child.type) ? [lowerStatement(child, lowering)] : [];
  });
}

export function lowerStatement(node: RawNode, lowering: Lowering): Statement {
  return lowering.deeper(
    () => lower(node, lowering),
    () => ({ kind: 'unknown', span: lowering.span(node) }),
  );
}

const STATEMENTS: ReadonlySet<string> = new Set([
  'function_definition',
  'class_definition',
  'decorated_definition',
  'return_statement',
  'delete_statement',
  'expression_statement',
  'for_statement',
  'while_statement',
  'if_statement',
  'with_statement',
  'raise_statement',
  'try_statement',
  'assert_statement',
  'import_statement',
  'import_from_statement',
  'future_import_statement',
  'global_statement',
  'nonlocal_statement',
  'pass_statement',
  'break_statement',
  'continue_statement',
  'match_statement',
  'print_statement',
  'exec_statement',
]);

function lower(node: RawNode, lowering: Lowering): Statement {
  const span = lowering.span(node);
  switch (node.type) {
    case 'function_definition':
      return lowerFunction(node, [], node.start, lowering);
    case 'class_definition':
      return lowerClass(node, [], node.start, lowering);
    case 'decorated_definition':
      return lowerDecorated(node, lowering);
    case 'expression_statement':
      return lowerExpressionStatement(node, lowering);
    case 'type_alias_statement':
      return lowerTypeStatement(node, lowering);
    case 'return_statement':
      return { kind: 'return', value: optionalChild(node, lowering), span };
    case 'delete_statement':
      return { kind: 'delete', targets: lowerTargets(node, lowering), span };
    case 'raise_statement':
      return lowerRaise(node, lowering);
    case 'assert_statement': {
      const message = namedChildren(node)[1];
      return {
        kind: 'assert',
        test: lowerChild(node, 0, lowering),
        message: message === undefined ? null : lowerExpression(message, lowering),
        span,
      };
    }
    case 'import_statement':
    case 'import_from_statement':
    case 'future_import_statement':
      return lowerImport(node, lowering);
    case 'global_statement':
    case 'nonlocal_statement':
      return {
        kind: node.type === 'global_statement' ? 'global' : 'nonlocal',
        names: namedChildren(node).map((child) => lowering.textOf(child)),
        span,
      };
    case 'pass_statement':
      return { kind: 'pass', span };
    case 'break_statement':
      return { kind: 'break', span };
    case 'continue_statement':
      return { kind: 'continue', span };
    case 'if_statement':
      return lowerIf(node, lowering);
    case 'for_statement':
      return lowerFor(node, lowering);
    case 'while_statement':
      return lowerWhile(node, lowering);
    case 'with_statement':
      return lowerWith(node, lowering);
    case 'try_statement':
      return lowerTry(node, lowering);
    case 'match_statement':
      return lowerMatch(node, lowering);
    case 'print_statement':
    case 'exec_statement':
      return lowerOldStatement(node, lowering);
    default:
      return { kind: 'unknown', span };
  }
}

function lowerExpressionStatement(node: RawNode, lowering: Lowering): Statement {
  const children = namedChildren(node);
  const [first] = children;
  const span = lowering.span(node);
  if (first === undefined) return { kind: 'unknown', span };
  if (first.type === 'assignment') return lowerAssignment(first, lowering);
  if (first.type === 'augmented_assignment') return lowerAugmented(first, lowering);
  const items = children.map((child) => lowerExpression(child, lowering));
  const only = items.length === 1 && !hasToken(node, ',') ? items[0] : undefined;
  return { kind: 'expression', value: only ?? { kind: 'tuple', items, span }, span };
}

function optionalChild(node: RawNode, lowering: Lowering): Expression | null {
  const child = namedChildren(node)[0];
  return child === undefined ? null : lowerExpression(child, lowering);
}

/** `del a, b` has two targets, `del (a, b)` one tuple. */
function lowerTargets(node: RawNode, lowering: Lowering): readonly Expression[] {
  const list = ofType(node, 'expression_list') ?? node;
  return namedChildren(list).map((child) => lowerExpression(child, lowering));
}

/** Python 2's `raise Type, value` keeps the type. */
function lowerRaise(node: RawNode, lowering: Lowering): Statement {
  const cause = inField(node, 'cause');
  const child = namedChildren(node).find((each) => each.field !== 'cause');
  const exception = child?.type === 'expression_list' ? namedChildren(child)[0] : child;
  return {
    kind: 'raise',
    exception: exception === undefined ? null : lowerExpression(exception, lowering),
    cause: cause === null ? null : lowerExpression(cause, lowering),
    span: lowering.span(node),
  };
}

/** Python 2's `print a, b` and `exec code` read as the calls that replaced them. */
function lowerOldStatement(node: RawNode, lowering: Lowering): Statement {
  const word = node.type === 'print_statement' ? 'print' : 'exec';
  const span = lowering.span(node);
  const args = namedChildren(node).map((child) => lowerExpression(child, lowering));
  const name = lowering.span({ start: node.start, end: node.start + word.length });
  return {
    kind: 'expression',
    value: { kind: 'call', callee: { kind: 'name', id: word, span: name }, args, keywords: [], span },
    span,
  };
}
