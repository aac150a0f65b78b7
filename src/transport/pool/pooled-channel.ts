import { Emitter, type Disposable } from '../../base/index.ts';
import type { Channel, ChannelEnd, ExecForm } from '../contract.ts';
import type { ChannelSink, OutputName, RawChannel } from './port.ts';
import { ReplayBuffer } from './replay.ts';

/** Bytes of one output that are kept while nobody listens to it; then the host has to wait. */
export const replayBound = 1_000_000;

/** Milliseconds that a channel may take to close once it was asked to. */
export const closeLimit = 5000;

/**
 * The channel that callers see: replays what came before they listened, tells the pool of its end. It is
 * made before the raw channel exists, as the sink of its events.
 */
export class PooledChannel implements Channel {
  readonly form: ExecForm;
  readonly closed: Promise<ChannelEnd>;
  readonly #didClose = new Emitter<void>();
  readonly #didStick = new Emitter<void>();
  readonly #didEnd = new Emitter<void>();
  readonly #outputs: Readonly<Record<OutputName, ReplayBuffer>>;
  readonly #settle: (end: ChannelEnd) => void;
  #raw: RawChannel | undefined;
  #over = false;
  #forced: ChannelEnd | undefined;
  #closing: NodeJS.Timeout | undefined;

  constructor(form: ExecForm) {
    this.form = form;
    const { promise, resolve } = settleable<ChannelEnd>();
    this.closed = promise;
    this.#settle = resolve;
    this.#outputs = { stdout: this.#buffer('stdout'), stderr: this.#buffer('stderr') };
  }

  /** True once the raw channel is closed. */
  get over(): boolean {
    return this.#over;
  }

  /** Calls `listener` when the host's side is closed, at once if it is; the last data may be on its way. */
  onDidClose(listener: () => void): void {
    if (this.#over) listener();
    else this.#didClose.event(listener);
  }

  /** Calls `listener` when the host does not close the channel in time; it may still do so later. */
  onDidStick(listener: () => void): void {
    this.#didStick.event(listener);
  }

  /** Calls `listener` when the channel is asked to end, or ends by itself; at once if it has. */
  onDidEnd(listener: () => void): void {
    if (this.#over) listener();
    else this.#didEnd.event(listener);
  }

  attach(raw: RawChannel): void {
    this.#raw = raw;
    // What came before could not be held back.
    for (const output of ['stdout', 'stderr'] as const) if (this.#outputs[output].paused) raw.pause(output);
  }

  write(text: string): void {
    if (text !== '') this.#raw?.write(text);
  }

  onStdout(listener: (chunk: Uint8Array) => void): Disposable {
    return this.#outputs.stdout.listen(listener);
  }

  onStderr(listener: (chunk: Uint8Array) => void): Disposable {
    return this.#outputs.stderr.listen(listener);
  }

  end(): void {
    this.#raw?.end();
    this.#awaitClose();
  }

  close(): void {
    this.#outputs.stdout.discard();
    this.#outputs.stderr.discard();
    this.#raw?.close();
    this.#awaitClose();
  }

  /** Closes the channel and lets `closed` say why, whatever the host reports afterwards. */
  abandon(end: ChannelEnd): void {
    this.#forced ??= end;
    this.close();
  }

  /** The same where the host can close nothing any more. */
  lose(end: ChannelEnd): void {
    this.abandon(end);
    this.#closedBy(end);
  }

  #awaitClose(): void {
    if (this.#over) return;
    this.#tellEnd();
    this.#closing ??= setTimeout(() => this.#didStick.fire(), closeLimit).unref();
  }

  #closedBy(end: ChannelEnd): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#closing);
    this.#tellEnd();
    this.#didClose.fire();
    this.#didClose.dispose();
    this.#didStick.dispose();
    const both = [this.#outputs.stdout.handedOver(), this.#outputs.stderr.handedOver()];
    void Promise.all(both).then(() => this.#settle(this.#forced ?? end));
  }

  #tellEnd(): void {
    this.#didEnd.fire();
    this.#didEnd.dispose();
  }

  /** The sink to open a raw channel with. */
  get sink(): ChannelSink {
    return {
      data: (output, chunk) => this.#outputs[output].push(chunk),
      closed: (end) => this.#closedBy(end),
    };
  }

  #buffer(output: OutputName): ReplayBuffer {
    return new ReplayBuffer(replayBound, {
      pause: () => this.#raw?.pause(output),
      resume: () => this.#raw?.resume(output),
    });
  }
}

function settleable<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
