/** Where to look: a root folder on a host or on this machine, or in a container there. */
export type Target = SshTarget | LocalTarget;

export interface SshTarget {
  readonly kind: 'ssh';
  /** An alias of the ssh configuration, or a host name or address (IPv6 without brackets). */
  readonly host: string;
  /** From `ssh://user@host`; otherwise the ssh configuration decides. */
  readonly user?: string;
  /** From `ssh://host:port`; otherwise the ssh configuration decides. */
  readonly port?: number;
  /** Absolute path on the host, or in the container; relative paths of probes start here. */
  readonly root: string;
  /** How to get from the login to `/bin/sh`: through this container. Absent, the host's own is used. */
  readonly container?: Container;
}

export interface LocalTarget {
  readonly kind: 'local';
  /** Absolute path on this machine, or in the container. */
  readonly root: string;
  readonly container?: Container;
}

/** What runs containers on a host. */
export type ContainerEngine = 'docker' | 'podman';

/** A running container of a host, or of this machine. */
export interface Container {
  readonly engine: ContainerEngine;
  /** Name or id: a letter or digit, then also `_`, `.` and `-`. No word that passes is an option. */
  readonly name: string;
}

/** Why a text names no target. `at` is a 0-based offset in UTF-16 units. */
export interface TargetError {
  readonly code: 'target-syntax';
  readonly text: string;
  readonly at: number;
  readonly reason:
    'empty' | 'bad-host' | 'bad-user' | 'bad-port' | 'root-not-absolute' | 'no-root' | 'bad-container';
}
