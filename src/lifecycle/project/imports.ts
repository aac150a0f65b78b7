import type { ModuleResolver } from './module.ts';

/** The file that an import means, among some files; each answer is kept. */
export class ModuleIndex {
  readonly #files: ReadonlySet<string>;
  readonly #root: readonly string[];
  /** Files by the last name of the module that they are. */
  readonly #named = new Map<string, string[]>();
  readonly #known = new Map<string, string | null>();

  /** `root` is the folder that the files are told from, empty if it is not known. */
  constructor(files: ReadonlySet<string>, root = '') {
    this.#files = files;
    this.#root = root.split('/').filter((part) => part !== '');
    for (const file of files) {
      const name =
        file
          .replace(/(?:\/__init__)?\.py$/, '')
          .split('/')
          .at(-1) ?? '';
      const list = this.#named.get(name);
      if (list === undefined) this.#named.set(name, [file]);
      else list.push(file);
    }
  }

  readonly resolve: ModuleResolver = (file, module, level) => {
    const key = `${file}|${String(level)}|${module}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#find(file, module, level);
    this.#known.set(key, found);
    return found;
  };

  /**
   * By the folders for a relative import, by the end of the path for an absolute one (the folder that Python's path
   * starts at is not known). The shortest path wins.
   */
  #find(file: string, module: string, level: number): string | null {
    const parts = module === '' ? [] : module.split('.');
    if (level > 0) {
      const folder = file.split('/').slice(0, -level);
      return among([...folder, ...parts].join('/'), this.#files);
    }
    const path = parts.join('/');
    const exact = among(path, this.#files) ?? this.#belowRoot(parts);
    if (exact !== null || path === '') return exact;
    const ends = (this.#named.get(parts.at(-1) ?? '') ?? []).filter(
      (each) => each.endsWith(`/${path}.py`) || each.endsWith(`/${path}/__init__.py`),
    );
    // Of several the one that shares most folders with the importer.
    ends.sort((a, b) => shared(b, file) - shared(a, file) || a.length - b.length || (a < b ? -1 : 1));
    return ends[0] ?? null;
  }

  /** The root lies in a package: an import names it by the folders above the files. */
  #belowRoot(parts: readonly string[]): string | null {
    for (let count = 1; count < parts.length && count <= this.#root.length; count += 1) {
      if (this.#root.slice(-count).some((name, index) => name !== parts[index])) continue;
      const found = among(parts.slice(count).join('/'), this.#files);
      if (found !== null) return found;
    }
    return null;
  }
}

/** The same for one question. */
export function moduleOf(
  file: string,
  module: string,
  level: number,
  files: ReadonlySet<string>,
): string | null {
  return new ModuleIndex(files).resolve(file, module, level);
}

function among(path: string, files: ReadonlySet<string>): string | null {
  if (files.has(`${path}.py`)) return `${path}.py`;
  const init = path === '' ? '__init__.py' : `${path}/__init__.py`;
  return files.has(init) ? init : null;
}

function shared(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  let count = 0;
  while (count < left.length && left[count] === right[count]) count += 1;
  return count;
}
