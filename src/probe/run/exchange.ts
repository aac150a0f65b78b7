import { err, ok, onAbort, type Result } from '../../base/index.ts';
import type {
  ApprovedCommand,
  ChannelEnd,
  ExecForm,
  Transport,
  TransportError,
} from '../../transport/index.ts';
import { FrameReader } from './frames.ts';

/** Seconds that the client waits beyond the host's own timer. */
const GRACE = 5;

/** Bytes before the begin marker after which no shell of ours is expected any more. */
const NOISE_STOP = 4_000_000;

export interface ExchangeOptions {
  readonly nonce: string;
  /** Bytes of standard output. */
  readonly limit: number;
  /** Seconds of the timer on the host. */
  readonly time: number;
  readonly signal?: AbortSignal | undefined;
  /** Which forms may be used; default all. */
  readonly forms?: readonly ExecForm[];
}

/** What came back. */
export interface Answer {
  readonly frames: FrameReader;
  /** How the command got its shell. */
  readonly form: ExecForm;
  /** How the channel ended, if it ended before the answer was complete. */
  readonly end?: ChannelEnd;
}

/**
 * Sends one approved command and reads until the answer is complete, stopped by a limit, or the channel has
 * ended; then ends the shell, whose group dies with it. Nobody waits for the channel to close. A cancelled
 * probe closes the channel at once.
 */
export async function exchange(
  transport: Transport,
  command: ApprovedCommand,
  options: ExchangeOptions,
): Promise<Result<Answer, TransportError>> {
  const { nonce, limit, time, signal, forms } = options;
  const opened = await transport.exec(command, {
    ...(signal === undefined ? {} : { signal }),
    ...(forms === undefined ? {} : { forms }),
  });
  if (!opened.ok) return opened;
  const channel = opened.value;
  if (signal?.aborted === true) {
    channel.close();
    return err({ code: 'cancelled' });
  }
  const { form } = channel;
  const frames = new FrameReader(nonce, limit);
  return new Promise((resolve) => {
    let settled = false;
    const settle = (result: Result<Answer, TransportError>, close: boolean): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      aborted.dispose();
      out.dispose();
      errors.dispose();
      if (close) channel.close();
      else channel.end();
      resolve(result);
    };
    let seen = 0;
    const check = (): void => {
      if (!frames.begun && seen > NOISE_STOP)
        settle(ok({ frames, form, end: { kind: 'signal', signal: 'NOISE' } }), true);
      if (frames.echoed) settle(ok({ frames, form, end: { kind: 'signal', signal: 'ECHO' } }), true);
      else if (frames.done) settle(ok({ frames, form }), frames.stop?.kind === 'bytes');
    };
    const timer = setTimeout(
      () => settle(ok({ frames, form, end: { kind: 'signal', signal: 'TIME' } }), true),
      (time + GRACE) * 1000,
    );
    const aborted = onAbort(signal, () => {
      queueMicrotask(() => settle(err({ code: 'cancelled' }), true));
    });
    // Data that came already is replayed in these calls, so the settling waits for the next turn.
    const out = channel.onStdout((chunk) => {
      seen += chunk.byteLength;
      frames.pushOutput(chunk);
      queueMicrotask(check);
    });
    const errors = channel.onStderr((chunk) => {
      seen += chunk.byteLength;
      frames.pushErrors(chunk);
      queueMicrotask(check);
    });
    void channel.closed.then((end) =>
      settle(ok(frames.done ? { frames, form } : { frames, form, end }), false),
    );
  });
}
