import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ENGINE_FOLDERS } from '../../src/probe/emission/container.ts';
import { buildJail, removeJail } from './jail.ts';

/** Where `scripts/setup.mjs` unpacks Debian's podman, apart from the programs of this machine. */
const PROGRAMS = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sonde/podman');

/** Why no real engine can be started here; undefined where one may. */
function podmanLacks(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root';
  if (!existsSync(join(PROGRAMS, 'usr/bin/podman'))) return `no podman in ${PROGRAMS}`;
  if (ENGINE_FOLDERS.some((folder) => existsSync(join(folder, 'podman')))) return 'this machine has its own';
  return undefined;
}

/** A real podman with containers of its own, of an image that is nothing but busybox. */
export interface Podman {
  /** A home folder with the program at `bin/podman`. */
  readonly home: string;
  /** Runs the program; what it prints. */
  run(...words: readonly string[]): string;
  stop(): void;
}

/** A real engine with an image of busybox, or why there is none: also where the system does not let it run. */
export function tryPodman(): Podman | string {
  const lacks = podmanLacks();
  if (lacks !== undefined) return lacks;
  const podman = startPodman();
  try {
    podman.run('import', join(podman.home, 'box.tar'), 'box');
    podman.run('run', '-d', '--name', 'app', '--pull=never', 'box', '/bin/sleep', '3600');
    return podman;
  } catch (error) {
    podman.stop();
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Unpacks an image and lets podman run: without network, without control groups, its store in plain folders. The
 * control groups of version 1 that some machines still have are hidden from it, in a mount namespace of each call.
 */
function startPodman(): Podman {
  const home = mkdtempSync('/run/sonde-podman-');
  const library = ['usr/lib', 'lib']
    .map((folder) => join(PROGRAMS, folder, `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`))
    .join(':');
  for (const folder of ['bin', 'conf', '.config/containers', 'jail'])
    mkdirSync(join(home, folder), { recursive: true });
  const program = (name: string, lines: readonly string[]): void =>
    writeFileSync(join(home, 'bin', name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  for (const name of ['crun', 'conmon'])
    program(name, [`export LD_LIBRARY_PATH=${library}`, `exec ${join(PROGRAMS, 'usr/bin', name)} "$@"`]);
  program('podman', [
    '[ -n "$SONDE_MOUNTS" ] || SONDE_MOUNTS=1 exec unshare -m --propagation private "$0" "$@"',
    'mount -t cgroup2 none /sys/fs/cgroup 2>/dev/null',
    `export HOME=${home} LD_LIBRARY_PATH=${library} CONTAINERS_CONF=${home}/conf/containers.conf`,
    `export CONTAINERS_STORAGE_CONF=${home}/conf/storage.conf`,
    `exec ${join(PROGRAMS, 'usr/bin/podman')} "$@"`,
  ]);
  writeFileSync(join(home, 'conf/containers.conf'), configuration(home));
  writeFileSync(
    join(home, 'conf/storage.conf'),
    `[storage]\ndriver="vfs"\ngraphroot="${home}/store"\nrunroot="${home}/run"\n`,
  );
  writeFileSync(
    join(home, '.config/containers/policy.json'),
    '{"default":[{"type":"insecureAcceptAnything"}]}',
  );
  const run = (...words: readonly string[]): string =>
    execFileSync(join(home, 'bin/podman'), words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  buildJail(join(home, 'jail'));
  const many = Array.from({ length: 800 }, (_, index) => join(home, 'jail/srv/m', String(index)));
  for (const folder of many) mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-C', join(home, 'jail'), '-cf', join(home, 'box.tar'), '.']);
  return {
    home,
    run,
    stop() {
      try {
        run('rm', '-af', '-t', '0');
      } catch {
        // It never ran.
      }
      removeJail(join(home, 'jail'));
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function configuration(home: string): string {
  return [
    '[containers]',
    'cgroups="disabled"',
    'netns="none"',
    'log_driver="none"',
    // More than this process may have cannot be given.
    'default_ulimits=["nofile=1024:1024","nproc=1024:1024"]',
    '[engine]',
    'cgroup_manager="cgroupfs"',
    'events_logger="none"',
    'runtime="crun"',
    `conmon_path=["${home}/bin/conmon"]`,
    '[engine.runtimes]',
    `crun=["${home}/bin/crun"]`,
    '',
  ].join('\n');
}
