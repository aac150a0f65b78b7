import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { err, ok, type Result } from '../../../base/index.ts';
import type { ChannelEnd } from '../../contract.ts';
import type { TransportError } from '../../errors.ts';
import type { Environment } from '../shell.ts';

export interface ShellProcessOptions {
  /** Absolute path of the shell. */
  readonly shell: string;
  /** Given to the shell as `-c command`. */
  readonly command: string;
  /** Where it starts. */
  readonly folder: string;
  readonly environment: Environment;
}

/** Starts `shell -c command` in a process group of its own; `no-shell` when it cannot be started. */
export async function startShell(
  options: ShellProcessOptions,
): Promise<Result<ChildProcessWithoutNullStreams, TransportError>> {
  const child = spawn(options.shell, ['-c', options.command], {
    cwd: options.folder,
    env: options.environment,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: 'pipe',
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(err({ code: 'no-shell', detail: error.message })));
    child.on('spawn', () => resolve(ok(child)));
  });
}

/** Kills the process group that `startShell` made; does nothing once it is gone. */
export function killGroup(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nothing of the group is left.
  }
}

/**
 * Ends the process's input and drops what it still says; kills its group where it has not ended after `limit`
 * milliseconds.
 */
export function letEnd(child: ChildProcessWithoutNullStreams, limit: number): void {
  child.stdin.destroy();
  for (const output of [child.stdout, child.stderr]) output.removeAllListeners('data').resume();
  const timer = setTimeout(() => killGroup(child), limit).unref();
  child.once('exit', () => clearTimeout(timer));
}

/** How the process ended, as a channel reports it. */
export function processEnd(status: number | null, signal: NodeJS.Signals | null): ChannelEnd {
  return signal === null
    ? { kind: 'exit', status: status ?? 255 }
    : { kind: 'signal', signal: signal.replace(/^SIG/, '') };
}
