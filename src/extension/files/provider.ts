import * as vscode from 'vscode';
import { unreachable } from '../../base/index.ts';
import { fileErrorMessage, filesWords } from '../../messages/index.ts';
import { visibleLabel } from '../../protocol/index.ts';
import type { FileError, FileKind, FileStat as RemoteStat } from '../../transport/index.ts';
import type { TargetRegistry } from '../targets/registry.ts';
import type { LiveTarget } from '../targets/live.ts';
import { normalPath } from './paths.ts';
import type { PathRules } from './rules.ts';
import { pathOfUri, uriPathOf } from './uriPath.ts';

/** Bytes above which a file is not opened whole. */
export const WHOLE_LIMIT = 50_000_000;

/** Bytes of files that stay readable after a loss of their connection. */
const KEPT_BYTES = 100_000_000;

interface Seen {
  readonly stat: vscode.FileStat;
  readonly bytes: Uint8Array;
}

/**
 * `sonde://NAME/abs/path`: files of connected targets, read-only. It never dials: an unknown name is FileNotFound,
 * a target that is not connected is Unavailable, and what the probes' path rules refuse is NoPermissions. What was read
 * while a target was connected stays readable without it.
 */
export class RemoteFileSystem implements vscode.FileSystemProvider {
  readonly #targets: TargetRegistry;
  readonly #rules: PathRules;
  readonly #unavailable: (name: string) => void;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  /** What was read, the oldest first, by address. */
  readonly #seen = new Map<string, Seen>();

  /** `unavailable` is called with the name of a target that is known and not connected. */
  constructor(targets: TargetRegistry, rules: PathRules, unavailable: (name: string) => void) {
    this.#targets = targets;
    this.#rules = rules;
    this.#unavailable = unavailable;
  }

  /** Tells the editor that files of a target can be read, or no longer can. */
  connectionChanged(uris: readonly vscode.Uri[]): void {
    this.#changed.fire(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  watch(): vscode.Disposable {
    // Remote files are not watched: a watcher would be a load on the host.
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const seen = this.#seenOf(uri);
    if (seen !== undefined) return seen.stat;
    const { live, path } = this.#find(uri);
    const found = await live.prober.files.stat(path);
    if (!found.ok) throw fileSystemError(uri, found.error);
    return statOf(found.value);
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    const { live, path } = this.#find(uri);
    const real = await live.prober.files.realpath(path);
    if (!real.ok) throw fileSystemError(uri, real.error);
    if (!(await this.#rules.mayRead(live, real.value))) throw vscode.FileSystemError.NoPermissions(uri);
    const found = await live.prober.files.readdir(path);
    if (!found.ok) throw fileSystemError(uri, found.error);
    return found.value.map((entry) => [uriPathOf(entry.name), fileType(entry.kind)]);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const seen = this.#seenOf(uri);
    if (seen !== undefined) return seen.bytes;
    const { live, path } = this.#find(uri);
    const real = await live.prober.files.realpath(path);
    if (!real.ok) throw fileSystemError(uri, real.error);
    if (!(await this.#rules.mayRead(live, real.value))) throw vscode.FileSystemError.NoPermissions(uri);
    const found = await live.prober.files.read(path, {
      limit: WHOLE_LIMIT,
      onChange: (before, after) =>
        void vscode.window.showWarningMessage(
          filesWords.changed(visibleLabel(`${live.name}:${path}`), before.size, after.size),
        ),
    });
    if (!found.ok) throw fileSystemError(uri, found.error);
    await this.#keep(uri, live, path, found.value);
    return found.value;
  }

  /** What was seen of a file whose target is known and no longer connected. */
  #seenOf(uri: vscode.Uri): Seen | undefined {
    const isAway = this.#targets.live(uri.authority) === undefined;
    return isAway && this.#targets.entry(uri.authority) !== undefined
      ? this.#seen.get(uri.toString())
      : undefined;
  }

  async #keep(uri: vscode.Uri, live: LiveTarget, path: string, bytes: Uint8Array): Promise<void> {
    const found = await live.prober.files.stat(path);
    const key = uri.toString();
    this.#seen.delete(key);
    if (!found.ok) return;
    this.#seen.set(key, { stat: statOf({ ...found.value, size: bytes.length }), bytes });
    let total = [...this.#seen.values()].reduce((sum, each) => sum + each.bytes.length, 0);
    for (const [oldest, each] of this.#seen) {
      if (total <= KEPT_BYTES) break;
      this.#seen.delete(oldest);
      total -= each.bytes.length;
    }
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #find(uri: vscode.Uri): { readonly live: LiveTarget; readonly path: string } {
    const name = uri.authority;
    if (this.#targets.entry(name) === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    const live = this.#targets.live(name);
    if (live === undefined) {
      this.#unavailable(name);
      throw vscode.FileSystemError.Unavailable(uri);
    }
    const path = normalPath(pathOfUri(uri.path));
    if (!this.#rules.allows(live, path)) throw vscode.FileSystemError.NoPermissions(uri);
    return { live, path };
  }
}

function statOf({ kind, modified, size }: RemoteStat): vscode.FileStat {
  return {
    type: fileType(kind),
    ctime: 0,
    mtime: modified,
    size,
    permissions: vscode.FilePermission.Readonly,
  };
}

function fileType(kind: FileKind): vscode.FileType {
  if (kind === 'file') return vscode.FileType.File;
  if (kind === 'directory') return vscode.FileType.Directory;
  return kind === 'symlink' ? vscode.FileType.SymbolicLink : vscode.FileType.Unknown;
}

function fileSystemError(uri: vscode.Uri, error: FileError): vscode.FileSystemError {
  switch (error.code) {
    case 'file-not-found':
      return vscode.FileSystemError.FileNotFound(uri);
    case 'file-kind':
      return error.kind === 'directory'
        ? vscode.FileSystemError.FileIsADirectory(uri)
        : vscode.FileSystemError.NoPermissions(fileErrorMessage(error));
    case 'file-permission':
    case 'file-refused':
      return vscode.FileSystemError.NoPermissions(uri);
    case 'file-too-large':
    case 'folder-too-large':
    case 'path-bytes':
    case 'file-timeout':
    case 'file-failed':
    case 'unknown-host':
    case 'connection-refused':
    case 'unreachable':
    case 'connect-timeout':
    case 'host-key-unknown':
    case 'host-key-changed':
    case 'host-key-revoked':
    case 'authentication-failed':
    case 'key-unreadable':
    case 'ssh-config':
    case 'unsupported':
    case 'channel-refused':
    case 'disconnected':
    case 'no-shell':
    case 'cancelled':
      return vscode.FileSystemError.Unavailable(fileErrorMessage(error));
    default:
      return unreachable(error);
  }
}
