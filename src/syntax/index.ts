export type * from './python/tree.ts';
export { createPythonParser, type PythonParser, type PythonParserFiles } from './python/parser.ts';
export { LineTable } from './python/lines.ts';
