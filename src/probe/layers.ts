/** Whether a kernel sandbox of the host is put around every probe; `required`: a host without one is refused. */
export type Sandbox = 'auto' | 'off' | 'required';

/** Every value of `Sandbox`, the default first. */
export const SANDBOXES: readonly Sandbox[] = ['auto', 'off', 'required'];

/** A kernel sandbox that a tool of the host can put around a program. */
export type SandboxLayer = 'bwrap' | 'landlock';

/** What stands between a probe line and a change on the host, the most trusted first. */
export type LayerName = 'policy' | 'canonical' | 'guarded-shell' | 'limits' | SandboxLayer;

/** One layer on one target. */
export interface Layer {
  readonly name: LayerName;
  /**
   * `active`: around every probe, or, where `for` says so, around those that the stronger one would distort.
   * `available`: the tool is there, and was not tried. `absent`: there is no such tool. `failed`: it was tried and
   * did not prove that it works, so that it is not used.
   */
  readonly state: 'active' | 'available' | 'absent' | 'failed';
  readonly for?: 'distorted';
  readonly reason?: LayerReason;
}

/** Why a layer is not active. */
export type LayerReason =
  /** The setting says `off`. */
  | { readonly code: 'off' }
  | { readonly code: 'no-tool'; readonly tool: 'bwrap' | 'setpriv' }
  /** The tool is there, in a version without the function. */
  | { readonly code: 'too-old'; readonly tool: 'bwrap' | 'setpriv'; readonly version: string }
  /** The shell behind the tool did not answer; `said` is what came instead, from the host. */
  | { readonly code: 'no-answer'; readonly said: string }
  /** A part of the proof failed; see `ProofPart`. `seen` is what the host answered. */
  | { readonly code: 'not-proved'; readonly part: ProofPart; readonly seen: string };

/**
 * What a shell inside a layer has to show. `create`: a name cannot be made where the user may write. `write`: an
 * existing file cannot be opened for writing. `mounts`: every file system that can be reached is read-only.
 * `network`: another network namespace, without routes and addresses. `processes`: another process namespace.
 * `identity`: the user's number is its own. `null`: /dev/null can be written. `view`: root, home and tools are the
 * same as outside.
 */
export type ProofPart =
  'create' | 'write' | 'mounts' | 'network' | 'processes' | 'identity' | 'null' | 'view';
