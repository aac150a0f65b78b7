import { existsSync, mkdtempSync, symlinkSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program that can be the login shell of an account. */
export interface LoginShell {
  readonly name: string;
  /** Absolute; undefined where it is not installed. */
  readonly program: string | undefined;
}

/** The login shells that people have. Those that are not installed say so; `npm test` installs them. */
export function loginShells(): readonly LoginShell[] {
  const named = ['bash', 'dash', 'zsh', 'fish', 'tcsh', 'mksh'].map((name) => ({
    name,
    program: [`/bin/${name}`, `/usr/bin/${name}`].find((file) => existsSync(file)),
  }));
  return [...named, { name: 'busybox ash', program: busyboxAsh() }];
}

/** busybox is a shell only under the name of one. */
function busyboxAsh(): string | undefined {
  const busybox = ['/bin/busybox', '/usr/bin/busybox'].find((file) => existsSync(file));
  if (busybox === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'sonde-ash-'));
  chmodSync(folder, 0o755);
  symlinkSync(busybox, join(folder, 'ash'));
  return join(folder, 'ash');
}
