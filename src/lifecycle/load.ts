import { err, ok, type Result } from '../base/index.ts';
import type { ClassSymbol, PythonFile, SearchQuery } from '../source/index.ts';
import { visitExpressions, type Expression } from '../syntax/index.ts';
import { findFiles } from './discovery/find.ts';
import type { Unresolved } from './model.ts';
import { ModuleIndex } from './project/imports.ts';
import type { SourceModule } from './project/module.ts';
import { Project } from './project/project.ts';
import type { LifecycleContext, LifecycleError, LifecycleQuery } from './query.ts';

/** Files that are read at most, and their bytes. */
export interface LoadLimits {
  readonly files: number;
  readonly bytes: number;
}

/** What one analysis reads: the files that its query leads to. */
const ANALYSIS: LoadLimits = { files: 60, bytes: 4_000_000 };

/** What the list of all lifecycles reads: a whole tree, as far as it can be waited for. */
export const WHOLE_TREE: LoadLimits = { files: 1000, bytes: 16_000_000 };

/** Files that are read ahead of the one that is looked at, so that a host far away is not waited for each time. */
const AHEAD = 8;

export interface Loaded {
  readonly project: Project;
  readonly unresolved: readonly Unresolved[];
  readonly files: number;
  readonly bytes: number;
}

/** Reads the files that the query starts from, and what their classes and constants come from. */
export async function load(
  query: LifecycleQuery,
  context: LifecycleContext,
  limits: LoadLimits = ANALYSIS,
): Promise<Result<Loaded, LifecycleError>> {
  const start = await startFiles(query, context);
  if (!start.ok) return start;
  return loadFrom(start.value, query, context, new Loader(context, query, limits));
}

/** Reads the files below the root that may hold lifecycles, the most promising first, and what declares their states. */
export async function loadPromising(context: LifecycleContext): Promise<Result<Loaded, LifecycleError>> {
  const found = await findFiles(context, isSource);
  if (!found.ok) return found;
  const { files, heads, names, cut } = found.value;
  const loader = new Loader(context, {}, WHOLE_TREE, { heads, names });
  if (cut) loader.leaveOut({ what: '*.py', file: '.', line: 1, why: 'files' });
  return loadFrom(files, {}, context, loader);
}

async function loadFrom(
  start: readonly string[],
  query: LifecycleQuery,
  context: LifecycleContext,
  loader: Loader,
): Promise<Result<Loaded, LifecycleError>> {
  const failed = await loader.read(start, query.files !== undefined);
  if (failed !== null) return err(failed);
  await loader.follow();
  if (context.signal?.aborted === true) return err({ code: 'cancelled' });
  return ok(loader.loaded());
}

/** The files named, or those in which the names of the query stand. */
async function startFiles(
  query: LifecycleQuery,
  context: LifecycleContext,
): Promise<Result<readonly string[], LifecycleError>> {
  if (query.files !== undefined && query.files.length > 0) return ok(query.files);
  const search: SearchQuery =
    query.states !== undefined
      ? { pattern: word(query.states), syntax: 'extended', include: '*.py', filesOnly: true }
      : query.class !== undefined
        ? { pattern: definition(query.class), syntax: 'extended', include: '*.py', filesOnly: true }
        : query.store !== undefined
          ? { pattern: word(query.store), syntax: 'extended', include: '*.py', filesOnly: true }
          : {
              pattern: '(class|def) |[Tt]ransition|TRANSITION',
              syntax: 'extended',
              include: '*.py',
              filesOnly: true,
            };
  const found = await context.tree.search(search, context.signal);
  if (!found.ok) return err({ code: 'lifecycle-unreadable', file: null, error: found.error });
  const files = sourcesAmong(found.value.hits);
  if (query.class === undefined || query.states === undefined) return ok(files);
  // Both are given: only files that lead to the class, the rest is another owner's.
  const owner = await context.tree.search(
    { pattern: definition(query.class), syntax: 'extended', include: '*.py', filesOnly: true },
    context.signal,
  );
  if (!owner.ok) return err({ code: 'lifecycle-unreadable', file: null, error: owner.error });
  return ok(sourcesAmong(owner.value.hits));
}

/** Tests drive a status in ways that nothing else does: they are read only when asked for. */
function sourcesAmong(hits: readonly { readonly file: string }[]): readonly string[] {
  const files = [...new Set(hits.map((hit) => hit.file))].sort();
  return files.filter(isSource);
}

function isSource(file: string): boolean {
  return !/(^|\/)(tests?\/|test_[^/]*$|[^/]*_test\.py$|conftest\.py$)/.test(file);
}

