export type * from './python/tree.ts';
export { createPythonParser, type PythonParser, type PythonParserFiles } from './python/parser.ts';
export { LineTable } from './python/lines.ts';
export { childBlocks, childExpressions, childStatements, ownExpressions } from './python/children.ts';
export {
  definitions,
  dottedName,
  enclosing,
  enclosingFunction,
  expressionAt,
  isDefinition,
  visitExpression,
  visitExpressions,
  visitStatements,
  type Definition,
  type NamedDefinition,
  type Visit,
} from './python/walk.ts';
