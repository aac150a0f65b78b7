import type { ContainerEngine, FileKind, TransportError } from '../transport/index.ts';
import type { Layer } from './layers.ts';
import type { Userland } from './userland.ts';
import type { Refusal } from './verdict.ts';

/** What one probe line came to. */
export type ProbeOutcome =
  | { readonly kind: 'evidence'; readonly evidence: Evidence }
  | { readonly kind: 'refusal'; readonly line: string; readonly refusal: Refusal }
  | { readonly kind: 'error'; readonly line: string; readonly error: ProbeError };

export interface Evidence {
  /** As typed. */
  readonly line: string;
  /** Of the last stage that failed, SIGPIPE not counted; null when it was stopped. */
  readonly exit: number | null;
  /** Raw bytes, up to the limit. */
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** Which limit was hit, if one was. */
  readonly truncated: 'bytes' | 'time' | null;
  /** From the call to the complete answer. */
  readonly ms: number;
  /** Where the output names files and lines; paths relative to the root. */
  readonly hits?: readonly Hit[];
  /** Marks for the reader, such as `links-not-followed`. */
  readonly notes: readonly string[];
}

/** A line of output that names a place. Lines start at 1. */
export interface Hit {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Why an approved line brought no evidence. */
export type ProbeError =
  /** The guard on the host refused an operand before the command started; `operand-system` leads to /dev, /proc
   * or /sys, or to `/` where a tree is walked; `operand-folder` cannot be compared with the other one. `at` is its offset in the line. */
  | {
      readonly code:
        | 'operand-missing'
        | 'operand-unreadable'
        | 'operand-outside'
        | 'operand-sensitive'
        | 'operand-system'
        | 'operand-folder';
      readonly file: string;
      readonly at: number;
    }
  | { readonly code: 'operand-kind'; readonly file: string; readonly at: number; readonly kind: FileKind }
  | { readonly code: 'root-missing'; readonly root: string }
  | { readonly code: 'tool-missing'; readonly tool: string }
  /** `kind`: whose the tool is. */
  | { readonly code: 'tool-unknown' | 'option-needed'; readonly tool: string; readonly kind: Userland }
  | {
      readonly code: 'option-unsupported';
      readonly tool: string;
      readonly option: string;
      readonly kind: Userland;
    }
  | { readonly code: 'git-filter'; readonly driver: string }
  /** The repository's settings lead git to work files in another folder than the one that the line names. */
  | { readonly code: 'git-work-tree'; readonly folder: string; readonly at: number }
  | { readonly code: 'not-a-posix-shell'; readonly said: string }
  /** No shell was there in time: a start file or a forced command waits for something. `host` is the label. */
  | { readonly code: 'login-waits'; readonly host: string; readonly seconds: number; readonly said: string }
  /** The target's container cannot be entered; `host` is the transport's label, `said` what docker or podman said. */
  | {
      readonly code: 'container';
      readonly reason: ContainerReason;
      readonly engine: ContainerEngine;
      readonly name: string;
      readonly host: string;
      readonly said: string;
    }
  /** The host ended the shell of a probe in the middle, twice, though the connection goes on; `detail` says how. */
  | { readonly code: 'shell-ended'; readonly host: string; readonly detail: string }
  /** A kernel sandbox is required, and none of the host's works; `layers` says why of each. */
  | { readonly code: 'no-sandbox'; readonly layers: readonly Layer[] }
  | TransportError;

/** Why a container cannot be entered. */
export type ContainerReason =
  /** The host has no such program. */
  | 'no-program'
  | 'unknown'
  | 'not-running'
  | 'paused'
  /** The account may not talk to the daemon. */
  | 'no-permission'
  | 'no-daemon'
  /** The container has no /usr/bin/env, */
  | 'no-env'
  /** no /bin/sh, */
  | 'no-shell'
  /** or no setsid, and the shell leads no process group. */
  | 'no-group'
  | 'other';
