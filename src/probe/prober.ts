import type { Disposable, Result } from '../base/index.ts';
import type { RemoteFiles, Target } from '../transport/index.ts';
import type { ProbeError, ProbeOutcome } from './evidence.ts';
import type { Layer } from './layers.ts';
import type { Userland } from './userland.ts';

/** Runs probe lines on one target, below one root. Made by `openProber`, which does the handshake. */
export interface Prober extends Disposable {
  readonly target: Target;
  readonly host: HostFacts;
  /** What stands between a line and a change on this target, the most trusted first. */
  readonly layers: readonly Layer[];
  /** The transport's files, or commands that read files where it offers none. */
  readonly files: RemoteFiles;
  /** Parses, judges, emits, sends and reads one line. Never throws for bad input. */
  run(line: string, options?: RunOptions): Promise<ProbeOutcome>;
}

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Bytes of standard output. Default 1,000,000. */
  readonly limit?: number;
  /** Seconds. Default 30. */
  readonly time?: number;
  /** The line comes from others (a notebook, a guide, an assistant): resolved paths outside the root are refused. */
  readonly fence?: boolean;
  /** Somebody said yes to reading keys, password files and histories. */
  readonly sensitive?: boolean;
  /** Values of the blanks `{{name}}` in the line, filled in after it was split into words. */
  readonly blanks?: Readonly<Record<string, string>>;
  /** Nobody typed the line: it tells as of which commit the answers are. */
  readonly forCommit?: boolean;
}

export interface ToolFacts {
  /** Absolute, links followed where the host could. */
  readonly path: string;
  readonly kind: Userland;
  /** As the tool states it, such as `4.9`; empty if it does not. */
  readonly version: string;
}

/** What the handshake found. */
export interface HostFacts {
  /** `uname -s`. */
  readonly system: string;
  readonly home: string;
  /** Absolute path and kind of every catalogue tool that is there. */
  readonly tools: Readonly<Record<string, ToolFacts>>;
  /** What the login printed before our own shell answered. */
  readonly noise: string;
}

export type OpenProberResult = Result<Prober, ProbeError>;
