import { err, ok, type Result } from '../base/index.ts';
import type { FileError } from '../transport/index.ts';
import { makeSourceFile } from './file.ts';
import { nameOf, normalisePath } from './paths.ts';
import type {
  FolderEntry,
  ReadCost,
  SearchAnswer,
  SearchHit,
  SearchQuery,
  SourceFile,
  SourceTree,
} from './tree.ts';

/**
 * A tree over texts that are already here: stored evidence, an exported notebook, a test. `files` maps paths
 * to texts. Counts its cost like a tree on a host.
 */
export function createMemoryTree(files: Readonly<Record<string, string>>, root = ''): SourceTree {
  return new MemoryTree(new Map(Object.entries(files)), root);
}

class MemoryTree implements SourceTree {
  readonly root: string;
  readonly #files: ReadonlyMap<string, string>;
  readonly #read = new Map<string, Promise<SourceFile>>();
  readonly #listed = new Set<string>();
  #cost: ReadCost = { files: 0, bytes: 0, reads: 0 };

  constructor(files: ReadonlyMap<string, string>, root: string) {
    this.#files = files;
    this.root = root;
  }

  get cost(): ReadCost {
    return this.#cost;
  }

  async read(path: string): Promise<Result<SourceFile, FileError>> {
    const normal = normalisePath(path);
    if (!normal.ok) return err({ code: 'file-refused', path, rule: normal.error });
    const known = this.#read.get(normal.value);
    if (known !== undefined) return ok(await known);
    const text = this.#files.get(normal.value);
    this.#count({ reads: 1 });
    if (text === undefined) {
      return err(
        this.#isFolder(normal.value)
          ? { code: 'file-kind', path, kind: 'directory' }
          : { code: 'file-not-found', path },
      );
    }
    const bytes = new TextEncoder().encode(text);
    const file = makeSourceFile(normal.value, bytes);
    this.#read.set(normal.value, file);
    this.#count({ files: 1, bytes: bytes.length });
    return ok(await file);
  }

  list(folder: string): Promise<Result<readonly FolderEntry[], FileError>> {
    const normal = normalisePath(folder);
    if (!normal.ok) return Promise.resolve(err({ code: 'file-refused', path: folder, rule: normal.error }));
    if (!this.#listed.has(normal.value)) this.#count({ reads: 1 });
    this.#listed.add(normal.value);
    if (!this.#isFolder(normal.value)) return Promise.resolve(err({ code: 'file-not-found', path: folder }));
    const start = normal.value === '' ? '' : `${normal.value}/`;
    const entries = new Map<string, FolderEntry>();
    for (const path of this.#files.keys()) {
      if (!path.startsWith(start)) continue;
      const [name = '', ...below] = path.slice(start.length).split('/');
      entries.set(name, { name, kind: below.length === 0 ? 'file' : 'directory' });
    }
    return Promise.resolve(ok([...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1))));
  }

  search(query: SearchQuery): Promise<Result<SearchAnswer, FileError>> {
    this.#count({ reads: 1 });
    const under = normalisePath(query.under ?? '');
    if (!under.ok)
      return Promise.resolve(err({ code: 'file-refused', path: query.under ?? '', rule: under.error }));
    const matches = matcher(query);
    if (matches === null) {
      return Promise.resolve(
        err({ code: 'file-failed', path: query.under ?? '', detail: `pattern ${query.pattern}` }),
      );
    }
    const include = query.include === undefined ? null : globExpression(query.include);
    const hits: SearchHit[] = [];
    for (const [file, text] of this.#files) {
      if (under.value !== '' && file !== under.value && !file.startsWith(`${under.value}/`)) continue;
      if (include !== null && !include.test(nameOf(file))) continue;
      const found = text
        .split('\n')
        .flatMap((line, index) => (matches(line) ? [{ file, line: index + 1, text: line }] : []));
      if (query.filesOnly !== true) hits.push(...found);
      else if (found.length > 0) hits.push({ file, line: 0, text: '' });
    }
    return Promise.resolve(ok({ hits, truncated: false }));
  }

  #isFolder(path: string): boolean {
    return path === '' || [...this.#files.keys()].some((file) => file.startsWith(`${path}/`));
  }

  #count(more: Partial<ReadCost>): void {
    this.#cost = {
      files: this.#cost.files + (more.files ?? 0),
      bytes: this.#cost.bytes + (more.bytes ?? 0),
      reads: this.#cost.reads + (more.reads ?? 0),
    };
  }
}

/**
 * Extended expressions as `grep -E` reads them, as far as JavaScript has the same: classes and GNU's `\<`.
 * Null if it is none.
 */
function matcher(query: SearchQuery): ((line: string) => boolean) | null {
  if (query.syntax === 'fixed') return (line) => line.includes(query.pattern);
  const pattern = query.pattern
    .replaceAll('[:space:]', '\\s')
    .replaceAll('[:alnum:]', 'A-Za-z0-9')
    .replaceAll('[:alpha:]', 'A-Za-z')
    .replaceAll('[:digit:]', '0-9')
    .replaceAll('\\<', '\\b')
    .replaceAll('\\>', '\\b');
  try {
    const expression = new RegExp(pattern);
    return (line) => expression.test(line);
  } catch {
    return null;
  }
}

function globExpression(glob: string): RegExp {
  const escaped = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`);
}
