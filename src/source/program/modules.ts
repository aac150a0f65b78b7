import type { SourceTree } from '../tree.ts';
import { folderOf, foldersUpward, joinPath, nameOf } from '../paths.ts';
import { isAbsent, isLasting } from '../errors.ts';
import type { ProgramFiles } from './files.ts';
import { originOf, STANDARD_LIBRARY } from './library.ts';
import type { PythonFile, Resolution } from './model.ts';

/** Folders below an ancestor in which projects keep the packages that their other folders import. */
const SOURCE_FOLDERS = ['src', 'lib', 'python'];

/** Leaves out what the caller has to say: name and place of the import. */
type Found = Resolution | null;

/**
 * Finds the file of a module by what the import and the importing file say, since the search path of the
 * program that runs on the host is not known. Positive and negative answers are kept.
 */
export class ModuleFinder {
  readonly #tree: SourceTree;
  readonly #files: ProgramFiles;
  readonly #answers = new Map<string, Promise<Found>>();
  readonly #listings = new Map<string, ReadonlyMap<string, string> | null>();
  /** Folders from which an absolute import was found, best first. */
  readonly #sourceRoots = new Set<string>();

  constructor(tree: SourceTree, files: ProgramFiles) {
    this.#tree = tree;
    this.#files = files;
  }

  /** The module or package; unresolved if it must be below the root and is not, external otherwise. */
  async find(
    module: string,
    level: number,
    from: PythonFile,
    line: number,
    signal?: AbortSignal,
  ): Promise<Resolution> {
    const folder = folderOf(from.path);
    const found =
      level === 0
        ? await this.#kept(`${folder}|${module}`, () => this.#absolute(module, folder, signal))
        : await this.#relative(module, level, folder, signal);
    if (found !== null) return found;
    const name = `${'.'.repeat(level)}${module}`;
    return { kind: 'unresolved', reason: { code: 'import-not-found', module: name, file: from.path, line } };
  }

  /** A submodule of a package. */
  async submodule(folder: string, name: string, signal?: AbortSignal): Promise<Found> {
    return this.#at(joinPath(folder, name), signal);
  }

  async #relative(module: string, level: number, from: string, signal?: AbortSignal): Promise<Found> {
    const folder = foldersUpward(from)[level - 1];
    if (folder === undefined) return null;
    if (module === '') return this.#package(folder, signal);
    return this.#at(joinPath(folder, ...module.split('.')), signal);
  }

  async #absolute(module: string, from: string, signal?: AbortSignal): Promise<Found> {
    const names = module.split('.');
    const [head = ''] = names;
    let isHere = from.split('/').includes(head);
    const inBases = async (bases: readonly string[]): Promise<Found> => {
      for (const base of bases) {
        const found = await this.#at(joinPath(base, ...names), signal);
        if (found === null) continue;
        this.#sourceRoots.add(base);
        return found;
      }
      isHere ||= bases.length > 0;
      return null;
    };
    const alike = (await inBases(this.#namedAlike(from, head))) ?? (await this.#belowOwnRoot(names, signal));
    if (alike !== null) return alike;
    const isLibrary = STANDARD_LIBRARY.has(head) || head.startsWith('_');
    for (const folder of isLibrary ? [''] : new Set([...this.#sourceRoots, ...foldersUpward(from)])) {
      const found = await inBases(await this.#basesIn(folder, head, isLibrary ? [] : SOURCE_FOLDERS, signal));
      if (found !== null) return found;
    }
    return isHere ? null : { kind: 'external', name: module, origin: originOf(module) };
  }

  /** Folders above one that is named like the import's first name: `python` for `python/pool/x.py`, `pool`. */
  #namedAlike(from: string, head: string): readonly string[] {
    return foldersUpward(from)
      .filter((folder) => folder !== '' && nameOf(folder) === head)
      .map(folderOf);
  }

  /** An import whose first names are the last folders of the root's own path: the root is inside a package. */
  async #belowOwnRoot(names: readonly string[], signal?: AbortSignal): Promise<Found> {
    const parts = this.#tree.root.split('/').filter((part) => part !== '');
    for (let start = parts.length - 1; start >= 0; start -= 1) {
      const tail = parts.slice(start);
      if (tail.length > names.length || !tail.every((part, index) => part === names[index])) continue;
      const rest = names.slice(tail.length);
      const found =
        rest.length === 0 ? await this.#package('', signal) : await this.#at(rest.join('/'), signal);
      if (found !== null) return found;
    }
    return null;
  }

  /** The folder, or a source folder in it, if it holds the first name and is no package itself. */
  async #basesIn(
    folder: string,
    head: string,
    below: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly string[]> {
    const entries = await this.#entries(folder, signal);
    if (entries === null) return [];
    const bases: string[] = [];
    if (!entries.has('__init__.py') && holds(entries, head)) bases.push(folder);
    for (const name of below) {
      if (!isFolder(entries.get(name))) continue;
      const inner = await this.#entries(joinPath(folder, name), signal);
      if (inner !== null && !inner.has('__init__.py') && holds(inner, head))
        bases.push(joinPath(folder, name));
    }
    return bases;
  }

  /** `path.py`, `path/__init__.py`, or the folder; a folder is listed only when the direct read missed. */
  async #at(path: string, signal?: AbortSignal): Promise<Found> {
    return this.#kept(path, async () => {
      const known = this.#listings.get(folderOf(path));
      if (known === null) return null;
      const name = nameOf(path);
      if (known === undefined || known.has(`${name}.py`)) {
        const file = await this.#open(`${path}.py`, signal);
        if (file !== null) return file;
      }
      if (known !== undefined && !isFolder(known.get(name))) return null;
      const file = await this.#open(joinPath(path, '__init__.py'), signal);
      if (file !== null) return file;
      const entries = await this.#entries(folderOf(path), signal);
      return entries !== null && isFolder(entries.get(name)) ? { kind: 'package', folder: path } : null;
    });
  }

  async #package(folder: string, signal?: AbortSignal): Promise<Found> {
    const file = await this.#open(joinPath(folder, '__init__.py'), signal);
    if (file !== null) return file;
    return (await this.#entries(folder, signal)) === null ? null : { kind: 'package', folder };
  }

  async #open(path: string, signal?: AbortSignal): Promise<Found> {
    const file = await this.#files.open(path, signal);
    if (file.ok) return { kind: 'symbol', symbol: file.value };
    if (isAbsent(file.error)) return null;
    return { kind: 'unresolved', reason: { code: 'unreadable-file', file: path, error: file.error } };
  }

  async #entries(folder: string, signal?: AbortSignal): Promise<ReadonlyMap<string, string> | null> {
    const known = this.#listings.get(folder);
    if (known !== undefined) return known;
    const listing = await this.#tree.list(folder, signal);
    if (!listing.ok && !isLasting(listing.error)) return null;
    const entries = listing.ok ? new Map(listing.value.map(({ name, kind }) => [name, kind])) : null;
    this.#listings.set(folder, entries);
    return entries;
  }

  async #kept(key: string, ask: () => Promise<Found>): Promise<Found> {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const asking = ask();
    this.#answers.set(key, asking);
    const answer = await asking;
    const reason = answer?.kind === 'unresolved' ? answer.reason : null;
    if (reason?.code === 'unreadable-file' && !isLasting(reason.error)) this.#answers.delete(key);
    return answer;
  }
}

function isFolder(kind: string | undefined): boolean {
  return kind === 'directory' || kind === 'symlink';
}

function holds(entries: ReadonlyMap<string, string>, name: string): boolean {
  return entries.has(`${name}.py`) || isFolder(entries.get(name));
}
