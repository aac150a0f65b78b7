import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';

/** A folder that a server can make its root. */
export interface Jail {
  readonly folder: string;
  /** Unmounts what was shared, and removes the folder. */
  remove(): void;
}

/** A host with busybox under all of its names, strace, and these folders of this machine at their own paths. */
export function makeBusyboxJail(shared: readonly string[]): Jail {
  // Every folder above a chroot must belong to root alone.
  const folder = mkdtempSync('/run/sonde-jail-');
  chmodSync(folder, 0o755);
  for (const name of ['bin', 'usr/bin', 'lib', 'lib64', 'dev', 'proc', 'tmp', 'etc'])
    mkdirSync(join(folder, name), { recursive: true });
  execFileSync('cp', ['/etc/passwd', '/etc/group', join(folder, 'etc')]);
  for (const program of ['/bin/busybox', '/usr/bin/strace']) {
    execFileSync('cp', ['-L', '--parents', program, folder]);
    const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
    for (const library of libraries) execFileSync('cp', ['-L', '--parents', library, folder]);
  }
  for (const name of execFileSync('/bin/busybox', ['--list'], { encoding: 'utf8' }).split('\n')) {
    const link = join(folder, 'bin', name);
    if (name !== '' && !existsSync(link)) execFileSync('ln', ['-s', '/bin/busybox', link]);
  }
  execFileSync('ln', ['-s', '/bin/busybox', join(folder, 'usr/bin/env')]);
  execFileSync('mknod', ['-m', '666', join(folder, 'dev/null'), 'c', '1', '3']);
  const mounted: string[] = [];
  const remove = (): void => {
    for (const place of mounted) execFileSync('umount', ['-l', place]);
    execFileSync('rm', ['-rf', '--one-file-system', '--', folder]);
  };
  try {
    execFileSync('mount', ['-t', 'proc', 'proc', join(folder, 'proc')]);
    mounted.push(join(folder, 'proc'));
    for (const path of shared) {
      const place = join(folder, path);
      mkdirSync(place, { recursive: true });
      execFileSync('mount', ['--bind', path, place]);
      mounted.push(place);
    }
  } catch (failure) {
    remove();
    throw failure;
  }
  return { folder, remove };
}
