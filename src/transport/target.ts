/** Where to look: a host and a root folder on it, or a local folder. */
export type Target = SshTarget | LocalTarget;

export interface SshTarget {
  readonly kind: 'ssh';
  /** An alias of the ssh configuration, or a host name or address (IPv6 without brackets). */
  readonly host: string;
  /** From `ssh://user@host`; otherwise the ssh configuration decides. */
  readonly user?: string;
  /** From `ssh://host:port`; otherwise the ssh configuration decides. */
  readonly port?: number;
  /** Absolute path on the host; relative paths of probes start here. */
  readonly root: string;
}

export interface LocalTarget {
  readonly kind: 'local';
  /** Absolute path on this machine. */
  readonly root: string;
}

/** Why a text names no target. `at` is a 0-based offset in UTF-16 units. */
export interface TargetError {
  readonly code: 'target-syntax';
  readonly text: string;
  readonly at: number;
  readonly reason:
    | 'empty'
    | 'bad-host'
    | 'bad-user'
    | 'bad-port'
    | 'root-not-absolute'
    | 'no-root'
    | 'container-unsupported';
}
