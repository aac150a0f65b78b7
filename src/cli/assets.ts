import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPythonParser, type PythonParser } from '../syntax/index.ts';

/** The folder of the built program (`dist/`), beside which what it ships lies. */
export const programFolder = path.dirname(fileURLToPath(import.meta.url));

/** The folder of the demo: `project/`, `history.fi`, `demo.sonde.md`. */
export const demoFolder = path.join(programFolder, '..', 'guides', 'demo');

/** The Python parser, from the WebAssembly files beside the program. */
export async function loadParser(): Promise<PythonParser> {
  const [runtime, grammar] = await Promise.all(
    ['web-tree-sitter.wasm', 'tree-sitter-python.wasm'].map((name) =>
      readFile(path.join(programFolder, name)),
    ),
  );
  if (runtime === undefined || grammar === undefined) throw new Error('two files were read');
  return createPythonParser({ runtime, grammar });
}