function definition(name: string): string {
  return `^ *class +${name.replace(/[^\w]/g, '')}([^A-Za-z0-9_]|$)`;
}

function word(name: string): string {
  const escaped = name.replace(/[^\w]/g, (character) => `\\${character}`);
  return `(^|[^A-Za-z0-9_])${escaped}([^A-Za-z0-9_]|$)`;
}

/** What is followed of the files of a whole tree. */
interface Followed {
  /** Names that constants are taken from. */
  readonly heads: ReadonlySet<string>;
  /** Names of states, of what they are stored in, and of functions that store them. */
  readonly names: ReadonlySet<string>;
}

interface Parsed {
  readonly files: ReadonlyMap<string, PythonFile>;
  readonly index: ModuleIndex;
}

class Loader {
  readonly #context: LifecycleContext;
  readonly #query: LifecycleQuery;
  readonly #files = new Map<string, PythonFile>();
  /** Each once, by all that it says: many classes may be built on the one that is missing. */
  readonly #unresolved = new Map<string, Unresolved>();
  readonly #limits: LoadLimits;
  readonly #followed: Followed | null;
  #parsed: Parsed = { files: new Map(), index: new ModuleIndex(new Set()) };
  #bytes = 0;

  /** Only declarations of the heads are followed, and bases of classes with one of the names, if they are given. */
  constructor(
    context: LifecycleContext,
    query: LifecycleQuery,
    limits: LoadLimits,
    followed: Followed | null = null,
  ) {
    this.#context = context;
    this.#query = query;
    this.#limits = limits;
    this.#followed = followed;
  }

  leaveOut(item: Unresolved): void {
    this.#unresolved.set(JSON.stringify([item.why, item.what, item.file, item.line]), item);
  }

  /** Files that were asked for by name have to be there; those that a search found may have gone since. */
  async read(paths: readonly string[], required: boolean): Promise<LifecycleError | null> {
    for (const [done, path] of paths.entries()) {
      if (this.#context.signal?.aborted === true) return { code: 'cancelled' };
      this.#context.onFile?.(done, paths.length);
      if (!required) this.#readAhead(paths.slice(done + 1, done + 1 + AHEAD));
      const file = await this.#context.program.file(path, this.#context.signal);
      if (file.ok && required && !isPython(file.value)) return { code: 'lifecycle-not-python', file: path };
      if (file.ok) this.#take(file.value, { file: path, line: 1 });
      else if (required) return { code: 'lifecycle-unreadable', file: path, error: file.error };
      else this.leaveOut({ what: path, file: path, line: 1, why: 'unreadable-file' });
    }
    return null;
  }

  /** The tree keeps what is read, and asks for nothing twice. */
  #readAhead(paths: readonly string[]): void {
    const room = this.#limits.files - this.#files.size;
    for (const path of paths.slice(0, Math.max(0, room)))
      void this.#context.tree.read(path, this.#context.signal);
  }

  /** Base classes, then the classes of constants that the files use, then what those are built on. */
  async follow(): Promise<void> {
    const done = new Set<PythonFile>();
    for (let open = this.#open(done); open.length > 0; open = this.#open(done)) {
      for (const file of open) {
        done.add(file);
        await this.#followBases(file);
        await this.#followConstants(file);
      }
    }
  }

