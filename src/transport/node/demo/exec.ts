import type { ServerChannel } from 'ssh2';
import type { Logger } from '../../../base/index.ts';
import { killGroup, startShell } from '../local/process.ts';
import type { Environment } from '../shell.ts';

export interface DemoAccount {
  readonly shell: string;
  readonly home: string;
  readonly environment: Environment;
  readonly logger: Logger;
}

/**
 * Runs one command on an accepted channel as sshd does: the account's shell with `-c`, in the home folder,
 * in a process group of its own, which is killed when the channel closes. Returns what ends it earlier.
 */
export function runCommand(channel: ServerChannel, command: string, account: DemoAccount): () => void {
  let end: () => void = () => undefined;
  let over = false;
  channel.on('error', () => undefined);
  channel.stderr.on('error', () => undefined);
  channel.on('close', () => {
    over = true;
    end();
  });
  void startShell({
    shell: account.shell,
    command,
    folder: account.home,
    environment: account.environment,
  }).then((started) => {
    if (!started.ok) {
      account.logger.warn(`demo: ${started.error.code}`);
      channel.exit(127);
      channel.close();
      return;
    }
    const child = started.value;
    end = () => killGroup(child);
    if (over) end();
    child.stdin.on('error', () => undefined);
    channel.pipe(child.stdin);
    child.stdout.pipe(channel, { end: false });
    child.stderr.pipe(channel.stderr, { end: false });
    child.on('close', (status, signal) => {
      end = () => undefined;
      if (over) return;
      if (signal === null) channel.exit(status ?? 255);
      else channel.exit(signal.replace(/^SIG/, ''));
      channel.end();
      channel.close();
    });
  });
  return () => end();
}
