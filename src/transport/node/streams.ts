import type { Readable, Writable } from 'node:stream';
import type { ChannelSink, OutputName, RawChannel } from '../pool/port.ts';

export interface ChannelStreams {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Ends the channel and, as far as this side can, what runs on it. */
  readonly close: () => void;
}

/** A raw channel over three Node streams. The owner calls `sink.closed` when all of them have ended. */
export function streamChannel(streams: ChannelStreams, sink: ChannelSink): RawChannel {
  const outputs: Readonly<Record<OutputName, Readable>> = { stdout: streams.stdout, stderr: streams.stderr };
  forward('stdout', streams.stdout, sink);
  forward('stderr', streams.stderr, sink);
  streams.stdin.on('error', ignore);
  return {
    write: (text) => {
      if (streams.stdin.writable) streams.stdin.write(text);
    },
    end: () => {
      if (streams.stdin.writable) streams.stdin.end();
    },
    close: () => streams.close(),
    pause: (output) => void outputs[output].pause(),
    resume: (output) => void outputs[output].resume(),
  };
}

function forward(output: OutputName, stream: Readable, sink: ChannelSink): void {
  stream.on('error', ignore);
  stream.on('data', (chunk: Uint8Array) => sink.data(output, chunk));
}

/** A broken pipe shows as the end of the channel; the stream's own error says nothing more. */
function ignore(): void {
  return;
}
