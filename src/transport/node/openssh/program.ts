import { spawn } from 'node:child_process';
import { err, ok, type Result } from '../../../base/index.ts';
import type { TransportError } from '../../errors.ts';
import type { Environment } from '../shell.ts';

/** The version of an OpenSSH client, such as 9 and 2. */
export interface SshVersion {
  readonly major: number;
  readonly minor: number;
}

/** The first version that asks for unknown host keys by a command (KnownHostsCommand). */
const first: SshVersion = { major: 8, minor: 5 };

/** Whether `version` is at least `other`. */
export function isAtLeast(version: SshVersion, other: SshVersion): boolean {
  return version.major > other.major || (version.major === other.major && version.minor >= other.minor);
}

/** Reads what `ssh -V` prints, such as `OpenSSH_9.2p1 Debian-2, OpenSSL 3.0`; undefined if it is no OpenSSH. */
export function parseVersion(text: string): SshVersion | undefined {
  const [, major, minor] = /OpenSSH_(?:for_Windows_)?(\d+)\.(\d+)/.exec(text) ?? [];
  return major === undefined || minor === undefined
    ? undefined
    : { major: Number(major), minor: Number(minor) };
}

/**
 * The version of the system's `ssh`; `unsupported` where there is none (`ssh-missing`) or where it is too old to
 * let us verify host keys (`ssh-version`).
 */
export async function findSsh(
  program: string,
  host: string,
  environment: Environment,
): Promise<Result<SshVersion, TransportError>> {
  const text = await versionText(program, environment);
  if (text === undefined) return err({ code: 'unsupported', what: 'ssh-missing', host });
  const version = parseVersion(text);
  if (version === undefined || !isAtLeast(version, first))
    return err({ code: 'unsupported', what: 'ssh-version', host });
  return ok(version);
}

function versionText(program: string, environment: Environment): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, ['-V'], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
      timeout: 10_000,
    });
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => {
      if (text.length < 4096) text += chunk.toString('latin1');
    });
    child.on('error', () => resolve(undefined));
    child.on('close', () => resolve(text));
  });
}
