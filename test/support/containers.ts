import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildJail, removeJail } from './jail.ts';

/** A container of the tests. */
export interface TestContainer {
  readonly state?: 'running' | 'exited' | 'paused';
  /** Whether the engine makes a process group for a command, as docker and podman do. Default true. */
  readonly group?: boolean;
  /** Variables of the image. */
  readonly env?: Readonly<Record<string, string>>;
  /** Changes the root folder, which has busybox and /srv. */
  readonly make?: (root: string) => void;
}

/** Containers that have nothing but busybox, and what stands in for their engine. */
export interface Containers {
  /** Root folder of a container. */
  root(name: string): string;
  /** Stops, pauses or starts a container for commands to come. */
  setState(name: string, state: 'running' | 'exited' | 'paused'): void;
  /** What the stand-in was called with so far, one entry a call. */
  calls(): readonly { readonly argv: readonly string[]; readonly host: string | null }[];
  /** Text of the client, a program to be put somewhere as `docker` or `podman`. */
  readonly client: string;
  /** Path of the daemon's socket. */
  readonly socket: string;
  /** Id of the daemon. */
  readonly daemon: number;
  stop(): Promise<void>;
}

/** Starts the daemon. Needs root; the machine is not changed. */
export async function startContainers(
  containers: Readonly<Record<string, TestContainer>>,
): Promise<Containers> {
  // Every folder above a chroot must belong to root alone.
  const folder = mkdtempSync('/run/sonde-containers-');
  chmodSync(folder, 0o755);
  const root = (name: string): string => join(folder, name);
  const states = new Map<string, unknown>();
  const [socket, stateFile, log] = ['socket', 'state.json', 'calls'].map((name) => join(folder, name));
  const write = (): void =>
    writeFileSync(stateFile ?? '', JSON.stringify({ containers: Object.fromEntries(states) }));
  for (const [name, { state = 'running', make, group = true, env = {} }] of Object.entries(containers)) {
    mkdirSync(root(name));
    buildJail(root(name));
    make?.(root(name));
    states.set(name, { root: root(name), state, group, env });
  }
  write();
  writeFileSync(log ?? '', '');
  chmodSync(log ?? '', 0o666);
  const daemon = await startDaemon(socket ?? '', stateFile ?? '');
  const client = readFileSync(join(import.meta.dirname, 'container-client.py'), 'utf8')
    .replace('@SOCKET@', socket ?? '')
    .replace('@LOG@', log ?? '');
  return {
    root,
    client,
    socket: socket ?? '',
    daemon: daemon.pid ?? 0,
    setState(name, state) {
      const { group, env } = containers[name] ?? {};
      states.set(name, { root: root(name), state, group: group ?? true, env: env ?? {} });
      write();
    },
    calls: () =>
      readFileSync(log ?? '', 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map(readCall),
    async stop() {
      const ended = new Promise((resolve) => daemon.once('exit', resolve));
      daemon.kill('SIGKILL');
      await ended;
      removeJail(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readCall(line: string): { readonly argv: readonly string[]; readonly host: string | null } {
  const call: unknown = JSON.parse(line);
  if (typeof call !== 'object' || call === null || !('argv' in call) || !('host' in call))
    throw new Error(line);
  return {
    argv: Array.isArray(call.argv) ? call.argv.map(String) : [],
    host: typeof call.host === 'string' ? call.host : null,
  };
}

/** The daemon in namespaces of its own, with which everything that it runs ends. */
async function startDaemon(socket: string, stateFile: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'container-daemon.py');
  const namespaces = ['--pid', '--fork', '--kill-child', '--mount-proc', '--propagation', 'private'];
  const daemon = spawn('unshare', [...namespaces, '/usr/bin/python3', '-IS', script, socket, stateFile], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  daemon.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    daemon.stdout.once('data', () => resolve());
    daemon.once('exit', () => reject(new Error(errors.join(''))));
  });
  return daemon;
}
