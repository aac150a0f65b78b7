import { expect, test } from 'vitest';
import { PooledChannel, replayBound } from '../../../src/transport/pool/pooled-channel.ts';

test.each(['stdout', 'stderr'] as const)(
  'more of %s than is kept, come before the channel is there to be held back, is held back then',
  async (output) => {
    const channel = new PooledChannel('spare');
    const calls: string[] = [];
    channel.sink.data(output, new Uint8Array(replayBound));
    channel.attach({
      write: () => undefined,
      end: () => undefined,
      close: () => undefined,
      pause: (name) => calls.push(`pause ${name}`),
      resume: (name) => calls.push(`resume ${name}`),
    });
    expect(calls).toEqual([`pause ${output}`]);
    let bytes = 0;
    const listen = output === 'stdout' ? channel.onStdout.bind(channel) : channel.onStderr.bind(channel);
    listen((chunk) => (bytes += chunk.byteLength));
    await Promise.resolve();
    expect(calls).toEqual([`pause ${output}`, `resume ${output}`]);
    expect(bytes).toBe(replayBound);
  },
);
