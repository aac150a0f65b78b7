import { expect, test } from 'vitest';
import { err, ok, type Result } from '../../../src/base/index.ts';
import type { Sent, TransportError } from '../../../src/transport/index.ts';
import type { ChannelSink, RawChannel } from '../../../src/transport/pool/port.ts';
import { recordedOpener } from '../../../src/transport/pool/recorded.ts';
import { value } from '../../support/channels.ts';

interface Wire {
  readonly told: Sent[];
  readonly written: string[];
  readonly sinks: ChannelSink[];
  readonly open: () => Promise<Result<RawChannel, TransportError>>;
}

function wire(failure?: TransportError): Wire {
  const told: Sent[] = [];
  const written: string[] = [];
  const sinks: ChannelSink[] = [];
  const raw: RawChannel = {
    write: (text) => void written.push(text),
    end: () => undefined,
    close: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
  };
  const opener = recordedOpener(
    {
      open: (_launcher, sink) => {
        sinks.push(sink);
        return Promise.resolve(failure === undefined ? ok(raw) : err(failure));
      },
    },
    (sent) => told.push(sent),
    { now: () => 7 },
  );
  const sink: ChannelSink = { data: () => undefined, closed: () => undefined };
  return { told, written, sinks, open: () => opener.open('launch', sink) };
}

test('the launcher, each input and the end are told, and what is written after the end is not', async () => {
  const { told, written, sinks, open } = wire();
  const channel = value(await open());
  channel.write('one\n');
  channel.end();
  channel.write('late\n');
  sinks[0]?.closed({ kind: 'exit', status: 0 });
  channel.write('later\n');
  value(await open());
  expect(told).toEqual([
    { kind: 'launcher', shell: 1, text: 'launch', time: 7 },
    { kind: 'input', shell: 1, text: 'one\n', time: 7 },
    { kind: 'closed', shell: 1 },
    { kind: 'launcher', shell: 2, text: 'launch', time: 7 },
  ]);
  expect(written).toEqual(['one\n', 'late\n', 'later\n']);
});

test('a session that the host did not grant was given nothing', async () => {
  const { told, open } = wire({ code: 'channel-refused', host: 'box', detail: 'open failed' });
  expect((await open()).ok).toBe(false);
  expect(told).toEqual([]);
});

test.each<TransportError>([
  { code: 'disconnected', host: 'box', detail: '' },
  { code: 'no-shell', detail: '' },
  { code: 'connect-timeout', host: 'box', port: 22, seconds: 1 },
])('a launcher whose answer is $code counts as sent', async (failure) => {
  const { told, open } = wire(failure);
  expect((await open()).ok).toBe(false);
  expect(told.map(({ kind }) => kind)).toEqual(['launcher', 'closed']);
});

test('a shell that ends before its opening is answered is told in order', async () => {
  const told: Sent[] = [];
  const opener = recordedOpener(
    {
      open: (_launcher, sink) => {
        sink.closed({ kind: 'exit', status: 1 });
        return Promise.resolve(err({ code: 'no-shell', detail: '' }));
      },
    },
    (sent) => told.push(sent),
    { now: () => 0 },
  );
  await opener.open('launch', { data: () => undefined, closed: () => undefined });
  expect(told.map(({ kind }) => kind)).toEqual(['launcher', 'closed']);
});
