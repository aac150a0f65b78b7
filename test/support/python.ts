import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createPythonParser, type PythonParser } from '../../src/syntax/index.ts';

/** The real parser, from the installed packages. */
export async function loadPythonParser(): Promise<PythonParser> {
  const require = createRequire(import.meta.url);
  const [runtime, grammar] = await Promise.all([
    readFile(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    readFile(require.resolve('tree-sitter-python/tree-sitter-python.wasm')),
  ]);
  return createPythonParser({ runtime, grammar });
}
