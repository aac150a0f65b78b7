import type { Disposable, Result } from '../base/index.ts';
import type { Target } from '../transport/index.ts';
import type { ProbeError, ProbeOutcome } from './evidence.ts';

/** Runs probe lines on one target, below one root. Made by `openProber`, which does the handshake. */
export interface Prober extends Disposable {
  readonly target: Target;
  readonly host: HostFacts;
  /** Parses, judges, emits, sends and reads one line. Never throws for bad input. */
  run(line: string, options?: RunOptions): Promise<ProbeOutcome>;
}

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Bytes of standard output. Default 1,000,000. */
  readonly limit?: number;
  /** Seconds. Default 30. */
  readonly time?: number;
}

/** What the handshake found. */
export interface HostFacts {
  /** `uname -s`. */
  readonly system: string;
  readonly home: string;
  /** Absolute path and kind of every catalogue tool that is there. */
  readonly tools: Readonly<Record<string, { readonly path: string; readonly kind: 'gnu' | 'busybox' | 'bsd' | 'git' | 'ripgrep' | 'unknown' }>>;
  /** What the login printed before our own shell answered. */
  readonly noise: string;
}

export type OpenProberResult = Result<Prober, ProbeError>;
