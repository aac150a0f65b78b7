import { ok } from '../../../base/index.ts';
import type { ChannelOpener } from '../../pool/port.ts';
import type { Environment } from '../shell.ts';
import { streamChannel } from '../streams.ts';
import { killGroup, letEnd, processEnd, startShell } from './process.ts';

export interface LocalOpenerOptions {
  readonly shell: string;
  /** Where commands start, as a login does. */
  readonly homeFolder: string;
  readonly environment: Environment;
  /**
   * Whether a command runs in processes that are not its children, as an engine's container does. Such a command is
   * told of the end by its standard input, and its output is read until it has ended: an engine's client that is
   * killed, or cannot write, while it starts something leaves that behind, or kills its first process alone.
   */
  readonly hasRemains: boolean;
}

/** Milliseconds that a client has, once its input has ended, before it is killed. */
const CLIENT_LIMIT = 10_000;

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
      const tellEnd = (status: number | null, signal: NodeJS.Signals | null): void =>
        sink.closed(processEnd(status, signal));
      const close = (): void => {
        if (options.hasRemains) {
          child.off('close', tellEnd);
          letEnd(child, CLIENT_LIMIT);
          tellEnd(null, 'SIGKILL');
          return;
        }
        killGroup(child);
        for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      };
      const raw = streamChannel(
        { stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, close },
        sink,
      );
      child.on('close', tellEnd);
      return ok(raw);
    },
  };
}
