import * as vscode from 'vscode';
import type { FileError, FileKind } from '../../transport/index.ts';
import { unreachable } from '../../base/index.ts';
import type { TargetRegistry } from '../targets/registry.ts';
import type { LiveTarget } from '../targets/live.ts';
import { normalPath } from './paths.ts';
import type { PathRules } from './rules.ts';

/** Bytes above which a file is not opened whole. */
const LIMIT = 50_000_000;

/**
 * `sonde://NAME/abs/path`: files of connected targets, read-only. It never dials: an unknown name is FileNotFound,
 * a target that is not connected is Unavailable, and what the probes' path rules refuse is NoPermissions.
 */
export class RemoteFileSystem implements vscode.FileSystemProvider {
  readonly #targets: TargetRegistry;
  readonly #rules: PathRules;
  readonly #unavailable: (name: string) => void;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

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
    const { live, path } = this.#find(uri);
    const found = await live.prober.files.stat(path);
    if (!found.ok) throw fileSystemError(uri, found.error);
    return {
      type: fileType(found.value.kind),
      ctime: 0,
      mtime: found.value.modified,
      size: found.value.size,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    const { live, path } = this.#find(uri);
    const real = await live.prober.files.realpath(path);
    if (!real.ok) throw fileSystemError(uri, real.error);
    if (!(await this.#rules.mayRead(live, real.value))) throw vscode.FileSystemError.NoPermissions(uri);
    const found = await live.prober.files.readdir(path);
    if (!found.ok) throw fileSystemError(uri, found.error);
    return found.value.map((entry) => [entry.name, fileType(entry.kind)]);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { live, path } = this.#find(uri);
    const real = await live.prober.files.realpath(path);
    if (!real.ok) throw fileSystemError(uri, real.error);
    if (!(await this.#rules.mayRead(live, real.value))) throw vscode.FileSystemError.NoPermissions(uri);
    const found = await live.prober.files.read(path, { limit: LIMIT });
    if (!found.ok) throw fileSystemError(uri, found.error);
    return found.value;
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
    const path = normalPath(uri.path);
    if (!this.#rules.allows(live, path)) throw vscode.FileSystemError.NoPermissions(uri);
    return { live, path };
  }
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
        : vscode.FileSystemError.NoPermissions(uri);
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
      return vscode.FileSystemError.Unavailable(uri);
    default:
      return unreachable(error);
  }
}
