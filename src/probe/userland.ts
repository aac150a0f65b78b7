/** Whose version of a tool it is; decides which options and forms are emitted. */
export type Userland =
  | 'gnu'
  | 'busybox'
  /** FreeBSD, macOS, DragonFly and NetBSD. */
  | 'bsd'
  | 'openbsd'
  | 'uutils'
  | 'toybox'
  | 'git'
  | 'ripgrep'
  | 'unknown';
