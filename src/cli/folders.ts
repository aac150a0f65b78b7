import path from 'node:path';
import type { Io } from './io.ts';

/** Sonde's own folder: `$XDG_CONFIG_HOME/sonde`, else `~/.config/sonde`. */
export function configFolder(io: Io): string {
  const base = io.environment['XDG_CONFIG_HOME'];
  return path.join(base === undefined || base === '' ? path.join(io.homeFolder, '.config') : base, 'sonde');
}

/** Host keys that the user accepted, in known_hosts format. */
export const trustStoreFile = (io: Io): string => path.join(configFolder(io), 'known_hosts');

/** What the logical targets of notebooks are: `name: target`, a line each. */
export const targetMapFile = (io: Io): string => path.join(configFolder(io), 'targets.yaml');

/** What can be made again: `$XDG_CACHE_HOME/sonde`, else `~/.cache/sonde`. */
export function cacheFolder(io: Io): string {
  const base = io.environment['XDG_CACHE_HOME'];
  return path.join(base === undefined || base === '' ? path.join(io.homeFolder, '.cache') : base, 'sonde');
}
