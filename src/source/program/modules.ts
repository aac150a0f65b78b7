import type { SourceTree } from '../tree.ts';
import { folderOf, foldersUpward, joinPath, nameOf } from '../paths.ts';
import { isAbsent, isLasting } from '../errors.ts';
import type { ProgramFiles } from './files.ts';
import { originOf, STANDARD_LIBRARY } from './library.ts';
import type { PythonFile, Resolution } from './model.ts';
import { ownBaseOf, type OwnBase } from './own-base.ts';

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
  readonly #ownBases = new Map<PythonFile, OwnBase | null>();
  /** Folders from which an absolute import was found. */
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
        ? await this.#kept(`${from.path}|${module}`, () => this.#absolute(module, from, signal))
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

  async #absolute(module: string, from: PythonFile, signal?: AbortSignal): Promise<Found> {
    const names = module.split('.');
    const [head = ''] = names;
    const folder = folderOf(from.path);
    const own = this.#ownBase(from);
    let isHere = false;
    for (const base of namedAlike(folder, head)) {
      // A folder deep inside the own package may be called like a package from elsewhere.
      if (
        own !== null && own.shared > 1
          ? base !== own.base
          : names.length === 1 && (await this.#isInside(base, signal))
      ) {
        continue;
      }
      const found = await this.#from(base, names, signal);
      if (found !== null) return found;
      isHere ||= own?.base === base && (own.shared > 1 || !(await this.#isInside(base, signal)));
    }
    const below = await this.#belowOwnRoot(names, signal);
    if (below !== null) return below;
    const isLibrary = STANDARD_LIBRARY.has(head) || head.startsWith('_');
    const searched = isLibrary ? libraryFolders(own) : await this.#searchFolders(folder, own, signal);
    for (const each of searched) {
      for (const base of await this.#basesIn(each, head, isLibrary ? [] : SOURCE_FOLDERS, signal)) {
        const found = await this.#from(base, names, signal);
        if (found !== null) return found;
        isHere = true;
      }
    }
    return isHere ? null : { kind: 'external', name: module, origin: originOf(module) };
  }

  async #from(base: string, names: readonly string[], signal?: AbortSignal): Promise<Found> {
    const found = await this.#at(joinPath(base, ...names), signal);
    if (found !== null) this.#sourceRoots.add(base);
    return found;
  }

  #ownBase(file: PythonFile): OwnBase | null {
    const known = this.#ownBases.get(file);
    if (known !== undefined) return known;
    const own = ownBaseOf(file);
    this.#ownBases.set(file, own);
    return own;
  }

  /** Folders in which imports may begin: those that have led to files, and those around the file's package. */
  async #searchFolders(
    folder: string,
    own: OwnBase | null,
    signal?: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const around = foldersUpward(own !== null && own.shared > 1 ? own.base : folder);
    const isPackage: boolean[] = [];
    for (const each of around)
      isPackage.push((await this.#entries(each, signal))?.has('__init__.py') === true);
    const outside = around.slice(isPackage.lastIndexOf(true) + 1);
    return new Set([...this.#sourceRoots, ...outside]);
  }

  /** Whether a folder is a package or lies in one. */
  async #isInside(folder: string, signal?: AbortSignal): Promise<boolean> {
    for (const each of foldersUpward(folder)) {
      if ((await this.#entries(each, signal))?.has('__init__.py') === true) return true;
    }
    return false;
  }

  /** An import whose first names are the last folders of the root's own path: the root is inside a package. */
  async #belowOwnRoot(names: readonly string[], signal?: AbortSignal): Promise<Found> {
    const parts = this.#tree.root.split('/').filter((part) => part !== '');
    for (let start = parts.length - 1; start >= 0; start -= 1) {
      const tail = parts.slice(start);
      if (tail.length > names.length || !tail.every((part, index) => part === names[index])) continue;
      const rest = names.slice(tail.length);
      // One name alone is no sign: many roots are called like a package from elsewhere.
      if (rest.length === 0 && tail.length === 1) continue;
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
    if (holds(entries, head)) bases.push(folder);
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

/** Folders above one that is named like the import's first name: `python` for `python/pool/x.py`, `pool`. */
function namedAlike(folder: string, head: string): readonly string[] {
  return foldersUpward(folder)
    .filter((each) => each !== '' && nameOf(each) === head)
    .map(folderOf);
}

/** A module of the standard library is looked for only where the root may be the library itself. */
function libraryFolders(own: OwnBase | null): readonly string[] {
  if (own === null || own.shared === 1) return [''];
  return STANDARD_LIBRARY.has(own.package) ? [own.base] : [];
}
