import { err, ok, type Result } from '../../base/index.ts';
import type { Evidence, Prober } from '../../probe/index.ts';
import type { FileError, FileKind } from '../../transport/index.ts';
import { isLasting } from '../errors.ts';
import { makeSourceFile } from '../file.ts';
import { folderOf, joinPath, nameOf, normalisePath } from '../paths.ts';
import type {
  FolderEntry,
  ReadCost,
  SearchAnswer,
  SearchHit,
  SearchQuery,
  SourceFile,
  SourceTree,
} from '../tree.ts';
import { answerOf } from './answer.ts';
import { commitSearchLine, quoteWord } from './line.ts';

export interface CommitTreeOptions {
  readonly prober: Pick<Prober, 'run'>;
  /** Absolute path on the host; in a work tree of git, or at its top. */
  readonly root: string;
  /** A commit, tag or branch as git names it. */
  readonly commit: string;
}

/** Why there is no tree of a commit. */
export type CommitError =
  /** git knows no such commit there, or there is no repository; `said` is git's own first line. */
  { readonly code: 'commit-unknown'; readonly commit: string; readonly said: string } | FileError;

/** The files below the root as a commit has them. Nothing is checked out: each is a probe line of git's. */
export interface CommitTree extends SourceTree {
  /** The whole name of the commit. */
  readonly commit: string;
}

/** Finds the commit once, so that a branch that moves meanwhile makes no difference. */
export async function openCommitTree(
  options: CommitTreeOptions,
  signal?: AbortSignal,
): Promise<Result<CommitTree, CommitError>> {
  const { commit } = options;
  const unknown = (said: string): CommitError => ({ code: 'commit-unknown', commit, said });
  if (!/^[^-\s\0-\x1f\x7f][^\s\0-\x1f\x7f]*$/.test(commit)) return err(unknown(''));
  const line = `git rev-parse --verify ${quoteWord(`${commit}^{commit}`)}`;
  const answer = await probe(options.prober, line, commit, signal);
  // A word that no probe may hold is no name of a commit either.
  if (!answer.ok) return answer.error.code === 'file-refused' ? err(unknown('')) : answer;
  const name = decode(answer.value.stdout).trim();
  if (answer.value.exit === 0 && /^[0-9a-f]{40,64}$/.test(name)) return ok(new HostCommitTree(options, name));
  return err(unknown(firstLine(answer.value.stderr)));
}

/** Largest file that is read, bytes. */
const LARGEST = 8_000_000;

interface Entry extends FolderEntry {
  /** Bytes; null for what is no file. */
  readonly size: number | null;
}

class HostCommitTree implements CommitTree {
  readonly root: string;
  readonly commit: string;
  readonly #prober: Pick<Prober, 'run'>;
  readonly #files = new Map<string, Promise<Result<SourceFile, FileError>>>();
  readonly #folders = new Map<string, Promise<Result<readonly Entry[], FileError>>>();
  #cost: ReadCost = { files: 0, bytes: 0, reads: 0 };

  constructor({ prober, root }: CommitTreeOptions, commit: string) {
    this.#prober = prober;
    this.root = root;
    this.commit = commit;
  }

  get cost(): ReadCost {
    return this.#cost;
  }

