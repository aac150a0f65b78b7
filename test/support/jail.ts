import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes a folder into one that can be a root: busybox under all of its names, its libraries, an empty /proc, and
 * some files in /srv. Needs root.
 */
export function buildJail(jail: string): void {
  for (const folder of ['bin', 'usr/bin', 'lib', 'lib64', 'dev', 'proc', 'srv/sub', 'home'])
    mkdirSync(join(jail, folder), { recursive: true });
  execFileSync('cp', ['/bin/busybox', join(jail, 'bin/busybox')]);
  for (const library of librariesOf('/bin/busybox')) execFileSync('cp', ['-L', '--parents', library, jail]);
  for (const name of execFileSync('/bin/busybox', ['--list'], { encoding: 'utf8' }).split('\n')) {
    const link = join(jail, 'bin', name);
    if (name !== '' && !existsSync(link)) symlinkSync('/bin/busybox', link);
  }
  symlinkSync('/bin/busybox', join(jail, 'usr/bin/env'));
  execFileSync('mknod', ['-m', '666', join(jail, 'dev/null'), 'c', '1', '3']);
  writeFileSync(join(jail, 'srv/a.txt'), 'alpha\nbeta\n');
  writeFileSync(join(jail, 'srv/sub/b.txt'), 'beta\n');
  execFileSync('mkfifo', [join(jail, 'srv/pipe')]);
  execFileSync('chmod', ['-R', 'a+rX', ...['srv', 'lib', 'lib64', 'bin'].map((name) => join(jail, name))]);
}

/** Copies a program of this machine, with its libraries, into a jail under a name below /bin. */
export function addProgram(jail: string, program: string, name: string): void {
  execFileSync('cp', ['-L', program, join(jail, 'bin', name)]);
  for (const library of librariesOf(program)) execFileSync('cp', ['-L', '--parents', library, jail]);
}

/** The shared libraries of a program, absolute; none where it is linked statically. */
function librariesOf(program: string): readonly string[] {
  try {
    return execFileSync('ldd', [program], { encoding: 'utf8', stdio: 'pipe' }).match(/\/\S+/g) ?? [];
  } catch {
    return [];
  }
}

/** Removes a jail, with nothing that is mounted in it. */
export function removeJail(jail: string): void {
  execFileSync('rm', ['-rf', '--one-file-system', '--', jail]);
}

/** Takes programs out of a jail: names below it. */
export function without(jail: string, names: readonly string[]): void {
  for (const name of names) rmSync(join(jail, name), { force: true });
}
