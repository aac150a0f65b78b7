import type { Disposable, Result } from '../../base/index.ts';
import type { Prober, ProbeError } from '../../probe/index.ts';
import type { PythonProgram, SourceTree } from '../../source/index.ts';
import type { PythonParser } from '../../syntax/index.ts';
import type { ConnectPrompts, Target, Transport } from '../../transport/index.ts';

/** A target with an open connection, and everything that reads through it. */
export interface LiveTarget extends Disposable {
  readonly name: string;
  readonly target: Target;
  readonly transport: Transport;
  readonly prober: Prober;
  /** Files as they were read since the last `reread`; another one after it. */
  readonly tree: SourceTree;
  /** What `tree` holds of Python; another one after `reread`. */
  readonly program: PythonProgram;
  readonly parser: PythonParser;
  /** Forgets what was read: the host may have changed it, and a run says what is there now. */
  reread(): void;
}

/** Opens connections; only a window with Node has one. */
export interface Dialer {
  /** Connects and does the handshake; nothing is retried. */
  dial(request: DialRequest): Promise<Result<LiveTarget, ProbeError>>;
  /** Plain host names of the user's SSH configuration. */
  listHosts(): Promise<readonly string[]>;
}

export interface DialRequest {
  readonly name: string;
  readonly target: Target;
  readonly prompts: ConnectPrompts;
  readonly signal: AbortSignal;
}
