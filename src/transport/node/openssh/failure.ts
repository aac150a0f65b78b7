import type { TransportError } from '../../errors.ts';
import { configError } from '../ssh/config/system-ssh.ts';

/** Whom `ssh` was asked to reach. */
export interface FailurePlace {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly connectSeconds: number;
  readonly configFile: string;
}

/**
 * What the last words of `ssh` mean; it has no other way of telling. Its sentences are not translated. What is not
 * known is `unreachable` with the words themselves.
 */
export function readFailure(stderr: string, place: FailurePlace): TransportError {
  const lines = stderr
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^Killed by signal|^\*\* |^@{10}/.test(line));
  // A line of a ProxyCommand's shell may look like one of the configuration's: only ssh itself ends like this.
  if (lines.some((line) => /: terminating, \d+ bad configuration option/.test(line)))
    return configError(lines.join('\n'), place.configFile);
  for (const line of lines) {
    const known = readLine(line, place);
    if (known !== undefined) return known;
  }
  const detail = lines.at(-1) ?? 'ended without a word';
  return { code: 'unreachable', host: place.host, port: place.port, detail };
}

function readLine(line: string, place: FailurePlace): TransportError | undefined {
  const unknown = /^ssh: Could not resolve hostname (\S+?):? /.exec(line)?.[1];
  if (unknown !== undefined) return { code: 'unknown-host', host: unknown };
  const [, host, portText, why] = /^ssh: connect to host (\S+) port (\d+): (.*)$/.exec(line) ?? [];
  if (host !== undefined && why !== undefined) return connectFailure(host, Number(portText), why, place);
  if (/timed out during banner exchange|^Connection to .* timed out$/.test(line))
    return timeout(place.host, place.port, place);
  const denied = /^(?:([^\s@]+)@(\S+): )?Permission denied(?: \(([^)]*)\))?[.,]?$/.exec(line);
  if (denied !== null) {
    const [, user = place.user, at = place.host, methods = ''] = denied;
    return { code: 'authentication-failed', user, host: at, tried: methods === '' ? [] : methods.split(',') };
  }
  if (line.includes('Too many authentication failures'))
    return { code: 'authentication-failed', user: place.user, host: place.host, tried: ['publickey'] };
  if (/^Unable to negotiate with .*no matching host key type/.test(line))
    return { code: 'unsupported', what: 'host-key-algorithm', host: place.host };
  return undefined;
}

function connectFailure(host: string, port: number, why: string, place: FailurePlace): TransportError {
  if (why === 'Connection refused') return { code: 'connection-refused', host, port };
  if (why.endsWith('timed out')) return timeout(host, port, place);
  return { code: 'unreachable', host, port, detail: why };
}

function timeout(host: string, port: number, { connectSeconds: seconds }: FailurePlace): TransportError {
  return { code: 'connect-timeout', host, port, seconds };
}
