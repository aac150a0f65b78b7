import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import type { Client } from 'ssh2';
import { err, ok, onAbort, type Result } from '../../../../base/index.ts';
import type { TransportError } from '../../../errors.ts';
import type { Environment } from '../../shell.ts';
import type { HostSettings } from '../config/settings.ts';
import { answerLimit } from '../opener.ts';

/** A TCP connection to the host, without Nagle's delay. */
export function openSocket(
  settings: HostSettings,
  signal: AbortSignal | undefined,
): Promise<Result<Duplex, TransportError>> {
  const { host, port, connectSeconds: seconds } = settings;
  return new Promise((resolve) => {
    const socket = connect({ host, port, family: settings.addressFamily, noDelay: true });
    const settle = (result: Result<Duplex, TransportError>): void => {
      clearTimeout(timer);
      withdrawal.dispose();
      if (!result.ok) socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(
      () => settle(err({ code: 'connect-timeout', host, port, seconds })),
      seconds * 1000,
    );
    const withdrawal = onAbort(signal, () => queueMicrotask(() => settle(err({ code: 'cancelled' }))));
    // The listener stays: a socket without one would end the process on a late error.
    socket.on('error', (error) => settle(err(socketError(host, port, error))));
    socket.once('connect', () => settle(ok(socket)));
  });
}

/** What a failed connection means. Node names the cause by its code, also for several addresses at once. */
export function socketError(host: string, port: number, error: Error): TransportError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
      return { code: 'unknown-host', host };
    case 'ECONNREFUSED':
      return { code: 'connection-refused', host, port };
    default:
      return { code: 'unreachable', host, port, detail: code === '' ? error.message : code };
  }
}

/** A stream through another connection to the host, as `ssh -J` makes it. */
export function openForwarded(
  via: Client,
  settings: HostSettings,
  signal: AbortSignal | undefined,
): Promise<Result<Duplex, TransportError>> {
  const { host, port } = settings;
  return new Promise((resolve) => {
    let isOver = false;
    const settle = (result: Result<Duplex, TransportError>): void => {
      isOver = true;
      limit.end();
      withdrawal.dispose();
      resolve(result);
    };
    const limit = answerLimit(settings, (error) => settle(err(error)));
    const withdrawal = onAbort(signal, () => queueMicrotask(() => settle(err({ code: 'cancelled' }))));
    try {
      via.forwardOut('127.0.0.1', 0, host, port, (error, stream) => {
        if (error) settle(err({ code: 'unreachable', host, port, detail: error.message }));
        else if (isOver) stream.destroy();
        else settle(ok(stream));
      });
    } catch (error) {
      // ssh2 throws where the connection to the jump host has ended meanwhile.
      const detail = error instanceof Error ? error.message : String(error);
      settle(err({ code: 'unreachable', host, port, detail }));
    }
  });
}

/** The standard streams of a ProxyCommand, run as OpenSSH runs it. Destroying the stream ends it. */
export function openProxyCommand(
  line: string,
  settings: HostSettings,
  environment: Environment,
): Result<Duplex, TransportError> {
  if (process.platform === 'win32')
    return err({ code: 'unsupported', what: 'proxy-command', host: settings.host });
  const child = spawn('/bin/sh', ['-c', `exec ${line}`], {
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const stream = Duplex.from({ readable: child.stdout, writable: child.stdin });
  child.on('error', (error) => stream.destroy(error));
  stream.on('error', () => undefined);
  stream.on('close', () => {
    child.kill();
    // Some take no notice. One that has ended is sent nothing.
    setTimeout(() => child.kill('SIGKILL'), 1000).unref();
  });
  return ok(stream);
}
