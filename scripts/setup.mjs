// What the tests need besides Node: installed where root and apt are there, named where they are not.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Programs that the tests run, and the Debian package that brings each. */
const programs = [
  { program: 'sshd', package: 'openssh-server', why: 'the SSH tests run a real OpenSSH server' },
  {
    program: 'ssh',
    package: 'openssh-client',
    why: 'the bench and the host tests compare with the system client',
  },
  { program: 'chromium', package: 'chromium', why: 'the editor tests show the workbench in a browser' },
  { program: 'git', package: 'git', why: 'the demo host has a history' },
  {
    program: 'python3',
    package: 'python3',
    why: 'the parser is compared with Python itself, and real code comes by pip',
  },
  { program: 'pip3', package: 'python3-pip', why: 'real code comes from a package registry' },
  { program: 'busybox', package: 'busybox', why: 'probes run in its userland too' },
  { program: 'toybox', package: 'toybox', why: 'its tools are compared with those of GNU' },
  { program: 'coreutils', package: 'rust-coreutils', why: 'its tools are compared with those of GNU' },
  { program: 'dash', package: 'dash', why: 'the guarded shell runs in it' },
  { program: 'zsh', package: 'zsh', why: 'it is a login shell of test accounts' },
  { program: 'fish', package: 'fish', why: 'it is a login shell of test accounts' },
  { program: 'tcsh', package: 'tcsh', why: 'it is a login shell of test accounts' },
  { program: 'mksh', package: 'mksh', why: 'it is a login shell of test accounts' },
  { program: 'dropbear', package: 'dropbear-bin', why: 'the host tests run the other common SSH server' },
  { program: 'bwrap', package: 'bubblewrap', why: 'probes run inside it where a host has it' },
  { program: 'strace', package: 'strace', why: 'probes are watched while they run' },
  { program: 'rg', package: 'ripgrep', why: 'probes run it' },
  { program: 'mksh', package: 'mksh', why: 'words are read by one more shell' },
  { program: 'script', package: 'bsdutils', why: 'a pager runs only on a terminal' },
  { program: 'krb5-config', package: 'libkrb5-dev', why: 'the editor compiles its Kerberos part' },
  { program: 'g++', package: 'g++', why: 'the editor compiles its native parts' },
  { program: 'make', package: 'make', why: 'the editor compiles its native parts' },
];

/** True when `program` is on PATH or in an administrator's folder. */
function found(program) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin'];
  return folders.some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Runs a command with its output shown on standard error; ends this process when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  if (result.status !== 0) {
    console.error(
      `failed: ${command} ${args.join(' ')} (${result.error?.message ?? `exit ${result.status}`})`,
    );
    process.exit(2);
  }
}

/** Debian's podman with what it starts; 20 MB. */
const enginePackages = ['podman', 'conmon', 'crun', 'libgpgme11', 'libyajl2', 'libsubid4'];

/**
 * Unpacks a real container engine into the cache, apart from the programs of this machine, where root and apt are
 * there; else its tests are skipped by name, and those with the stand-in remain.
 */
export function ensureEngine() {
  const cache = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
  const folder = path.join(cache, 'sonde', 'podman');
  if (existsSync(folder) || process.getuid?.() !== 0 || !found('apt-get') || !found('dpkg')) return;
  console.error('Unpacking podman for the tests of containers …');
  mkdirSync(path.dirname(folder), { recursive: true });
  const unpacked = mkdtempSync(`${folder}-`);
  const options = { cwd: unpacked, stdio: 'ignore', timeout: 300_000 };
  const download = () => spawnSync('apt-get', ['download', ...enginePackages], options).status === 0;
  const done =
    (download() || (spawnSync('apt-get', ['update', '-qq'], options).status === 0 && download())) &&
    readdirSync(unpacked)
      .filter((name) => name.endsWith('.deb'))
      .every((name) => spawnSync('dpkg', ['-x', name, 'root'], options).status === 0);
  if (done && !existsSync(folder)) renameSync(path.join(unpacked, 'root'), folder);
  else if (!done) console.error('podman could not be fetched: its tests are skipped.');
  rmSync(unpacked, { recursive: true, force: true });
}

/** Installs the npm packages of the lock file when they are not there. */
export function ensurePackages() {
  if (existsSync(path.join(root, 'node_modules', '.package-lock.json'))) return;
  console.error('Installing the npm packages …');
  run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--ignore-scripts']);
}

/** Installs, or names, the programs that the tests need. */
export function ensurePrograms() {
  const missing = programs.filter((each) => !found(each.program));
  if (missing.length === 0) return;
  const packages = missing.map((each) => each.package);
  const canInstall = process.getuid?.() === 0 && found('apt-get');
  if (canInstall) {
    console.error(`Installing ${packages.join(', ')} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-qq'], { env });
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
  }
  const still = programs.filter((each) => !found(each.program));
  if (still.length === 0) return;
  console.error('The tests need programs that are not here:');
  for (const each of still) console.error(`  ${each.program} (Debian package ${each.package}): ${each.why}`);
  console.error('Install them, or run as root on a system with apt-get, which installs them by itself.');
  process.exit(2);
}
