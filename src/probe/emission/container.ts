import { isContainerName, type Container, type ContainerEngine } from '../../transport/index.ts';
import { ACCOUNT } from './handshake.ts';
import { TOOL_FOLDERS } from './launcher.ts';
import { frame } from './script.ts';

/** The way into a container: a program of the host, as the handshake there found it. */
export interface ContainerEntry {
  readonly container: Container;
  /** Absolute path of `docker` or `podman` on the host; `isEnginePath` holds. */
  readonly program: string;
}

/**
 * Where a host may have the program: where tools are looked for, then where packages of other systems put it. What
 * the account has of its own (rootless docker is installed to ~/bin) comes last.
 */
export const ENGINE_FOLDERS: readonly string[] = [
  ...TOOL_FOLDERS,
  '/snap/bin',
  '/opt/homebrew/bin',
  '/opt/podman/bin',
];

/** Seconds for the question where the program is, and bytes of the answer. */
export const ENGINE_TIME = 30;
export const ENGINE_LIMIT = 10_000;

/** Whose home is looked through: the account's, or the folder where a shell without start files starts. */
export type EngineHome = 'account' | 'start';

/**
 * For the guarded shell of the host itself: prints `D:` and the path of the program, if there is one, and `Q:` with
 * the shell's `$0`, the word of the self-test. Nothing is started.
 */
export function engineScript(nonce: string, engine: ContainerEngine, home: EngineHome = 'account'): string {
  const body = [
    // Over ssh the folder where the shell started may be a project's, which a start file went to.
    home === 'start' ? 'a=$(pwd -P)' : `a=; ${ACCOUNT} >/dev/null`,
    `for d in ${ENGINE_FOLDERS.join(' ')} \${a:+"$a/bin"} \${a:+"$a/.local/bin"}; do [ -f "$d/${engine}" ] && [ -x "$d/${engine}" ] && { printf "%s\\n" "D:$d/${engine}"; break; }; done`,
    'printf "%s\\n" "Q:$0"',
    `echo ${nonce}:E`,
    `echo ${nonce}:E >&2`,
  ];
  return frame(body, { nonce, limit: ENGINE_LIMIT, time: ENGINE_TIME });
}

/** Whether a path that a host gave may stand in a launcher: absolute, and the same to every login shell. */
export function isEnginePath(path: string): boolean {
  return /^(?:\/[A-Za-z0-9_.+-]+)+$/.test(path);
}

/**
 * The same launcher inside a container. The login shell starts `docker exec` in its own environment, so that the
 * user's DOCKER_HOST and context count; `env -i` runs inside. No terminal, and standard input is handed on: when it
 * ends, the guarded shell inside ends its group, since the end of `docker exec` alone ends nothing there.
 */
export function insideLauncher({ container, program }: ContainerEntry, launcher: string): string {
  const start = 'exec /usr/bin/env -i ';
  if (!launcher.startsWith(start) || !isContainerName(container.name) || !isEnginePath(program))
    throw new Error('no launcher for a container');
  return `exec ${program} exec -i -- ${container.name} ${launcher.slice('exec '.length)}`;
}
