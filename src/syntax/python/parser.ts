import { lowerSuite } from './lower/statements.ts';
import { Lowering } from './lower/lowering.ts';
import { copyTree, Readings } from './raw.ts';
import type { Module } from './tree.ts';

/** Reads Python of any version; never throws, whatever the text. */
export interface PythonParser {
  /** Synchronous; positions are UTF-16 units of `text`. Where it is not Python, `errors` has the places. */
  parse(text: string): Module;
}

/** The bytes of `web-tree-sitter.wasm` and of `tree-sitter-python.wasm`. */
export interface PythonParserFiles {
  readonly runtime: Uint8Array;
  readonly grammar: Uint8Array;
}

/** Loads the runtime and the grammar. Rejects only if the bytes are not theirs. */
export async function createPythonParser(files: PythonParserFiles): Promise<PythonParser> {
  // Nobody needs it before the first file.
  const { Language, Parser } = await import('web-tree-sitter');
  // The runtime takes an ArrayBuffer of exactly its bytes; a Node buffer is a window on a larger one.
  await Parser.init({ wasmBinary: files.runtime.slice().buffer });
  const language = await Language.load(files.grammar);
  const parser = new Parser();
  parser.setLanguage(language);
  const readings = new Readings(language);
  return {
    parse(text) {
      const tree = parser.parse(text);
      if (tree === null) throw new Error('the parser has no language');
      const cursor = tree.walk();
      try {
        const { root, errors } = copyTree(cursor, readings, tree.rootNode.hasError);
        const lowering = new Lowering(text);
        const body = lowerSuite(root, lowering);
        const spans = errors.map((error) => lowering.span(error));
        return { body, errors: spans, ...(lowering.cut ? { cut: true } : {}) };
      } finally {
        cursor.delete();
        tree.delete();
      }
    },
  };
}
