import type { Channel, ChannelEnd } from '../../src/transport/contract.ts';
import type { Result } from '../../src/base/index.ts';

export interface Answer {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly end: ChannelEnd;
}

/** Everything that a channel says until it is closed. */
export async function collect(channel: Channel): Promise<Answer> {
  const stdout: Uint8Array[] = [];
  const stderr: Uint8Array[] = [];
  channel.onStdout((chunk) => stdout.push(chunk));
  channel.onStderr((chunk) => stderr.push(chunk));
  const end = await channel.closed;
  return { stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr), end };
}

/** Resolves with all standard output so far once it holds `text`. */
export function untilOutput(channel: Channel, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = '';
    const subscription = channel.onStdout((chunk) => {
      seen += Buffer.from(chunk).toString('latin1');
      if (!seen.includes(text)) return;
      subscription.dispose();
      resolve(seen);
    });
    void channel.closed.then(() => {
      if (!seen.includes(text)) reject(new Error(`closed before "${text}" came: "${seen}"`));
    });
  });
}

/** The value of a success; a failure fails the test with its error. */
export function value<T, E>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`expected a value, got ${JSON.stringify(result.error)}`);
  return result.value;
}

/** The error of a failure; a success fails the test. */
export function error<T, E>(result: Result<T, E>): E {
  if (result.ok) throw new Error('expected an error');
  return result.error;
}
