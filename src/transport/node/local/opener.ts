import { ok } from '../../../base/index.ts';
import type { ChannelOpener } from '../../pool/port.ts';
import type { Environment } from '../shell.ts';
import { streamChannel } from '../streams.ts';
import { killGroup, processEnd, startShell } from './process.ts';

export interface LocalOpenerOptions {
  readonly shell: string;
  /** Where commands start, as a login does. */
  readonly homeFolder: string;
  readonly environment: Environment;
}

/**
 * Channels that are processes of this machine, each in a group of its own, which `close` kills. After
 * `close` the channel ends at once, even if something that left the group keeps a pipe open.
 */
export function createLocalOpener(options: LocalOpenerOptions): ChannelOpener {
  return {
    async open(launcher, sink) {
      const started = await startShell({
        shell: options.shell,
        command: launcher,
        folder: options.homeFolder,
        environment: options.environment,
      });
      if (!started.ok) return started;
      const child = started.value;
      const raw = streamChannel(
        {
          stdin: child.stdin,
          stdout: child.stdout,
          stderr: child.stderr,
          close: () => {
            killGroup(child);
            for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
          },
        },
        sink,
      );
      child.on('close', (status, signal) => sink.closed(processEnd(status, signal)));
      return ok(raw);
    },
  };
}
