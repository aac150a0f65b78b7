import type { Clock } from '../../base/index.ts';
import type { Sent } from '../sent.ts';
import type { ChannelOpener } from './port.ts';

/**
 * The same opener, which tells all that goes through it: it stands below queue, spares and retries, so that
 * nothing is sent past it. A host that grants no session was given nothing; in every other case the launcher
 * counts as sent, also where the answer never came.
 */
export function recordedOpener(
  opener: ChannelOpener,
  tell: (sent: Sent) => void,
  clock: Clock,
): ChannelOpener {
  let started = 0;
  return {
    async open(launcher, sink) {
      const time = clock.now();
      let shell = 0;
      let takesInput = true;
      let closed = false;
      const told = (): number => {
        if (shell > 0) return shell;
        started += 1;
        shell = started;
        tell({ kind: 'launcher', shell, text: launcher, time });
        return shell;
      };
      const close = (): void => {
        if (closed) return;
        closed = true;
        tell({ kind: 'closed', shell: told() });
      };
      const raw = await opener.open(launcher, {
        data: (output, chunk) => sink.data(output, chunk),
        closed: (end) => {
          takesInput = false;
          close();
          sink.closed(end);
        },
      });
      if (!raw.ok) {
        if (raw.error.code !== 'channel-refused') {
          told();
          close();
        }
        return raw;
      }
      told();
      const { value } = raw;
      return {
        ok: true,
        value: {
          write: (text) => {
            if (takesInput) tell({ kind: 'input', shell: told(), text, time: clock.now() });
            value.write(text);
          },
          end: () => {
            takesInput = false;
            value.end();
          },
          close: () => {
            takesInput = false;
            value.close();
          },
          pause: (output) => value.pause(output),
          resume: (output) => value.resume(output),
        },
      };
    },
  };
}
