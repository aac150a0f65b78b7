import type { Disposable, Event, Result } from '../base/index.ts';
import type { ApprovedCommand } from './command.ts';
import type { FileError, FileKind, TransportError } from './errors.ts';
import type { Sent } from './sent.ts';
import type { Target } from './target.ts';

/** An open connection to a target. Nothing dials again by itself. */
export interface Transport extends Disposable {
  readonly target: Target;
  /** For people and evidence: `user@host:port`, or `local`. */
  readonly label: string;
  /** Set where the system's `ssh` is used because our own client could not do this. */
  readonly because?: TransportError;
  /** True until the connection ends, by `dispose` or by itself. */
  readonly connected: boolean;
  readonly onDidDisconnect: Event<TransportError>;
  /** Every byte that goes to the host for execution, as it is sent; whoever listens from the start misses none. */
  readonly onDidSend: Event<Sent>;
  /**
   * Runs a command in the cheapest of the forms that are allowed (see `ExecForm`). Standard input stays open
   * until the channel's `end` or `close`. Channels are queued (at most four at once).
   */
  exec(command: ApprovedCommand, options?: ExecOptions): Promise<Result<Channel, TransportError>>;
  /** Keeps up to `spares` shells started with this command's launcher waiting, prepared; its script is not sent. */
  prepare(command: ApprovedCommand, spares: number, options?: PrepareOptions): void;
  readonly files: RemoteFiles;
}

/**
 * How a command gets its shell, the cheapest first. `spare`: one that was started in advance is given the script:
 * one round trip. `inline`: the login shell is given `command.inline`, if there is one, and nothing is written:
 * two. `launcher`: the login shell is given the launcher, and what that starts the script: three.
 */
export type ExecForm = 'spare' | 'inline' | 'launcher';

export interface ExecOptions {
  readonly signal?: AbortSignal;
  /** Which forms may be used; default all. */
  readonly forms?: readonly ExecForm[];
}

export interface PrepareOptions {
  /** Seconds after which such a shell ends itself; it is not used any more shortly before. Default: it never does. */
  readonly idleLimit?: number;
}

/** A running command. Nothing is buffered without bound: data is handed over as it arrives. */
export interface Channel {
  /** How it got its shell. */
  readonly form: ExecForm;
  /** Called with raw bytes in order; data that came before the listener was set is replayed first. */
  onStdout(listener: (chunk: Uint8Array) => void): Disposable;
  onStderr(listener: (chunk: Uint8Array) => void): Disposable;
  /** Ends standard input: the guarded shell then kills its own process group. */
  end(): void;
  /** Closes the channel at once; the host's watchdog ends what still runs. */
  close(): void;
  /** Settles when the channel is closed and all data was handed over. */
  readonly closed: Promise<ChannelEnd>;
}

export type ChannelEnd =
  | { readonly kind: 'exit'; readonly status: number }
  /** `signal` without `SIG`, such as `KILL`. */
  | { readonly kind: 'signal'; readonly signal: string }
  | { readonly kind: 'lost'; readonly error: TransportError };

/**
 * Reading of files; no operation that could change one exists here. Paths are absolute. Names, in paths and in
 * answers, stand for bytes as `rawText` of the base layer has it.
 */
export interface RemoteFiles {
  /** Follows links. */
  stat(path: string, signal?: AbortSignal): Promise<Result<FileStat, FileError>>;
  lstat(path: string, signal?: AbortSignal): Promise<Result<FileStat, FileError>>;
  readdir(path: string, signal?: AbortSignal): Promise<Result<readonly DirectoryEntry[], FileError>>;
  realpath(path: string, signal?: AbortSignal): Promise<Result<string, FileError>>;
  /** A regular file's bytes, whole up to `limit` (default 50 MB), else `file-too-large`. */
  read(path: string, options?: ReadOptions): Promise<Result<Uint8Array, FileError>>;
  /** Part of a regular file of any size. */
  slice(path: string, options: SliceOptions): Promise<Result<FileSlice, FileError>>;
}

export interface SliceOptions {
  /** First byte, from 0. */
  readonly at: number;
  /** Bytes, at most 50 MB; fewer come at the end of the file. */
  readonly length: number;
  readonly signal?: AbortSignal;
}

export interface FileSlice {
  readonly bytes: Uint8Array;
  /** How the file stood before and after; see `hasChanged`. */
  readonly before: FileStat;
  readonly after: FileStat;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Bytes. */
  readonly limit?: number;
  /** Is told, before the answer, if the file changed while it was read: the bytes may be of no one state of it. */
  readonly onChange?: (before: FileStat, after: FileStat) => void;
}

export interface FileStat {
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the Unix epoch. */
  readonly modified: number;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileKind;
}

/** What must be asked of a person while connecting; an edge without a person answers no. */
export interface ConnectPrompts {
  /** An unknown host key: true trusts it from now on (in our own store, never in known_hosts). */
  trustHostKey(key: HostKeyQuestion): Promise<boolean>;
  /** One secret; `undefined` gives up. `prompt` from a host is untrusted text. */
  secret(question: SecretQuestion): Promise<string | undefined>;
}

export interface HostKeyQuestion {
  readonly host: string;
  readonly port: number;
  readonly keyType: string;
  readonly fingerprint: string;
  readonly knownTypes: readonly string[];
}

export type SecretQuestion =
  | { readonly kind: 'passphrase'; readonly file: string }
  | { readonly kind: 'password'; readonly user: string; readonly host: string }
  | {
      readonly kind: 'keyboard';
      readonly user: string;
      readonly host: string;
      readonly prompt: string;
      readonly echo: boolean;
    };
