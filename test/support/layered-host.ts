import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSshd, type Sshd, type SshdOptions } from './sshd.ts';

/** What a host of the tests has for layers. */
export interface LayeredHost {
  /** The bubblewrap of this machine; without it, the host has none. */
  readonly bwrap: boolean;
  /** Programs in /usr/local/bin, as shell scripts: name and text. */
  readonly tools?: Readonly<Record<string, string>>;
  /** A setpriv of these files (see `newSetpriv`), also as real-setpriv; without one the host has none. */
  readonly setpriv?: string | undefined;
  /** Users get a root folder that is not that of the system, in which the kernel grants no user namespaces. */
  readonly chroot?: boolean;
}

/**
 * A server in a mount namespace of its own, in which /usr/local/bin holds only the given tools; the machine is not
 * changed. Needs root.
 */
export async function startLayeredSshd(host: LayeredHost, options: SshdOptions = {}): Promise<Sshd> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-layers-'));
  const tools = join(folder, 'bin');
  mkdirSync(tools);
  if (host.setpriv !== undefined) {
    cpSync(host.setpriv, join(tools, '.setpriv'), { recursive: true });
    const libraries = '/usr/local/bin/.setpriv/usr/lib/x86_64-linux-gnu';
    const program = '/usr/local/bin/.setpriv/usr/bin/setpriv';
    const real = `#!/bin/sh\nexec ${libraries}/ld-linux-x86-64.so.2 --library-path ${libraries} ${program} "$@"\n`;
    for (const name of ['setpriv', 'real-setpriv']) write(join(tools, name), real);
  }
  for (const [name, text] of Object.entries(host.tools ?? {})) write(join(tools, name), text);
  chmodSync(folder, 0o755);
  chmodSync(tools, 0o755);
  const hasSetpriv = host.setpriv !== undefined || host.tools?.['setpriv'] !== undefined;
  const mounts = [
    `mount --bind ${tools} /usr/local/bin`,
    ...(host.bwrap ? [] : [hide('/usr/bin/bwrap')]),
    ...(hasSetpriv ? [] : [hide('/usr/bin/setpriv')]),
    ...(host.chroot === true ? ['mount --rbind / /mnt'] : []),
    'exec "$@"',
  ];
  const sshd = await startSshd({
    ...options,
    config: [...(options.config ?? []), ...(host.chroot === true ? ['ChrootDirectory /mnt'] : [])],
    within: ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', mounts.join(' && '), 'sh'],
  });
  return {
    ...sshd,
    stop: async () => {
      await sshd.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** With something that is no file in its place, a program is not found. */
function hide(file: string): string {
  return `{ [ ! -e ${file} ] || mount --bind /dev/null ${file}; }`;
}

function write(file: string, text: string): void {
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}
