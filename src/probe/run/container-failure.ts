import type { Container } from '../../transport/index.ts';
import type { ContainerReason, ProbeError } from '../evidence.ts';

/**
 * What docker and podman print when a command in a container cannot be started, of several versions each. Docker
 * leaves with status 1 where the daemon refuses, and 125, 126 or 127 where the command cannot be run, as podman
 * does; the status alone tells none of these apart.
 */
const REASONS: readonly (readonly [RegExp, ContainerReason])[] = [
  [/no such container|no container with (?:name|ID)/i, 'unknown'],
  [/is paused/i, 'paused'],
  [
    /is not running|is restarting|container state improper|on running containers|stopped container/i,
    'not-running',
  ],
  [/permission denied while trying to connect|docker\.sock: connect: permission denied/i, 'no-permission'],
  [
    /cannot connect to (?:the docker daemon|podman)|failed to connect to the docker API|is the docker daemon running/i,
    'no-daemon',
  ],
  [/(?:exec: |executable file )["'`]?\/usr\/bin\/env/i, 'no-env'],
  [/\/bin\/sh\b.*(?:no such file|not found)/i, 'no-shell'],
  [/setsid\b.*(?:no such file|not found)/i, 'no-group'],
];

/** Lines of what was said in which the reason is looked for, from the end: noise of the login comes before. */
const LINES = 4;

/** Why no guarded shell answered in a container; `said` is what came instead. */
export function containerFailure(container: Container, host: string, said: string): ProbeError {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines.slice(-LINES).reverse()) {
    const found = REASONS.find(([words]) => words.test(line));
    if (found !== undefined) return { code: 'container', reason: found[1], host, ...container, said };
  }
  return { code: 'container', reason: 'other', host, ...container, said };
}