  async read(path: string, signal?: AbortSignal): Promise<Result<SourceFile, FileError>> {
    const normal = normalisePath(path);
    if (!normal.ok) return err({ code: 'file-refused', path, rule: normal.error });
    return once(this.#files, normal.value, () => this.#load(normal.value, signal));
  }

  async list(folder: string, signal?: AbortSignal): Promise<Result<readonly FolderEntry[], FileError>> {
    const normal = normalisePath(folder);
    if (!normal.ok) return err({ code: 'file-refused', path: folder, rule: normal.error });
    const entries = await this.#entries(normal.value, signal);
    return entries.ok ? ok(entries.value.map(({ name, kind }) => ({ name, kind }))) : entries;
  }

  async search(query: SearchQuery, signal?: AbortSignal): Promise<Result<SearchAnswer, FileError>> {
    const under = normalisePath(query.under ?? '');
    if (!under.ok) return err({ code: 'file-refused', path: query.under ?? '', rule: under.error });
    const line = commitSearchLine({ ...query, under: under.value }, this.commit);
    this.#count({ reads: 1 });
    const outcome = await this.#prober.run(line, {
      ...(signal === undefined ? {} : { signal }),
      ...(query.limit === undefined ? {} : { limit: query.limit }),
    });
    const answer = answerOf(outcome, query);
    if (outcome.kind !== 'evidence' || !answer.ok) return answer;
    this.#count({ bytes: outcome.evidence.stdout.length });
    const { stdout, stderr, truncated, exit } = outcome.evidence;
    // 1 says that nothing matched.
    if (exit !== null && exit > 1)
      return err({ code: 'file-failed', path: under.value, detail: firstLine(stderr) });
    // The last piece is empty, or a line that a limit cut.
    const lines = decode(stdout).split('\n').slice(0, -1);
    return ok({
      hits: lines.flatMap((each) => hitOf(each, this.commit, query)),
      truncated: truncated !== null,
    });
  }

  #entries(folder: string, signal?: AbortSignal): Promise<Result<readonly Entry[], FileError>> {
    return once(this.#folders, folder, () => this.#loadFolder(folder, signal));
  }

  /** A folder is looked at first: git shows folders and links as if they were files. */
  async #load(path: string, signal?: AbortSignal): Promise<Result<SourceFile, FileError>> {
    const around = await this.#entries(folderOf(path), signal);
    if (!around.ok) return err('path' in around.error ? { ...around.error, path } : around.error);
    const entry = around.value.find(({ name }) => name === nameOf(path));
    if (entry === undefined) return err({ code: 'file-not-found', path });
    if (entry.size === null) return err({ code: 'file-kind', path, kind: entry.kind });
    if (entry.size > LARGEST) return err({ code: 'file-too-large', path, size: entry.size, limit: LARGEST });
    const line = `git show ${this.#name(path)}`;
    const shown = await this.#run(line, path, signal, entry.size);
    if (!shown.ok) return shown;
    const { stdout } = shown.value;
    if (stdout.length !== entry.size)
      return err({ code: 'file-failed', path, detail: `${stdout.length}/${entry.size}` });
    this.#count({ files: 1, bytes: stdout.length });
    return ok(await makeSourceFile(path, stdout));
  }

  async #loadFolder(folder: string, signal?: AbortSignal): Promise<Result<readonly Entry[], FileError>> {
    if (folder !== '') {
      const above = await this.#entries(folderOf(folder), signal);
      if (!above.ok) return above;
      const entry = above.value.find(({ name }) => name === nameOf(folder));
      if (entry === undefined) return err({ code: 'file-not-found', path: folder });
      if (entry.kind !== 'directory') return err({ code: 'file-kind', path: folder, kind: entry.kind });
    }
    const listed = await this.#run(`git ls-tree --full-tree -z -l ${this.#name(folder)}`, folder, signal);
    if (!listed.ok) return listed;
    this.#count({ bytes: listed.value.stdout.length });
    if (listed.value.truncated !== null)
      return err({ code: 'folder-too-large', path: folder, limit: listed.value.stdout.length });
    return ok(
      decode(listed.value.stdout)
        .split('\0')
        .flatMap(entryOf)
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
  }

  /** `HASH:./path`, below the folder that the line runs in. */
  #name(path: string): string {
    return quoteWord(`${this.commit}:./${path}`);
  }

  async #run(
    line: string,
    path: string,
    signal?: AbortSignal,
    size = 1_000_000,
  ): Promise<Result<Evidence, FileError>> {
    this.#count({ reads: 1 });
    const answer = await probe(this.#prober, line, path, signal, Math.max(size, 1_000_000));
    if (!answer.ok || answer.value.exit === 0 || answer.value.truncated !== null) return answer;
    const said = firstLine(answer.value.stderr);
    return err({ code: 'file-failed', path, detail: said });
  }

  #count(more: Partial<ReadCost>): void {
    this.#cost = {
      files: this.#cost.files + (more.files ?? 0),
      bytes: this.#cost.bytes + (more.bytes ?? 0),
      reads: this.#cost.reads + (more.reads ?? 0),
    };
  }
}

/** What a line brought, whatever it answered. */
async function probe(
  prober: Pick<Prober, 'run'>,
  line: string,
  path: string,
  signal?: AbortSignal,
  limit?: number,
): Promise<Result<Evidence, FileError>> {
  const outcome = await prober.run(line, {
    ...(signal === undefined ? {} : { signal }),
    ...(limit === undefined ? {} : { limit }),
  });
  if (outcome.kind === 'evidence') return ok(outcome.evidence);
  const failed = answerOf(outcome, { pattern: '', syntax: 'fixed', under: path });
  return failed.ok ? err({ code: 'file-failed', path, detail: '' }) : failed;
}

/** Keeps answers; a lost connection and a cancelled read are asked again. */
async function once<T>(
  kept: Map<string, Promise<Result<T, FileError>>>,
  path: string,
  load: () => Promise<Result<T, FileError>>,
): Promise<Result<T, FileError>> {
  const known = kept.get(path);
  if (known !== undefined) return known;
  const loading = load();
  kept.set(path, loading);
  const result = await loading;
  if (!result.ok && !isLasting(result.error)) kept.delete(path);
  return result;
}

/** `100644 blob HASH   SIZE<TAB>name`; links and submodules are no files. */
function entryOf(record: string): readonly Entry[] {
  const [, mode, size, name] = /^(\d{6}) \w+ [0-9a-f]+ +(\d+|-)\t([^]+)$/.exec(record) ?? [];
  if (mode === undefined || size === undefined || name === undefined) return [];
  const kind = kindOf(mode);
  return [{ name, kind, size: kind === 'file' ? Number(size) : null }];
}

function kindOf(mode: string): FileKind {
  if (mode.startsWith('100')) return 'file';
  if (mode === '120000') return 'symlink';
  return mode === '040000' ? 'directory' : 'unknown';
}

/** `HASH:path`, and `:line:text` where lines were asked for. */
function hitOf(line: string, commit: string, query: SearchQuery): readonly SearchHit[] {
  if (!line.startsWith(`${commit}:`)) return [];
  const rest = line.slice(commit.length + 1);
  if (query.filesOnly === true) return [{ file: joinPath(rest), line: 0, text: '' }];
  const [, file, at, text] = /^(.*?):(\d+):(.*)$/.exec(rest) ?? [];
  return file === undefined ? [] : [{ file, line: Number(at), text: text ?? '' }];
}

function firstLine(bytes: Uint8Array): string {
  return decode(bytes).trim().split('\n')[0] ?? '';
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
