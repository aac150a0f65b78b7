import { ok, type Result } from '../../base/index.ts';
import type { Module, PythonParser } from '../../syntax/index.ts';
import type { FileError } from '../../transport/index.ts';
import type { SourceTree } from '../tree.ts';
import { isLasting } from '../errors.ts';
import { normalisePath } from '../paths.ts';
import { collectFile } from './collect.ts';
import type { PythonFile } from './model.ts';

/** The files of a program: each is read once, and parsed once per digest. */
export class ProgramFiles {
  readonly #tree: SourceTree;
  readonly #parser: PythonParser;
  readonly #modules = new Map<string, Module>();
  readonly #files = new Map<string, Promise<Result<PythonFile, FileError>>>();
  readonly #parsed: PythonFile[] = [];

  constructor(tree: SourceTree, parser: PythonParser) {
    this.#tree = tree;
    this.#parser = parser;
  }

  get parsed(): readonly PythonFile[] {
    return this.#parsed;
  }

  /** A file; that it is not there is kept, a lost connection or a cancelled read is not. */
  async open(path: string, signal?: AbortSignal): Promise<Result<PythonFile, FileError>> {
    const normal = normalisePath(path);
    const key = normal.ok ? normal.value : path;
    const known = this.#files.get(key);
    if (known !== undefined) return known;
    const opening = this.#load(key, signal);
    this.#files.set(key, opening);
    const result = await opening;
    if (!result.ok && !isLasting(result.error)) this.#files.delete(key);
    return result;
  }

  async #load(path: string, signal?: AbortSignal): Promise<Result<PythonFile, FileError>> {
    const source = await this.#tree.read(path, signal);
    if (!source.ok) return source;
    let module = this.#modules.get(source.value.sha256);
    if (module === undefined) {
      module = this.#parser.parse(source.value.text);
      this.#modules.set(source.value.sha256, module);
    }
    const file = collectFile(source.value, module);
    this.#parsed.push(file);
    return ok(file);
  }
}
