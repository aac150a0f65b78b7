import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { err, ok, type Result } from '../../../base/index.ts';
import type { ChannelEnd } from '../../contract.ts';
import type { TransportError } from '../../errors.ts';
import type { ChannelOpener, ChannelSink, RawChannel } from '../../pool/port.ts';
import type { Environment } from '../shell.ts';
import { answerLimit, type Connection, type Place } from '../ssh/opener.ts';
import { streamChannel } from '../streams.ts';
import type { LogPipe, LogPipes } from './log-pipes.ts';

export interface SessionOptions {
  readonly program: string;
  /** The socket of the master. */
  readonly control: string;
  /** A plain name that `ssh` wants to be given; the socket decides where it leads. */
  readonly host: string;
  readonly environment: Environment;
}

/** Said when the host has granted a session to this `ssh`. */
const granted = 'master session id';

/** Said when it has not; then `ssh` would connect by itself, which its ProxyCommand prevents. */
const refused = /session request failed|Master refused session request/;

/**
 * The words of an `ssh` that opens one session through the master. It reads no configuration, so that nothing of
 * the user's is run or sent for each probe, and it cannot connect anywhere.
 */
export function sessionWords(options: SessionOptions, log: string, launcher: string): readonly string[] {
  return [
    ...['-F', 'none', '-T', '-E', log],
    ...['-o', 'LogLevel=DEBUG1', '-o', 'ControlMaster=no', '-o', `ControlPath=${options.control}`],
    ...['-o', 'ProxyCommand=false', '-o', 'BatchMode=yes'],
    ...['--', options.host, launcher],
  ];
}

/** Opens sessions, and can end those that are being opened, which no channel holds yet. */
export interface SessionOpener extends ChannelOpener {
  endAll(): void;
}

/** Channels that are sessions of the master, each held by an `ssh` of its own. */
export function createSessionOpener(
  options: SessionOptions,
  pipes: LogPipes,
  place: Place,
  connection: Connection,
): SessionOpener {
  const live = new Set<() => void>();
  return {
    endAll: () => {
      for (const end of live) end();
    },
    async open(launcher, sink) {
      if (!connection.connected()) return err(connection.lost());
      const log = await pipes.take();
      if (log === undefined) return err(connection.lost());
      return openSession({ options, log, launcher, sink, place, connection, live });
    },
  };
}

interface Opening {
  readonly options: SessionOptions;
  readonly log: LogPipe;
  readonly launcher: string;
  readonly sink: ChannelSink;
  readonly place: Place;
  readonly connection: Connection;
  /** What ends each process that runs. */
  readonly live: Set<() => void>;
}

function openSession(opening: Opening): Promise<Result<RawChannel, TransportError>> {
  const { options, log, launcher, sink, place, connection, live } = opening;
  return new Promise((resolve) => {
    const child = spawn(options.program, sessionWords(options, log.path, launcher), {
      env: options.environment,
      stdio: 'pipe',
    });
    const close = (): void => {
      child.kill('SIGKILL');
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    };
    live.add(close);
    const raw = streamChannel(
      { stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, close },
      sink,
    );
    let settled = false;
    const settle = (result: Result<RawChannel, TransportError>): void => {
      if (settled) return;
      settled = true;
      limit.end();
      resolve(result);
    };
    const limit = answerLimit(place, (error) => {
      settle(err(error));
      close();
    });
    let said = '';
    log.listen((text) => {
      if (said.length < 16_384) said += text;
      if (!settled && said.includes(granted)) settle(ok(raw));
    });
    child.on('error', (error) => settle(err({ code: 'no-shell', detail: error.message })));
    child.on('close', (status) => {
      live.delete(close);
      // The words may still be on their way through the pipe when the process has ended.
      void log.release().then(async () => {
        if (settled || said.includes(granted)) {
          settle(ok(raw));
          const end = await endOf(status, options.control, connection);
          setImmediate(() => sink.closed(end));
        } else if (refused.test(said) && connection.connected()) {
          settle(err({ code: 'channel-refused', host: place.host, detail: 'open failed' }));
        } else settle(err(connection.lost()));
      });
    });
  });
}

/**
 * What the end of a session's `ssh` means. Its status 255 is that of the command, stands for a signal that ended it, or
 * says that the master is gone, whose own end may be noticed later than this: nobody answers at its socket any more.
 */
async function endOf(status: number | null, control: string, connection: Connection): Promise<ChannelEnd> {
  if (!connection.connected() || (status === 255 && !(await answers(control))) || !connection.connected())
    return { kind: 'lost', error: connection.lost() };
  return status === null ? { kind: 'signal', signal: 'KILL' } : { kind: 'exit', status };
}

/** How long a master may take to greet, ms. */
const greetingLimit = 5000;

/**
 * Whether a master lives at the socket. It greets whoever connects (OpenSSH's PROTOCOL.mux, 1); that a connection is
 * taken means nothing, as the kernel still takes some for a process that is just being ended.
 */
function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const settle = (alive: boolean): void => {
      socket.destroy();
      resolve(alive);
    };
    socket.setTimeout(greetingLimit, () => settle(false));
    socket.once('data', () => settle(true));
    socket.on('error', () => settle(false));
    socket.once('close', () => settle(false));
  });
}
