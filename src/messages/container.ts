import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { ProbeError } from '../probe/index.ts';
import { quoted, quotedEnd } from './quoted.ts';

/** Why a container cannot be entered: the place, and the way out. */
export function containerMessage(error: Extract<ProbeError, { code: 'container' }>): string {
  const t = l10n.t;
  const { engine, name, host } = error;
  switch (error.reason) {
    case 'no-program':
      return t(
        '{0}: there is no {1} program on the host, in no folder where it usually is. Install it there, or check whether the container is one of {2}.',
        host,
        engine,
        engine === 'docker' ? 'podman' : 'docker',
      );
    case 'unknown':
      return t(
        '{0}: {1} knows no container {2}. Look with {1} ps on the host for its name, and check the account: each may have containers of its own.',
        host,
        engine,
        quoted(name),
      );
    case 'not-running':
      return t(
        '{0}: the container {1} is not running. Nothing can be read in it until somebody starts it on the host.',
        host,
        quoted(name),
      );
    case 'paused':
      return t(
        '{0}: the container {1} is paused, and nothing can be run in it. Connect again when somebody has resumed it on the host.',
        host,
        quoted(name),
      );
    case 'no-permission':
      return t(
        '{0}: the account may not use the {1} daemon. Use an account that may (one of the group docker can do everything on the host), or ask its administrator.',
        host,
        engine,
      );
    case 'no-daemon':
      return t(
        '{0}: {1} does not reach its daemon. Start it on the host, or set DOCKER_HOST or the context of the account there.',
        host,
        engine,
      );
    case 'no-env':
      return t(
        '{0}: the container {1} has no /usr/bin/env, which Sonde needs to start its shell in an empty environment. Name a container that has one, or the folder on the host that holds the same files.',
        host,
        quoted(name),
      );
    case 'no-shell':
      return t(
        '{0}: the container {1} has no /bin/sh, as images without a distribution have none. Name the folder on the host that holds the same files, or a container that shares them.',
        host,
        quoted(name),
      );
    case 'no-group':
      return t(
        '{0}: in the container {1} the shell leads no process group, and there is no setsid in /usr/bin or /bin to make one, so that nothing could be ended with certainty. Install setsid in the image, or use a newer {2}.',
        host,
        quoted(name),
        engine,
      );
    case 'other':
      return error.said === ''
        ? t(
            '{0}: the container {1} could not be entered, and {2} gave no reason. Try {2} exec -i {1} /bin/sh on the host.',
            host,
            quoted(name),
            engine,
          )
        : t(
            '{0}: the container {1} could not be entered; {2} said: {3}. Try {2} exec -i {1} /bin/sh on the host.',
            host,
            quoted(name),
            engine,
            quotedEnd(error.said),
          );
    default:
      return unreachable(error.reason);
  }
}
