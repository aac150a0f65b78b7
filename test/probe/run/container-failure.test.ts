import { describe, expect, test } from 'vitest';
import { containerMessage } from '../../../src/messages/container.ts';
import type { ContainerReason } from '../../../src/probe/evidence.ts';
import { containerFailure } from '../../../src/probe/run/container-failure.ts';

// As docker 17 to 28 and podman 3 to 5 print it, with runc and crun.
const TEXTS: readonly (readonly [string, ContainerReason])[] = [
  ['Error: No such container: web', 'unknown'],
  ['Error response from daemon: No such container: web', 'unknown'],
  ['Error: no container with name or ID "web" found: no such container', 'unknown'],
  ['Error: No such exec instance: 0a1b', 'other'],
  ['Error response from daemon: Container 0a1b2c is not running', 'not-running'],
  ['Error response from daemon: container 0a1b2c is not running', 'not-running'],
  [
    'Error response from daemon: Container 0a1b2c is restarting, wait until the container is running',
    'not-running',
  ],
  ['Error: can only create exec sessions on running containers: container state improper', 'not-running'],
  ['cannot exec in a stopped container', 'not-running'],
  ['Error response from daemon: Container web is paused, unpause the container before exec', 'paused'],
  [
    'Got permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: Get "http://%2Fvar%2Frun%2Fdocker.sock/v1.24/containers/web/json": dial unix /var/run/docker.sock: connect: permission denied',
    'no-permission',
  ],
  [
    'permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: Head "http://%2Fvar%2Frun%2Fdocker.sock/_ping": dial unix /var/run/docker.sock: connect: permission denied',
    'no-permission',
  ],
  [
    'permission denied while trying to connect to the docker API at unix:///var/run/docker.sock',
    'no-permission',
  ],
  [
    'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
    'no-daemon',
  ],
  [
    'failed to connect to the docker API at unix:///var/run/docker.sock; check if the path is correct and if the daemon is running: dial unix /var/run/docker.sock: connect: no such file or directory',
    'no-daemon',
  ],
  [
    'Cannot connect to Podman. Please verify your connection to the Linux system using `podman system connection list`, or try `podman machine init` and `podman machine start` to manage a new Linux VM',
    'no-daemon',
  ],
  [
    'OCI runtime exec failed: exec failed: container_linux.go:380: starting container process caused: exec: "/usr/bin/env": stat /usr/bin/env: no such file or directory: unknown',
    'no-env',
  ],
  [
    'OCI runtime exec failed: exec failed: unable to start container process: exec: "/usr/bin/env": stat /usr/bin/env: no such file or directory: unknown',
    'no-env',
  ],
  [
    'Error: crun: executable file `/usr/bin/env` not found: No such file or directory: OCI runtime attempted to invoke a command that was not found',
    'no-env',
  ],
  ["/usr/bin/env: '/bin/sh': No such file or directory", 'no-shell'],
  ["env: can't execute '/bin/sh': No such file or directory", 'no-shell'],
  ['env: /bin/sh: No such file or directory', 'no-shell'],
  ["env: can't execute 'setsid': No such file or directory", 'no-group'],
  ['/usr/bin/env: ‘setsid’: No such file or directory', 'no-group'],
  ['unknown flag: --frobnicate', 'other'],
  ['', 'other'],
];

describe('why a container cannot be entered', () => {
  const web = { engine: 'docker', name: 'web' } as const;
  test.each(TEXTS)('%s', (said, reason) => {
    expect(containerFailure(web, 'me@box:22/docker=web', said)).toEqual({
      code: 'container',
      reason,
      engine: 'docker',
      name: 'web',
      host: 'me@box:22/docker=web',
      said,
    });
  });

  test('noise of the login before it does not matter', () => {
    const noise = 'mysql is not running\nNo such container: old\n';
    const paused = `${noise}a\nb\nc\nError response from daemon: Container web is paused, unpause it\n`;
    expect(containerFailure(web, 'h', paused)).toMatchObject({ reason: 'paused' });
    expect(containerFailure(web, 'h', `${noise}a\nb\nc\nsomething else\n`)).toMatchObject({
      reason: 'other',
    });
  });

  test('each has its own sentence, with the place and a way out', () => {
    const sentences = new Map<string, string>();
    for (const reason of ['no-program', ...TEXTS.map(([, each]) => each)] as const) {
      const error = { code: 'container', reason, ...web, host: 'me@box:22/docker=web', said: '' } as const;
      const text = containerMessage(error);
      expect(text).toMatch(/^me@box:22\/docker=web: .+\. ?.*\.$/);
      sentences.set(reason, text);
    }
    expect(new Set(sentences.values()).size).toBe(sentences.size);
    expect(sentences.size).toBe(10);
    const said = {
      code: 'container',
      reason: 'other',
      ...web,
      host: 'h',
      said: 'one\n\u001b[2Jtwo\n',
    } as const;
    expect(containerMessage(said)).toContain('one / \\u{001B}[2Jtwo');
  });
});
