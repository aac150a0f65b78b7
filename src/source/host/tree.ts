import { err, ok, silentLogger, type Logger, type Result } from '../../base/index.ts';
import type { Prober } from '../../probe/index.ts';
import type { FileError, Transport } from '../../transport/index.ts';
import { makeSourceFile } from '../file.ts';
import { isLasting, withPath } from '../errors.ts';
import { isBelow, isPseudo, normalisePath } from '../paths.ts';
import type { FolderEntry, ReadCost, SearchAnswer, SearchQuery, SourceFile, SourceTree } from '../tree.ts';
import { searchLine } from './line.ts';
import { answerOf } from './answer.ts';

export interface SourceTreeOptions {
  readonly transport: Pick<Transport, 'files'>;
  readonly prober: Pick<Prober, 'run'>;
  /** Absolute path on the host. */
  readonly root: string;
  readonly logger?: Logger;
  /**
   * Asked before a file is read whose path, links resolved, is not below the root, or which the reader's
   * policy calls sensitive. Without it such files are refused (`outside-root`).
   */
  readonly allow?: (question: ReadQuestion) => Promise<boolean>;
  /** Whether an absolute path, links resolved, holds secrets. */
  readonly isSensitive?: (path: string) => boolean;
}

export interface ReadQuestion {
  readonly kind: 'outside-root' | 'sensitive-path';
  /** Absolute, links resolved. */
  readonly path: string;
}

/** The files below a root of a connected host. Reads go through the transport, searches are probe lines. */
export function createSourceTree(options: SourceTreeOptions): SourceTree {
  return new HostTree(options);
}

class HostTree implements SourceTree {
  readonly #options: SourceTreeOptions;
  readonly #logger: Logger;
  readonly #files = new Map<string, Promise<Result<SourceFile, FileError>>>();
  readonly #folders = new Map<string, Promise<Result<readonly FolderEntry[], FileError>>>();
  #realRoot: Promise<Result<string, FileError>> | undefined;
  /** Ends when the last question so far is answered: one is asked at a time, whoever reads. */
  #asked: Promise<unknown> = Promise.resolve();
  #cost: ReadCost = { files: 0, bytes: 0, reads: 0 };

  constructor(options: SourceTreeOptions) {
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
  }

  get root(): string {
    return this.#options.root;
  }

  get cost(): ReadCost {
    return this.#cost;
  }

  read(path: string, signal?: AbortSignal): Promise<Result<SourceFile, FileError>> {
    return this.#once(this.#files, path, (normal) => this.#load(normal, signal));
  }

  list(folder: string, signal?: AbortSignal): Promise<Result<readonly FolderEntry[], FileError>> {
    return this.#once(this.#folders, folder, (normal) => this.#loadFolder(normal, signal));
  }

  async search(query: SearchQuery, signal?: AbortSignal): Promise<Result<SearchAnswer, FileError>> {
    const under = normalisePath(query.under ?? '');
    if (!under.ok) return err({ code: 'file-refused', path: query.under ?? '', rule: under.error });
    const line = searchLine({ ...query, under: under.value });
    this.#logger.debug(`search: ${line}`);
    this.#count({ reads: 1 });
    const outcome = await this.#options.prober.run(line, {
      ...(signal === undefined ? {} : { signal }),
      ...(query.limit === undefined ? {} : { limit: query.limit }),
    });
    const answer = answerOf(outcome, query);
    if (outcome.kind === 'evidence') this.#count({ bytes: outcome.evidence.stdout.length });
    return answer;
  }

  async #load(path: string, signal?: AbortSignal): Promise<Result<SourceFile, FileError>> {
    const real = await this.#resolve(path, signal);
    if (!real.ok) return real;
    this.#logger.debug(`read: ${real.value}`);
    const bytes = await this.#options.transport.files.read(
      real.value,
      signal === undefined ? {} : { signal },
    );
    if (!bytes.ok) return err(withPath(bytes.error, path));
    this.#count({ files: 1, bytes: bytes.value.length });
    return ok(await makeSourceFile(path, bytes.value));
  }

  async #loadFolder(
    folder: string,
    signal?: AbortSignal,
  ): Promise<Result<readonly FolderEntry[], FileError>> {
    const real = await this.#resolve(folder, signal);
    if (!real.ok) return real;
    this.#logger.debug(`list: ${real.value}`);
    const entries = await this.#options.transport.files.readdir(real.value, signal);
    if (!entries.ok) return err(withPath(entries.error, folder));
    const named = entries.value.filter(({ name }) => name !== '.' && name !== '..');
    return ok(named.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, kind }) => ({ name, kind })));
  }

  /** The absolute path with links resolved, if it may be read. */
  async #resolve(path: string, signal?: AbortSignal): Promise<Result<string, FileError>> {
    const { files } = this.#options.transport;
    this.#count({ reads: 1 });
    const root = await this.#resolveRoot(signal);
    if (!root.ok) return err(withPath(root.error, this.root));
    const real =
      path === '' ? root : await files.realpath(`${this.root.replace(/\/+$/, '')}/${path}`, signal);
    if (!real.ok) return err(withPath(real.error, path));
    if (isPseudo(real.value)) return err({ code: 'file-refused', path, rule: 'pseudo-file-system' });
    if (!isBelow(real.value, root.value) && !(await this.#isAllowed('outside-root', real.value))) {
      return err({ code: 'file-refused', path, rule: 'outside-root' });
    }
    const isSensitive = this.#options.isSensitive?.(real.value) === true;
    if (isSensitive && !(await this.#isAllowed('sensitive-path', real.value))) {
      return err({ code: 'file-refused', path, rule: 'sensitive-path' });
    }
    return real;
  }

  /** The root with its links followed, asked for once; not kept where it could not be said. */
  async #resolveRoot(signal?: AbortSignal): Promise<Result<string, FileError>> {
    const asking = (this.#realRoot ??= this.#options.transport.files.realpath(this.root, signal));
    const root = await asking;
    if (!root.ok && this.#realRoot === asking) this.#realRoot = undefined;
    return root;
  }

  async #isAllowed(kind: ReadQuestion['kind'], path: string): Promise<boolean> {
    const answer = this.#asked.then(async () => (await this.#options.allow?.({ kind, path })) ?? false);
    this.#asked = answer.catch(() => undefined);
    return answer;
  }

  /** Keeps answers by normalised path; a lost connection and a cancelled read are asked again. */
  async #once<T>(
    kept: Map<string, Promise<Result<T, FileError>>>,
    path: string,
    load: (normal: string) => Promise<Result<T, FileError>>,
  ): Promise<Result<T, FileError>> {
    const normal = normalisePath(path);
    if (!normal.ok) return err({ code: 'file-refused', path, rule: normal.error });
    const known = kept.get(normal.value);
    if (known !== undefined) return known;
    const loading = load(normal.value);
    kept.set(normal.value, loading);
    const result = await loading;
    if (!result.ok && !isLasting(result.error)) kept.delete(normal.value);
    return result;
  }

  #count(more: Partial<ReadCost>): void {
    this.#cost = {
      files: this.#cost.files + (more.files ?? 0),
      bytes: this.#cost.bytes + (more.bytes ?? 0),
      reads: this.#cost.reads + (more.reads ?? 0),
    };
  }
}