  loaded(): Loaded {
    const modules = [...this.#files.values()].map(sourceOf).sort((a, b) => (a.file < b.file ? -1 : 1));
    const index = new ModuleIndex(new Set(modules.map((each) => each.file)), this.#context.tree.root);
    const project = new Project(modules, index.resolve);
    for (const { file, module } of modules)
      if (module.cut === true) this.leaveOut({ what: file, file, line: 1, why: 'nesting' });
    return { project, unresolved: [...this.#unresolved.values()], files: modules.length, bytes: this.#bytes };
  }

  #open(done: ReadonlySet<PythonFile>): readonly PythonFile[] {
    return [...this.#files.values()].filter((file) => !done.has(file));
  }

  #take(file: PythonFile, asked: { readonly file: string; readonly line: number }): void {
    if (this.#files.has(file.path)) return;
    if (this.#files.size >= this.#limits.files || this.#bytes + file.source.size > this.#limits.bytes) {
      this.leaveOut({ what: file.path, ...asked, why: 'files' });
      return;
    }
    this.#files.set(file.path, file);
    this.#bytes += file.source.size;
  }

  async #followBases(file: PythonFile): Promise<void> {
    const { program, signal } = this.#context;
    for (const symbol of file.symbols) {
      if (symbol.kind !== 'class' || !this.#isAbout(symbol)) continue;
      const hierarchy = await program.hierarchy(symbol, signal);
      for (const base of hierarchy.order) {
        this.#take(base.file, { file: file.path, line: symbol.node.nameSpan.line });
        this.#takePath(file, base.file);
      }
      for (const missing of hierarchy.missing) {
        const { resolution, of, text, span } = missing;
        if (resolution.kind !== 'unresolved' || of.file !== file) continue;
        this.leaveOut({
          what: text,
          file: of.file.path,
          line: span.line,
          why: 'base-class-not-found',
        });
      }
    }
  }

  /** `Phase.IDLE` where `Phase` is imported from below the root; the chain of re-exports comes with it. */
  async #followConstants(file: PythonFile): Promise<void> {
    const { program, signal } = this.#context;
    const names = this.#query.states === undefined ? this.#headsIn(file) : [this.#query.states];
    for (const name of names) {
      if (this.#followed?.heads.has(name) === false) continue;
      if (!file.names.has(name) && file.stars.length === 0) continue;
      const found = await program.resolveName(name, file, signal);
      if (found.kind !== 'symbol') continue;
      const target = found.symbol.kind === 'module' ? found.symbol : found.symbol.file;
      if (target === file) continue;
      this.#take(target, { file: file.path, line: 1 });
      this.#takePath(file, target);
    }
  }

  /** Of a whole tree only classes that are states, or own or set a status, are looked at above. */
  #isAbout({ file, node }: ClassSymbol): boolean {
    if (node.bases.length === 0) return false;
    const names = this.#followed?.names;
    if (names === undefined) return true;
    const text = file.source.text.slice(node.span.start, node.span.end);
    for (const [word] of text.matchAll(/\w+/g)) if (names.has(word)) return true;
    return false;
  }

  /** Names that constants are taken from, and classes of states that the file gives another name. */
  #headsIn(file: PythonFile): ReadonlySet<string> {
    const heads = new Set(constantHeads(file));
    for (const name of this.#followed?.heads ?? [])
      if (/^_*[A-Z]/.test(name) && file.names.has(name)) heads.add(name);
    return heads;
  }

  /** What the program has parsed, by path. */
  #filesSoFar(): Parsed {
    const { files } = this.#context.program;
    if (this.#parsed.files.size !== files.length) {
      const byPath = new Map(files.map((each) => [each.path, each]));
      this.#parsed = {
        files: byPath,
        index: new ModuleIndex(new Set(byPath.keys()), this.#context.tree.root),
      };
    }
    return this.#parsed;
  }

  /** Packages that hand a name on lie between a file and where it is defined. */
  #takePath(from: PythonFile, to: PythonFile): void {
    if (from === to) return;
    const parsed = this.#filesSoFar();
    const open = [from];
    const seen = new Set(open);
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      for (const statement of file.module.body) {
        if (statement.kind !== 'import') continue;
        const path = parsed.index.resolve(file.path, statement.module ?? '', statement.level);
        const next = path === null ? undefined : parsed.files.get(path);
        if (next === undefined || seen.has(next) || !next.path.endsWith('__init__.py')) continue;
        seen.add(next);
        open.push(next);
        this.#take(next, { file: from.path, line: statement.span.line });
      }
    }
  }
}

/** No bytes of other formats, and not mostly errors in which nothing is defined. */
function isPython(file: PythonFile): boolean {
  const { text } = file.source;
  if (text.includes('\0')) return false;
  if (file.symbols.length > 0) return true;
  let wrong = 0;
  let end = 0;
  for (const error of file.module.errors) {
    // One error can stand in another.
    wrong += Math.max(0, error.end - Math.max(end, error.start));
    end = Math.max(end, error.end);
  }
  return wrong * 2 <= text.trim().length;
}

function sourceOf(file: PythonFile): SourceModule {
  return { file: file.path, text: file.source.text, module: file.module };
}

/** Names that constants are taken from: `Phase` of `Phase.IDLE`, and bare names in capitals. */
function constantHeads(file: PythonFile): readonly string[] {
  const heads = new Set<string>();
  visitExpressions(file.module.body, (expression) => {
    const head = constantHead(expression);
    if (head !== null) heads.add(head);
    return undefined;
  });
  return [...heads];
}

function constantHead(expression: Expression): string | null {
  if (expression.kind === 'name') return /^_?[A-Z][A-Z0-9_]+$/.test(expression.id) ? expression.id : null;
  if (expression.kind !== 'attribute' || expression.value.kind !== 'name') return null;
  const { id } = expression.value;
  return /^[A-Z]/.test(id) || /^_?[A-Z][A-Z0-9_]+$/.test(expression.name) ? id : null;
}
