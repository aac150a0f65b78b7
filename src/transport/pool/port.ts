import type { Result } from '../../base/index.ts';
import type { ChannelEnd } from '../contract.ts';
import type { TransportError } from '../errors.ts';

/** Which of the two outputs of a running command. */
export type OutputName = 'stdout' | 'stderr';

/** Opens channels on a connection; ssh2 and the local machine each implement it. */
export interface ChannelOpener {
  /**
   * Starts `launcher` as the login shell of the target would. All that happens on the channel goes to
   * `sink`, from its first byte on. `channel-refused` when the host grants no further session; the pool
   * then waits and tries again.
   */
  open(launcher: string, sink: ChannelSink): Promise<Result<RawChannel, TransportError>>;
}

/** Where a channel's events go. */
export interface ChannelSink {
  data(output: OutputName, chunk: Uint8Array): void;
  /** Called once, after the last data of both outputs. */
  closed(end: ChannelEnd): void;
}

/** A channel without any buffering of its own. No call throws, also after the channel's end. */
export interface RawChannel {
  write(text: string): void;
  end(): void;
  close(): void;
  /** Stops the flow of one output until `resume`; the other flows on. */
  pause(output: OutputName): void;
  resume(output: OutputName): void;
}
